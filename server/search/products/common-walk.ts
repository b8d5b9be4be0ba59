/**
 * Finds the products that hold a given number of a query's common words, and no other word of it. Each of them holds one of the
 * rarest of these words, so only those postings are walked; each other word is one byte to read. Products with a single common
 * word are taken from the first documents of each value, as far as these go.
 */
import type { Misses } from '../columns/segment-pages.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { QueryBudget } from '../step-budget.ts';
import type { EntryGate } from './entry-gate.ts';
import { GradeBuckets } from './grade-buckets.ts';
import {
  gradeIntent,
  gradeOf,
  intentOutsideTitle,
  isTitleValue,
  literalBit,
  pointsOf,
  standing,
  uniteValues,
} from './intent.ts';
import { packTiers } from './product-rank.ts';
import type { ProductWord } from './product-words.ts';
import type { ValueStream } from './value-stream.ts';
import type { WordValues } from './word-values.ts';

/** A posting that is only noted costs a part of a step. Measured, roughly. */
export const makingShare = 0.25;

/** What it takes to know what common words are worth everywhere. */
export function makingSteps(common: readonly number[], words: readonly ProductWord[]): number {
  return makingShare * common.reduce((sum, place) => sum + (words[place]?.heldMax ?? 0), 0);
}

/** Kept between walks, which are one after the other. */
const buckets = new GradeBuckets();

/** The common words of one query in one segment. */
export class CommonWalk {
  readonly #live: LiveSegment;
  readonly #words: readonly ProductWord[];
  /** Their places among the words, the rarest first. */
  readonly #common: readonly number[];
  readonly #values: WordValues;
  readonly #budget: QueryBudget;
  /** What the words are worth in the document at which the walk stands, at most. */
  readonly #bounds: Uint8Array;

  constructor(
    live: LiveSegment,
    words: readonly ProductWord[],
    common: readonly number[],
    values: WordValues,
    budget: QueryBudget,
  ) {
    this.#live = live;
    this.#words = words;
    this.#common = common;
    this.#values = values;
    this.#budget = budget;
    this.#bounds = new Uint8Array(words.length);
  }

  /**
   * Visits the live documents that hold so many of the words and can enter by their bounds, the best bounds first. Of those that
   * hold a single word it may leave out popular ones, and those behind `limit` others of their value.
   */
  visit(
    held: number,
    limit: number,
    gate: EntryGate,
    look: (document: number, values: Uint8Array) => void,
    misses: Misses,
  ): void {
    if (!gate.isOpen(this.bestTiers(held))) return;
    const steps = Math.ceil(makingSteps(this.#common, this.#words));
    if (this.#budget.take(steps) < steps) return;
    const missing = this.#words.length - held;
    if (missing === 0 && held > 1) {
      const inTitles = this.#common.map((place) => this.#values.ofTitles(place));
      buckets.clear();
      this.#walk(0, held, this.#wordAt(0).titleStreams(), inTitles, gate);
      this.#lookAtFound(0, inTitles, gate, look, misses);
      // Who lacks a word in the title comes behind all of them.
      if (!gate.isOpen(packTiers(0, true, false, false, intentOutsideTitle))) return;
    }
    buckets.clear();
    let values: readonly Uint8Array[] | null = null;
    for (let lead = 0; lead + held <= this.#common.length; lead += 1) {
      if (held === 1 && this.#takeFirsts(lead, limit, gate, misses)) continue;
      values ??= this.#common.map((place) => this.#values.ofAll(place));
      this.#walk(lead, held, this.#wordAt(lead).streams(), values, gate);
    }
    this.#lookAtFound(missing, values, gate, look, misses);
  }

  /** One of the common words, the rarest first. */
  #wordAt(index: number): ProductWord {
    return this.#words[this.#common[index] ?? 0] as ProductWord;
  }

  /** Looks at what was gathered, as long as it can enter. `values`: of each word by document; null where they are looked up. */
  #lookAtFound(
    missing: number,
    values: readonly Uint8Array[] | null,
    gate: EntryGate,
    look: (document: number, values: Uint8Array) => void,
    misses: Misses,
  ): void {
    const { inStockCount } = this.#live.segment;
    const found = this.#bounds.fill(0);
    buckets.visitFromBest((document, grade) => {
      if (!this.#budget.allows()) return false;
      const tiers = packTiers(missing, document < inStockCount, false, false, grade);
      if (!gate.admits(tiers, document) || !this.#live.isLive(document)) return true;
      this.#budget.spend(1, 1);
      try {
        for (let index = 0; index < this.#common.length; index += 1) {
          const place = this.#common[index] ?? 0;
          found[place] = values?.[index]?.[document] ?? this.#values.at(place, document);
        }
        look(document, found);
      } catch (error) {
        misses.add(error);
      }
      return true;
    });
  }

  /** The best tiers of a product that holds so many of the words, and whose title does not begin with the query. */
  bestTiers(held: number): number {
    const best = this.#common
      .map((place) => bestOf(this.#words[place] as ProductWord))
      .sort((left, right) => right - left);
    const values = new Uint8Array(this.#words.length);
    values.set(best.slice(0, held));
    return packTiers(values.length - held, true, false, false, gradeIntent(values, standing.sideBySide));
  }

  /** Gathers the first documents that hold no other word, the best values first; false where there may be more than are known. */
  #takeFirsts(lead: number, limit: number, gate: EntryGate, misses: Misses): boolean {
    const { segment } = this.#live;
    const bounds = new Uint8Array(this.#words.length);
    const classes = this.#values
      .firstsOf(this.#common[lead] ?? 0)
      .map(({ value, documents, isComplete }) => {
        bounds[0] = value;
        const grade = gradeIntent(bounds, standing.scattered);
        const isInStock = (documents[0] ?? 0) < segment.inStockCount;
        const tiers = packTiers(bounds.length - 1, isInStock, false, false, grade);
        return { documents, isComplete, grade, tiers };
      })
      .sort((left, right) => left.tiers - right.tiers);
    let taken = 0;
    let last = Number.POSITIVE_INFINITY;
    for (const { documents, isComplete, grade, tiers } of classes) {
      // So many others rank before all that follow.
      if (tiers > last || !gate.isOpen(tiers)) break;
      let left = limit;
      for (let place = 0; place < documents.length && left > 0; place += 1) {
        const document = documents[place] ?? 0;
        if (!this.#live.isLive(document) || this.#holdsOther(lead, document, misses)) continue;
        buckets.add(grade, document);
        left -= 1;
        taken += 1;
      }
      if (left > 0 && !isComplete) return false;
      if (taken >= limit) last = tiers;
    }
    return true;
  }

  /** Whether a document holds another common word than the leading one. */
  #holdsOther(lead: number, document: number, misses: Misses): boolean {
    this.#budget.spend(0, 1);
    const isHeld = misses.unlessMissing(() =>
      this.#common.some((place, index) => index !== lead && this.#values.at(place, document) !== 0),
    );
    return isHeld ?? true;
  }

  /** Gathers those of which the leading word is the rarest that they hold. */
  #walk(
    lead: number,
    held: number,
    streams: readonly ValueStream[],
    values: readonly Uint8Array[],
    gate: EntryGate,
  ): void {
    const { inStockCount } = this.#live.segment;
    const ofLead = values[lead] as Uint8Array;
    const wordCount = this.#words.length;
    const missing = wordCount - held;
    for (const { documents, bytes, start, end, meaning, isBound } of streams) {
      const last = start + this.#budget.take(end - start);
      const limits = this.#limitsOf(lead, held, meaning);
      next: for (let at = start; at < last; at += 1) {
        const document = documents[at] ?? 0;
        const byte = bytes[at] ?? 0;
        const value = ofLead[document] ?? 0;
        // Of several postings of a document the one with the highest value counts.
        if (value === 0 || (!isBound && meaning[byte] !== value)) continue;
        const limit = packTiers(missing, document < inStockCount, false, false, limits[byte] ?? 0);
        if (!gate.admits(limit, document)) continue;
        let count = 1;
        let points = pointsOf(value);
        let all = missing === 0 ? value : value & literalBit;
        let any = value;
        for (let index = 0; index < values.length; index += 1) {
          if (index === lead) continue;
          const other = (values[index] as Uint8Array)[document] ?? 0;
          if (other === 0) continue;
          if (index < lead) continue next;
          count += 1;
          points += pointsOf(other);
          all &= other;
          any |= other;
        }
        if (count !== held) continue;
        const stands = isTitleValue(all) ? standing.sideBySide : standing.scattered;
        const grade = gradeOf(wordCount, points, all, any, stands);
        const tiers = packTiers(missing, document < inStockCount, false, false, grade);
        if (gate.admits(tiers, document)) buckets.add(grade, document);
      }
    }
  }

  /** For each byte of a stream the highest grade of a document that it leads to. */
  #limitsOf(lead: number, held: number, meaning: Uint8Array): Uint8Array {
    const others = this.#common
      .slice(lead + 1)
      .map((place) => bestOf(this.#words[place] as ProductWord))
      .sort((left, right) => right - left)
      .slice(0, held - 1);
    const best = this.#bounds.fill(0);
    best.set(others, 1);
    return Uint8Array.from(meaning, (value) => {
      best[0] = value;
      return gradeIntent(best, standing.sideBySide);
    });
  }
}

/** No part of a value that the word has is above that of this one. */
function bestOf({ bestInTitle, bestElsewhere }: ProductWord): number {
  return uniteValues(bestInTitle, bestElsewhere);
}
