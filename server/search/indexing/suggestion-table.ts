/**
 * Groups the spellings of a draft's suggestions by their folded key and lays them out, the group with the most documents first: that
 * order lets a query stop early (suggestion-search.ts). Pure; inputs are trusted. Counts are documents in stock, not sales or clicks;
 * nothing is left out here (evidence decides later what is shown).
 */
// Tests: test/search/suggestions.test.ts.

import { Interner } from '../columns/interner.ts';
import { type PostingTable, ranksOf } from '../columns/posting-table.ts';
import { buildStringSlab } from '../columns/string-column.ts';
import { orderByCodePoints } from '../columns/text-order.ts';
import { fold } from '../text/fold.ts';
import type { DraftSpellings } from './draft-tables.ts';

/** A suggestion with all its spellings. */
export interface SuggestionGroup {
  /** Folded. */
  readonly key: string;
  /** Its place among all groups in code point order of keys. */
  keyRank: number;
  /** Number of in-stock documents of the draft that have any of its spellings; a document has at most one spelling of a key. */
  count: number;
  /** Its spellings' numbers in the draft, with their documents. */
  readonly spellings: { readonly number: number; readonly count: number }[];
}

/** Sections of suggestions. */
export type SuggestionSections = ReturnType<typeof suggestionSections>;

/**
 * Groups spellings and sorts the groups by count, highest first, then by key. `documentSpellings` maps documents to
 * spellings.
 */
export function groupSuggestions(
  spellings: DraftSpellings,
  documentSpellings: PostingTable,
): SuggestionGroup[] {
  const counts = new Uint32Array(spellings.length);
  const { items } = documentSpellings;
  for (let place = 0; place < items.length; place += 1) {
    const spelling = items[place] ?? 0;
    counts[spelling] = (counts[spelling] ?? 0) + 1;
  }
  const keys = new Interner();
  const groups: SuggestionGroup[] = [];
  const groupOf = Array.from(spellings.displays, (display) => keys.id(fold(display)));
  for (let number = 0; number < spellings.length; number += 1) {
    const place = groupOf[spellings.displayOf(number)] ?? 0;
    const count = counts[number] ?? 0;
    groups[place] ??= { key: keys.texts[place] ?? '', keyRank: 0, count: 0, spellings: [] };
    groups[place].count += count;
    groups[place].spellings.push({ number, count });
  }
  const byKey = Array.from(orderByCodePoints(keys.texts), (group) => groups[group] as SuggestionGroup);
  byKey.forEach((group, rank) => {
    group.keyRank = rank;
  });
  return byKey.sort((left, right) => right.count - left.count);
}

/** Lays out the groups in their order; spellings are renumbered so that those of a group are neighbours. */
export function suggestionSections(
  spellings: DraftSpellings,
  groups: readonly SuggestionGroup[],
  documentSpellings: PostingTable,
) {
  const keys = buildStringSlab(groups.map((group) => group.key));
  const ranks = new Uint32Array(spellings.length);
  const spellingEvidence = new Uint8Array(spellings.length);
  const spellingCounts = new Uint32Array(spellings.length);
  const ownSpellings: number[] = [];
  const displays: string[] = [];
  const suggestionSpellingOffsets = new Uint32Array(groups.length + 1);
  let rank = 0;
  groups.forEach((group, suggestion) => {
    for (const { number, count } of group.spellings) {
      const display = spellings.displays[spellings.displayOf(number)] ?? '';
      ranks[number] = rank;
      spellingEvidence[rank] = spellings.evidenceOf(number);
      spellingCounts[rank] = count;
      if (display !== group.key) {
        ownSpellings.push(rank);
        displays.push(display);
      }
      rank += 1;
    }
    suggestionSpellingOffsets[suggestion + 1] = rank;
  });
  const own = buildStringSlab(displays);
  return {
    suggestionKeyOffsets: keys.offsets,
    suggestionKeyBytes: keys.bytes,
    suggestionsByKey: ranksOf(Uint32Array.from(groups, ({ keyRank }) => keyRank)),
    suggestionSpellingOffsets,
    ownSpellings: Uint32Array.from(ownSpellings),
    spellingOffsets: own.offsets,
    spellingBytes: own.bytes,
    spellingEvidence,
    spellingCounts,
    documentSpellingOffsets: documentSpellings.offsets,
    documentSpellings: documentSpellings.items.map((spelling) => ranks[spelling] ?? 0),
  };
}
