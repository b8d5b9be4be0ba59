/**
 * Puts the id of an answer into its bytes (`query_id=1`, Contract §10). Cached bytes stay as they are: the id is made for each call, as
 * the last field of `meta`, which ends every answer. It decides nothing and never fails.
 */
// Tests: test/api/query-ids.test.ts.
import type { AutocompleteAnswer, AutocompleteQuery } from '../../autocomplete/answering/autocomplete.ts';
import type { QueryIds } from '../../threads/evidence/query-ids.ts';

/** The body to send: that of the answer, with an id where the caller wants one. */
export function bodyToSend(
  { storeId, query, withId = false }: AutocompleteQuery,
  { body, found }: Pick<AutocompleteAnswer, 'body' | 'found'>,
  queryIds: Pick<QueryIds, 'make'>,
): string {
  if (!withId) return body;
  return `${body.slice(0, -2)},"query_id":"${queryIds.make({ storeId, query, found })}"}}`;
}
