/**
 * Writes counts of many stores, one after the other, and returns to the caller those that could not be written. It never writes one
 * twice, drops none and waits for no retry: the caller tries again with its next round. It rejects with the first error, after the
 * rest was given back; a database that is away stops the others.
 */
// Tests: test/storage/jobs.test.ts.
import { isStoreFault } from './quarantine.ts';

/**
 * Writes items one after the other. An item that cannot be written does not stop the others, but a database that is away does.
 * Rejects with the first error after all unwritten items were given back.
 */
export async function writeEach<Item>(
  items: readonly Item[],
  write: (item: Item) => Promise<unknown>,
  giveBack: (item: Item) => void,
): Promise<void> {
  let problem: unknown = null;
  for (const [index, item] of items.entries()) {
    try {
      await write(item);
    } catch (error) {
      problem ??= error;
      const isAway = !isStoreFault(error);
      for (const unwritten of isAway ? items.slice(index) : [item]) giveBack(unwritten);
      if (isAway) break;
    }
  }
  if (problem !== null) throw problem;
}
