/** Turns synonyms of a store into words. Pure; strangers’ text is shown with its invisible characters named. */
// Tests: ./synonyms.test.ts.
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { visibleText } from '../../../contract/visible-text.ts';

/** `wellies also finds rubber boots`, `lamp and light mean the same`. */
export function wordsOfSynonym(rule: SynonymRule): string {
  const list = (terms: readonly string[]) => new Intl.ListFormat('en').format(terms.map(visibleText));
  return 'terms' in rule
    ? `${list(rule.terms)} mean the same`
    : `${list(rule.from)} also ${rule.from.length === 1 ? 'finds' : 'find'} ${list(rule.to)}`;
}
