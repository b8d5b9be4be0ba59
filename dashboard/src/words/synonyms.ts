/**
 * Finds the words that a text also finds by a store’s synonyms. Pure. It compares case and spaces only, so it may miss
 * a rule that the engine applies; no rule gives an empty list.
 */
// Tests: ./synonyms.test.ts.
import type { SynonymRule } from '../../../contract/synonyms.ts';

/** The terms that a text also finds by these rules, each once; empty if no rule names it. */
export function synonymsOf(text: string, rules: readonly SynonymRule[]): readonly string[] {
  const typed = comparable(text);
  const others = rules.flatMap((rule) => {
    const from = 'terms' in rule ? rule.terms : rule.from;
    if (!from.some((term) => comparable(term) === typed)) return [];
    return 'terms' in rule ? rule.terms.filter((term) => comparable(term) !== typed) : rule.to;
  });
  return [...new Set(others)];
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
