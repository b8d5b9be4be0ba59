/**
 * Adds the live documents of a segment to a draft, from the segment's own content: no document is analysed again
 * and no database is asked. What only dead documents held is left behind.
 */
import type { Interner } from './integer-list.ts';
import type { LiveSegment } from './live-segment.ts';
import type { PairList, PostingTable } from './posting-table.ts';
import type { Segment } from './segment.ts';
import { type SegmentDraft, spellingText } from './segment-draft.ts';
import type { StringColumn } from './string-column.ts';

/** Adds every live document of a segment; `draft` must hold none of them yet. */
export function addSegment(draft: SegmentDraft, live: LiveSegment): void {
  const { segment } = live;
  const numbers = addDocuments(draft, live);
  const terms = createTranslation(draft.terms, segment.terms);
  addPairs(draft.postings, segment.postings, numbers, terms);
  numbers.forEach((number, document) => {
    if (number === dead) return;
    const { titleWordOffsets, titleWords } = segment;
    const end = titleWordOffsets[document + 1] ?? 0;
    for (let place = titleWordOffsets[document] ?? 0; place < end; place += 1) {
      draft.titleWords.push(terms(titleWords[place] ?? 0));
    }
    draft.titleWordEnds.push(draft.titleWords.length);
    addSpellings(draft, segment, document, number);
  });
  const phrases = createTranslation(draft.generated, segment.generatedPhrases);
  addPairs(draft.generatedDocuments, segment.generatedDocuments, numbers, phrases);
}

const dead = -1;

/** Old document number -> number in the draft, or {@link dead}. */
function addDocuments(draft: SegmentDraft, live: LiveSegment): Int32Array {
  const { segment } = live;
  const paths = createTranslation(draft.categories, segment.categoryPaths);
  const numbers = new Int32Array(segment.documentCount).fill(dead);
  for (let document = 0; document < segment.documentCount; document += 1) {
    if (!live.isLive(document)) continue;
    numbers[document] = draft.documents.length;
    const category = segment.categoryOf(document);
    draft.documents.push({
      productId: segment.productIds.text(document),
      externalId: segment.externalIds.text(document),
      title: segment.titles.text(document),
      foldedTitle: segment.foldedTitles.text(document),
      inStock: document < segment.inStockCount,
      createdAt: segment.createdAt[document] ?? 0,
      card: segment.cards.bytes(document),
      category: category === null ? null : paths(category),
    });
  }
  return numbers;
}

function addSpellings(draft: SegmentDraft, segment: Segment, document: number, number: number): void {
  const { offsets, items } = segment.documentSpellings;
  for (const spelling of items.subarray(offsets[document], offsets[document + 1])) {
    const display = segment.spellings.text(spelling);
    const named = segment.spellingNamed[spelling] === 1;
    draft.documentSpellings.add(number, draft.spellings.id(spellingText({ display, named })), 0);
  }
}

function addPairs(
  pairs: PairList,
  table: PostingTable,
  numbers: Int32Array,
  translate: (key: number) => number,
): void {
  for (let key = 0; key + 1 < table.offsets.length; key += 1) {
    const end = table.offsets[key + 1] ?? 0;
    for (let place = table.offsets[key] ?? 0; place < end; place += 1) {
      const number = numbers[table.items[place] ?? 0] ?? dead;
      if (number !== dead) pairs.add(translate(key), number, table.masks?.[place] ?? 0);
    }
  }
}

/** Number in a segment's column -> number in the draft; texts enter the draft when they are first needed. */
function createTranslation(interner: Interner, column: StringColumn): (number: number) => number {
  const known = new Int32Array(column.length).fill(-1);
  return (number) => {
    const before = known[number] ?? -1;
    if (before >= 0) return before;
    const id = interner.id(column.text(number));
    known[number] = id;
    return id;
  };
}
