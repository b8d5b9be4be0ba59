/**
 * The codes of faults of single values, in `errors` of an error answer. docs/errors.md lists the same, and a test holds the two
 * equal. A code keeps its meaning for ever: never remove or rename one.
 *
 * Not listed here: `<field>_invalid`, which follows from the name of the field, and the codes of rows (`rowCodes`).
 */
// Tests: test/api/errors.test.ts.
import type { RowCode } from './product-import.ts';

/** The codes that do not follow from the name of a field. */
export const fieldCodes = [
  // Any call
  'parameter_unknown',
  'repeated',
  'unknown_value',
  'out_of_range',
  'too_long',
  'day_invalid',
  'field_unknown',
  'type_invalid',
  'more_faults',
  // Imports and files
  'products_missing',
  'idempotency_key_reused',
  'file_incomplete',
  // Stores, keys and members
  'name_differs',
  'origin_invalid',
  'last_owner',
  // Feeds
  'feed_url_forbidden',
  'feed_url_taken',
  'feed_unreachable',
  'feed_tls',
  'feed_timed_out',
  'feed_redirects',
  'feed_status',
  'feed_malformed',
  'feed_encoding',
  'feed_truncated',
  'feed_too_large',
  'document_empty',
  'document_type',
  'document_dtd',
  'document_encoding',
  'document_malformed',
  'document_too_deep',
  'document_too_large',
  'document_truncated',
  // Webhooks
  'url_not_allowed',
  // Collections
  'condition_invalid',
  // Search phrases
  'list_invalid',
  'phrase_invalid',
  'phrase_repeated',
  'decision_missing',
  'budget_invalid',
  // Synonyms and merchandising
  'synonyms_too_many',
  'rules_too_many',
  'rule_invalid',
  'rule_repeated',
  'rule_empty',
  'rule_deleted',
  'id_repeated',
  'term_count_invalid',
  'term_empty',
  'term_too_long',
  'term_too_many_words',
  'term_repeated',
  'product_repeated',
  'value_invalid',
  'value_empty',
  'title_empty',
  'text_too_long',
  'list_too_long',
  'time_invalid',
  // Ranking
  'boosts_too_many',
  'boost_repeated',
] as const;

/** The code of a wrong value. A code that ends otherwise than in `_invalid` must be in a list. */
export type FieldCode = (typeof fieldCodes)[number] | RowCode | `${string}_invalid`;
