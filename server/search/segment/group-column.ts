/**
 * The groups of variants of a segment: a number for each document, and the name of each group. Segments share no numbers: across two of
 * them, groups are equal if their names are. A segment in which no document has a group takes no bytes for them. Numbers begin with 1,
 * 0 means that a document stands for itself. Pure; numbers are trusted.
 */
// Tests: ./group-column.test.ts, test/search/engine-property.test.ts.
import { type Gathered, mergeColumns } from '../columns/column-merge.ts';
import type { Integers } from '../columns/sections.ts';
import { buildStringSlab, type StringColumn, type StringSlab } from '../columns/string-column.ts';
import { compareCodePoints } from '../columns/text-order.ts';

/** The groups as stored. */
export interface GroupColumns {
  /** The number of each document's group; empty where no document has one. */
  readonly numbers: Uint32Array;
  /** In code point order; the name of group `n` is at `n - 1`. */
  readonly texts: StringSlab;
}

const none: GroupColumns = {
  numbers: new Uint32Array(0),
  texts: { offsets: new Uint32Array(0), bytes: new Uint8Array(0) },
};

/** Numbers the groups of documents. */
export function groupColumns(groups: readonly (string | null)[]): GroupColumns {
  const names = [...new Set(groups.filter((group) => group !== null))].sort(compareCodePoints);
  if (names.length === 0) return none;
  const numberOf = new Map(names.map((name, place) => [name, place + 1]));
  return {
    numbers: Uint32Array.from(groups, (group) => (group === null ? 0 : (numberOf.get(group) ?? 0))),
    texts: buildStringSlab(names),
  };
}

/** The groups of the documents that go into a merged segment, in their order. */
export function mergeGroups(columns: readonly GroupColumn[], { sources, items }: Gathered): GroupColumns {
  if (columns.every(({ isEmpty }) => isEmpty)) return none;
  const keep = columns.map(({ names }) => new Uint8Array(names.length));
  for (let place = 0; place < items.length; place += 1) {
    const source = sources[place] ?? 0;
    const group = (columns[source] as GroupColumn).of(items[place] ?? 0);
    if (group > 0) (keep[source] as Uint8Array)[group - 1] = 1;
  }
  const { slab, maps } = mergeColumns(
    columns.map(({ names }) => names),
    keep,
  );
  if (slab.offsets.length === 1) return none;
  const numbers = Uint32Array.from(items, (document, place) => {
    const source = sources[place] ?? 0;
    const group = (columns[source] as GroupColumn).of(document);
    return group === 0 ? 0 : (maps[source]?.[group - 1] ?? -1) + 1;
  });
  return { numbers, texts: slab };
}

/** The groups of one segment. */
export class GroupColumn {
  /** Whether no document has a group. */
  readonly isEmpty: boolean;
  /** In code point order. */
  readonly names: StringColumn;
  readonly #numbers: Integers;

  constructor(numbers: Integers, names: StringColumn) {
    this.isEmpty = numbers.length === 0;
    this.names = names;
    this.#numbers = numbers;
  }

  /** The number of a document's group, 0 for none. */
  of(document: number): number {
    return this.#numbers[document] ?? 0;
  }

  /** The name of a document's group, or null. */
  nameOf(document: number): string | null {
    const group = this.of(document);
    return group === 0 ? null : this.names.text(group - 1);
  }

  /** The documents of groups, dead ones included, ascending. Looks at each document of the segment, so it is not for keystrokes. */
  documentsOf(names: readonly string[]): { readonly name: string; readonly document: number }[] {
    const byNumber = new Map<number, string>();
    for (const name of this.isEmpty ? [] : names) {
      const place = this.names.find(Buffer.from(name));
      if (place >= 0) byNumber.set(place + 1, name);
    }
    const found: { readonly name: string; readonly document: number }[] = [];
    if (byNumber.size === 0) return found;
    for (let document = 0; document < this.#numbers.length; document += 1) {
      const name = byNumber.get(this.of(document));
      if (name !== undefined) found.push({ name, document });
    }
    return found;
  }
}

/** Whether two groups of two segments, or of one, are the same; 0 is the same as none. */
export function isSameGroup(left: GroupColumn, group: number, right: GroupColumn, other: number): boolean {
  if (group === 0 || other === 0) return false;
  return left === right ? group === other : left.names.compare(group - 1, right.names, other - 1) === 0;
}
