/**
 * Ranks the products of one segment that hold all words of a query (§4.7; Contract §7). Candidates come in streams,
 * each with the best tiers that a document of it can have, so that it is left as soon as nothing of it can enter the
 * answer: the bounds of MaxScore (Turtle and Flood 1995), applied to tiers. In the order in which they should be asked:
 *
 *   begun       titles that begin with the query: a range of numbers, which is the order of the alphabet
 *   phrases     products with a generated phrase that the query is or begins
 *   in title    products that hold all words in the title
 *   elsewhere   products that hold some word elsewhere only
 *
 * A product that comes again in a later stream has worse tiers there or the same, so that nothing changes.
 */

import { holds, sortedItems, unite } from '../columns/posting-list.ts';
import { Misses } from '../columns/segment-pages.ts';
import { doublingBound, lowerBound, prefixRange, type Range } from '../columns/string-column.ts';
import type { SegmentPopularity } from '../engine.ts';
import type { Query } from '../query/query.ts';
import { phraseRanges } from '../segment/generated-phrases.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { PrefixList } from '../segment/prefix-graph.ts';
import type { Segment } from '../segment/segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import { codeTerms } from '../text/words.ts';
import { DocumentScan } from './document-scan.ts';
import { EntryGate } from './entry-gate.ts';
import { type Walk, walkByGrade } from './grade-walk.ts';
import {
  gradeElsewhereMax,
  gradeIntent,
  intentOfPhrase,
  intentOfPhraseStart,
  standing,
  uniteValues,
} from './intent.ts';
import { popularityOf } from './popularity-overlay.ts';
import type { ProductQuestion } from './product-question.ts';
import { compareAlphabetically, packTiers } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';
import type { ProductWord } from './product-words.ts';
import { TitleBounds } from './title-bounds.ts';
import { VisitedDocuments } from './visited-documents.ts';

/** Ranks the documents of one segment that hold all words of a query. */
export class ProductScorer {
  readonly #live: LiveSegment;
  readonly #words: readonly ProductWord[];
  readonly #top: ProductTop;
  readonly #gate: EntryGate;
  readonly #budget: QueryBudget;
  /** What a look at one document costs. */
  readonly #lookSteps: number;
  readonly #walk: Pick<Walk, 'gate' | 'budget' | 'inStockCount' | 'tiersOf'>;
  readonly #popularity: SegmentPopularity;
  readonly #scan: DocumentScan;
  /** In-stock and other documents whose title begins with the query. */
  readonly #begun: readonly TitleRange[];
  /** Documents by the intent that their phrases and codes give them, the highest first; each list ascending. */
  readonly #phrases: readonly PhraseDocuments[];

  constructor(
    live: LiveSegment,
    query: Query,
    words: readonly ProductWord[],
    { signals, budget }: ProductQuestion,
    top: ProductTop,
  ) {
    const { segment } = live;
    this.#live = live;
    this.#words = words;
    this.#top = top;
    this.#popularity = popularityOf(live, signals.products);
    this.#gate = new EntryGate(live, top, this.#popularity);
    this.#budget = budget;
    this.#lookSteps = words.length * stepsOf.wordOfDocument;
    this.#walk = { gate: this.#gate, budget, inStockCount: segment.inStockCount, tiersOf };
    this.#scan = new DocumentScan(segment, words, budget);
    this.#begun = titleRanges(segment, Buffer.from(query.folded));
    this.#phrases = phraseLists(segment, query);
    budget.spend(this.#phrases.reduce((total, { documents }) => total + documents.length, 0));
  }

  /** Offers what the graph lists, and what popularity lifts into it; returns whether nothing else can enter. */
  offerList({ documents, tiers, isComplete }: PrefixList): boolean {
    for (let place = 0; place < documents.length; place += 1) {
      const document = documents[place] ?? 0;
      const listed = tiers[place] ?? 0;
      if (this.#gate.isShutFrom(listed, document)) return true;
      if (this.#live.isLive(document)) this.#offer(document, listed);
    }
    if (isComplete) return true;
    // What the list leaves out has the tiers of its last entry at best, and without popularity ranks behind it.
    const last = documents.length - 1;
    const lastTiers = tiers[last] ?? 0;
    this.#offerPopular(lastTiers);
    return !this.#gate.isOpen(lastTiers) || !this.#admitsPlain(lastTiers, documents[last] ?? 0);
  }

  /** Offers products with popularity, the highest first, until none of these tiers can enter any more. */
  #offerPopular(tiers: number): void {
    const { scores, byScore } = this.#popularity;
    const misses = new Misses();
    for (const document of byScore) {
      if (!this.#budget.allows()) break;
      this.#budget.spend(1);
      const { toBeat } = this.#top;
      if (toBeat !== undefined && tiers >= toBeat.tiers && (scores[document] ?? 0) < toBeat.popularity) break;
      if (!this.#gate.isOpen(tiers)) break;
      if (!this.#live.isLive(document) || !this.#gate.admits(tiers, document)) continue;
      const titles = this.#begun.find(({ start, end }) => document >= start && document < end);
      try {
        this.#offerIfHeld(document, titles);
      } catch (error) {
        misses.add(error);
      }
    }
    misses.end();
  }

  /** Whether a product without popularity can enter, of these tiers and behind this document in the alphabet. */
  #admitsPlain(tiers: number, document: number): boolean {
    const { toBeat } = this.#top;
    if (toBeat === undefined || tiers < toBeat.tiers) return true;
    if (toBeat.popularity > 0) return false;
    return compareAlphabetically({ live: this.#live, document }, toBeat) < 0;
  }

  offerBegun(): void {
    const best = this.#words.map((word) => uniteValues(word.bestInTitle, word.bestElsewhere));
    const gradeMax = best.includes(0) ? 0 : this.#gradeOf(best, standing.sideBySide);
    // A generated phrase may raise any of them.
    const intentMax = this.#phrases[0]?.intent ?? gradeMax;
    for (const titles of this.#begun) {
      for (let document = titles.start; document < titles.end; document += 1) {
        if (!this.#budget.allows()) return;
        this.#budget.spend(1);
        const tiers = packTiers(0, this.#inStock(document), document < titles.exactEnd, true, intentMax);
        if (this.#gate.isShutFrom(tiers, document)) break;
        if (!this.#gate.admits(tiers, document)) continue;
        if (this.#live.isLive(document)) this.#offerIfHeld(document, titles);
      }
    }
  }

  offerPhrases(): void {
    for (const { documents, intent } of this.#phrases) {
      for (const document of documents) {
        if (!this.#budget.allows()) return;
        this.#budget.spend(1);
        const tiers = tiersOf(intent, this.#inStock(document));
        if (this.#gate.admits(tiers, document) && this.#live.isLive(document)) this.#offer(document, tiers);
      }
    }
  }

  offerInTitle(): void {
    const lead = indexOfLeast(this.#words.map(({ inTitleMax }) => inTitleMax));
    const leader = this.#words[lead];
    if (leader === undefined || this.#words.some(({ bestInTitle }) => bestInTitle === 0)) return;
    const { titlePoints } = this.#live.segment;
    const bounds = new TitleBounds(this.#words, lead);
    const values = new Uint8Array(this.#words.length);
    walkByGrade(leader.titleStreams(), {
      ...this.#walk,
      // They bound what other words are worth.
      titlePoints: this.#words.length > 1 ? titlePoints : null,
      gradeMaxOf: (value, points) => {
        bounds.fillTogether(values, value, points);
        return gradeIntent(values, standing.sideBySide);
      },
      visit: (document, value) => {
        this.#budget.spend(this.#lookSteps);
        bounds.fillTogether(values, value, titlePoints[document] ?? 0);
        if (!this.#canEnter(document, values)) return;
        bounds.fillEach(values, value, titlePoints[document] ?? 0);
        if (!this.#holdsInTitle(document, lead, values) || !this.#live.isLive(document)) return;
        const grade = gradeIntent(values, this.#scan.standing(document, values));
        this.#offer(document, tiersOf(grade, this.#inStock(document)));
      },
    });
  }

  /**
   * Whether the title holds all words and the product can enter. `values` are bounds, which are replaced by what the
   * words are worth, one after the other, that of the leading word last: it was known but for its other terms.
   */
  #holdsInTitle(document: number, lead: number, values: Uint8Array): boolean {
    for (const index of this.#scan.order) {
      if (index === lead) continue;
      const value = this.#words[index]?.valueInTitle(document) ?? 0;
      if (value === 0) return false;
      values[index] = value;
      if (!this.#canEnter(document, values)) return false;
    }
    values[lead] = this.#words[lead]?.valueInTitle(document) ?? 0;
    return values[lead] !== 0;
  }

  /** Whether a product of these values at most can enter, however its words stand. */
  #canEnter(document: number, values: Uint8Array): boolean {
    const grade = gradeIntent(values, standing.sideBySide);
    return this.#gate.admits(tiersOf(grade, this.#inStock(document)), document);
  }

  offerElsewhere(): void {
    if (!this.#gate.isOpen(tiersOf(gradeElsewhereMax, true))) return;
    const leader = this.#words.reduce((least, word) => (word.heldMax < least.heldMax ? word : least));
    const others = this.#words.filter((word) => word !== leader);
    const best = others.map((word) => uniteValues(word.bestInTitle, word.bestElsewhere));
    if (best.includes(0)) return;
    const visited = new VisitedDocuments(this.#live.segment.documentCount);
    const walk = {
      ...this.#walk,
      titlePoints: null,
      visit: (document: number) => {
        if (!visited.visit(document)) return;
        this.#budget.spend(this.#lookSteps);
        if (!this.#live.isLive(document) || !this.#scan.holdsAll(document)) return;
        this.#offer(document, this.#tiersOfScanned(document));
      },
    };
    walkByGrade(leader.otherStreams(), {
      ...walk,
      gradeMaxOf: (value) => this.#gradeOf([value, ...best], standing.scattered),
    });
    // Where the title holds the leading word, another one stands elsewhere.
    walkByGrade(leader.titleStreams(), {
      ...walk,
      gradeMaxOf: (value) =>
        others.reduce((most, { bestElsewhere }, place) => {
          if (bestElsewhere === 0) return most;
          return Math.max(
            most,
            this.#gradeOf([value, ...best.with(place, bestElsewhere)], standing.scattered),
          );
        }, -1),
    });
  }

  #gradeOf(values: readonly number[], stands: number): number {
    return gradeIntent(Uint8Array.from(values), stands);
  }

  #offerIfHeld(document: number, titles: TitleRange | undefined): void {
    this.#budget.spend(this.#lookSteps);
    const phrase = this.#phrases.find(({ documents }) => holds(documents, document));
    if (phrase === undefined && !this.#scan.holdsAll(document)) return;
    const isExact = titles !== undefined && document < titles.exactEnd;
    const intent = phrase?.intent ?? this.#intentOfScanned(document);
    this.#offer(document, packTiers(0, this.#inStock(document), isExact, titles !== undefined, intent));
  }

  #intentOfScanned(document: number): number {
    return gradeIntent(this.#scan.values, this.#scan.standing(document, this.#scan.values));
  }

  #tiersOfScanned(document: number): number {
    return tiersOf(this.#intentOfScanned(document), this.#inStock(document));
  }

  #offer(document: number, tiers: number): void {
    const popularity = this.#popularity.scores[document] ?? 0;
    this.#top.offer({ tiers, popularity, live: this.#live, document });
  }

  #inStock(document: number): boolean {
    return document < this.#live.segment.inStockCount;
  }
}

function indexOfLeast(counts: readonly number[]): number {
  return counts.indexOf(Math.min(...counts));
}

/** Tiers of a product that holds all words, and whose title does not begin with the query. */
function tiersOf(grade: number, inStock: boolean): number {
  return packTiers(0, inStock, false, false, grade);
}

/** Documents whose folded title begins with the query; those before `exactEnd` have no other title. */
interface TitleRange extends Range {
  readonly exactEnd: number;
}

function titleRanges(segment: Segment, folded: Uint8Array): TitleRange[] {
  const { titles, inStockCount, documentCount } = segment;
  const stocks = [
    { start: 0, end: inStockCount },
    { start: inStockCount, end: documentCount },
  ];
  return stocks
    .map((stock) => {
      const start = lowerBound(stock.start, stock.end, (place) => titles.comparePrefix(place, folded));
      const end = doublingBound(start, stock.end, (place) => titles.comparePrefix(place, folded) > 0);
      const exactEnd = doublingBound(start, end, (place) => titles.compareBytes(place, folded) > 0);
      return { start, end, exactEnd };
    })
    .filter(({ start, end }) => end > start);
}

/** Documents whose phrases or codes give them an intent, whatever their title says. */
interface PhraseDocuments {
  readonly documents: Uint32Array;
  readonly intent: number;
}

/** The lists that hold something, the higher intent first. */
function phraseLists(segment: Segment, query: Query): PhraseDocuments[] {
  const { generatedPhrases, generatedDocuments, codes, codeDocuments } = segment;
  const { whole, begun } = phraseRanges(generatedPhrases, query.folded);
  const ofCodes = codeTerms(query.folded).map((code) => {
    const bytes = Buffer.from(code);
    const { start, end } = prefixRange(codes, bytes);
    const wholeEnd = lowerBound(start, end, (place) => (codes.compareBytes(place, bytes) === 0 ? -1 : 1));
    return sortedItems(codeDocuments.subarray(start, wholeEnd));
  });
  return [
    { documents: unite(generatedDocuments, [whole], ofCodes), intent: intentOfPhrase },
    { documents: unite(generatedDocuments, begun), intent: intentOfPhraseStart },
  ].filter(({ documents }) => documents.length > 0);
}
