/**
 * Yields products to compare with rules, with turns for other work of the thread in between. It changes no product; an error of the
 * consumer ends it.
 */
// Tests: ./follow-collections.live.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** Evaluations of one set of rules after which others have a turn: with the dearest rules a product takes 7 ms. Chosen. */
const evaluationsPerTurn = 10;

/**
 * Yields the same products in the same order. Each is compared with `rulesPerProduct` sets of rules; other work of the
 * thread runs before each ten evaluations, and before each product that takes more.
 */
export async function* inTurns<Product>(
  products: readonly Product[],
  rulesPerProduct: number,
): AsyncGenerator<Product> {
  const productsPerTurn = Math.max(1, Math.floor(evaluationsPerTurn / Math.max(1, rulesPerProduct)));
  for (const [index, product] of products.entries()) {
    if (index % productsPerTurn === 0) await turnOfOthers();
    yield product;
  }
}
