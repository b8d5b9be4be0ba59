/** The indexes that this thread can ask, one a store, each replaced as a whole when a newer version arrives. */
import { type Blocks, readBlocklist } from '../enrichment/phrase-rules/blocked-words.ts';
import { createRuleSet, type RuleSet } from '../merchandising/rule-set.ts';
import { bytesOf, type IndexReader, type Signals } from '../search/engine.ts';
import { openIndex } from '../search/index-reader.ts';
import { changeSignals, noSignals } from '../search/signals.ts';
import { createStemmer } from '../search/text/stems.ts';
import type { PublishedIndex } from './index-follower.ts';
import type { SignalsNotice } from './signals-follower.ts';
import type { RulesNotice } from './store-rules.ts';

/** What shoppers of a store did. */
export interface StoreSignals {
  readonly signals: Signals;
  /** Typed queries that may be shown to others, with their scores, best first. */
  readonly queries: readonly (readonly [query: string, score: number])[];
  /** Another one with each change. */
  readonly signalsVersion: number;
}

/** What a store's merchants want; null where they want nothing. */
export interface StoreRules {
  readonly rules: RuleSet | null;
  /** What is never suggested. */
  readonly blocks: Blocks | null;
}

/** An index in memory, and the change of its store up to which it shows everything. */
export interface LoadedIndex extends StoreSignals, StoreRules {
  readonly reader: IndexReader;
  readonly changeNumber: number;
  /** Of its segments and tombstones. */
  readonly bytes: number;
}

/** What indexes in memory amount to. */
export interface IndexSize {
  readonly stores: number;
  readonly documents: number;
  readonly bytes: number;
}

/** The newest index of each loaded store. */
export interface IndexRegistry {
  /** The newest version, or undefined while the store's index is not loaded. Counts as a use of it. */
  find(storeId: string): LoadedIndex | undefined;
  publish(index: PublishedIndex): void;
  /** New scores of a store. */
  tellSignals(notice: SignalsNotice): void;
  /** New rules of a store, or other products that they name. */
  tellRules(notice: RulesNotice): void;
  /** The store's index leaves memory. */
  drop(storeId: string): void;
  /** Stores that were asked since the last call. */
  takeUses(): string[];
  /** Loaded stores, and live documents and bytes over all of them. */
  size(): IndexSize;
}

const noRules: StoreRules = { rules: null, blocks: null };
const nothingDone: StoreSignals = { signals: noSignals, queries: [], signalsVersion: 0 };

/** An empty registry; publications fill it. */
export function createIndexRegistry(): IndexRegistry {
  const indexes = new Map<string, LoadedIndex>();
  const signalsByStore = new Map<string, StoreSignals>();
  const rulesByStore = new Map<string, StoreRules>();
  const uses = new Set<string>();
  let signalsVersion = 0;
  return {
    find(storeId) {
      uses.add(storeId);
      return indexes.get(storeId);
    },
    publish({ storeId, changeNumber, snapshot }) {
      const reader = openIndex(snapshot, indexes.get(storeId)?.reader);
      const signals = signalsByStore.get(storeId) ?? nothingDone;
      const rules = rulesByStore.get(storeId) ?? noRules;
      indexes.set(storeId, { reader, changeNumber, bytes: bytesOf(snapshot), ...signals, ...rules });
    },
    tellSignals({ storeId, isWhole, isMore, queries, ...scores }) {
      const before = (isWhole ? undefined : signalsByStore.get(storeId)) ?? nothingDone;
      if (!isMore) signalsVersion += 1;
      const told = {
        signals: changeSignals(before.signals, scores),
        queries: queries ?? before.queries,
        signalsVersion: isMore ? before.signalsVersion : signalsVersion,
      };
      signalsByStore.set(storeId, told);
      const index = indexes.get(storeId);
      if (index === undefined) return;
      // Now and not by the next keystroke, so that each notice goes on from the one before.
      index.reader.meetSignals(told.signals);
      indexes.set(storeId, { ...index, ...told });
    },
    tellRules({ storeId, rules, products, blocklist, locale }) {
      const told = {
        rules: rules.length === 0 ? null : createRuleSet(rules, products),
        blocks: blocklist.length === 0 ? null : readBlocklist(blocklist, createStemmer(locale)),
      };
      rulesByStore.set(storeId, told);
      const index = indexes.get(storeId);
      if (index !== undefined) indexes.set(storeId, { ...index, ...told });
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
    size() {
      const loaded = [...indexes.values()];
      return {
        stores: indexes.size,
        documents: loaded.reduce((sum, { reader }) => sum + reader.documentCount, 0),
        bytes: loaded.reduce((sum, index) => sum + index.bytes, 0),
      };
    },
  };
}
