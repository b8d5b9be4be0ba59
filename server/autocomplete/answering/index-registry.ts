/**
 * The indexes of this thread, one per store. A newer version replaces an index as a whole. It builds and loads none, and never changes
 * a published one. The 50 most frequent typed queries count. A store without an index is simply not found; sizes are bytes.
 */
// Tests: ./index-registry.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import { type Blocks, openBlocks } from '../../enrichment/phrase-rules/blocked-words.ts';
import { openRules, type RuleSet } from '../../merchandising/rule-set.ts';
import {
  bytesOf,
  type IndexReader,
  noSignals,
  type SegmentSnapshot,
  type Signals,
} from '../../search/engine.ts';
import { openIndex } from '../../search/index-reader.ts';
import { readPlacedScores } from '../../search/popularity-placement.ts';
import { fold } from '../../search/text/fold.ts';
import { createStemmer } from '../../search/text/stems.ts';
import type { Directory } from '../../storage/storage.ts';
import { type ShownRanking, usualRanking } from '../following/followed-ranking.ts';
import type { RulesNotice } from '../following/index-settings.ts';
import type { ShownIndex, ShownSignals } from '../popularity/store-popularity.ts';
import type { IndexOrigin } from '../upkeep/saved-indexes.ts';

/** The signals that shoppers of a store gave. */
export interface StoreSignals {
  /** A phrase has the popularity of the typed query with the same words if that is higher. */
  readonly signals: Signals;
  /** Typed queries that may be shown to others, with their scores, best first. */
  readonly queries: readonly (readonly [query: string, score: number])[];
  /** Changes with each change of the signals. */
  readonly signalsVersion: number;
}

/** Merchandising rules and blocklist of a store; null if there are none. */
export interface StoreRules {
  readonly rules: RuleSet | null;
  /** The words that are never suggested. */
  readonly blocks: Blocks | null;
  /** The ranking settings that its answers go by. */
  readonly ranking: ShownRanking;
}

/** An index in memory, with the change number up to which it shows every change of its store. */
export interface LoadedIndex extends StoreSignals, StoreRules {
  readonly reader: IndexReader;
  readonly changeNumber: number;
  readonly segments: readonly SegmentSnapshot[];
}

/** Totals over the indexes in memory. */
export interface IndexSize {
  readonly stores: number;
  readonly documents: number;
  readonly bytes: number;
  /** The number of loads of indexes, by their source. */
  readonly loads: Readonly<Record<IndexOrigin, number>>;
}

/** The newest index of each loaded store. */
export interface IndexRegistry {
  /** The newest version, or undefined while the store's index is not loaded. Counts as a use of it. */
  find(storeId: string): LoadedIndex | undefined;
  publish(index: ShownIndex): void;
  /** New scores of a store. */
  announceSignals(notice: ShownSignals): void;
  /** New rules of a store, or changes to the products that they name. */
  announceRules(notice: RulesNotice): void;
  /** The store's index leaves memory. */
  drop(storeId: string): void;
  /** Stores that were asked since the last call. */
  takeUses(): string[];
  /** Loaded stores, each with the change number up to which its index shows every change. */
  changes(): Map<string, number>;
  /** Loaded stores, and live documents and bytes over all of them. */
  size(): IndexSize;
}

const noRules: StoreRules = { rules: null, blocks: null, ranking: usualRanking };
/** The signals of a store, with the popularity of phrases that they were computed from. */
interface KnownSignals extends StoreSignals {
  /** The popularity of phrases alone, folded. */
  readonly selected: ReadonlyMap<string, number>;
}

const nothingDone: KnownSignals = {
  ...{ signals: noSignals, selected: new Map(), queries: [], signalsVersion: 0 },
};

function bytesOfLoaded({ segments, reader: { synonyms } }: LoadedIndex): number {
  return bytesOf({ segments, synonyms });
}

/** Each keystroke looks up suggestions for every phrase here, so only the most frequent typed queries count. */
function withTyped(
  selected: ReadonlyMap<string, number>,
  queries: StoreSignals['queries'],
): ReadonlyMap<string, number> {
  const scores = new Map(selected);
  for (const [query, score] of queries.slice(0, limits.typedQueriesKept)) {
    const key = fold(query);
    scores.set(key, Math.max(score, scores.get(key) ?? 0));
  }
  // Looking them up may end early: the strongest come first.
  return new Map([...scores].sort(([, left], [, right]) => right - left));
}

/** An empty registry; publications fill it. */
export function createIndexRegistry(): IndexRegistry {
  const indexes = new Map<string, LoadedIndex>();
  const signalsByStore = new Map<string, KnownSignals>();
  const rulesByStore = new Map<string, StoreRules>();
  const uses = new Set<string>();
  const loads: Record<IndexOrigin, number> = { files: 0, shared: 0, products: 0 };
  let signalsVersion = 0;
  return {
    find(storeId) {
      uses.add(storeId);
      return indexes.get(storeId);
    },
    publish({ storeId, changeNumber, snapshot, popularity, origin }) {
      if (!indexes.has(storeId)) loads[origin] += 1;
      const rules = rulesByStore.get(storeId) ?? noRules;
      const { hidesOutOfStock } = rules.ranking;
      const reader = openIndex({ ...snapshot, hidesOutOfStock }, indexes.get(storeId)?.reader);
      const done = signalsByStore.get(storeId) ?? nothingDone;
      const signals = { ...done.signals, products: readPlacedScores(popularity) };
      indexes.set(storeId, { reader, changeNumber, segments: snapshot.segments, ...done, signals, ...rules });
    },
    announceSignals({ storeId, isWhole, popularity, phrases, queries }) {
      const before = (isWhole ? undefined : signalsByStore.get(storeId)) ?? nothingDone;
      const selected = phrases.length === 0 ? before.selected : new Map([...before.selected, ...phrases]);
      const isSame = selected === before.selected && queries === null;
      signalsVersion += 1;
      const changed = {
        signals: {
          products: readPlacedScores(popularity),
          phrases: isSame ? before.signals.phrases : withTyped(selected, queries ?? before.queries),
        },
        ...{ selected, queries: queries ?? before.queries, signalsVersion },
      };
      signalsByStore.set(storeId, changed);
      const index = indexes.get(storeId);
      if (index !== undefined) indexes.set(storeId, { ...index, ...changed });
    },
    announceRules({ storeId, rules, blocks, locale, ranking }) {
      const openedBlocks = blocks && openBlocks(blocks, createStemmer(locale));
      const changed = { rules: rules && openRules(rules), blocks: openedBlocks, ranking };
      rulesByStore.set(storeId, changed);
      const index = indexes.get(storeId);
      if (index !== undefined) indexes.set(storeId, { ...index, ...changed });
    },
    drop(storeId) {
      rulesByStore.delete(storeId);
      indexes.delete(storeId);
      signalsByStore.delete(storeId);
    },
    takeUses() {
      const taken = [...uses];
      uses.clear();
      return taken;
    },
    changes() {
      return new Map(Array.from(indexes, ([storeId, { changeNumber }]) => [storeId, changeNumber]));
    },
    size() {
      const loaded = [...indexes.values()];
      return {
        stores: indexes.size,
        documents: loaded.reduce((sum, { reader }) => sum + reader.documentCount, 0),
        bytes: loaded.map(bytesOfLoaded).reduce((sum, bytes) => sum + bytes, 0),
        loads: { ...loads },
      };
    },
  };
}

/** External ids by UUID, for products in stock; empty if the index is not in memory. */
export function externalIdsOf(
  registry: Pick<IndexRegistry, 'find'>,
  storeId: string,
  productIds: readonly string[],
): ReadonlyMap<string, string> {
  const hits = registry.find(storeId)?.reader.findProducts(productIds, noSignals) ?? new Map();
  return new Map(Array.from(hits, ([id, { externalId }]) => [id, externalId]));
}

/** Stores that one statement reads. */
const storesPerRead = 1_000;

/**
 * How many changes the index that is furthest behind still lacks. `shown` has the change number up to which each index shows
 * everything.
 */
export async function changesBehind(
  directory: Pick<Directory, 'changedStores'>,
  shown: ReadonlyMap<string, number>,
): Promise<number> {
  const storeIds = [...shown.keys()];
  let most = 0;
  for (let start = 0; start < storeIds.length; start += storesPerRead) {
    const among = storeIds.slice(start, start + storesPerRead);
    for (const { id, changeNumber } of await directory.changedStores(shown, among)) {
      most = Math.max(most, changeNumber - (shown.get(id) ?? changeNumber));
    }
  }
  return most;
}
