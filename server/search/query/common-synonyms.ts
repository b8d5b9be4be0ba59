/**
 * The synonyms that come with the service: general words of retail, independent of any catalog, by language. A shopper who types one
 * term of a rule must want what the others find; a narrower or ambiguous word is in a one-way rule (`pc => computer`), or is left out.
 * The list is data of the program, is parsed at start and never changes; it holds only one step of meaning (rules do not chain). A
 * language without rules has none.
 */
// Tests: ./common-synonyms.test.ts.
import type { SynonymRule } from '../../../contract/synonyms.ts';
import german from '../../language/synonyms/de.json' with { type: 'json' };
import english from '../../language/synonyms/en.json' with { type: 'json' };
import spanish from '../../language/synonyms/es.json' with { type: 'json' };
import french from '../../language/synonyms/fr.json' with { type: 'json' };
import { languageOf } from '../text/stop-words.ts';

const rulesByLanguage = new Map([
  ['en', parseRules(english)],
  ['de', parseRules(german)],
  ['fr', parseRules(french)],
  ['es', parseRules(spanish)],
]);

/** The rules for a BCP 47 locale's language; none for a language without a list. */
export function commonSynonyms(locale: string): readonly SynonymRule[] {
  return rulesByLanguage.get(languageOf(locale)) ?? [];
}

/** Rules by their topic, each as in `a, b, c` or `a => b`. */
function parseRules(topics: Readonly<Record<string, readonly string[]>>): readonly SynonymRule[] {
  return Object.values(topics).flatMap((rules) =>
    rules.map((rule) => {
      const [left = [], right] = rule.split(' => ').map((terms) => terms.split(', '));
      return right === undefined ? { terms: left } : { from: left, to: right };
    }),
  );
}
