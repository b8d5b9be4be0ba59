/** Texts that many items share, such as category paths: stored once, with a number for each item. */

import { Interner } from './interner.ts';
import type { Gathered } from './order-merge.ts';
import type { Integers } from './sections.ts';
import type { StringColumn } from './string-column.ts';

/** Texts, and which of them each item has. */
export interface SharedTexts {
  readonly texts: StringColumn;
  /** By item; what is no place of a text stands for none. */
  readonly numbers: Integers;
}

/** The texts that the items still have, numbered as they first appear. They are few, so that they are compared as strings. */
export function mergeSharedTexts(
  columns: readonly SharedTexts[],
  { sources, items }: Gathered,
): { readonly texts: readonly string[]; readonly numbers: Uint32Array } {
  const interner = new Interner();
  const known = columns.map(({ texts }) => new Int32Array(texts.length).fill(-1));
  const numbers = new Uint32Array(items.length);
  for (let place = 0; place < items.length; place += 1) {
    const source = sources[place] ?? 0;
    const { texts, numbers: old } = columns[source] as SharedTexts;
    const map = known[source] as Int32Array;
    const number = old[items[place] ?? 0] ?? 0;
    if (map[number] === -1) map[number] = interner.id(texts.text(number));
    numbers[place] = map[number] ?? number;
  }
  return { texts: interner.texts, numbers };
}
