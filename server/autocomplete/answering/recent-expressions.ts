/**
 * Discovery's recent expressions (§4.7; Contract §7): what shoppers selected, and what several of them typed, by how recent and how
 * often; behind them the strongest suggestions. A typed query is shown only while it leads to a product, and only if it ends with a
 * whole word of one: half of what a shopper wrote is never shown. 50 typed queries and 5 products of each are looked at. It writes
 * nothing and never shows what a single shopper typed; without signals the suggestions alone are given.
 */
// Tests: ./autocomplete.test.ts.
import { limits } from '../../../contract/limits.ts';
import { type IndexReader, noSignals, type ProductHit, type QuestionTerms } from '../../search/engine.ts';
import { fold } from '../../search/text/fold.ts';
import type { LoadedIndex } from './index-registry.ts';
import { cardTexts, intentOfClick } from './search-intents.ts';

/** Products that are looked at for one that shows the query to be no beginning. */
const productsLookedAt = 5;

/** Returns at most `limit` expressions. `suggestions` are the engine's for a blank query, best first. */
export function recentExpressions(
  { reader, signals, queries }: Pick<LoadedIndex, 'reader' | 'signals' | 'queries'>,
  suggestions: readonly string[],
  limit: number,
  terms: QuestionTerms,
): readonly string[] {
  if (queries.length === 0) return suggestions;
  // If an expression was both typed and selected, its signals have the higher score of the two.
  const selected = suggestions.map((text) => ({ text, score: signals.phrases.get(fold(text)) ?? 0 }));
  const shown = new Set(suggestions.map(fold));
  const typed: { readonly text: string; readonly score: number }[] = [];
  for (const [text, score] of queries.slice(0, limits.typedQueriesKept)) {
    if (typed.length === limit || !terms.budget.allows()) break;
    const folded = fold(text);
    if (shown.has(folded) || terms.isBlocked?.(text) || !leadsToProduct(reader, text, terms)) continue;
    shown.add(folded);
    typed.push({ text, score });
  }
  // The sort is stable: texts without clicks stay in their order, behind all others.
  return [...selected, ...typed]
    .toSorted((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ text }) => text);
}

function leadsToProduct(reader: IndexReader, query: string, terms: QuestionTerms): boolean {
  const { products, correctedQuery } = reader.search(query, productsLookedAt, noSignals, terms);
  return (
    correctedQuery === null &&
    products.some((product) => product.tiers.missingWords === 0 && isWholeIn(product, query))
  );
}

function isWholeIn({ card, typeNouns }: ProductHit, query: string): boolean {
  const click = { typed: query, clickedPhrase: null, clickedTitle: cardTexts(card), typeNouns };
  return intentOfClick(click) === query;
}
