/** Products held against rules, with turns for other work of the thread in between. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** Products after which others have a turn: held against the dearest rules one takes 7 ms. Chosen. */
const productsPerTurn = 10;

/** The same products in the same order; other work of the thread runs before each ten of them. */
export async function* inTurns<Product>(products: readonly Product[]): AsyncGenerator<Product> {
  for (const [index, product] of products.entries()) {
    if (index % productsPerTurn === 0) await turnOfOthers();
    yield product;
  }
}
