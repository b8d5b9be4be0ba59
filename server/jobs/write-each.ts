/** Writing what was counted of many stores, each by itself. */
import { isStoreFault } from './quarantine.ts';

/**
 * Writes one after the other. One that cannot be written keeps no other from it, but a database that is away does.
 * Rejects with the first error, once what was not written was given back.
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
