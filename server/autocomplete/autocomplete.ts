/**
 * The life of a keystroke behind its route (§4.7): cache, else the index, else wait for the index to be loaded.
 * Nothing here touches the database.
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { IndexReader, Signals } from '../search/engine.ts';
import { type AnswerBytes, assembleAnswer } from './assemble-answer.ts';
import type { IndexRegistry } from './index-registry.ts';

/** A checked keystroke. */
export interface AutocompleteQuery {
  readonly storeId: string;
  /** As sent, at most 100 code points. */
  readonly query: string;
  /** 1 to 20, for each group. */
  readonly limit: number;
  readonly explain: boolean;
}

/** The bytes to send, and whether they came from the cache. */
export interface AutocompleteAnswer {
  /** UTF-8 JSON. */
  readonly body: Buffer;
  readonly cached: boolean;
}

/** Answers keystrokes from memory. */
export interface Autocomplete {
  /** The answer, or undefined while the store's index is not loaded. */
  answer(query: AutocompleteQuery): AutocompleteAnswer | undefined;
}

/** An answer is good as long as the index that gave it is the newest one, and for 60 seconds at most (§4.7). */
interface CachedAnswer {
  /** Weak: a cached answer must not keep the memory of an index that was replaced. */
  readonly index: WeakRef<IndexReader>;
  readonly bytes: AnswerBytes;
}

const noSignals: Signals = { products: new Map(), phrases: new Map() };

/** `registry` holds the indexes; the clock ages cached answers. */
export function createAutocomplete(registry: IndexRegistry, clock: Clock): Autocomplete {
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: limits.answerCacheMaxBytes,
    // Both forms of the answer, and the entry around them.
    sizeCalculation: ({ bytes }, key) => 2 * bytes.fresh.byteLength + key.length + 200,
    ttl: limits.answerCacheSeconds * 1_000,
    perf: { now: () => clock.monotonicMs() },
  });

  return {
    answer({ storeId, query, limit, explain }) {
      const index = registry.find(storeId);
      if (index === undefined) return undefined;
      // The id has a fixed length and the limit no colon: no two queries share a key.
      const key = `${storeId}${limit}:${query}`;
      const known = explain ? undefined : cache.get(key);
      if (known?.index.deref() === index) return { body: known.bytes.cached, cached: true };
      const bytes = compute(index, { storeId, query, limit, explain });
      if (!explain) cache.set(key, { index: new WeakRef(index), bytes });
      return { body: bytes.fresh, cached: false };
    },
  };
}

function compute(index: IndexReader, { storeId, query, limit, explain }: AutocompleteQuery): AnswerBytes {
  const blank = query.trim() === '';
  const result = blank ? index.discover(limit, noSignals) : index.search(query, limit, noSignals);
  const mode = blank ? 'discovery' : 'search';
  return assembleAnswer(result, { storeId, query, mode, source: 'backend', explain });
}
