/**
 * The public interface of the engine: the types with which the rest of the service builds and searches an index. Everything in this
 * folder is pure: no I/O, no clock, no randomness.
 *
 * A store's index is a list of immutable segments, each in one SharedArrayBuffer, with tombstones over them. The index thread owns
 * an {@link IndexWriter}; every change makes a new {@link IndexSnapshot}, which any number of threads read at the same time through
 * an {@link IndexReader}, without copies and without locks.
 *
 * Inputs are trusted: documents come from the pipeline, queries are at most 100 characters, limits are 1 to 20. Times are microseconds
 * since 1970, sizes bytes. Errors are thrown only for buffers of another format and for misuse of a plan.
 */
// Tests: ./popularity-placement.test.ts, server/autocomplete/answering/assemble-answer.test.ts.
import type { SynonymRule } from '../../contract/synonyms.ts';
import type { TextScores } from './columns/text-scores.ts';
import type { SearchDocument } from './document/document.ts';
import type { QueryBudget } from './step-budget.ts';

/** Synonyms as they are configured. */
export interface SynonymSettings {
  readonly rules: readonly SynonymRule[];
  /** Whether the common synonyms of the store's language count too. */
  readonly common: boolean;
  /** Rises with every change; equal versions of a store are equal settings. */
  readonly version: number;
}

/** Synonyms compiled for queries: once, by the writer, for the index's locale. */
export interface CompiledSynonyms {
  /** The store's own rules (query/synonym-set.ts); null where it has none. */
  readonly terms: SharedArrayBuffer | null;
  readonly common: boolean;
  readonly version: number;
}

/** The settings of a store that never set any: common synonyms only. */
export const usualSynonyms: SynonymSettings = { rules: [], common: true, version: 0 };

/** One version of a store's index: buffers and plain data, so it crosses threads by reference. */
export interface IndexSnapshot {
  /** BCP 47; decides stems, common synonyms, the lower case of suggestions and which of them read like phrases. */
  readonly locale: string;
  readonly synonyms: CompiledSynonyms;
  readonly segments: readonly SegmentSnapshot[];
  /** Whether it is to be read as if it had only the products in stock; absent means no. */
  readonly hidesOutOfStock?: boolean;
}

/** The memory of an index; memory that two versions share counts in both. */
export function bytesOf({
  segments,
  synonyms,
}: Pick<IndexSnapshot, 'segments'> & Partial<IndexSnapshot>): number {
  return segments.reduce(
    (total, { data, tombstones, cards }) =>
      total + data.byteLength + tombstones.byteLength + bytesOfCards(cards),
    synonyms?.terms?.byteLength ?? 0,
  );
}

function bytesOfCards(cards: SegmentSnapshot['cards']): number {
  return cards?.reduce((total, { data }) => total + data.byteLength, 0) ?? 0;
}

/** A segment with its tombstones. */
export interface SegmentSnapshot {
  /** Unique within the store, over restarts too: equal ids mean the same bytes, so that a reader keeps its views. */
  readonly id: number;
  readonly data: SharedArrayBuffer;
  /** One bit a document, set where a later segment holds a newer version. Never changed after publication. */
  readonly tombstones: SharedArrayBuffer;
  /** Cards that changed since the segment was built, the oldest layer first; absent if none did. */
  readonly cards?: readonly CardLayer[];
}

/** Newer cards of some documents of a segment (segment/card-layers.ts). Immutable; its id is unique like those of segments. */
export interface CardLayer {
  readonly id: number;
  readonly data: SharedArrayBuffer;
}

/** Builds and keeps one store's index. Not shared: it lives in one thread. */
export interface IndexWriter {
  /** Takes new versions of products; of two with the same id the later one wins. Visible in the next snapshot. */
  apply(documents: readonly SearchDocument[]): void;
  /**
   * The first part of {@link apply}, for long reads: a large segment costs less per product than several small ones that are merged
   * later. Staged documents are visible after `publishStaged`; if a product comes again, the staged documents are published first.
   * A product of which only the card changed is not staged: its new card is visible in the next snapshot.
   */
  stage(documents: readonly SearchDocument[]): void;
  /** Builds one segment of the staged documents. */
  publishStaged(): void;
  /**
   * The same in steps, which are taken by iterating: a large segment takes seconds. Until all are taken, merges may be planned and
   * adopted, and nothing else may be called that changes the index.
   */
  publishInSteps(): Iterable<undefined>;
  /** Discards the staged documents, because the read failed and starts over. */
  discardStaged(): void;
  /** Whether any of the products is staged and not published. */
  holdsStaged(productIds: readonly string[]): boolean;
  /** Documents staged and not published. */
  readonly stagedCount: number;
  /** The estimated time to build the staged documents: 1 is a quarter of a second. */
  readonly stagedWeight: number;
  /** Takes products out; unknown ids are passed over. Visible in the next snapshot, with all that is staged. */
  erase(productIds: readonly string[]): void;
  /** Sets new synonyms, compiled for the locale or not: queries use them from the next snapshot on. */
  setSynonyms(synonyms: SynonymSettings | CompiledSynonyms): void;
  /** The index as of now. Cheap when nothing changed since the last call. */
  snapshot(): IndexSnapshot;
  /**
   * The merge that is due next, or null. Its segments are set aside: no other plan takes them until this one is adopted
   * or abandoned. Merge them by `mergeSegments`, in any thread.
   */
  planMerge(limits?: MergeLimits): MergePlan | null;
  /** Replaces the plan's segments by the merged segment; documents that changed meanwhile are marked dead in it. */
  adopt(plan: MergePlan, merged: SharedArrayBuffer): void;
  /** Gives the plan's segments back: the merge failed. */
  abandon(plan: MergePlan): void;
  /** Plans, merges and adopts in one go. Returns whether it did anything; call again until false. */
  merge(limits?: MergeLimits): boolean;
  /** Live documents. */
  readonly documentCount: number;
}

/** The limits by which a prefix graph is cut. */
export interface GraphShape {
  /** Beginnings with more postings than this have a list. */
  readonly minPostings: number;
  /** Pairs of a word and a beginning that more titles hold than this have a list. */
  readonly minPairTitles: number;
  /** The most of these pairs that have a list, for each document of the segment; those of most titles come first. */
  readonly pairsPerDocument: number;
  /** The documents of a list: the longest answer, and slack for documents that die. */
  readonly listLength: number;
  /** The suggestions of a list: as many as are read for most answers. */
  readonly suggestionCount: number;
}

/** The limits of a merge. */
export interface MergeLimits {
  /** Live documents that it may hold at most; absent means any number. */
  readonly maxDocuments?: number;
  /** Nothing changes just now: segments are merged that would otherwise wait for more of their size. */
  readonly isAtRest?: boolean;
  /** Many products come at once: more segments of a size wait for each other, so that fewer products are rewritten. */
  readonly isGrowing?: boolean;
}

/** Segments to merge into one, as of one moment. Buffers and plain data, so it crosses threads. */
export interface MergePlan {
  readonly locale: string;
  readonly synonyms: CompiledSynonyms;
  readonly shape: GraphShape;
  readonly segments: readonly SegmentSnapshot[];
  /** Live documents in them: what the merged segment will hold. */
  readonly documentCount: number;
}

/** The scores of a segment's documents, dead ones included. */
export interface SegmentPopularity {
  /** The score of each document; empty if no document has one. */
  readonly scores: Float64Array;
  /** Documents with a score, the highest first; of the same score the lower number first. */
  readonly byScore: Uint32Array;
  /** The scores of some of these documents for typed texts, as in {@link SignalMaps}; null for none. */
  readonly byText: TextScores | null;
  /** The rules that raised or lowered each document, as bits ({@link Boosts}); empty if none did. */
  readonly boosted: Uint32Array;
}

/** A {@link SegmentPopularity} in a form that crosses threads. Immutable. */
export interface PlacedPopularity {
  readonly segmentId: number;
  /** 64-bit floats by document. */
  readonly scores: SharedArrayBuffer;
  /** 32-bit integers. */
  readonly byScore: SharedArrayBuffer;
  /** The packed scores of columns/text-scores.ts; empty for none. */
  readonly byText: SharedArrayBuffer;
  /** 32-bit integers by document. */
  readonly boosted: SharedArrayBuffer;
}

/** Scores that are already placed over the segments of one snapshot. */
export interface PlacedScores {
  ofSegment(segmentId: number): SegmentPopularity;
}

/** {@link Signals} by product and phrase. */
export interface SignalMaps {
  readonly products: ReadonlyMap<string, number>;
  readonly phrases: ReadonlyMap<string, number>;
  /** Absent means none. */
  readonly texts?: ScoresByText;
  readonly boosts?: Boosts;
}

/**
 * The effect of a merchant's rules on the popularity of products, for every query. They change no tier: products differ in popularity
 * only where they are equal in all tiers above it.
 */
export interface Boosts {
  /** What each rule multiplies popularity by; at most 32 rules. Below 1 it lowers. */
  readonly factors: readonly number[];
  /** The rules that a product meets, one bit each, by UUID; products without any are absent. */
  readonly products: ReadonlyMap<string, number>;
}

/** The signals of a shop without any events. */
export const noSignals: SignalMaps = { products: new Map(), phrases: new Map() };

/**
 * Scores of products for shoppers who type a text: by folded text, then by product UUID. For that text such a score ranks above all
 * general scores (product-rank.ts); only products with a general score have one.
 */
export type ScoresByText = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Popularity as decayed scores: higher is more popular, absent means zero. The maps must never change after they are passed in,
 * since readers cache what they found by them: new scores need new maps.
 */
export interface Signals {
  /** Scores by product UUID, or scores that are placed already. */
  readonly products: ReadonlyMap<string, number> | PlacedScores;
  /** Scores for typed texts; absent if the products are placed already. */
  readonly texts?: ScoresByText;
  /** Absent for none, and if the products are placed already. */
  readonly boosts?: Boosts;
  /** Scores by suggestion phrase, folded by `fold` (fold.ts). */
  readonly phrases: ReadonlyMap<string, number>;
}

/** The tiers of §4.7 that a product hit, in order of weight; the first that differs decides. */
export interface RankTiers {
  /** Words of the query that the product does not hold: 0 comes before 1 (Contract §7). */
  readonly missingWords: number;
  readonly inStock: boolean;
  readonly exactTitle: boolean;
  readonly titlePrefix: boolean;
  /** 0 (accidental) to 15 (what the product is about). */
  readonly intent: number;
  /** Whether the popularity is for this query, which ranks above general popularity. */
  readonly isForQuery: boolean;
  /** With {@link Boosts}; below 0 for a product that they lower. */
  readonly popularity: number;
  /** The rules that raised or lowered it, as bits ({@link Boosts}); 0 for none. */
  readonly boosts: number;
}

/** A product of an answer, with the reasons for its place. Its values are read from the index on access. */
export interface ProductHit {
  readonly productId: string;
  /** The merchant's own id. */
  readonly externalId: string;
  /** The group for which it stands in an answer; null for a product on its own. */
  readonly group: string | null;
  /** The nouns of its type and of that's other names, folded; empty where it has no type. */
  readonly typeNouns: readonly string[];
  /** The product card as UTF-8 JSON, a copy. */
  readonly card: Uint8Array;
  /** The most bytes that the card takes. */
  readonly cardBytesMax: number;
  /**
   * Writes the card from a place on, where there is room for `cardBytesMax`; returns where it ends. `isWhole`: with the fields that
   * only some callers want.
   */
  writeCard(target: Uint8Array, at: number, isWhole?: boolean): number;
  readonly tiers: RankTiers;
}

/** The three groups of an answer, best first. */
export interface SearchResult {
  readonly products: readonly ProductHit[];
  /** Titles, best first. */
  readonly categories: readonly string[];
  readonly suggestions: readonly string[];
  /** The corrected query, if nothing matched the typed one; otherwise null. */
  readonly correctedQuery: string | null;
  /**
   * Whether nothing had to be ranked that a list of the prefix graph should have given (§4.7 `source`): the query is one
   * beginning, and where it has a list, that sufficed.
   */
  readonly fromGraph: boolean;
}

/** The settings of one question besides its text. */
export interface QuestionTerms {
  /** Shared by questions that answer one keystroke together. Once it is spent, the best found so far is the answer. */
  readonly budget: QueryBudget;
  /** Suggestions that are passed over, as they would be shown; null for none. */
  readonly isBlocked: ((suggestion: string) => boolean) | null;
  /** Products, by UUID, that take a place of their own beside the others of their group; null or absent for none. */
  readonly isAlone?: ((productId: string) => boolean) | null;
}

/** Answers from one snapshot. Cheap to open when it shares segments with an earlier reader. */
export interface IndexReader {
  readonly documentCount: number;
  /** The BCP 47 tag whose rules it answers by. */
  readonly locale: string;
  /** The synonyms that it answers by. */
  readonly synonyms: CompiledSynonyms;
  /** Whether it answers as if it had only the products in stock. */
  readonly hidesOutOfStock: boolean;
  /** Returns at most `limit` of each group for a query that is not blank (§4.7 search). Without terms there is no budget. */
  search(query: string, limit: number, signals: Signals, terms?: QuestionTerms): SearchResult;
  /** The given products that are live and in stock, by id, without any query: they meet no words and miss none. */
  findProducts(productIds: readonly string[], signals: Signals): ReadonlyMap<string, ProductHit>;
  /** The group of a live product; null where it has none. */
  groupOf(productId: string): string | null;
  /**
   * The external ids of the live products of each of these groups, in code point order. Looks at every product: not for keystrokes of
   * shoppers.
   */
  membersOf(groups: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /** The folded form of a suggestion that leads to a live in-stock product, for a text that says it; null for others. */
  suggestionKey(text: string): string | null;
  /** Whether a folded word is a word of the catalog, or a longer form of one: `laptops` where there is a laptop. */
  holdsWord(word: string): boolean;
  /** Returns at most `limit` of each group for a blank query (§4.7 discovery). */
  discover(limit: number, signals: Signals, terms?: QuestionTerms): SearchResult;
}
