/**
 * The best products so far; a gate that decides, by two comparisons for most documents of a segment, which can still enter; and
 * documents by their highest possible grade, so the highest grades are examined first. An answer holds at most `limit` products (20), of
 * a group of variants the best; a list that is kept holds all variants, at most 16 times `limit` documents. Neither evicts a better
 * product. Numbers of documents and grades from 0 to 15 are trusted.
 */
// Tests: ./product-top.test.ts.
import { TopList } from '../../structures/top-list.ts';
import { lowerBound } from '../columns/string-column.ts';
import type { TextLift } from '../columns/text-scores.ts';
import type { SegmentPopularity } from '../engine.ts';
import { isSameGroup } from '../segment/group-column.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { scoreIn } from './popularity-overlay.ts';
import {
  bestTiersOf,
  compareAlphabetically,
  compareRanked,
  isInStock,
  missingWordsOf,
  type RankedDocument,
  takeOnePlace,
} from './product-rank.ts';

/** Documents of a list for each place of it, where they are variants: beyond that it ends early. Chosen. */
const documentsPerPlace = 16;

/** The best candidates for an answer or a list, best first. */
export abstract class ProductTop {
  /** The number of places. */
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  abstract get items(): readonly RankedDocument[];
  /** The last product of a full answer, which a further one has to beat; undefined while there is room. */
  abstract get toBeat(): RankedDocument | undefined;
  abstract offer(candidate: RankedDocument): void;

  /** Whether a further product has to beat another one. */
  get isFull(): boolean {
    return this.toBeat !== undefined;
  }

  /** The number of the group for which a document takes a place in this list; 0 where it stands for itself. */
  groupOf({ segment }: LiveSegment, document: number): number {
    return segment.groups.of(document);
  }

  /** The product that has the place of a document's group; undefined where it is free. */
  holderOf(_live: LiveSegment, _document: number): RankedDocument | undefined {
    return undefined;
  }

  /** Whether no product that misses at least `missingWords` words can enter. */
  isDecided(missingWords: number): boolean {
    return this.isBeyond(bestTiersOf(missingWords));
  }

  /** The maximum number of words that a product may miss and still enter, at most `limit`. */
  missingMax(limit: number): number {
    const { toBeat } = this;
    return toBeat === undefined ? limit : Math.min(limit, missingWordsOf(toBeat.tiers));
  }

  /** Whether no product of these tiers can enter, however popular it is. */
  isBeyond(tiers: number): boolean {
    const { toBeat } = this;
    return toBeat !== undefined && tiers > toBeat.tiers;
  }
}

/** The products of an answer: of one group only the best. `isAlone` names products that take no part in their group. */
export class AnswerTop extends ProductTop {
  readonly #list: TopList<RankedDocument>;
  readonly #compare: (left: RankedDocument, right: RankedDocument) => number;
  readonly #isAlone: ((productId: string) => boolean) | null;

  constructor(
    limit: number,
    isAlone: ((productId: string) => boolean) | null = null,
    compare: (left: RankedDocument, right: RankedDocument) => number = compareRanked,
  ) {
    super(limit);
    this.#list = new TopList<RankedDocument>(limit, compare);
    this.#compare = compare;
    this.#isAlone = isAlone;
  }

  override get items(): readonly RankedDocument[] {
    return this.#list.items;
  }

  override get toBeat(): RankedDocument | undefined {
    return this.#list.toBeat;
  }

  override groupOf(live: LiveSegment, document: number): number {
    const group = live.segment.groups.of(document);
    return group !== 0 && this.#isAlone?.(live.segment.productIds.text(document)) === true ? 0 : group;
  }

  override holderOf(live: LiveSegment, document: number): RankedDocument | undefined {
    const { groups } = live.segment;
    const group = groups.of(document);
    if (group === 0) return undefined;
    const holder = this.items.find((item) => {
      return isSameGroup(groups, group, item.live.segment.groups, item.group);
    });
    return holder === undefined || this.groupOf(live, document) === 0 ? undefined : holder;
  }

  override offer(candidate: RankedDocument): void {
    if (this.isBeyond(candidate.tiers)) return;
    const place = this.#placeOf(candidate);
    if (place >= 0) {
      if (this.#compare(candidate, this.items[place] as RankedDocument) >= 0) return;
      this.#list.removeAt(place);
    }
    this.#list.offer(candidate);
  }

  /** One that was pushed out comes with the same tiers again, or with worse ones, and cannot enter. */
  #placeOf(candidate: RankedDocument): number {
    const { items } = this.#list;
    for (let place = 0; place < items.length; place += 1) {
      if (takeOnePlace(items[place] as RankedDocument, candidate)) return place;
    }
    return -1;
  }
}

/**
 * The best products of one segment, to be kept for later answers: all variants down to the one that fills the last place, since any of
 * them may be dead or popular then. `isComplete` of the list is whether it is not full.
 */
export class ListTop extends ProductTop {
  readonly #list = new TopList<RankedDocument>(Number.POSITIVE_INFINITY, compareRanked);
  /** The documents of each group in it. */
  readonly #members = new Map<number, number>();
  #places = 0;

  override get items(): readonly RankedDocument[] {
    return this.#list.items;
  }

  override get toBeat(): RankedDocument | undefined {
    const isFull = this.#places >= this.limit || this.items.length >= this.limit * documentsPerPlace;
    return isFull ? this.items.at(-1) : undefined;
  }

  override offer(candidate: RankedDocument): void {
    const { toBeat } = this;
    if (toBeat !== undefined && compareRanked(candidate, toBeat) >= 0) return;
    const { items } = this;
    if (items.some(({ document }) => document === candidate.document)) return;
    this.#list.offer(candidate);
    this.#count(candidate, 1);
    // The shortest list that fills the places.
    for (let last = items.at(-1); last !== undefined; last = items.at(-1)) {
      this.#count(last, -1);
      const isFull = this.#places >= this.limit || items.length > this.limit * documentsPerPlace;
      if (!isFull) {
        this.#count(last, 1);
        return;
      }
      this.#list.removeAt(items.length - 1);
    }
  }

  #count({ group }: RankedDocument, change: 1 | -1): void {
    const before = group === 0 ? 0 : (this.#members.get(group) ?? 0);
    const after = before + change;
    if (group !== 0) this.#members.set(group, after);
    if (group === 0 || before === 0 || after === 0) this.#places += change;
  }
}

/** Cuts documents of one segment, best first, to the shortest list that fills the places; `isFull`: whether it does. */
export function cutToPlaces<Listed extends { readonly document: number }>(
  best: readonly Listed[],
  limit: number,
  groups: Uint32Array,
): { readonly list: readonly Listed[]; readonly isFull: boolean } {
  const known = new Set<number>();
  let places = 0;
  for (const [place, { document }] of best.entries()) {
    const group = groups[document] ?? 0;
    if (group === 0 || !known.has(group)) places += 1;
    known.add(group);
    const isFull = places >= limit || place + 1 >= limit * documentsPerPlace;
    if (isFull) return { list: best.slice(0, place + 1), isFull };
  }
  return { list: best, isFull: false };
}

/** Counts the places that documents of one segment take together, up to a limit. */
export class PlaceCount {
  readonly #limit: number;
  readonly #groups = new Set<number>();
  #alone = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `group`: its number in the segment, 0 for none. */
  add(group: number): void {
    if (group === 0) this.#alone += 1;
    else this.#groups.add(group);
  }

  get areTaken(): boolean {
    return this.#alone + this.#groups.size >= this.#limit;
  }
}

const noDocuments = new Uint32Array(0);

/** Decides which documents may enter the best products so far, and offers those. */
export class EntryGate {
  readonly #live: LiveSegment;
  readonly #top: ProductTop;
  readonly popularity: SegmentPopularity;
  readonly #lift: TextLift | null;
  readonly #hasGroups: boolean;
  /** The product that has to be beaten, as of the last question. */
  #toBeat: RankedDocument | undefined;
  #tiers = Number.POSITIVE_INFINITY;
  /** Documents of the same tiers and popularity before this one come first in the alphabet; -1 until it is asked for. */
  #tieEnd = -1;

  /** `text`: the query, folded, for which products may be popular. */
  constructor(live: LiveSegment, top: ProductTop, popularity: SegmentPopularity, text: string) {
    this.#live = live;
    this.#top = top;
    this.popularity = popularity;
    this.#lift = popularity.byText?.find(text) ?? null;
    this.#hasGroups = !live.segment.groups.isEmpty;
  }

  /** Documents that the query lifts above what is popular for other reasons, the highest first. */
  get lifted(): Uint32Array {
    return this.#lift?.documents ?? noDocuments;
  }

  /** Returns the popularity of a document for this query. */
  scoreOf(document: number): number {
    return scoreIn(this.popularity, this.#lift, document);
  }

  /** Returns the rules that raised or lowered a document, as bits. */
  boostsOf(document: number): number {
    return this.popularity.boosted[document] ?? 0;
  }

  /** Whether a product of these tiers at best can enter, if it is popular enough. */
  isOpen(tiers: number): boolean {
    return !this.#top.isBeyond(tiers);
  }

  /** Whether a document can enter that has these tiers at best. */
  admits(tiers: number, document: number): boolean {
    return this.isWithin(tiers, document) && !(this.#hasGroups && this.#isCovered(tiers, document));
  }

  /** Whether a variant has the place already, and these tiers at best do not rank before it. */
  #isCovered(tiers: number, document: number): boolean {
    const holder = this.#top.holderOf(this.#live, document);
    if (holder === undefined) return false;
    const popularity = this.scoreOf(document);
    const candidate = { tiers, popularity, boosts: 0, live: this.#live, document, group: 0 };
    return compareRanked(candidate, holder) >= 0;
  }

  /** Whether a document with these tiers at best ranks before the last place, whichever of its variants has one already. */
  isWithin(tiers: number, document: number): boolean {
    return this.#isBefore(tiers) ?? this.#winsTie(document, this.scoreOf(document));
  }

  /** Whether these tiers rank before the last place; null where they are the same. */
  #isBefore(tiers: number): boolean | null {
    if (this.#toBeat !== this.#top.toBeat) this.#follow();
    return tiers === this.#tiers ? null : tiers < this.#tiers;
  }

  #winsTie(document: number, score: number): boolean {
    const scoreToBeat = this.#toBeat?.popularity ?? 0;
    if (score !== scoreToBeat) return score > scoreToBeat;
    if (this.#tieEnd < 0) this.#tieEnd = this.#findTieEnd();
    return document < this.#tieEnd;
  }

  /** Whether neither a document can enter that has these tiers at best, nor any behind it in the alphabet. */
  isShutFrom(tiers: number, document: number): boolean {
    if (this.popularity.byScore.length > 0) return !this.isOpen(tiers);
    // Some may be lowered, and none is raised.
    return !(this.#isBefore(tiers) ?? this.#winsTie(document, 0));
  }

  #follow(): void {
    this.#toBeat = this.#top.toBeat;
    this.#tiers = this.#toBeat?.tiers ?? Number.POSITIVE_INFINITY;
    this.#tieEnd = -1;
  }

  #findTieEnd(): number {
    const toBeat = this.#toBeat;
    if (toBeat === undefined) return 0;
    if (toBeat.live === this.#live) return toBeat.document;
    const { inStockCount, documentCount } = this.#live.segment;
    const [start, end] = isInStock(toBeat.tiers) ? [0, inStockCount] : [inStockCount, documentCount];
    return lowerBound(start, end, (document) =>
      compareAlphabetically({ live: this.#live, document }, toBeat),
    );
  }
}

/** Grades are 0 to 15. */
export const gradeCount = 16;
const firstRoom = 256;
/** The room that is kept when buckets are cleared; more is rarely needed. Chosen. */
const keptRoom = 65_536;

/** Documents by their highest possible grade, so that the highest grades are examined first. */
export class GradeBuckets {
  readonly #documents = Array.from({ length: gradeCount }, () => new Uint32Array(firstRoom));
  readonly #counts = new Uint32Array(gradeCount);

  clear(): void {
    this.#counts.fill(0);
    for (const [grade, { length }] of this.#documents.entries()) {
      if (length > keptRoom) this.#documents[grade] = new Uint32Array(firstRoom);
    }
  }

  add(grade: number, document: number): void {
    const count = this.#counts[grade] ?? 0;
    let documents = this.#documents[grade] as Uint32Array;
    if (count === documents.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(documents);
      this.#documents[grade] = larger;
      documents = larger;
    }
    documents[count] = document;
    this.#counts[grade] = count + 1;
  }

  /** Returns the number of documents of a grade. */
  countOf(grade: number): number {
    return this.#counts[grade] ?? 0;
  }

  /** Returns the documents of a grade, in the order in which they were added. Valid until the next {@link clear}. */
  of(grade: number): Uint32Array {
    return (this.#documents[grade] as Uint32Array).subarray(0, this.#counts[grade]);
  }
}
