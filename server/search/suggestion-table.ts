/**
 * The suggestions of a segment in the making: spellings grouped by their folded key, the strongest group first.
 * That order lets a query stop early (suggestion-search.ts).
 */
import { fold } from './fold.ts';
import { type PostingTable, sameRanks } from './posting-table.ts';
import { buildStringSlab, comparatorOf, orderByCodePoints } from './string-column.ts';
import type { SuggestionPhrase } from './suggestion-phrases.ts';

/** What is counted by itself: a phrase as somebody spells it, with what is said for it. */
export type Spelling = Pick<SuggestionPhrase, 'display' | 'evidence'>;

/** A suggestion with all its spellings. */
export interface SuggestionGroup {
  /** Folded. */
  readonly key: string;
  /** In-stock documents of the draft behind any of its spellings; a document has one spelling of a key at most. */
  count: number;
  /** Its spellings' numbers in the draft, with their documents. */
  readonly spellings: { readonly number: number; readonly count: number }[];
}

/** One text for a spelling, as drafts keep it. */
export function spellingText({ display, evidence }: Spelling): string {
  return `${evidence}${display}`;
}

/** The inverse of {@link spellingText}. */
function parseSpelling(text: string): Spelling {
  return { display: text.slice(1), evidence: Number(text[0]) };
}

/** Groups by count, highest first, then by key. `documentSpellings` leads from documents to spellings. */
export function groupSuggestions(
  spellings: readonly string[],
  documentSpellings: PostingTable,
): SuggestionGroup[] {
  const counts = new Uint32Array(spellings.length);
  for (const spelling of documentSpellings.items) counts[spelling] = (counts[spelling] ?? 0) + 1;
  const groups = new Map<string, SuggestionGroup>();
  spellings.forEach((text, number) => {
    const key = fold(parseSpelling(text).display);
    const count = counts[number] ?? 0;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { key, count, spellings: [{ number, count }] });
    } else {
      group.count += count;
      group.spellings.push({ number, count });
    }
  });
  const compare = comparatorOf(Array.from(groups.keys()));
  return Array.from(groups.values()).sort(
    (left, right) => right.count - left.count || compare(left.key, right.key),
  );
}

/** Sections of the groups in their order; spellings are renumbered so that those of a group are neighbours. */
export function suggestionSections(
  spellings: readonly string[],
  groups: readonly SuggestionGroup[],
  documentSpellings: PostingTable,
) {
  const keys = buildStringSlab(groups.map((group) => group.key));
  const ordered = groups.flatMap(({ key, spellings: own }) => own.map((each) => ({ ...each, key })));
  const ranks = new Uint32Array(spellings.length);
  ordered.forEach(({ number }, rank) => {
    ranks[number] = rank;
  });
  const parsed = ordered.map(({ number }) => parseSpelling(spellings[number] ?? ''));
  const ownSpellings = sameRanks(ordered.length).filter(
    (rank) => parsed[rank]?.display !== ordered[rank]?.key,
  );
  const displays = buildStringSlab(Array.from(ownSpellings, (rank) => parsed[rank]?.display ?? ''));
  const suggestionSpellingOffsets = new Uint32Array(groups.length + 1);
  groups.forEach((group, number) => {
    suggestionSpellingOffsets[number + 1] = (suggestionSpellingOffsets[number] ?? 0) + group.spellings.length;
  });
  return {
    suggestionKeyOffsets: keys.offsets,
    suggestionKeyBytes: keys.bytes,
    suggestionsByKey: orderByCodePoints(groups.map((group) => group.key)),
    suggestionSpellingOffsets,
    ownSpellings,
    spellingOffsets: displays.offsets,
    spellingBytes: displays.bytes,
    spellingEvidence: Uint8Array.from(parsed, ({ evidence }) => evidence),
    spellingCounts: Uint32Array.from(ordered, ({ count }) => count),
    documentSpellingOffsets: documentSpellings.offsets,
    documentSpellings: documentSpellings.items.map((spelling) => ranks[spelling] ?? 0),
  };
}
