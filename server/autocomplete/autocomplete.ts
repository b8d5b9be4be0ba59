/**
 * The life of a keystroke behind its route (§4.7): cache, else the index, else wait for the index to be loaded.
 * Nothing here touches the database.
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { arrangeAnswer, reachOf, type ShownResult } from '../merchandising/arrange-answer.ts';
import type { RuleSet } from '../merchandising/rule-set.ts';
import type { CompiledSynonyms, QuestionTerms, SearchResult } from '../search/engine.ts';
import { type MissingPages, missedPages } from '../search/paged-segments.ts';
import { queryWords } from '../search/query/query.ts';
import { QueryBudget, stepsOf } from '../search/step-budget.ts';
import { fold } from '../search/text/fold.ts';
import { type AnswerFacts, assembleAnswer } from './assemble-answer.ts';
import type { IndexRegistry, LoadedIndex } from './index-registry.ts';
import { beingFetched, type PageFetching } from './page-fetching.ts';
import { createQueryTurns, type QueryTurns, type WorkBeside, workBeside } from './query-turns.ts';
import { recentExpressions } from './recent-expressions.ts';

/** A checked keystroke. */
export interface AutocompleteQuery {
  readonly storeId: string;
  /** As sent, at most 100 code points. */
  readonly query: string;
  /** 1 to 20, for each group. */
  readonly limit: number;
  readonly explain: boolean;
}

/** What to send, and where it came from. */
export interface AutocompleteAnswer {
  /** UTF-8 JSON as a string of one character a byte: to be sent, or made a buffer, as `latin1`. */
  readonly body: string;
  readonly origin: 'cached' | AnswerFacts['source'];
  /** Whether it shows a product, or a page of the shop to go to. */
  readonly found: boolean;
  /** The query, folded: queries that fold alike are one question. */
  readonly asked: string;
  /** What it cost the engine (step-budget.ts); 0 out of the cache. */
  readonly steps: number;
  /** Whether that was all it may cost, so that something better may have been left out. */
  readonly isCut: boolean;
}

/** Something in an answer that can be clicked: a product by its UUID, anything else by its text. */
export interface ShownThing {
  readonly group: 'products' | 'suggestions' | 'categories';
  readonly name: string;
}

/** Answers keystrokes from memory. */
export interface Autocomplete extends WorkBeside {
  /** Whether the answer has to be waited for, since others are being asked: {@link answerAtOnce} gives none then. */
  mustWait(query: AutocompleteQuery): boolean;
  /** Whether the store's index is loaded, so that the next {@link answer} gives one. */
  isLoaded(storeId: string): boolean;
  /** As {@link answer}; undefined also where it would have to be waited for. */
  answerAtOnce(query: AutocompleteQuery): AutocompleteAnswer | undefined;
  /**
   * Returns what `ask` returns, which uses the methods below. Where a store's index is in memory by pages, these throw while pages
   * are missing: they are fetched, and `ask` is called again. Rejects with `unavailable` when that takes too long.
   */
  whole<Result>(storeId: string, ask: () => Result): Promise<Result>;
  /** The answer, or undefined while the store's index is not loaded. */
  answer(query: AutocompleteQuery): AutocompleteAnswer | undefined;
  /** As {@link IndexReader.suggestionKey}; null while the store's index is not loaded. */
  suggestionKey(storeId: string, text: string): string | null;
  /**
   * Whether the longest answer to the query holds a thing; where there is nothing in it, whether that of discovery does,
   * which search boxes show then. `questions` is what the looks of one request share: a unit is all that one keystroke
   * may cost. Undefined once it is spent, and while the store's index is not loaded.
   */
  shownFor(
    query: Pick<AutocompleteQuery, 'storeId' | 'query'>,
    questions: QueryBudget,
  ): ((thing: ShownThing) => boolean) | undefined;
  /** What the engine finds, for people at work: any number of products, never out of the cache. */
  find(query: Omit<AutocompleteQuery, 'explain'>): FoundProducts | undefined;
  /** What the engine finds with other rules in the place of the store's own, those that hold now. */
  tryRules(query: Omit<AutocompleteQuery, 'explain'>, rules: RuleSet): ShownResult | undefined;
}

/** What the engine found, and the change of the store up to which its index shows everything. */
export interface FoundProducts {
  readonly result: ShownResult;
  readonly changeNumber: number;
  /** By which it was found. */
  readonly synonyms: CompiledSynonyms;
  /** Whether that took all that one question may cost, so that something better may have been left out. */
  readonly isCut: boolean;
}

/**
 * An answer is good as long as the index shows no later change than the one that gave it, shoppers' doings are those
 * that ranked it, and for 60 seconds at most (§4.7). An index that was merged meanwhile answers alike.
 */
interface CachedAnswer {
  readonly changeNumber: number;
  readonly signalsVersion: number;
  /** By the clock's monotonic time. */
  readonly goodUntilMs: number;
  readonly body: string;
  readonly found: boolean;
  readonly asked: string;
}

/** A question waits so long for pages at most: after that the next key is being pressed, and finds them there. Chosen. */
const pagesWaitMs = 1_500;

/** What a cached answer takes beside its characters: entry, key and places in the cache. Estimated. */
const entryBytes = 200;

/** Options of an {@link Autocomplete}. */
export interface AutocompleteOptions {
  /** Bound on the answers that are kept. */
  readonly cacheMaxBytes?: number;
  /** Fetches pages of indexes that are in memory by pages. */
  readonly pages?: PageFetching | null;
  /** Whose question the engine is asked next. */
  readonly turns?: QueryTurns;
}

/** `registry` holds the indexes; the clock ages cached answers. */
export function createAutocomplete(
  registry: Pick<IndexRegistry, 'find'>,
  clock: Clock,
  {
    cacheMaxBytes = limits.answerCacheMaxBytes,
    pages = null,
    turns = createQueryTurns(),
  }: AutocompleteOptions = {},
): Autocomplete {
  const { find, attempt } = pinIndexes(registry);
  const { answer, mustWait } = createAnswering({ find, clock, turns, cacheMaxBytes });

  /** For people at work; their questions are their store's too. */
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
    answerAtOnce: (query) => (mustWait(query) ? undefined : attempt(null, () => answer(query)).result),
    async whole(storeId, ask) {
      // The same version throughout: of a newer one other pages are missing.
      const index = registry.find(storeId);
      const pin = index === undefined ? null : { storeId, index };
      const untilMs = clock.monotonicMs() + pagesWaitMs;
      for (;;) {
        const asked = turns.isBusy ? await turns.run(storeId, () => attempt(pin, ask)) : attempt(pin, ask);
        const { result, missed } = asked;
        if (missed === null) return result;
        const leftMs = untilMs - clock.monotonicMs();
        if (pages === null || leftMs <= 0) throw beingFetched();
        // Fetches that began go on: the next question finds the pages there.
        await pages.fetchWithin(leftMs, storeId, missed);
      }
    },
    ...workBeside(turns),
    suggestionKey: (storeId, text) => find(storeId)?.reader.suggestionKey(text) ?? null,
    shownFor({ storeId, query }, questions) {
      const index = find(storeId);
      if (index === undefined || questions.left === 0) return undefined;
      const limit = limits.autocompleteLimitMax;
      return shownOf((text) => {
        const terms = termsOf(index, Math.min(1, questions.left));
        const shown = askNow(index, { storeId, query: text, limit }, terms);
        questions.spend(terms.budget.spent / stepsPerQuestion(index));
        return shown;
      }, query);
    },
    find({ storeId, query, limit }) {
      const index = find(storeId);
      if (index === undefined) return undefined;
      const terms = termsOf(index);
      const result = askNow(index, { storeId, query, limit }, terms);
      const { changeNumber, reader } = index;
      return { result, isCut: terms.budget.wasShort, changeNumber, synonyms: reader.synonyms };
    },
    tryRules({ storeId, query, limit }, rules) {
      const index = find(storeId);
      return index && askNow({ ...index, rules }, { storeId, query, limit });
    },
  };
}

/** What the looks of one request at answers share ({@link Autocomplete.shownFor}), in questions. */
export function createLookBudget(): QueryBudget {
  return new QueryBudget(limits.clickLookQuestions);
}

/** With what answers are found. */
interface AnsweringParts {
  readonly find: IndexRegistry['find'];
  readonly clock: Clock;
  readonly turns: QueryTurns;
  readonly cacheMaxBytes: number;
}

/** Answers out of the cache, or of the index. */
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

  function answer({ storeId, query, limit, explain }: AutocompleteQuery): AutocompleteAnswer | undefined {
    const index = find(storeId);
    if (index === undefined) return undefined;
    const { changeNumber, signalsVersion } = index;
    if (explain) {
      const { bytes, ...facts } = compute(index, { storeId, query, limit, explain }, clock.nowMicros());
      turns.spend(storeId, facts.steps);
      return { body: bytes.fresh, ...facts, asked: fold(query) };
    }
    const key = keyOf(storeId, query, limit);
    const known = cache.get(key);
    const nowMs = clock.monotonicMs();
    if (known !== undefined && isGood(known, index, nowMs)) {
      const { body, found, asked } = known;
      return { body, origin: 'cached', found, asked, steps: 0, isCut: false };
    }
    const nowMicros = index.rules === null ? 0 : clock.nowMicros();
    const { bytes, ...facts } = compute(index, { storeId, query, limit, explain }, nowMicros);
    const goodUntilMs = nowMs + goodForMs(index, nowMicros);
    const { found, steps } = facts;
    turns.spend(storeId, steps);
    const asked = fold(query);
    cache.set(key, { changeNumber, signalsVersion, goodUntilMs, body: bytes.cached, found, asked });
    return { body: bytes.fresh, ...facts, asked };
  }

  function cached({ storeId, query, limit }: AutocompleteQuery, index: LoadedIndex): CachedAnswer | null {
    const known = cache.get(keyOf(storeId, query, limit));
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
function keyOf(storeId: string, query: string, limit: number): string {
  return `${storeId}${limit}:${query}`;
}

function shownOf(askAgain: (text: string) => ShownResult, query: string): (thing: ShownThing) => boolean {
  const shown = askAgain(query);
  const answer = isEmpty(shown) ? askAgain('') : shown;
  return (thing) => holds(answer, thing);
}

function isEmpty({ products, suggestions, categories, redirect = null }: ShownResult): boolean {
  return products.length === 0 && suggestions.length === 0 && categories.length === 0 && redirect === null;
}

function holds(answer: ShownResult, { group, name }: ShownThing): boolean {
  const { products, suggestions, categories, redirect = null } = answer;
  if (group === 'products') return products.some(({ productId }) => productId === name);
  const wanted = fold(name);
  // The page that a query leads to stands among the categories.
  const led = redirect === null || group === 'suggestions' ? [] : [redirect.title];
  const texts = group === 'suggestions' ? suggestions : [...led, ...categories];
  return texts.some((text) => fold(text) === wanted);
}

/** Indexes as they are, but for the one that a question is asked of again and again. */
function pinIndexes(registry: Pick<IndexRegistry, 'find'>) {
  let pinned: PinnedIndex | null = null;
  return {
    find: (storeId: string) => (pinned?.storeId === storeId ? pinned.index : registry.find(storeId)),
    /** What `ask` gives, or the pages that it lacks. It is answered from the version of the index that is pinned. */
    attempt<Result>(pin: PinnedIndex | null, ask: () => Result): Attempt<Result> {
      pinned = pin;
      try {
        return { result: ask(), missed: null };
      } catch (error) {
        const missed = missedPages(error);
        if (missed === null) throw error;
        return { missed };
      } finally {
        pinned = null;
      }
    },
  };
}

interface PinnedIndex {
  readonly storeId: string;
  readonly index: LoadedIndex;
}

type Attempt<Result> =
  | { readonly result: Result; readonly missed: null }
  | { readonly result?: undefined; readonly missed: readonly MissingPages[] };

function isGood(answer: CachedAnswer, index: LoadedIndex, nowMs: number): boolean {
  const isOfNow =
    answer.changeNumber === index.changeNumber && answer.signalsVersion === index.signalsVersion;
  return isOfNow && nowMs < answer.goodUntilMs;
}

/** No answer outlives the moment at which a rule begins or ends. */
function goodForMs({ rules }: LoadedIndex, nowMicros: number): number {
  const mostMs = limits.answerCacheSeconds * 1_000;
  const edge = rules?.nextEdge(nowMicros) ?? null;
  return edge === null ? mostMs : Math.min(mostMs, (edge - nowMicros) / 1_000);
}

function compute(
  index: LoadedIndex,
  { storeId, query, limit, explain }: AutocompleteQuery,
  nowMicros: number,
) {
  const terms = termsOf(index);
  const result = ask(index, query, limit, nowMicros, terms);
  const mode = isBlank(query) ? 'discovery' : 'search';
  const source = sourceOf(result, query);
  const bytes = assembleAnswer(result, { storeId, query, mode, source, explain });
  const isLed = (result.redirect ?? null) !== null;
  const { spent, wasShort } = terms.budget;
  const found = result.products.length > 0 || isLed;
  return { bytes, origin: source, found, steps: Math.round(spent), isCut: wasShort };
}

/** What one keystroke may cost, or a share of it: all questions that answer it share the budget. */
function termsOf(index: LoadedIndex, share = 1): QuestionTerms {
  return { budget: new QueryBudget(share * stepsPerQuestion(index)), isBlocked: index.blocks };
}

function stepsPerQuestion({ reader }: LoadedIndex): number {
  return limits.querySteps + limits.queryStepsPerProduct * reader.documentCount;
}

/** What the engine finds, as the rules of the store want it; those of a corrected query where none meets the typed one. */
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
  const reach = reachOf(effect, limit, limits.placesLookedAt);
  const { products, fromGraph } = reach === limit ? usual : find(index, query, reach, terms);
  const pinned = reader.findProducts(effect.pins, signals);
  return arrangeAnswer({ ...usual, products, fromGraph }, effect, pinned, limit);
}

/** What the engine finds, without the rules of the store but for its blocklist. */
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
