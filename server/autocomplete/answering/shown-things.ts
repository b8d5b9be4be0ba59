/**
 * Says whether an answer shows what was clicked: evidence of clicks. A product counts as shown too where another variant of its group
 * stands for it. Pure; a name that nothing has is not shown.
 */
// Tests: test/api/click-evidence.test.ts, test/api/variants.test.ts.
import type { ShownResult } from '../../merchandising/arrange-answer.ts';
import { fold } from '../../search/text/fold.ts';

/** A clickable thing in an answer: a product by its UUID or by the merchant's own id, anything else by its text. */
export type ShownThing =
  | { readonly group: 'products' | 'suggestions' | 'categories'; readonly name: string }
  | { readonly group: 'products'; readonly externalId: string };

/** The group of a product by its UUID; null where it has none. */
type GroupOf = (productId: string) => string | null;

/**
 * Whether the answer to a query shows a thing, or the empty box where that answer is empty. `askAgain` answers a text.
 */
export function shownOf(
  groupOf: GroupOf,
  query: string,
  askAgain: (text: string) => ShownResult,
): (thing: ShownThing) => boolean {
  const shown = askAgain(query);
  const answer = isEmpty(shown) ? askAgain('') : shown;
  return (thing) => holds(answer, thing, groupOf);
}

function isEmpty({ products, suggestions, categories, redirect = null }: ShownResult): boolean {
  return products.length === 0 && suggestions.length === 0 && categories.length === 0 && redirect === null;
}

function holds(answer: ShownResult, thing: ShownThing, groupOf: GroupOf): boolean {
  const { products, suggestions, categories, redirect = null } = answer;
  if ('externalId' in thing) return products.some(({ externalId }) => externalId === thing.externalId);
  const { group, name } = thing;
  if (group === 'products') {
    // Another variant may stand for the clicked one by now.
    const variants = groupOf(name);
    return products.some((hit) => hit.productId === name || (variants !== null && hit.group === variants));
  }
  const wanted = fold(name);
  // The redirect of a query is one of the categories.
  const led = redirect === null || group === 'suggestions' ? [] : [redirect.title];
  const texts = group === 'suggestions' ? suggestions : [...led, ...categories];
  return texts.some((text) => fold(text) === wanted);
}
