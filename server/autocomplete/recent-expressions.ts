/**
 * Discovery's recent expressions (§4.7; Contract §7): what shoppers selected, and what several of them typed, by how
 * recent and how often; behind them the strongest suggestions. A typed query is shown only while it leads to a product,
 * and only if it ends with a whole word of one: nobody is shown half of what somebody wrote.
 */
import type { IndexReader, QuestionTerms } from '../search/engine.ts';
import { queryWords } from '../search/query/query.ts';
import { noSignals } from '../search/signals.ts';
import { fold } from '../search/text/fold.ts';
import type { LoadedIndex } from './index-registry.ts';

/** Products that are looked at for a whole word. */
const productsLookedAt = 5;

/** At most `limit` of them. `suggestions` are the engine's for a blank query, best first. */
export function recentExpressions(
  { reader, signals, queries }: Pick<LoadedIndex, 'reader' | 'signals' | 'queries'>,
  suggestions: readonly string[],
  limit: number,
  terms: QuestionTerms,
): readonly string[] {
  if (queries.length === 0) return suggestions;
  const typedScores = new Map<string, number>();
  for (const [text, score] of queries) {
    const folded = fold(text);
    typedScores.set(folded, Math.max(score, typedScores.get(folded) ?? 0));
  }
  const selected = suggestions.map((text) => {
    const folded = fold(text);
    // Selected and typed alike: the stronger of both counts.
    return { text, score: Math.max(signals.phrases.get(folded) ?? 0, typedScores.get(folded) ?? 0) };
  });
  const shown = new Set(suggestions.map(fold));
  const typed: { readonly text: string; readonly score: number }[] = [];
  for (const [text, score] of queries) {
    if (typed.length === limit || !terms.budget.allows()) break;
    const folded = fold(text);
    if (shown.has(folded) || terms.isBlocked?.(text) || !leadsToProduct(reader, text, terms)) continue;
    shown.add(folded);
    typed.push({ text, score });
  }
  // The sort is stable: what nobody selected stays in its order, behind all others.
  return [...selected, ...typed]
    .toSorted((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ text }) => text);
}

function leadsToProduct(reader: IndexReader, query: string, terms: QuestionTerms): boolean {
  const { products, correctedQuery } = reader.search(query, productsLookedAt, noSignals, terms);
  const last = queryWords(fold(query)).at(-1)?.text;
  if (correctedQuery !== null || last === undefined) return false;
  return products.some(({ card, tiers }) => tiers.missingWords === 0 && wordsOf(card).has(last));
}

/** The words that a card shows. */
function wordsOf(card: Uint8Array): Set<string> {
  const { title, category } = JSON.parse(Buffer.from(card).toString()) as {
    readonly title: string;
    readonly category: string | null;
  };
  return new Set(queryWords(fold(`${title} ${category ?? ''}`)).map(({ text }) => text));
}
