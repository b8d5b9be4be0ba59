/**
 * Products of one segment that miss words of a query (Contract §7): those that miss the fewest first.
 *
 * Whoever misses n words holds one of any n + 1 of them: so only the products of the n + 1 rarest words are looked at.
 */

import { Misses } from '../columns/segment-pages.ts';
import type { SegmentPopularity } from '../engine.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import { DocumentScan } from './document-scan.ts';
import { EntryGate } from './entry-gate.ts';
import { walkByGrade } from './grade-walk.ts';
import { HeldCounts } from './held-counts.ts';
import { boundOfPoints, gradeElsewhereMax, gradeIntent, pointsOf, standing } from './intent.ts';
import { popularityOf } from './popularity-overlay.ts';
import type { ProductQuestion } from './product-question.ts';
import { packTiers } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';
import type { ProductWord } from './product-words.ts';
import { VisitedDocuments } from './visited-documents.ts';

/** So many of a run's words are more than scraps: more than half. */
function wholeFrom(wordCount: number): number {
  return Math.floor(wordCount / 2) + 1;
}

/** What it costs to count the products that hold a word: its postings, and a bit for each product. */
function countingSteps({ heldMax }: ProductWord, documentCount: number): number {
  return heldMax + documentCount / 32;
}

/** The numbers of the bits that are set, ascending. */
function* setBits(bitmap: Uint32Array): Generator<number> {
  for (let word = 0; word < bitmap.length; word += 1) {
    for (let rest = bitmap[word] ?? 0; rest !== 0; rest &= rest - 1) {
      yield word * 32 + 31 - Math.clz32(rest & -rest);
    }
  }
}

/** Offers products that miss words. */
export class PartialMatches {
  readonly #live: LiveSegment;
  /** The rarest first. */
  readonly #words: readonly ProductWord[];
  readonly #top: ProductTop;
  readonly #gate: EntryGate;
  readonly #budget: QueryBudget;
  readonly #popularity: SegmentPopularity;
  readonly #scan: DocumentScan;
  readonly #visited: VisitedDocuments;
  /** Places of the words of each run. */
  readonly #runs: readonly (readonly number[])[];
  /** Words that most products hold: it is assumed that all do. The last ones. */
  readonly #commonCount: number;
  /** So many of the words had all their products offered. */
  #offeredCount = 0;
  /** Of the other words; of all words where several stand for a run. */
  #counts: HeldCounts | null = null;
  /** A bitmap of documents that hold more than scraps. */
  #whole: Uint32Array | null = null;

  constructor(
    live: LiveSegment,
    words: readonly ProductWord[],
    { signals, budget }: ProductQuestion,
    top: ProductTop,
  ) {
    this.#live = live;
    this.#words = words.toSorted((left, right) => left.heldMax - right.heldMax);
    this.#top = top;
    this.#budget = budget;
    this.#popularity = popularityOf(live, signals.products);
    this.#gate = new EntryGate(live, top, this.#popularity);
    this.#scan = new DocumentScan(live.segment, this.#words, budget);
    const { documentCount } = live.segment;
    this.#visited = new VisitedDocuments(documentCount);
    this.#commonCount = this.#words.length - this.#countedWords(documentCount);
    const places = Array.from(this.#words.keys());
    this.#runs = Array.from(Map.groupBy(places, (place) => this.#words[place]?.run).values());
  }

  /**
   * The rarest words that are counted: those that at most half of the products hold, as far as half of what is left of
   * the budget goes.
   */
  #countedWords(documentCount: number): number {
    let steps = 0;
    const end = this.#words.findIndex((word) => {
      steps += countingSteps(word, documentCount);
      return word.heldMax * 2 > documentCount || steps * 2 > this.#budget.left;
    });
    return end < 0 ? this.#words.length : end;
  }

  /** Offers products that miss so many words, those of which scraps are dropped among them. */
  offer(missing: number): void {
    if (!this.#budget.allows()) return;
    if (this.#runs.length < this.#words.length) this.#offerOfRuns(missing);
    else this.#offerOfWords(missing);
  }

  /** Where several words stand for one run without spaces most products hold scraps only: they are told by counting. */
  #offerOfRuns(missing: number): void {
    const { documentCount, inStockCount } = this.#live.segment;
    if (this.#counts === null) {
      // Counted for each run, and then for all.
      this.#budget.spend(
        2 * this.#words.reduce((steps, word) => steps + countingSteps(word, documentCount), 0),
      );
      if (!this.#budget.allows()) return;
    }
    this.#whole ??= this.#findWhole();
    this.#counts ??= HeldCounts.of(documentCount, this.#words, this.#whole);
    const wanted = this.#words.length - missing;
    if (wanted > this.#counts.most) return;
    const misses = new Misses();
    this.#budget.spend(this.#whole.length);
    for (const document of setBits(this.#whole)) {
      if (!this.#budget.allows()) break;
      this.#budget.spend(1);
      const held = this.#counts.at(document);
      if (held !== wanted && !(missing === 1 && held > wanted)) continue;
      const tiers = packTiers(missing, document < inStockCount, false, false, gradeElsewhereMax);
      if (!this.#gate.admits(tiers, document)) continue;
      try {
        this.#offerLive(document);
      } catch (error) {
        misses.add(error);
      }
    }
    misses.end();
  }

  /** Documents that hold more than scraps of some run. */
  #findWhole(): Uint32Array {
    const { documentCount } = this.#live.segment;
    const whole = new Uint32Array(Math.ceil(documentCount / 32));
    for (const run of this.#runs) {
      const words = run.map((place) => this.#words[place] as ProductWord);
      HeldCounts.of(documentCount, words).markFrom(wholeFrom(run.length), whole);
    }
    return whole;
  }

  #offerOfWords(missing: number): void {
    const rareHeld = this.#words.length - missing - this.#commonCount;
    const isCounted = rareHeld > 1;
    if (isCounted && rareHeld > this.#mostHeld()) return;
    // Whoever was looked at without counting was offered as what it is, and need not be looked at again.
    for (let index = isCounted ? 0 : this.#offeredCount; index <= missing; index += 1) {
      this.#offerHolders(index, missing, isCounted ? rareHeld : 0);
    }
    if (!isCounted) this.#offeredCount = missing + 1;
  }

  /** The most of the rare words that a product holds, or a bound on it. */
  #mostHeld(): number {
    const rare = this.#words
      .slice(0, this.#words.length - this.#commonCount)
      .filter(({ heldMax }) => heldMax > 0);
    if (rare.length < 2) return rare.length;
    if (this.#counts === null) {
      const { documentCount } = this.#live.segment;
      this.#budget.spend(rare.reduce((steps, word) => steps + countingSteps(word, documentCount), 0));
      this.#counts = HeldCounts.of(documentCount, rare);
    }
    return this.#counts.most;
  }

  /** Those that hold one of the words, and miss so many. `rareHeld`: how many rare ones they hold; 0 is any. */
  #offerHolders(index: number, missing: number, rareHeld: number): void {
    const word = this.#words[index];
    if (word === undefined || word.heldMax === 0 || !this.#budget.allows()) return;
    this.#budget.spend(this.#words.length * stepsOf.wordOfDocument);
    const best = this.#bestOthers(index, missing);
    walkByGrade([...word.titleStreams(), ...word.otherStreams()], {
      gate: this.#gate,
      budget: this.#budget,
      inStockCount: this.#live.segment.inStockCount,
      titlePoints: null,
      gradeMaxOf: (value) => gradeIntent(best.with(index, value), standing.scattered),
      tiersOf: (grade, inStock) => packTiers(missing, inStock, false, false, grade),
      visit: (document) => {
        const held = rareHeld === 0 ? 0 : (this.#counts?.at(document) ?? 0);
        // What seems to miss none merely mentions a phrase, lacks a common word, or was offered before.
        if (held !== rareHeld && !(missing === 1 && held > rareHeld)) return;
        this.#offerLive(document);
      },
    });
  }

  /** The most that the other words can be worth where so many are missing: the rest of them those with most points. */
  #bestOthers(index: number, missing: number): Uint8Array {
    const points = this.#words.map((word) =>
      Math.max(pointsOf(word.bestInTitle), pointsOf(word.bestElsewhere)),
    );
    const others = Array.from(points.keys())
      .filter((other) => other !== index)
      .sort((left, right) => (points[right] ?? 0) - (points[left] ?? 0));
    const best = new Uint8Array(points.length);
    for (const other of others.slice(0, points.length - 1 - missing))
      best[other] = boundOfPoints(points[other] ?? 0);
    return best;
  }

  #offerLive(document: number): void {
    if (this.#live.isLive(document) && this.#visited.visit(document)) this.#offer(document);
  }

  #offer(document: number): void {
    this.#budget.spend(this.#words.length * stepsOf.wordOfDocument);
    const count = this.#words.length;
    const { values } = this.#scan;
    const most = this.#scan.countHeld(document, count - this.#top.missingMax(count - 1));
    // Who holds all words was offered before.
    if (most === 0 || most === count) return;
    const held = this.#dropScraps();
    if (held === 0) return;
    const inStock = document < this.#live.segment.inStockCount;
    const intent = gradeIntent(values, standing.scattered);
    const tiers = packTiers(count - held, inStock, false, false, intent);
    const popularity = this.#popularity.scores[document] ?? 0;
    this.#top.offer({ tiers, popularity, live: this.#live, document });
  }

  /**
   * A few pairs of characters in common are no word in common: what is held of a run without spaces counts for nothing
   * unless it is more than half of the run. Returns how many words are held then.
   */
  #dropScraps(): number {
    const { values } = this.#scan;
    let total = 0;
    for (const run of this.#runs) {
      const held = run.filter((index) => values[index] !== 0).length;
      if (held >= wholeFrom(run.length)) total += held;
      else for (const index of run) values[index] = 0;
    }
    return total;
  }
}
