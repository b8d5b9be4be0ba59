/**
 * Ranks the products of one segment that hold all words of a query (§4.7; Contract §7). Candidates come in streams, each
 * ascending by number, which is the order of the alphabet, and each with the best tiers that a document of it can
 * have. A stream is left as soon as neither its next document nor any later one can enter the answer: the bounds of
 * MaxScore (Turtle and Flood 1995), applied to tiers. In the order in which they should be asked:
 *
 *   popular     products with popularity; the other streams look at products as if they had none
 *   begun       titles that begin with the query: a range of numbers
 *   phrases     products with a generated phrase that the query equals or begins
 *   in title    products that hold all words in the title
 *   elsewhere   products that hold some word elsewhere only
 */
import { prefixRange, type Range } from './dictionary.ts';
import { DocumentScan } from './document-scan.ts';
import type { Signals } from './engine.ts';
import { gradeIntent, intentOfPhrase, standing, uniteValues } from './intent.ts';
import type { LiveSegment } from './live-segment.ts';
import { popularityOf, type SegmentPopularity } from './popularity-overlay.ts';
import { Cursor, gallop, listOf, type PostingList, unite, valueAt } from './posting-list.ts';
import type { PrefixList } from './prefix-graph.ts';
import { packTiers } from './product-rank.ts';
import type { ProductTop } from './product-top.ts';
import type { ProductWord } from './product-words.ts';
import type { Query } from './query.ts';
import type { Segment } from './segment.ts';
import { lowerBound } from './string-column.ts';
import { codeTerms } from './words.ts';

/** Ranks the documents of one segment that hold all words of a query. */
export class ProductScorer {
  readonly #live: LiveSegment;
  readonly #words: readonly ProductWord[];
  readonly #top: ProductTop;
  readonly #popularity: SegmentPopularity;
  readonly #scan: DocumentScan;
  /** In-stock and other documents whose title begins with the query. */
  readonly #begun: readonly TitleRange[];
  /** Documents of the highest intent. */
  readonly #phrases: PostingList;

  constructor(
    live: LiveSegment,
    query: Query,
    words: readonly ProductWord[],
    signals: Signals,
    top: ProductTop,
  ) {
    const { segment } = live;
    this.#live = live;
    this.#words = words;
    this.#top = top;
    this.#popularity = popularityOf(segment, signals.products);
    this.#scan = new DocumentScan(segment, words);
    this.#begun = titleRanges(segment, Buffer.from(query.folded));
    this.#phrases = phraseList(segment, query);
  }

  offerPopular(): void {
    for (const [document, popularity] of this.#popularity) {
      if (this.#live.isLive(document)) this.#offerIfHeld(document, popularity);
    }
  }

  /** Offers what the graph lists; returns whether nothing else without popularity can enter. */
  offerList({ documents, tiers, isComplete }: PrefixList): boolean {
    for (let place = 0; place < documents.length; place += 1) {
      const document = documents[place] ?? 0;
      const listed = tiers[place] ?? 0;
      if (this.#top.isClosed(listed, this.#live, document)) return true;
      if (!this.#isPlain(document)) continue;
      this.#top.offer({ tiers: listed, popularity: 0, live: this.#live, document });
    }
    // What the list leaves out ranks behind its last entry.
    const last = documents.length - 1;
    return isComplete || this.#top.isClosed(tiers[last] ?? 0, this.#live, documents[last] ?? 0);
  }

  offerBegun(): void {
    for (const { start, end, exactEnd } of this.#begun) {
      for (const word of this.#words) word.expectLookUps(end - start);
      for (let document = start; document < end; document += 1) {
        const best = packTiers(0, this.#inStock(document), document < exactEnd, true, intentOfPhrase);
        if (this.#top.isClosed(best, this.#live, document)) break;
        if (this.#isPlain(document)) this.#offerIfHeld(document, 0);
      }
    }
  }

  offerPhrases(): void {
    for (const document of this.#phrases.items) {
      const best = packTiers(0, this.#inStock(document), false, false, intentOfPhrase);
      if (this.#top.isClosed(best, this.#live, document)) break;
      if (this.#isPlain(document)) this.#offer(document, intentOfPhrase, 0);
    }
  }

  offerInTitle(): void {
    const leader = this.#words.reduce((least, word) => (word.inTitleMax < least.inTitleMax ? word : least));
    const list = leader.inTitle();
    for (const word of this.#words) word.expectLookUps(list.items.length);
    const best = Uint8Array.from(this.#words, ({ bestInTitle }) => bestInTitle);
    if (best.includes(0)) return;
    const intentMax = gradeIntent(best, this.#words.length, standing.sideBySide);
    if (this.#words.length === 1) this.#offerList(list, intentMax);
    else this.#offerCommon(leader, intentMax);
  }

  /** Products that hold the only word of the query in the title: what it is worth stands in the list. */
  #offerList(list: PostingList, intentMax: number): void {
    for (let place = 0; place < list.items.length; place += 1) {
      const document = list.items[place] ?? 0;
      if (this.#isClosed(document, intentMax)) break;
      if (!this.#isPlain(document) || has(this.#phrases, document)) continue;
      this.#scan.values[0] = valueAt(list, place);
      this.#offer(document, gradeIntent(this.#scan.values, 1, standing.scattered), 0);
    }
  }

  /** Products of one word that hold all others too. */
  #offerCommon(leader: ProductWord, intentMax: number): void {
    const filters = this.#words
      .filter((word) => word !== leader && word.isListed)
      .map((word) => new Cursor(word.inTitle()));
    for (const document of leader.inTitle().items) {
      if (this.#isClosed(document, intentMax)) break;
      if (!filters.every((cursor) => cursor.seek(document) > 0)) continue;
      if (this.#isPlain(document)) this.#offerIfHeld(document, 0);
    }
  }

  offerElsewhere(): void {
    const mostMax = this.#elsewhereMax();
    if (mostMax === null || this.#top.isBeyond(packTiers(0, true, false, false, mostMax))) return;
    const leader = this.#words.reduce((least, word) => (word.heldMax < least.heldMax ? word : least));
    const held = leader.held();
    for (const word of this.#words) word.expectLookUps(held.length);
    // With lists more is known than before.
    const intentMax = this.#elsewhereMax() ?? 0;
    for (const document of held) {
      if (this.#isClosed(document, intentMax)) break;
      if (this.#isPlain(document)) this.#offerIfHeld(document, 0);
    }
  }

  /** The highest grade of a product that holds some word elsewhere only; null where none can hold all words so. */
  #elsewhereMax(): number | null {
    const grades = this.#words.flatMap((elsewhere) => {
      const best = Uint8Array.from(this.#words, (word) =>
        word === elsewhere ? word.bestElsewhere : uniteValues(word.bestInTitle, word.bestElsewhere),
      );
      return best.includes(0) ? [] : [gradeIntent(best, this.#words.length, standing.scattered)];
    });
    return grades.length === 0 ? null : Math.max(...grades);
  }

  #offerIfHeld(document: number, popularity: number): void {
    if (has(this.#phrases, document)) {
      this.#offer(document, intentOfPhrase, popularity);
    } else if (this.#scan.holdsAll(document)) {
      const stands = this.#scan.standing(document);
      this.#offer(document, gradeIntent(this.#scan.values, this.#words.length, stands), popularity);
    }
  }

  #offer(document: number, intent: number, popularity: number): void {
    const titles = this.#begun.find(({ start, end }) => document >= start && document < end);
    const exactTitle = titles !== undefined && document < titles.exactEnd;
    const tiers = packTiers(0, this.#inStock(document), exactTitle, titles !== undefined, intent);
    if (this.#top.isBeyond(tiers)) return;
    this.#top.offer({ tiers, popularity, live: this.#live, document });
  }

  #inStock(document: number): boolean {
    return document < this.#live.segment.inStockCount;
  }

  /** Live, and without popularity: those that have some were offered before. */
  #isPlain(document: number): boolean {
    return this.#live.isLive(document) && !this.#popularity.has(document);
  }

  /** Neither begins its title with the query nor has a phrase for it: can this document or a later one enter? */
  #isClosed(document: number, intentMax: number): boolean {
    const best = packTiers(0, this.#inStock(document), false, false, intentMax);
    return this.#top.isClosed(best, this.#live, document);
  }
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
      const end = lowerBound(start, stock.end, (place) =>
        titles.comparePrefix(place, folded) <= 0 ? -1 : 1,
      );
      const exactEnd = lowerBound(start, end, (place) => (titles.compareBytes(place, folded) <= 0 ? -1 : 1));
      return { start, end, exactEnd };
    })
    .filter(({ start, end }) => end > start);
}

/** Documents with a generated phrase that the query equals or begins, and those whose code it is. */
function phraseList(segment: Segment, query: Query): PostingList {
  const { generatedPhrases, generatedDocuments, codes, codeDocuments } = segment;
  const phrases = prefixRange(generatedPhrases, Buffer.from(query.folded));
  const ofCodes = codeTerms(query.folded).map((code) => {
    const bytes = Buffer.from(code);
    const { start, end } = prefixRange(codes, bytes);
    const wholeEnd = lowerBound(start, end, (place) => (codes.compareBytes(place, bytes) === 0 ? -1 : 1));
    return listOf(codeDocuments.subarray(start, wholeEnd), intentOfPhrase, segment.documentCount);
  });
  return unite(generatedDocuments, [{ ...phrases, meaning: ofPhrase }], ofCodes);
}

/** Tables without masks have one field, of mask 0. */
const ofPhrase = Uint8Array.of(intentOfPhrase);

function has({ items }: PostingList, document: number): boolean {
  return items.length > 0 && items[gallop(items, document, 0)] === document;
}
