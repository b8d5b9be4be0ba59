/**
 * Ranks the products of one segment (§4.7; Contract §7). A word of a query is rare or common in a segment:
 *
 *   rare     its products are gathered, each once, with what the rare words are worth in it (rare-words.ts)
 *   common   what it is worth is looked up, or read from one byte a document (word-values.ts)
 *
 * Products that hold a rare word are sorted by a bound on their tiers and looked at from the best one on, until none
 * that follows can enter the answer (MaxScore: Turtle and Flood, 1995). Those that hold common words only are found by
 * walking over the rarest of these. Before both come products of which the query is a code.
 *
 * It never changes the segment and reads no clock. Work is counted in steps; when the budget is spent, the products offered so far
 * stand. Inputs are trusted.
 */
// Tests: test/search/ranking.test.ts, test/search/products-looked-at.test.ts.

import { holds } from '../columns/posting-list.ts';
import type { Integers } from '../columns/sections.ts';
import { noSignals } from '../engine.ts';
import type { Query } from '../query/query.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import type { PrefixList } from '../segment/prefix-graph.ts';
import { type QueryBudget, stepsOf, unlimitedBudget } from '../step-budget.ts';
import { CommonWalk, makingSteps } from './common-walk.ts';
import { gradeIntent, intentOfCode, isTitleValue, standing, uniteValues } from './intent.ts';
import { popularHolders, popularityOf } from './popularity-overlay.ts';
import type { CommonRule, ProductQuestion } from './product-question.ts';
import { compareAlphabetically, packTiers } from './product-rank.ts';
import { EntryGate, ListTop, type ProductTop } from './product-top.ts';
import type { ProductWord } from './product-words.ts';
import { gatherHolders, RareCandidates } from './rare-words.ts';
import { codeHolders, visitSingle, WholeTiers } from './whole-matches.ts';
import { SegmentMemory, WordValues } from './word-values.ts';
import { PartialRuns, TitleStanding } from './words-together.ts';

/** Tiers of products that miss one word more. */
const tiersPerMissing = packTiers(1, true, true, true, 15);

/** Steps that finding the best products of a walk costs for each posting. Measured, roughly. */
const listedFactor = 2;

/** Some 500 bytes each with their key, 2 MB a segment in each thread. Chosen. */
const commonLists = new SegmentMemory<PrefixList>(4_096);

/** Ranks the products of one segment for one query. */
export class SegmentProducts {
  readonly #live: LiveSegment;
  readonly #query: Query;
  readonly #words: readonly ProductWord[];
  readonly #top: ProductTop;
  readonly #gate: EntryGate;
  #budget: QueryBudget;
  readonly #values: WordValues;
  #standing: TitleStanding | null = null;
  #scraps: PartialRuns | null = null;
  readonly #rule: CommonRule;
  readonly #rare: readonly number[];
  /** Places of the common words, the rarest first. */
  readonly #common: readonly number[];
  /** 1 for each common word of the query, else 0. */
  readonly #isCommon: Uint8Array;
  /** Places of all words, those that cost least to look up first. */
  readonly #order: readonly number[];
  /** The values of the words in the current product. */
  readonly #found: Uint8Array;
  readonly #whole: WholeTiers;
  #codeHolders: Integers | null = null;
  #candidates: RareCandidates | null = null;

  constructor(
    live: LiveSegment,
    query: Query,
    words: readonly ProductWord[],
    { signals, budget, common }: ProductQuestion,
    top: ProductTop,
  ) {
    const { segment } = live;
    const { rareMax } = common;
    this.#rule = common;
    this.#live = live;
    this.#query = query;
    this.#words = words;
    this.#top = top;
    this.#gate = new EntryGate(live, top, popularityOf(live, signals), query.folded);
    this.#whole = new WholeTiers(segment, query.folded);
    this.#budget = budget;
    for (const word of words) word.chargeTo(budget);
    this.#values = new WordValues(segment, words, common);
    this.#found = new Uint8Array(words.length);
    const places = Array.from(words.keys());
    const countOf = (place: number) => words[place]?.heldMax ?? 0;
    this.#rare = places.filter((place) => countOf(place) > 0 && countOf(place) <= rareMax);
    this.#common = places
      .filter((place) => countOf(place) > rareMax)
      .sort((left, right) => countOf(left) - countOf(right));
    this.#isCommon = new Uint8Array(words.length);
    for (const place of this.#common) this.#isCommon[place] = 1;
    this.#order = places.sort(
      (left, right) => Number(words[right]?.isSeekable) - Number(words[left]?.isSeekable),
    );
  }

  /** Offers what is listed, and what popularity lifts into it; returns whether nothing else can enter. */
  offerList({ documents, tiers, isComplete }: PrefixList): boolean {
    for (let place = 0; place < documents.length; place += 1) {
      const document = documents[place] ?? 0;
      const listed = tiers[place] ?? 0;
      if (this.#gate.isShutFrom(listed, document)) return true;
      if (this.#live.isLive(document)) this.#offer(document, listed);
    }
    if (isComplete) return true;
    // A product that the list leaves out has the tiers of its last entry at best, and ranks behind it without popularity.
    const last = documents.length - 1;
    const lastTiers = tiers[last] ?? 0;
    this.#offerPopular(lastTiers);
    return !this.#gate.isOpen(lastTiers) || !this.#admitsPlain(lastTiers, documents[last] ?? 0);
  }

  /** Offers products with popularity and these tiers at best, the highest first, until none can enter any more. */
  #offerPopular(tiers: number): void {
    const { lifted, popularity } = this.#gate;
    this.#offerInOrder(lifted, tiers);
    this.#offerInOrder(popularHolders(popularity, this.#words, tiers, this.#budget), tiers);
  }

  #offerInOrder(documents: Uint32Array, tiers: number): void {
    for (const document of documents) {
      if (!this.#budget.allows()) break;
      this.#budget.spend(1);
      // Those that follow score less, or as much and stand behind it in the alphabet.
      if (!this.#gate.isWithin(tiers, document)) break;
      if (!this.#live.isLive(document) || !this.#gate.admits(tiers, document)) continue;
      if (holds(this.#ofCode(), document)) this.#offer(document, this.#whole.of(document, intentOfCode));
      else this.#look(document);
    }
  }

  /** Whether a product without popularity can enter, of these tiers and behind this document in the alphabet. */
  #admitsPlain(tiers: number, document: number): boolean {
    const { toBeat } = this.#top;
    if (toBeat === undefined || tiers < toBeat.tiers) return true;
    if (toBeat.popularity !== 0) return toBeat.popularity < 0;
    return compareAlphabetically({ live: this.#live, document }, toBeat) < 0;
  }

  /** Offers products of which the query is a code. Titles do not matter. */
  offerCodes(): void {
    const documents = this.#ofCode();
    this.#budget.spend(documents.length);
    for (const document of documents) {
      if (!this.#budget.allows()) return;
      this.#budget.spend(1);
      const tiers = this.#whole.of(document, intentOfCode);
      if (this.#gate.admits(tiers, document) && this.#live.isLive(document)) this.#offer(document, tiers);
    }
  }

  /** Offers products that hold all words. */
  offerWhole(): void {
    const [only, ...others] = this.#words;
    if (only !== undefined && others.length === 0 && this.#rare.length === 1 && !only.hasPhrases) {
      this.#offerSingle(only);
      return;
    }
    this.#offerRare(0);
    this.#offerCommon(0);
  }

  #offerSingle(word: ProductWord): void {
    if (this.#budget.take(word.heldMax) < word.heldMax) return;
    visitSingle(this.#live.segment.documentCount, word.streams(), (document, grade) => {
      const tiers = this.#whole.of(document, grade);
      if (this.#gate.admits(tiers, document) && this.#live.isLive(document)) this.#offer(document, tiers);
    });
  }

  /** Offers products that hold common words only, and miss `missing` words. */
  #offerCommon(missing: number): void {
    const held = this.#words.length - missing;
    if (held < 1 || this.#common.length < held) return;
    // Those that hold a single word are found without a walk.
    if (held === 1 || !this.#offerKnown(missing)) this.#offerWalked(missing);
  }

  /** Offers the best of them as they were found for this question or one before; returns whether no others can enter. */
  #offerKnown(missing: number): boolean {
    if (this.#top.limit > this.#rule.listLength) return false;
    const steps = makingSteps(this.#common, this.#words) + listedFactor * this.#leadSteps(missing);
    // The steps for finding them are spent, whether they are known already or not.
    if (steps > this.#budget.left) return false;
    this.#budget.spend(steps);
    const find = () => this.#findBest(missing);
    return this.offerList(commonLists.get(this.#live.segment, this.#keyOf(missing), find));
  }

  /** Postings of the words that lead a walk over products that miss `missing` words. */
  #leadSteps(missing: number): number {
    const leads = this.#common.slice(0, this.#common.length - (this.#words.length - missing) + 1);
    return leads.reduce((sum, place) => sum + (this.#words[place]?.heldMax ?? 0), 0);
  }

  /** Names the common words, how many others there are, and the whole query where that decides. */
  #keyOf(missing: number): string {
    const { words, folded, endsWhole } = this.#query;
    const hasRuns = new Set(words.map(({ run }) => run)).size < words.length;
    const text = missing === 0 || hasRuns ? folded : '';
    const common = this.#common.map((place) => this.#words[place]?.key);
    return JSON.stringify([missing, words.length, text, endsWhole, ...common]);
  }

  /**
   * Finds the best products of the segment as if none were dead or popular, so that they can be kept: both are laid over when the
   * list is offered.
   */
  #findBest(missing: number): PrefixList {
    const top = new ListTop(this.#rule.listLength);
    const question = { signals: noSignals, budget: unlimitedBudget(), common: this.#rule };
    const live = LiveSegment.of(this.#live.segment);
    const all = new SegmentProducts(live, this.#query, this.#words, question, top);
    if (missing === 0) all.offerCodes();
    all.#offerWalked(missing);
    for (const word of this.#words) word.chargeTo(this.#budget);
    this.#budget.spend(0, question.budget.looks);
    return {
      documents: Uint32Array.from(top.items, ({ document }) => document),
      tiers: Uint16Array.from(top.items, ({ tiers }) => tiers),
      isComplete: !top.isFull,
    };
  }

  /** Offers products that miss `missing` words; those that miss fewer were offered before. */
  offerMissing(missing: number, budget: QueryBudget): void {
    this.#budget = budget;
    for (const word of this.#words) word.chargeTo(budget);
    this.#offerRare(missing);
    this.#offerCommon(missing);
  }

  /** Offers products whose title begins with the query, in the order of the alphabet. */
  #offerBegun(): void {
    const best = Uint8Array.from(this.#words, (word) => uniteValues(word.bestInTitle, word.bestElsewhere));
    const gradeMax = gradeIntent(best, standing.sideBySide);
    for (const { start, end, exactEnd } of this.#whole.ranges) {
      for (let document = start; document < end && this.#budget.allows(); document += 1) {
        this.#budget.spend(1);
        const tiers = packTiers(0, this.#inStock(document), document < exactEnd, true, gradeMax);
        if (this.#gate.isShutFrom(tiers, document)) break;
        if (!this.#live.isLive(document) || !this.#gate.admits(tiers, document)) continue;
        this.#look(document);
      }
    }
  }

  /** Offers products that hold a rare word, and miss `missing` words by their bound. */
  #offerRare(missing: number): void {
    if (this.#rare.length === 0) return;
    this.#candidates ??= this.#findCandidates();
    const candidates = this.#candidates;
    const count = candidates.countOf(missing);
    if (count === 0) return;
    // Each of its words is a look.
    const steps = Math.ceil(count * this.#words.length * stepsOf.postingNoted);
    if (this.#budget.take(steps) < steps) return;
    const sorted = candidates.sort(
      missing,
      this.#words.length * tiersPerMissing,
      (document, missed, grade) =>
        missed === 0
          ? this.#whole.of(document, grade)
          : packTiers(missed, this.#inStock(document), false, false, grade),
    );
    for (let left = count; left > 0 && this.#gate.isOpen(sorted.tiers); left -= 1) {
      if (!this.#budget.allows()) break;
      this.#budget.spend(1);
      const { tiers } = sorted;
      const holder = candidates.holderAt(missing, sorted.take());
      const document = candidates.documentOf(holder);
      if (!this.#gate.admits(tiers, document) || !this.#live.isLive(document)) continue;
      this.#look(document, holder);
    }
  }

  #findCandidates(): RareCandidates {
    const { documentCount } = this.#live.segment;
    const streams = this.#rare.map((place) => {
      const word = this.#words[place] as ProductWord;
      const isRead = this.#budget.take(word.heldMax) >= word.heldMax;
      return { place, streams: isRead ? word.streams() : [] };
    });
    const holders = gatherHolders(documentCount, this.#words.length, streams);
    const count = holders.documents.length;
    this.#readCommon(count * this.#rule.postingsPerLook);
    return new RareCandidates(holders, this.#isCommon, this.#values);
  }

  /** Reads what common words are worth everywhere, where that costs at most `postingsMax` postings. */
  #readCommon(postingsMax: number): void {
    for (const place of this.#common) {
      const { heldMax } = this.#words[place] as ProductWord;
      const steps = heldMax * stepsOf.postingNoted;
      if (heldMax > postingsMax || steps > this.#budget.left) continue;
      this.#budget.spend(steps);
      this.#values.ofAll(place, this.#live.segment.documentCount);
    }
  }

  /** Finds those products by a walk, and before it, where no word is missing, by their titles. */
  #offerWalked(missing: number): void {
    if (missing === 0) this.#offerBegun();
    const held = this.#words.length - missing;
    const question = { budget: this.#budget, common: this.#rule };
    const walk = new CommonWalk(this.#live, this.#words, this.#common, this.#values, question);
    const look = (document: number, values: Uint8Array) => this.#offerFound(document, values);
    walk.visit(held, this.#top.limit, this.#gate, look);
    if (held === 1) this.#offerPopular(walk.bestTiers(held));
  }

  /** Offers a product as what it is. `holder`: its place among those that hold a rare word. */
  #look(document: number, holder = -1): void {
    if (this.#findValues(document, holder)) this.#offerFound(document, this.#found);
  }

  /** Finds what the words are worth in a product; false where it misses too many. */
  #findValues(document: number, holder: number): boolean {
    const wordCount = this.#words.length;
    this.#budget.spend(wordCount * stepsOf.wordOfDocument, 1);
    let missable = this.#top.missingMax(wordCount - 1);
    for (const place of this.#order) {
      const value = this.#valueOf(place, document, holder);
      this.#found[place] = value;
      if (value !== 0) continue;
      if (missable === 0) return false;
      missable -= 1;
    }
    return true;
  }

  #valueOf(place: number, document: number, holder: number): number {
    const word = this.#words[place] as ProductWord;
    if (holder < 0 || this.#isCommon[place] === 1) return this.#values.at(place, document);
    const value = this.#candidates?.valueOf(holder, place) ?? 0;
    return value !== 0 && word.hasPhrases ? this.#values.at(place, document) : value;
  }

  /** Offers a product by what the words are worth in it. */
  #offerFound(document: number, values: Uint8Array): void {
    let least = 0xff;
    for (let place = 0; place < values.length; place += 1) least = Math.min(least, values[place] ?? 0);
    if (least === 0) this.#offerPart(document, values);
    else this.#offerWholeFound(document, values, isTitleValue(least));
  }

  #offerWholeFound(document: number, values: Uint8Array, isInTitle: boolean): void {
    let stands: number = standing.scattered;
    if (values.length > 1 && isInTitle) {
      const best = this.#whole.of(document, gradeIntent(values, standing.sideBySide));
      if (!this.#gate.admits(best, document)) return;
      this.#standing ??= new TitleStanding(this.#live.segment, this.#words);
      stands = this.#standing.of(document, this.#budget);
    }
    const tiers = this.#whole.of(document, gradeIntent(values, stands));
    if (this.#gate.admits(tiers, document)) this.#offer(document, tiers);
  }

  #offerPart(document: number, values: Uint8Array): void {
    this.#scraps ??= new PartialRuns(this.#query.words);
    const held = this.#scraps.drop(values);
    if (held === 0) return;
    const grade = gradeIntent(values, standing.scattered);
    this.#offer(document, packTiers(values.length - held, this.#inStock(document), false, false, grade));
  }

  #ofCode(): Integers {
    this.#codeHolders ??= codeHolders(this.#live.segment, this.#query);
    return this.#codeHolders;
  }

  #offer(document: number, tiers: number): void {
    const [popularity, boosts] = [this.#gate.scoreOf(document), this.#gate.boostsOf(document)];
    const group = this.#top.groupOf(this.#live, document);
    this.#top.offer({ tiers, popularity, boosts, live: this.#live, document, group });
  }

  #inStock(document: number): boolean {
    return document < this.#live.segment.inStockCount;
  }
}
