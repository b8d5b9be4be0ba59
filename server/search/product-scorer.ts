/**
 * Ranks the documents of one segment for one query, tier by tier (§4.7; Contract §7). Works on numbers only: the
 * words are lists of documents with masks of fields, titles are ranges of document numbers.
 */
import type { Signals } from './engine.ts';
import { field } from './fields.ts';
import { gradeIntent, intentOfPhrase, pointsPerWord, wordPoints } from './intent.ts';
import type { LiveSegment } from './live-segment.ts';
import { popularityOf, type SegmentPopularity } from './popularity-overlay.ts';
import {
  countOccurrences,
  gallop,
  intersect,
  listOf,
  type Occurrences,
  type PostingList,
} from './posting-list.ts';
import { type Candidate, packTiers } from './product-rank.ts';
import type { Query } from './query.ts';
import { prefixRange, type Range } from './segment.ts';
import { lowerBound } from './string-column.ts';
import type { MatchedSegment, WordMatch } from './term-lookup.ts';
import type { TopList } from './top-list.ts';

/** The low byte of a mask: wherever a word stands, whole or begun. */
const allFields = 0xff;

/** Ranks the documents of one segment for one query. */
export class ProductScorer {
  readonly #live: LiveSegment;
  readonly #words: readonly WordMatch[];
  readonly #lists: readonly PostingList[];
  readonly #top: TopList<Candidate>;
  readonly #popularity: SegmentPopularity;
  readonly #inStockTitles: TitleRange;
  readonly #otherTitles: TitleRange;
  /** Documents with a generated phrase that the query equals or begins. */
  readonly #phrase: PostingList;
  /** Documents that hold any word, once somebody asks for those that do not hold all. */
  #held: Occurrences | null = null;

  constructor(matched: MatchedSegment, query: Query, signals: Signals, top: TopList<Candidate>) {
    const { segment } = matched.live;
    const folded = Buffer.from(query.folded);
    this.#live = matched.live;
    this.#words = matched.words;
    this.#lists = matched.words.map((word) => listOf(segment.postings, word.all));
    this.#top = top;
    this.#popularity = popularityOf(segment, signals.products);
    this.#inStockTitles = titleRange(matched.live, folded, 0, segment.inStockCount);
    this.#otherTitles = titleRange(matched.live, folded, segment.inStockCount, segment.documentCount);
    const phrases = prefixRange(segment.generatedPhrases, folded);
    this.#phrase = listOf(segment.generatedDocuments, [{ ...phrases, exact: -1 }]);
  }

  /** Offers every live document that holds all words; returns their number. */
  offerComplete(): number {
    const documents = intersect(this.#lists);
    const places = new Uint32Array(this.#lists.length + 1);
    let count = 0;
    for (const document of documents) {
      if (!this.#live.isLive(document)) continue;
      this.#offer(document, 0, places);
      count += 1;
    }
    return count;
  }

  /** Adds to `byMissing[n]` the live documents that miss `n` words, but hold at least one. */
  countIncomplete(byMissing: Uint32Array): void {
    const { items, counts } = this.#findHeld();
    for (let place = 0; place < items.length; place += 1) {
      if (!this.#live.isLive(items[place] ?? 0)) continue;
      const missing = this.#lists.length - (counts[place] ?? 0);
      byMissing[missing] = (byMissing[missing] ?? 0) + 1;
    }
  }

  /** Offers the live documents that miss 1 to `missingMax` words. */
  offerIncomplete(missingMax: number): void {
    const { items, counts } = this.#findHeld();
    const places = new Uint32Array(this.#lists.length + 1);
    for (let place = 0; place < items.length; place += 1) {
      const missing = this.#lists.length - (counts[place] ?? 0);
      if (missing === 0 || missing > missingMax) continue;
      const document = items[place] ?? 0;
      if (this.#live.isLive(document)) this.#offer(document, missing, places);
    }
  }

  #findHeld(): Occurrences {
    this.#held ??= countOccurrences(this.#lists, this.#live.segment.documentCount);
    return this.#held;
  }

  /**
   * Documents must be offered in ascending order, so that every list is walked through once: `places` are where
   * the last one was found in each list, and at the end in that of the phrases.
   */
  #offer(document: number, missingWords: number, places: Uint32Array): void {
    const inStock = document < this.#live.segment.inStockCount;
    const titles = inStock ? this.#inStockTitles : this.#otherTitles;
    const titlePrefix = document >= titles.start && document < titles.end;
    const exactTitle = titlePrefix && document < titles.exactEnd;
    const { toBeat } = this.#top;
    // A document that misses a word begins neither title nor phrase with the query and holds the others at best.
    const held = this.#lists.length - missingWords;
    const intentMax =
      missingWords === 0 ? intentOfPhrase : gradeIntent(held * pointsPerWord, this.#lists.length, false);
    const best = packTiers({ missingWords, inStock, exactTitle, titlePrefix, intent: intentMax });
    if (toBeat !== undefined && best > toBeat.tiers) return;
    const tiers = best + intentMax - this.#intent(document, missingWords, places);
    if (toBeat !== undefined && tiers > toBeat.tiers) return;
    const popularity = this.#popularity.get(document) ?? 0;
    this.#top.offer({ tiers, popularity, live: this.#live, document });
  }

  /** See intent.ts. */
  #intent(document: number, missingWords: number, places: Uint32Array): number {
    const count = this.#lists.length;
    if (missingWords === 0 && advance(this.#phrase, document, places, count)) return intentOfPhrase;
    let points = 0;
    let common = allFields;
    for (let index = 0; index < count; index += 1) {
      const list = this.#lists[index];
      if (list === undefined || !advance(list, document, places, index)) {
        common = 0;
        continue;
      }
      const mask = list.masks?.[places[index] ?? 0] ?? 0;
      points += list.whole ? wordPoints(mask, mask) : wordPoints(mask >>> 8, mask & allFields);
      common &= mask;
    }
    const inTitle = (common & field.title) !== 0;
    return gradeIntent(points, count, inTitle && (count === 1 || this.#isSideBySide(document)));
  }

  /** Whether the words, two or more, stand next to each other in the title, in order. */
  #isSideBySide(document: number): boolean {
    const { titleWords, titleWordOffsets } = this.#live.segment;
    const words = this.#words;
    const end = (titleWordOffsets[document + 1] ?? 0) - words.length;
    for (let start = titleWordOffsets[document] ?? 0; start <= end; start += 1) {
      let count = 0;
      while (count < words.length) {
        const own = words[count]?.own;
        const term = titleWords[start + count] ?? 0;
        if (own === undefined || term < own.start || term >= own.end) break;
        count += 1;
      }
      if (count === words.length) return true;
    }
    return false;
  }
}

/** Moves a list's place to the document; returns whether it is there. */
function advance(list: PostingList, document: number, places: Uint32Array, index: number): boolean {
  const place = gallop(list.items, document, places[index] ?? 0);
  places[index] = place;
  return list.items[place] === document;
}

/** Documents whose folded title begins with the query; those before `exactEnd` have no other title. */
interface TitleRange extends Range {
  readonly exactEnd: number;
}

function titleRange(live: LiveSegment, folded: Uint8Array, from: number, to: number): TitleRange {
  const { foldedTitles } = live.segment;
  const { start, end } = prefixRange(foldedTitles, folded, from, to);
  const exactEnd = lowerBound(start, end, (place) =>
    foldedTitles.compareBytes(place, folded) <= 0 ? -1 : 1,
  );
  return { start, end, exactEnd };
}
