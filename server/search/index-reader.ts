/**
 * Answers questions from one snapshot of an index, in any thread. It never changes the index. A question ends when its budget of steps
 * is spent: the best found so far is the answer. A query without letters and digits gets an empty answer. Each part of the work gets a
 * share of the remaining steps, from 0 to 1 ({@link shares}).
 */
// Tests: ./popularity-placement.test.ts, server/search/indexing/prefix-graph-builder.test.ts.

import { compareCodePoints } from './columns/text-order.ts';
import type {
  CompiledSynonyms,
  IndexReader,
  IndexSnapshot,
  ProductHit,
  QuestionTerms,
  SearchResult,
  Signals,
} from './engine.ts';
import { createGeneralityOf, isNounFirst } from './phrases/phrase-languages.ts';
import { type CommonRule, type EngineQuestion, usualRule } from './products/product-question.ts';
import { discoverProducts, findByIds, ProductSearch } from './products/product-search.ts';
import { lookUpProducts } from './products/product-words.ts';
import { isWrittenTogether } from './products/words-together.ts';
import { type Analysis, createAnalysis } from './query/analysis.ts';
import { lastLetterOf } from './query/last-letter.ts';
import { parseQuery, type Query, stemOf } from './query/query.ts';
import { createQueryCorrector, type QueryCorrector } from './query-correction.ts';
import { LiveSegment } from './segment/live-segment.ts';
import { unlimitedBudget } from './step-budget.ts';
import { searchCategories, strongestCategories } from './suggestions/category-search.ts';
import { countSuggestion, KnownSuggestions, placesOf } from './suggestions/known-suggestions.ts';
import { isClickable } from './suggestions/suggestion-evidence.ts';
import { searchSuggestions, strongestSuggestions } from './suggestions/suggestion-search.ts';
import { fold } from './text/fold.ts';

/**
 * Opens a snapshot. It reuses the views of shared segments from `previous`, a reader of an earlier snapshot of the same writer.
 * Throws an Error for a buffer in another version of the format.
 */
export function openIndex(
  snapshot: IndexSnapshot,
  previous?: IndexReader,
  common: CommonRule = usualRule,
): IndexReader {
  return new SegmentReader(snapshot, previous instanceof SegmentReader ? previous : null, common);
}

/** The results of a query, before products that miss words are looked for if nothing else was found. */
interface Found extends Pick<SearchResult, 'categories' | 'suggestions'> {
  readonly search: ProductSearch;
  /** The query that was searched, if that is not what was typed. */
  readonly correctedQuery: string | null;
}

/** Whether anything holds all words of the query: a product that misses some is no match. */
function hasMatch({ search, categories, suggestions }: Found): boolean {
  return search.isMet || categories.length > 0 || suggestions.length > 0;
}

function toResult({ search, categories, suggestions, correctedQuery }: Found): SearchResult {
  const fromGraph = search.fromGraph && correctedQuery === null;
  return { products: search.hits(), categories, suggestions, correctedQuery, fromGraph };
}

/** The answer to a query without letters and digits. */
const nothingFound: SearchResult = {
  products: [],
  categories: [],
  suggestions: [],
  correctedQuery: null,
  fromGraph: false,
};

/** The part of the remaining steps that each piece of work gets when it begins; the last one gets them all. Chosen. */
const shares = {
  asTyped: 0.8,
  whole: 0.4,
  words: 0.7,
  products: 0.85,
  categories: 0.3,
  correction: 0.5,
} as const;

function unlimited(): QuestionTerms {
  return { budget: unlimitedBudget(), isBlocked: null };
}

class SegmentReader implements IndexReader {
  readonly documentCount: number;
  readonly locale: string;
  readonly synonyms: CompiledSynonyms;
  readonly hidesOutOfStock: boolean;
  readonly #segments: readonly LiveSegment[];
  readonly #isGeneric: (foldedTitle: string) => boolean;
  readonly #common: CommonRule;
  readonly #analysis: Analysis;
  readonly #suggestions: KnownSuggestions;
  #corrector: QueryCorrector | null = null;

  constructor(
    { locale, synonyms, segments, hidesOutOfStock: hides = false }: IndexSnapshot,
    previous: SegmentReader | null,
    common: CommonRule,
  ) {
    this.#common = common;
    const known = new Map(previous === null ? [] : previous.#segments.map((live) => [live.id, live]));
    this.#segments = segments.map((segment) => LiveSegment.open(segment, known.get(segment.id), hides));
    this.hidesOutOfStock = hides;
    this.locale = locale;
    const isSameLocale = previous !== null && previous.locale === locale;
    this.#isGeneric = isSameLocale ? previous.#isGeneric : createIsGeneric(locale);
    this.synonyms = synonyms;
    const analysis = isSameLocale ? previous.#analysis : null;
    this.#analysis =
      analysis?.synonymsVersion === synonyms.version ? analysis : createAnalysis(locale, synonyms);
    this.#suggestions = new KnownSuggestions(this.#segments, {
      nounFirst: isNounFirst(locale),
      stem: this.#analysis.stem,
    });
    this.documentCount = this.#segments.reduce((total, live) => total + live.documentCount, 0);
  }

  search(text: string, limit: number, signals: Signals, terms = unlimited()): SearchResult {
    const query = parseQuery(text, this.#analysis);
    if (query.words.length === 0) return nothingFound;
    const { isBlocked, isAlone = null } = terms;
    const question = { limit, signals, isBlocked, isAlone, common: this.#common };
    const typed = this.#find(query, { ...question, budget: terms.budget.part(shares.asTyped) });
    if (hasMatch(typed)) return toResult(typed);
    const corrected = this.#findCorrected(query.folded, { ...question, budget: terms.budget });
    if (corrected !== null && hasMatch(corrected)) return toResult(corrected);
    typed.search.fill(terms.budget.part(shares.asTyped));
    const result = toResult(typed);
    if (result.products.length > 0 || corrected === null) return result;
    corrected.search.fill();
    const other = toResult(corrected);
    return other.products.length > 0 ? other : result;
  }

  findProducts(productIds: readonly string[], signals: Signals): ReadonlyMap<string, ProductHit> {
    return findByIds(this.#segments, productIds, signals);
  }

  groupOf(productId: string): string | null {
    const id = Buffer.from(productId);
    for (const live of this.#segments) {
      const document = live.findLiveDocument(id);
      if (document >= 0) return live.segment.groups.nameOf(document);
    }
    return null;
  }

  membersOf(groups: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const members = new Map(groups.map((group): [string, string[]] => [group, []]));
    for (const live of this.#segments) {
      const { groups: column, externalIds } = live.segment;
      for (const { name, document } of column.documentsOf(groups)) {
        if (live.isLive(document)) members.get(name)?.push(externalIds.text(document));
      }
    }
    for (const ids of members.values()) ids.sort(compareCodePoints);
    return members;
  }

  suggestionKey(text: string): string | null {
    const key = fold(text);
    // Events may name any text, so it is not kept.
    return isClickable(countSuggestion(placesOf(this.#segments, key, null), key)) ? key : null;
  }

  holdsWord(word: string): boolean {
    const stem = stemOf(word, this.#analysis.stem);
    return this.#segments.some(({ segment: { words } }) =>
      words.find({ text: word, prefix: false }).exact >= 0
        ? true
        : words.ofStem(stem).some((term) => word.startsWith(words.terms.text(term))),
    );
  }

  discover(limit: number, signals: Signals, terms = unlimited()): SearchResult {
    const { budget, isBlocked, isAlone = null } = terms;
    const question = { limit, signals, isBlocked, isAlone, common: this.#common };
    return {
      products: discoverProducts(this.#segments, { ...question, budget: budget.part(shares.products) }),
      categories: strongestCategories(this.#segments, limit, budget.part(shares.categories), this.#isGeneric),
      suggestions: strongestSuggestions(this.#segments, { ...question, budget }, this.#suggestions),
      correctedQuery: null,
      fromGraph: true,
    };
  }

  /** Searches the corrected query; null if there is no correction. */
  #findCorrected(folded: string, question: EngineQuestion): Found | null {
    this.#corrector ??= createQueryCorrector(this.#segments, this.#analysis);
    const correctedQuery = this.#corrector.correct(folded, question.budget.part(shares.correction));
    if (correctedQuery === null || !question.budget.allows()) return null;
    return { ...this.#find(parseQuery(correctedQuery, this.#analysis), question), correctedQuery };
  }

  #find(query: Query, question: EngineQuestion): Found {
    const { budget } = question;
    const whole = this.#findWhole(query, { ...question, budget: budget.part(shares.whole) });
    const segments = lookUpProducts(this.#segments, query, budget.part(shares.words));
    const search = new ProductSearch(
      segments,
      query,
      { ...question, budget: budget.part(shares.products) },
      this.#analysis.synonymsVersion,
      whole,
    );
    if (search.isMet) search.fill();
    const categories = searchCategories(segments, query, question.limit, budget.part(shares.categories));
    const suggestions = searchSuggestions(
      segments,
      query,
      question,
      this.#suggestions,
      this.#analysis.synonymsVersion,
    );
    // A query that something else meets keeps its products; of another one they may not be wanted.
    if (!search.isMet && categories.length + suggestions.length > 0) search.fill();
    return { search, categories, suggestions, correctedQuery: null };
  }
  /** Products with the last letter of a query as a whole word or a part of one, where the catalog writes it together with others. */
  #findWhole(query: Query, question: EngineQuestion): ProductSearch | null {
    const last = lastLetterOf(query, this.#analysis.stem);
    if (last === null || !isWrittenTogether(this.#segments, last, question.budget)) return null;
    const segments = lookUpProducts(this.#segments, last.query, question.budget.part(shares.words));
    return new ProductSearch(segments, last.query, question, this.#analysis.synonymsVersion);
  }
}

function createIsGeneric(locale: string): (foldedTitle: string) => boolean {
  const generalityOf = createGeneralityOf(locale);
  return (foldedTitle) => generalityOf(foldedTitle) === 'generic';
}
