/**
 * The operation that reads the rules and synonyms of one query, done in the reader thread. It writes nothing; rules or synonyms that
 * cannot be read are `store_unavailable`. Queries are compared by the words that the search sees.
 */
// Tests: test/api/searches.test.ts.
import type { searchOperations } from '../../../contract/searches.ts';
import type { SynonymRule } from '../../../contract/synonyms.ts';
import type { MerchandisingRule } from '../../../contract/words/merchandising.ts';
import { ruleText } from '../../merchandising/compile-rules.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';

/** A handler for the operation. */
export const searchReads: OperationHandlers<typeof searchOperations, 'reader', ReadContext> = {
  async showSearch({ query: { q } }, { reader }) {
    const [{ rules }, { rules: synonyms }] = await Promise.all([
      reader.merchandising.read(),
      reader.synonyms.read(),
    ]);
    const text = ruleText(q);
    const met = rules.filter((rule) => isAbout(rule, text));
    const own = met.find(isPlain) ?? null;
    const named = synonyms.filter((rule) => names(rule, text));
    const isOwn = (rule: SynonymRule) =>
      'from' in rule && rule.from.length === 1 && ruleText(rule.from[0] ?? '') === text;
    return {
      rule: own,
      other_rules: met.filter((rule) => rule !== own),
      synonyms: named.filter(isOwn),
      other_synonyms: named.filter((rule) => !isOwn(rule)),
    };
  },
};

function isAbout({ query, match }: MerchandisingRule, text: string): boolean {
  return match === 'exact' ? ruleText(query) === text : text.startsWith(ruleText(query));
}

/** Whether the page of a query can edit the rule: its schedule and its beginnings belong to the form of rules. */
function isPlain({ match, is_active: isActive, starts_at: start, ends_at: end }: MerchandisingRule): boolean {
  return match === 'exact' && isActive && start === null && end === null;
}

/** Whether a left side of the rule is within the query. */
function names(rule: SynonymRule, text: string): boolean {
  const terms = 'terms' in rule ? rule.terms : rule.from;
  return terms.some((term) => ` ${text} `.includes(` ${ruleText(term)} `));
}
