/**
 * Answers a keystroke after its route (§4.7): from the cache, otherwise from the index, otherwise it waits until the index is loaded.
 * Nothing here touches the database. A query has at most 100 characters and an answer 20 products. Steps are 230,000 and 1.4 for each
 * product; beyond them the answer has what was found so far. Answers are kept for 60 s, in 64 MiB. A store without an index in memory
 * gives nothing, and the caller waits for it.
 */
// Tests: ./autocomplete.test.ts.
import { LRUCache } from 'lru-cache';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import {
  arrangeAnswer,
  candidateCount,
  type ShownResult,
  standsAlone,
} from '../../merchandising/arrange-answer.ts';
import type { RuleSet } from '../../merchandising/rule-set.ts';
import type {
  CompiledSynonyms,
  PlacedPopularity,
  ProductHit,
  QuestionTerms,
  SearchResult,
} from '../../search/engine.ts';
import { openIndex } from '../../search/index-reader.ts';
import { readPlacedScores } from '../../search/popularity-placement.ts';
import { queryWords } from '../../search/query/query.ts';
import { QueryBudget, stepsOf } from '../../search/step-budget.ts';
import { fold } from '../../search/text/fold.ts';
import { type AnswerFacts, assembleAnswer } from './assemble-answer.ts';
import { explainVariants, type VariantsOfHits } from './explain-variants.ts';
import type { IndexRegistry, LoadedIndex } from './index-registry.ts';
import { createQueryTurns, createSideWork, type QueryTurns, type SideWork } from './query-turns.ts';
import { recentExpressions } from './recent-expressions.ts';
import { type ShownThing, shownOf } from './shown-things.ts';

/** A checked keystroke. */
export interface AutocompleteQuery {
  readonly storeId: string;
  /** As sent, at most 100 code points. */
  readonly query: string;
  /** 1 to 20, for each group. */
  readonly limit: number;
  readonly explain: boolean;
  /** With the price before of products on sale; absent: without. */
  readonly salePrices?: boolean;
  /** With an id of the answer, which is added to its bytes when it is sent; absent: without. */
  readonly withId?: boolean;
}

/** The answer to send, and its source. */
export interface AutocompleteAnswer {
  /** UTF-8 JSON as a string with one character per byte: send it, or convert it to a buffer, as `latin1`. */
  readonly body: string;
  readonly origin: 'cached' | AnswerFacts['source'];
  /** Whether it shows a product or a redirect. */
  readonly found: boolean;
  /** The folded query: queries that fold alike are the same question. */
  readonly asked: string;
  /** Its cost for the engine in steps (step-budget.ts); 0 from the cache. */
  readonly steps: number;
  /** Whether it used up its budget, so better results may be missing. */
  readonly isCut: boolean;
}

/** Answers keystrokes from memory. */
export interface Autocomplete extends SideWork {
  /** Whether the answer has to wait for its turn; {@link answerAtOnce} returns undefined then. */
  mustWait(query: AutocompleteQuery): boolean;
  /** Whether the store's index is loaded, so the next {@link answer} returns one. */
  isLoaded(storeId: string): boolean;
  /** Like {@link answer}; also undefined if the answer would have to wait. */
  answerAtOnce(query: AutocompleteQuery): AutocompleteAnswer | undefined;
  /** Returns the result of `ask`, which uses the methods below, in a turn of the store: under load it waits, and may be refused. */
  inTurn<Result>(storeId: string, ask: () => Result): Promise<Result>;
  /** The answer, or undefined while the store's index is not loaded. */
  answer(query: AutocompleteQuery): AutocompleteAnswer | undefined;
  /** Like {@link IndexReader.suggestionKey}; null while the store's index is not loaded. */
  suggestionKey(storeId: string, text: string): string | null;
  /**
   * Whether the longest answer to the query contains a thing. If that answer is empty, whether discovery contains it, which search
   * boxes show then. All checks of one request share `questions`, in units of one keystroke's budget. Undefined once that is used
   * up, and while the store's index is not loaded.
   */
  shownFor(
    query: Pick<AutocompleteQuery, 'storeId' | 'query'>,
    questions: QueryBudget,
  ): ((thing: ShownThing) => boolean) | undefined;
  /**
   * Searches for the dashboard: any number of products, never from the cache. `hasAllVariants`: each variant takes a place of its own.
   */
  find(
    query: Omit<AutocompleteQuery, 'explain'> & { readonly hasAllVariants?: boolean },
  ): FoundProducts | undefined;
  /** The variants behind each of these products; none while the store's index is not loaded. */
  variantsOf(storeId: string, products: readonly ProductHit[]): VariantsOfHits;
  /** Searches with other rules or synonyms than the store's own, applying rules that are active now. Blank is discovery. */
  tryWith(query: Omit<AutocompleteQuery, 'explain'>, tried: TriedSettings): ShownResult | undefined;
}

/** Settings in the place of the store's own. */
export interface TriedSettings {
  /** Returns the rules to apply, from those of the store; null for none. */
  readonly rules: (own: RuleSet | null) => RuleSet | null;
  /** Null for those of the store. */
  readonly synonyms: CompiledSynonyms | null;
  /** Absent for that of the store. */
  readonly ranking?: TriedRanking;
}

/** Popularity with other boosts, and whether what is out of stock is hidden. */
interface TriedRanking {
  readonly popularity: readonly PlacedPopularity[];
  readonly hidesOutOfStock: boolean;
}

/** The engine's result, and the change number up to which the index shows every change of its store. */
export interface FoundProducts {
  readonly result: ShownResult;
  readonly changeNumber: number;
  /** The synonyms of the search. */
  readonly synonyms: CompiledSynonyms;
  /** Whether the search used up its budget, so better results may be missing. */
  readonly isCut: boolean;
}

/**
 * A cached answer is valid while the index has no later change and the same popularity as when it was made, and for at most 60
 * seconds (§4.7). A merge does not change answers.
 */
interface CachedAnswer {
  readonly changeNumber: number;
  readonly signalsVersion: number;
  /** The time until which it may be used, on the clock's monotonic time. */
  readonly goodUntilMs: number;
  readonly body: string;
  readonly found: boolean;
  readonly asked: string;
}

/** Memory of a cached answer in addition to its characters: entry, key and cache slots. Estimated. */
const entryBytes = 200;

/** Options of an {@link Autocomplete}. */
export interface AutocompleteOptions {
  /** Memory limit of cached answers. */
  readonly cacheMaxBytes?: number;
  /** Decides whose question comes next. */
  readonly turns?: QueryTurns;
}

/** Creates an {@link Autocomplete} over the indexes of `registry`; the clock expires cached answers. */
export function createAutocomplete(
  registry: Pick<IndexRegistry, 'find'>,
  clock: Clock,
  { cacheMaxBytes = limits.answerCacheMaxBytes, turns = createQueryTurns() }: AutocompleteOptions = {},
): Autocomplete {
  const { find } = registry;
  const { answer, mustWait } = createAnswering({ find, clock, turns, cacheMaxBytes });

  /** Searches for the dashboard; their steps count for their store too. */
  function askNow(
    index: LoadedIndex,
    { storeId, query, limit }: Omit<AutocompleteQuery, 'explain'>,
    terms = termsOf(index),
  ): ShownResult {
    const shown = ask(index, query, limit, clock.nowMicros(), terms);
    turns.spend(storeId, terms.budget.spent);
    return shown;
  }

  return {
    isLoaded: (storeId) => find(storeId) !== undefined,
    answer,
    mustWait,
    answerAtOnce: (query) => (mustWait(query) ? undefined : answer(query)),
    inTurn: async (storeId, ask) => (turns.isBusy ? await turns.run(storeId, ask) : ask()),
    ...createSideWork(turns),
    suggestionKey: (storeId, text) => find(storeId)?.reader.suggestionKey(text) ?? null,
    shownFor({ storeId, query }, questions) {
      const index = find(storeId);
      if (index === undefined || questions.left === 0) return undefined;
      const limit = limits.autocompleteLimitMax;
      const groupOf = (productId: string) => index.reader.groupOf(productId);
      return shownOf(groupOf, query, (text) => {
        const terms = termsOf(index, Math.min(1, questions.left));
        const shown = askNow(index, { storeId, query: text, limit }, terms);
        questions.spend(terms.budget.spent / stepsPerQuestion(index));
        return shown;
      });
    },
    variantsOf(storeId, products) {
      const index = find(storeId);
      return index === undefined ? new Map() : explainVariants(index.reader, products);
    },
    find({ storeId, query, limit, hasAllVariants = false }) {
      const index = find(storeId);
      if (index === undefined) return undefined;
      const terms = { ...termsOf(index), isAlone: hasAllVariants ? () => true : null };
      const result = askNow(index, { storeId, query, limit }, terms);
      const { changeNumber, reader } = index;
      return { result, isCut: terms.budget.wasShort, changeNumber, synonyms: reader.synonyms };
    },
    tryWith({ storeId, query, limit }, tried) {
      const index = find(storeId);
      if (index === undefined) return undefined;
      return askNow(indexWith(index, tried), { storeId, query, limit });
    },
  };
}

/** An index as it would be with other settings. */
function indexWith(index: LoadedIndex, { rules, synonyms, ranking }: TriedSettings): LoadedIndex {
  const { reader: own, segments, signals } = index;
  const { hidesOutOfStock } = ranking ?? own;
  const isOwn = synonyms === null && hidesOutOfStock === own.hidesOutOfStock;
  const { locale } = own;
  const reader = isOwn
    ? own
    : openIndex({ locale, synonyms: synonyms ?? own.synonyms, segments, hidesOutOfStock }, own);
  const products = ranking === undefined ? signals.products : readPlacedScores(ranking.popularity);
  return { ...index, reader, signals: { ...signals, products }, rules: rules(index.rules) };
}

/** The budget that all checks of one request share ({@link Autocomplete.shownFor}), in questions. */
export function createCheckBudget(): QueryBudget {
  return new QueryBudget(limits.clickLookQuestions);
}

/** The parts that answering needs. */
interface AnsweringParts {
  readonly find: IndexRegistry['find'];
  readonly clock: Clock;
  readonly turns: QueryTurns;
  readonly cacheMaxBytes: number;
}

/** Answers from the cache or from the index. */
function createAnswering({
  find,
  clock,
  turns,
  cacheMaxBytes,
}: AnsweringParts): Pick<Autocomplete, 'answer' | 'mustWait'> {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: cacheMaxBytes,
    sizeCalculation: ({ body, asked }, key) => body.length + 2 * (key.length + asked.length) + entryBytes,
  });

  function answer({
    storeId,
    query,
    limit,
    explain,
    salePrices = false,
  }: AutocompleteQuery): AutocompleteAnswer | undefined {
    const index = find(storeId);
    if (index === undefined) return undefined;
    const { changeNumber, signalsVersion } = index;
    if (explain) {
      const { bytes, ...facts } = compute(
        index,
        { storeId, query, limit, explain, salePrices },
        clock.nowMicros(),
      );
      turns.spend(storeId, facts.steps);
      return { body: bytes.fresh, ...facts, asked: fold(query) };
    }
    const key = keyOf(storeId, query, limit, salePrices);
    const known = cache.get(key);
    const nowMs = clock.monotonicMs();
    if (known !== undefined && isGood(known, index, nowMs)) {
      const { body, found, asked } = known;
      return { body, origin: 'cached', found, asked, steps: 0, isCut: false };
    }
    const nowMicros = index.rules === null ? 0 : clock.nowMicros();
    const { bytes, ...facts } = compute(index, { storeId, query, limit, explain, salePrices }, nowMicros);
    const goodUntilMs = nowMs + goodForMs(index, nowMicros);
    const { found, steps } = facts;
    turns.spend(storeId, steps);
    const asked = fold(query);
    cache.set(key, { changeNumber, signalsVersion, goodUntilMs, body: bytes.cached, found, asked });
    return { body: bytes.fresh, ...facts, asked };
  }

  function cached(
    { storeId, query, limit, salePrices = false }: AutocompleteQuery,
    index: LoadedIndex,
  ): CachedAnswer | null {
    const known = cache.get(keyOf(storeId, query, limit, salePrices));
    return known !== undefined && isGood(known, index, clock.monotonicMs()) ? known : null;
  }

  function mustWait(query: AutocompleteQuery): boolean {
    if (!turns.isBusy) return false;
    const index = find(query.storeId);
    return index !== undefined && (query.explain || cached(query, index) === null);
  }

  return { answer, mustWait };
}

/** The id has a fixed length and the limit no colon: no two queries share a key. */
function keyOf(storeId: string, query: string, limit: number, salePrices: boolean): string {
  return `${storeId}${limit}${salePrices ? 's' : ''}:${query}`;
}

function isGood(answer: CachedAnswer, index: LoadedIndex, nowMs: number): boolean {
  const isOfNow =
    answer.changeNumber === index.changeNumber && answer.signalsVersion === index.signalsVersion;
  return isOfNow && nowMs < answer.goodUntilMs;
}

/** No answer is cached past the moment at which a rule begins or ends. */
function goodForMs({ rules }: LoadedIndex, nowMicros: number): number {
  const mostMs = limits.answerCacheSeconds * 1_000;
  const edge = rules?.nextEdge(nowMicros) ?? null;
  return edge === null ? mostMs : Math.min(mostMs, (edge - nowMicros) / 1_000);
}

function compute(
  index: LoadedIndex,
  { storeId, query, limit, explain, salePrices }: Required<Omit<AutocompleteQuery, 'withId'>>,
  nowMicros: number,
) {
  const terms = termsOf(index);
  const result = ask(index, query, limit, nowMicros, terms);
  const mode = isBlank(query) ? 'discovery' : 'search';
  const source = sourceOf(result, query);
  const explained = explain ? explainVariants(index.reader, result.products) : null;
  const bytes = assembleAnswer(result, { storeId, query, mode, source, explain: explained, salePrices });
  const isLed = (result.redirect ?? null) !== null;
  const { spent, wasShort } = terms.budget;
  const found = result.products.length > 0 || isLed;
  return { bytes, origin: source, found, steps: Math.round(spent), isCut: wasShort };
}

/** The budget of one keystroke, or a share of it: all questions that answer the keystroke share it. */
function termsOf(index: LoadedIndex, share = 1): QuestionTerms {
  return { budget: new QueryBudget(share * stepsPerQuestion(index)), isBlocked: index.blocks };
}

function stepsPerQuestion({ reader }: LoadedIndex): number {
  return limits.querySteps + limits.queryStepsPerProduct * reader.documentCount;
}

/** Searches and applies the rules of the store; if no rule matches the typed query, those of the corrected one. */
function ask(
  index: LoadedIndex,
  query: string,
  limit: number,
  nowMicros: number,
  terms: QuestionTerms,
): ShownResult {
  const usual = find(index, query, limit, terms);
  const { rules, reader, signals } = index;
  if (rules === null) return usual;
  const { correctedQuery } = usual;
  const corrected = () => (correctedQuery === null ? null : rules.find(correctedQuery, nowMicros));
  const effect = rules.find(query, nowMicros) ?? corrected();
  if (effect === null) return usual;
  terms.budget.spend(stepsOf.productNamed * (effect.pins.length + effect.hides.size));
  const reach = candidateCount(effect, limit, limits.placesLookedAt);
  const isAlone = standsAlone(effect);
  const isUsual = reach === limit && isAlone === null;
  const { products, fromGraph } = isUsual ? usual : find(index, query, reach, { ...terms, isAlone });
  const pinned = reader.findProducts(effect.pins, signals);
  return arrangeAnswer({ ...usual, products, fromGraph }, effect, pinned, limit);
}

/** Searches without the rules of the store, except its blocklist. */
function find(index: LoadedIndex, query: string, limit: number, terms: QuestionTerms): SearchResult {
  const { reader, signals } = index;
  if (!isBlank(query)) return reader.search(query, limit, signals, terms);
  const found = reader.discover(limit, signals, terms);
  return { ...found, suggestions: recentExpressions(index, found.suggestions, limit, terms) };
}

function isBlank(query: string): boolean {
  return query.trim() === '';
}

/** Contract §7: the graph is for discovery and for one word of up to four characters. */
function sourceOf({ fromGraph }: SearchResult, query: string): 'graph' | 'backend' {
  if (!fromGraph) return 'backend';
  const folded = fold(query);
  const isShort = Array.from(folded).length <= graphQueryMaxLength;
  return folded === '' || (isShort && queryWords(folded).length === 1) ? 'graph' : 'backend';
}

const graphQueryMaxLength = 4;
