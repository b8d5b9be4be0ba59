/**
 * Finds the products that contain a given number of a query's common words, and none of its other words. Each of them contains one of
 * the rarest of these words, so only those postings are walked. For any other word one byte per document is read; if it has many times
 * the postings of the walk, its upper bound is used until the product is examined. Products with a single common word come from the
 * first documents of each value, as far as these go. It never changes the index, and stops when the budget of steps is spent: what was
 * gathered until then still enters the answer. Inputs are trusted.
 */
// Tests: test/search/common-words.test.ts.
import type { LiveSegment } from '../segment/live-segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import {
  gradeBound,
  gradeIntent,
  gradeOf,
  intentOutsideTitle,
  isTitleValue,
  jointBound,
  literalBit,
  pairGrade,
  pointsOf,
  standing,
  uniteValues,
} from './intent.ts';
import type { CommonRule, ProductQuestion } from './product-question.ts';
import { packTiers } from './product-rank.ts';
import { type EntryGate, GradeBuckets, gradeCount, PlaceCount } from './product-top.ts';
import type { ProductWord } from './product-words.ts';
import { StreamCursor, type ValueStream } from './value-stream.ts';
import type { WordValues } from './word-values.ts';

/** The cost of reading the values of common words for all documents. */
export function makingSteps(common: readonly number[], words: readonly ProductWord[]): number {
  return stepsOf.postingNoted * common.reduce((sum, place) => sum + (words[place]?.heldMax ?? 0), 0);
}

/** Each range of documents ends this many times as far as the one before. Chosen. */
const rangeFactor = 4;

/** A word that leads a walk, by its index among the common ones. */
interface Lead {
  readonly lead: number;
  readonly streams: readonly LeadStream[];
}

/** Postings of a word that leads. */
interface LeadStream {
  readonly cursor: StreamCursor;
  /** The highest grade of a document that each byte of the stream leads to. */
  readonly gradeMax: Uint8Array;
}

/** The products that a walk looks for, and the function that gets them. */
interface Visitor {
  /** The number of words that a product holds. */
  readonly held: number;
  readonly limit: number;
  readonly gate: EntryGate;
  readonly look: (document: number, values: Uint8Array) => void;
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
  readonly #rule: CommonRule;
  /** The values of the words in the current document. */
  readonly #found: Uint8Array;

  constructor(
    live: LiveSegment,
    words: readonly ProductWord[],
    common: readonly number[],
    values: WordValues,
    { budget, common: rule }: Pick<ProductQuestion, 'budget' | 'common'>,
  ) {
    this.#rule = rule;
    this.#live = live;
    this.#words = words;
    this.#common = common;
    this.#values = values;
    this.#budget = budget;
    this.#found = new Uint8Array(words.length);
  }

  /**
   * Visits the live documents that hold so many of the words and can enter by their bounds, those with the best bounds first as far
   * as they are gathered at once. It may leave out popular ones of those that hold a single word, and those behind `limit` others
   * of their value.
   */
  visit(
    held: number,
    limit: number,
    gate: EntryGate,
    look: (document: number, values: Uint8Array) => void,
  ): void {
    if (!gate.isOpen(this.bestTiers(held))) return;
    const missing = this.#words.length - held;
    const visitor = { held, limit, gate, look };
    buckets.clear();
    if (missing === 0 && held > 1) {
      const leads = [this.#leadOf(0, held, this.#wordAt(0).titleStreams())];
      this.#walkAll(leads, true, visitor);
      // Products that lack a word in the title rank behind all of them.
      if (!gate.isOpen(packTiers(0, true, false, false, intentOutsideTitle))) return;
    }
    // The first documents of each value are known only once all postings are read.
    const steps = held === 1 ? Math.ceil(makingSteps(this.#common, this.#words)) : 0;
    if (this.#budget.take(steps) < steps) return;
    const leads: Lead[] = [];
    for (let lead = 0; lead + held <= this.#common.length; lead += 1) {
      if (held === 1 && this.#takeFirsts(lead, limit, gate)) continue;
      leads.push(this.#leadOf(lead, held, this.#wordAt(lead).streams()));
    }
    this.#walkAll(leads, false, visitor);
  }

  /**
   * Walks over the postings of the leading words by ranges of documents, as far as a document that follows can enter. Within a range,
   * and over ranges that hold too few of the best grade, the best are looked at first.
   */
  #walkAll(leads: readonly Lead[], isInTitles: boolean, visitor: Visitor): void {
    const { held, limit, gate } = visitor;
    const { documentCount, inStockCount } = this.#live.segment;
    const missing = this.#words.length - held;
    const gradeMax = isInTitles || held === 1 ? Number.POSITIVE_INFINITY : intentOutsideTitle;
    const bestGrade = Math.min(this.#bestGrade(held), gradeMax);
    const isRead = this.#areRead(leads, isInTitles);
    const readSteps = held === 1 ? 0 : this.#readSteps(isRead, isInTitles);
    let end = 0;
    for (let start = 0; leads.length > 0 && start < documentCount; start = end) {
      const best = packTiers(missing, start < inStockCount, false, false, bestGrade);
      if (gate.isShutFrom(best, start) || !this.#budget.allows()) break;
      end = Math.min(documentCount, start === 0 ? this.#rule.firstRange : start * rangeFactor);
      this.#budget.spend((readSteps * (end - start)) / documentCount);
      const read = this.#common.map((place, index) => {
        if (isRead[index] !== true) return null;
        return isInTitles ? this.#values.ofTitles(place, end) : this.#values.ofAll(place, end);
      });
      for (const lead of leads) this.#walk(lead, end, read, isInTitles, visitor);
      if (buckets.countOf(bestGrade) < limit) continue;
      this.#lookAtFound(isInTitles, visitor);
    }
    this.#lookAtFound(isInTitles, visitor);
  }

  /** Counts the steps to read those words for all documents. */
  #readSteps(isRead: readonly boolean[], isInTitles: boolean): number {
    const postings = isRead.map((isWanted, index) => (isWanted ? this.#postingsOf(index, isInTitles) : 0));
    return stepsOf.postingNoted * postings.reduce((sum, count) => sum + count, 0);
  }

  #postingsOf(index: number, isInTitles: boolean): number {
    const { heldMax, titleMax } = this.#wordAt(index);
    return isInTitles ? titleMax : heldMax;
  }

  /**
   * Returns for each common word whether it is read for all documents of a range. Any other counts by its bound, and is looked
   * up last.
   */
  #areRead(leads: readonly Lead[], isInTitles: boolean): boolean[] {
    const looks = leads.reduce((sum, { lead }) => sum + this.#postingsOf(lead, isInTitles), 0);
    const lastLead = leads.at(-1)?.lead ?? 0;
    return this.#common.map((_, index) => {
      return index <= lastLead || this.#postingsOf(index, isInTitles) <= looks * this.#rule.postingsPerLook;
    });
  }

  /** One of the common words, the rarest first. */
  #wordAt(index: number): ProductWord {
    return this.#words[this.#common[index] ?? 0] as ProductWord;
  }

  /**
   * Looks at what was gathered, as long as it can enter, and forgets it. An answer is filled from it also where gathering took all
   * of the budget.
   */
  #lookAtFound(isInTitles: boolean, { held, limit, gate, look }: Visitor): void {
    const { inStockCount } = this.#live.segment;
    const missing = this.#words.length - held;
    this.#found.fill(0);
    let looked = 0;
    found: for (let grade = gradeCount - 1; grade >= 0; grade -= 1) {
      const documents = buckets.of(grade);
      for (let place = 0; place < documents.length; place += 1) {
        const document = documents[place] ?? 0;
        if (!this.#budget.allows() && looked >= limit) break found;
        const tiers = packTiers(missing, document < inStockCount, false, false, grade);
        if (!gate.admits(tiers, document) || !this.#live.isLive(document)) continue;
        looked += 1;
        this.#budget.spend(1, 1);
        if (this.#findValues(document, isInTitles)) look(document, this.#found);
      }
    }
    buckets.clear();
  }

  /** Finds the values of the common words in a document; false where a title lacks one, which it may hold elsewhere. */
  #findValues(document: number, isInTitles: boolean): boolean {
    for (let index = 0; index < this.#common.length; index += 1) {
      const place = this.#common[index] ?? 0;
      const value = isInTitles ? this.#values.inTitle(place, document) : this.#values.at(place, document);
      if (value === 0 && isInTitles) return false;
      this.#found[place] = value;
    }
    return true;
  }

  /** The best tiers of a product that holds `held` words, and whose title does not begin with the query. */
  bestTiers(held: number): number {
    return packTiers(this.#words.length - held, true, false, false, this.#bestGrade(held));
  }

  #bestGrade(held: number): number {
    return gradeBound(this.#words.length, held, jointBound(held, this.#bestValues(0)));
  }

  /** Returns the best values of the common words from an index on. */
  #bestValues(from: number): number[] {
    return this.#common.slice(from).map((place) => bestOf(this.#words[place] as ProductWord));
  }

  /** Gathers the first documents that hold no other word, the best values first; false where there may be more than are known. */
  #takeFirsts(lead: number, limit: number, gate: EntryGate): boolean {
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
    const taken: { readonly grade: number; readonly document: number }[] = [];
    const all = new PlaceCount(limit);
    let last = Number.POSITIVE_INFINITY;
    for (const { documents, isComplete, grade, tiers } of classes) {
      // So many others rank before all that follow.
      if (tiers > last || !gate.isOpen(tiers)) break;
      const places = new PlaceCount(limit);
      for (let place = 0; place < documents.length && !places.areTaken; place += 1) {
        const document = documents[place] ?? 0;
        if (!this.#live.isLive(document) || this.#holdsOther(lead, document)) continue;
        taken.push({ grade, document });
        const group = segment.groups.of(document);
        // A product behind it may rank before one that is lowered.
        if (gate.scoreOf(document) >= 0) places.add(group);
        all.add(group);
      }
      if (!places.areTaken && !isComplete) return false;
      if (all.areTaken) last = tiers;
    }
    for (const { grade, document } of taken) buckets.add(grade, document);
    return true;
  }

  /** Whether a document holds another common word than the leading one. */
  #holdsOther(lead: number, document: number): boolean {
    this.#budget.spend(0, 1);
    for (let index = 0; index < this.#common.length; index += 1) {
      if (index !== lead && this.#values.at(this.#common[index] ?? 0, document) !== 0) return true;
    }
    return false;
  }

  /** Gathers those before `end` of which the leading word is the rarest that they hold. */
  #walk(
    { lead, streams }: Lead,
    end: number,
    read: readonly (Uint8Array | null)[],
    isInTitles: boolean,
    { held, gate }: Visitor,
  ): void {
    const { inStockCount } = this.#live.segment;
    const ofLead = read[lead] as Uint8Array;
    const missing = this.#words.length - held;
    // Most walks are over titles with two words that were read.
    const ofOther = isInTitles && read.length === 2 && this.#words.length === 2 ? (read[1] ?? null) : null;
    for (const { cursor, gradeMax } of streams) {
      const { stream, places } = cursor;
      const { documents, bytes, lists, meaning, isBound } = stream;
      for (let list = 0; list < places.length; list += 1) {
        const first = places[list] ?? 0;
        // Also where a part of a step is left, so that it is noted when it ends here.
        const last = Math.min(lists[list + 1] ?? 0, first + Math.ceil(this.#budget.left));
        let at = first;
        for (; at < last; at += 1) {
          const document = documents[at] ?? 0;
          if (document >= end) break;
          const byte = bytes[at] ?? 0;
          const value = ofLead[document] ?? 0;
          // If a document has several postings, the one with the highest value counts.
          if (value === 0 || (!isBound && meaning[byte] !== value)) continue;
          const isAvailable = document < inStockCount;
          let grade: number;
          if (ofOther !== null) {
            const other = ofOther[document] ?? 0;
            if (other === 0) continue;
            grade = pairGrade(value, other);
          } else {
            const tiersBound = packTiers(missing, isAvailable, false, false, gradeMax[byte] ?? 0);
            if (!gate.admits(tiersBound, document)) continue;
            grade = this.#gradeBoundOf(document, lead, held, read, isInTitles);
            if (grade < 0) continue;
          }
          const tiers = packTiers(missing, isAvailable, false, false, grade);
          if (gate.admits(tiers, document) && this.#live.isLive(document)) buckets.add(grade, document);
        }
        places[list] = at;
        this.#budget.spend(at - first);
        if (!this.#budget.allows()) return;
      }
    }
  }

  /**
   * A bound on the grade of a document: words that were read count as they are, others by their bound. -1 for a document that is
   * not gathered here: it holds a rarer word, too few words or too many, or was found when titles were walked over.
   */
  #gradeBoundOf(
    document: number,
    lead: number,
    held: number,
    read: readonly (Uint8Array | null)[],
    isInTitles: boolean,
  ): number {
    const wordCount = this.#words.length;
    let count = 0;
    let points = 0;
    let any = 0;
    let unreadCount = 0;
    let bound = 0;
    let all = held === wordCount ? 0xff : literalBit;
    for (let index = 0; index < read.length; index += 1) {
      const values = read[index] as Uint8Array | null;
      if (values === null) {
        unreadCount += 1;
        bound = uniteValues(bound, this.#boundAt(index, document, isInTitles));
        continue;
      }
      const value = values[document] ?? 0;
      if (value === 0) continue;
      if (index < lead) return -1;
      count += 1;
      points += pointsOf(value);
      all &= value;
      any |= value;
    }
    if (count > held || count + unreadCount < held) return -1;
    if (count < held) {
      if (bound === 0) return -1;
      points += (held - count) * pointsOf(bound);
      all &= bound;
      any |= bound;
    }
    const isWholeTitle = isTitleValue(all);
    // Those were found in titles before.
    if (unreadCount === 0 && isWholeTitle && !isInTitles && held > 1) return -1;
    return gradeOf(wordCount, points, all, any, isWholeTitle ? standing.sideBySide : standing.scattered);
  }

  /** The most that a word can be worth in a document for which it was not read. */
  #boundAt(index: number, document: number, isInTitles: boolean): number {
    const place = this.#common[index] ?? 0;
    return isInTitles ? this.#values.boundInTitle(place, document) : this.#values.boundAt(place, document);
  }

  #leadOf(lead: number, held: number, streams: readonly ValueStream[]): Lead {
    const others = jointBound(held - 1, this.#bestValues(lead + 1));
    const gradeMaxOf = (value: number) =>
      gradeBound(this.#words.length, held, {
        points: others.points + pointsOf(value),
        all: others.all & value,
        any: others.any | value,
      });
    return {
      lead,
      streams: streams.map((stream) => ({
        cursor: new StreamCursor(stream),
        gradeMax: stream.meaning.map(gradeMaxOf),
      })),
    };
  }
}

/** No part of a value that the word has is above that of this one. */
function bestOf({ bestInTitle, bestElsewhere }: ProductWord): number {
  return uniteValues(bestInTitle, bestElsewhere);
}
