/**
 * The life of a keystroke behind its route (§4.7): cache, else the index, else wait for the index to be loaded.
 * Nothing here touches the database.
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import { arrangeAnswer, reachOf, type ShownResult } from '../merchandising/arrange-answer.ts';
import type { RuleSet } from '../merchandising/rule-set.ts';
import type { SearchResult } from '../search/engine.ts';
import { type MissingPages, missedPages } from '../search/paged-segments.ts';
import { queryWords } from '../search/query/query.ts';
import { fold } from '../search/text/fold.ts';
import { type AnswerBytes, type AnswerFacts, assembleAnswer } from './assemble-answer.ts';
import type { IndexRegistry, LoadedIndex } from './index-registry.ts';
import type { PageFetching } from './page-fetching.ts';
import { recentExpressions } from './recent-expressions.ts';
import { within } from './within.ts';

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
}

/** Answers keystrokes from memory. */
export interface Autocomplete {
  /** Whether the store's index is loaded, so that the next {@link answer} gives one. */
  isLoaded(storeId: string): boolean;
  /** As {@link answer}; undefined also where it would have to be waited for. */
  answerAtOnce(query: AutocompleteQuery): AutocompleteAnswer | undefined;
  /**
   * What `ask` gives, who asks by the methods below. Where a store's index is in memory by pages, these throw while pages
   * are missing: they are fetched, and `ask` is called again. Rejects with `unavailable` when that takes too long.
   */
  whole<Result>(storeId: string, ask: () => Result): Promise<Result>;
  /** The answer, or undefined while the store's index is not loaded. */
  answer(query: AutocompleteQuery): AutocompleteAnswer | undefined;
  /** As {@link IndexReader.suggestionKey}; null while the store's index is not loaded. */
  suggestionKey(storeId: string, text: string): string | null;
  /** Whether the text, folded, is among the categories of the answer, or names the page that it leads to. */
  showsCategory(query: Omit<AutocompleteQuery, 'explain'>, text: string): boolean;
  /** What the engine finds, for people at work: any number of products, never out of the cache. */
  find(query: Omit<AutocompleteQuery, 'explain'>): FoundProducts | undefined;
  /** What the engine finds with other rules in the place of the store's own, those that hold now. */
  tryRules(query: Omit<AutocompleteQuery, 'explain'>, rules: RuleSet): ShownResult | undefined;
}

/** What the engine found, and the change of the store up to which its index shows everything. */
export interface FoundProducts {
  readonly result: ShownResult;
  readonly changeNumber: number;
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
}

/** A question waits so long for pages at most: after that the next key is being pressed, and finds them there. Chosen. */
const pagesWaitMs = 1_500;

function tellBeingFetched(): never {
  throw unavailable("Parts of this store's index are being fetched. Try again in a moment.", 1);
}

/** What a cached answer takes beside its characters: entry, key and places in the cache. Estimated. */
const entryBytes = 200;

/** What an {@link Autocomplete} may be told otherwise. */
export interface AutocompleteOptions {
  /** Bound on the answers that are kept. */
  readonly cacheMaxBytes?: number;
  /** Fetches pages of indexes that are in memory by pages. */
  readonly pages?: PageFetching | null;
}

/** `registry` holds the indexes; the clock ages cached answers. */
export function createAutocomplete(
  registry: Pick<IndexRegistry, 'find'>,
  clock: Clock,
  { cacheMaxBytes = limits.answerCacheMaxBytes, pages = null }: AutocompleteOptions = {},
): Autocomplete {
  const { find, attempt } = pinIndexes(registry);
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: cacheMaxBytes,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + entryBytes,
  });

  function answer({ storeId, query, limit, explain }: AutocompleteQuery): AutocompleteAnswer | undefined {
    const index = find(storeId);
    if (index === undefined) return undefined;
    const { changeNumber, signalsVersion } = index;
    if (explain) {
      const { bytes, source, found } = compute(index, { storeId, query, limit, explain }, clock.nowMicros());
      return { body: bytes.fresh, origin: source, found };
    }
    // The id has a fixed length and the limit no colon: no two queries share a key.
    const key = `${storeId}${limit}:${query}`;
    const known = cache.get(key);
    const nowMs = clock.monotonicMs();
    if (known !== undefined && isGood(known, index, nowMs)) {
      return { body: known.body, origin: 'cached', found: known.found };
    }
    const nowMicros = index.rules === null ? 0 : clock.nowMicros();
    const { bytes, source, found } = compute(index, { storeId, query, limit, explain }, nowMicros);
    const goodUntilMs = nowMs + goodForMs(index, nowMicros);
    cache.set(key, { changeNumber, signalsVersion, goodUntilMs, body: bytes.cached, found });
    return { body: bytes.fresh, origin: source, found };
  }

  return {
    isLoaded: (storeId) => find(storeId) !== undefined,
    answer,
    answerAtOnce: (query) => attempt(null, () => answer(query)).result,
    async whole(storeId, ask) {
      // The same version throughout: of a newer one other pages are missing.
      const index = registry.find(storeId);
      const pin = index === undefined ? null : { storeId, index };
      const untilMs = clock.monotonicMs() + pagesWaitMs;
      for (;;) {
        const { result, missed } = attempt(pin, ask);
        if (missed === null) return result;
        const leftMs = untilMs - clock.monotonicMs();
        if (pages === null || leftMs <= 0) return tellBeingFetched();
        // The fetch goes on: whoever asks next finds the pages there.
        await within(leftMs, pages.fetch(storeId, missed), tellBeingFetched);
      }
    },
    suggestionKey: (storeId, text) => find(storeId)?.reader.suggestionKey(text) ?? null,
    showsCategory({ storeId, query, limit }, text) {
      const index = find(storeId);
      // What lacks pages was answered a moment ago all the same; a click is not worth fetching them again.
      const shown = attempt(null, () => index && ask(index, query, limit, clock.nowMicros())).result;
      return shown !== undefined && hasCategory(shown, text);
    },
    find({ storeId, query, limit }) {
      const index = find(storeId);
      if (index === undefined) return undefined;
      return { result: ask(index, query, limit, clock.nowMicros()), changeNumber: index.changeNumber };
    },
    tryRules({ storeId, query, limit }, rules) {
      const index = find(storeId);
      return index && ask({ ...index, rules }, query, limit, clock.nowMicros());
    },
  };
}

function hasCategory({ categories, redirect = null }: ShownResult, text: string): boolean {
  const wanted = fold(text);
  const titles = redirect === null ? categories : [redirect.title, ...categories];
  return titles.some((title) => fold(title) === wanted);
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
): { readonly bytes: AnswerBytes; readonly source: AnswerFacts['source']; readonly found: boolean } {
  const result = ask(index, query, limit, nowMicros);
  const mode = isBlank(query) ? 'discovery' : 'search';
  const source = sourceOf(result, query);
  const bytes = assembleAnswer(result, { storeId, query, mode, source, explain });
  const isLed = (result.redirect ?? null) !== null;
  return { bytes, source, found: result.products.length > 0 || isLed };
}

/** What the engine finds, as the rules of the store want it; those of a corrected query where none meets the typed one. */
function ask(index: LoadedIndex, query: string, limit: number, nowMicros: number): ShownResult {
  const usual = find(index, query, limit);
  const { rules, reader, signals } = index;
  if (rules === null) return usual;
  const { correctedQuery } = usual;
  const corrected = () => (correctedQuery === null ? null : rules.find(correctedQuery, nowMicros));
  const effect = rules.find(query, nowMicros) ?? corrected();
  if (effect === null) return usual;
  const reach = reachOf(effect, limit, limits.placesLookedAt);
  const { products, fromGraph } = reach === limit ? usual : findAny(index, query, reach);
  const pinned = reader.findProducts(effect.pins, signals);
  return arrangeAnswer({ ...usual, products, fromGraph }, effect, pinned, limit);
}

/** What the engine finds, with suggestions that nobody blocks; in the place of a blocked one comes the next. */
function find(index: LoadedIndex, query: string, limit: number): SearchResult {
  const found = findAny(index, query, limit);
  const { blocks } = index;
  if (blocks === null || !found.suggestions.some(blocks)) return found;
  for (let reach = limit; ; ) {
    reach = Math.min(reach * suggestionReachGrowth, limits.placesLookedAt);
    const { suggestions } = findAny(index, query, reach);
    const free = suggestions.filter((text) => !blocks(text));
    const isLast = suggestions.length < reach || reach === limits.placesLookedAt;
    if (free.length >= limit || isLast) return { ...found, suggestions: free.slice(0, limit) };
  }
}

/** Where some are blocked so many more are looked at, and again. Chosen. */
const suggestionReachGrowth = 4;

function findAny(index: LoadedIndex, query: string, limit: number): SearchResult {
  const { reader, signals } = index;
  if (!isBlank(query)) return reader.search(query, limit, signals);
  const found = reader.discover(limit, signals);
  return { ...found, suggestions: recentExpressions(index, found.suggestions, limit) };
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
