/**
 * Declares the dependencies of a store's index: where it reads, where it is saved, and by which settings of the store; and compares
 * states of a store by change number. Pure: it reads nothing itself, and no state is an error here.
 */
// Tests: ./store-index.live.test.ts.
import type { IndexIdentity } from '../../index-files/index-manifest.ts';
import type { IndexWriter, SynonymSettings } from '../../search/engine.ts';
import type { ChangePosition, Store, StoreSynonyms } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { indexVersion } from '../changes/to-document.ts';
import type { SavedIndexes } from '../upkeep/saved-indexes.ts';
import type { IndexingTurns } from './indexing-turns.ts';
import type { SettingsThrottle } from './settings-throttle.ts';

/** The dependencies of an index. */
export interface IndexSource {
  readonly storage: Storage;
  /** If nothing is saved, every load reads the whole store from the database. */
  readonly saved: SavedIndexes;
  /** {@link StoreIndex.usualAt} of the store's previous index in memory; null if unknown. */
  readonly usualAt: number | null;
  /** Creates numbers that are unique across nodes. */
  readonly newSegmentId: () => number;
  /** The time, for boosts of new products. */
  readonly nowMicros: () => number;
  /** Charges the cost of new settings. */
  readonly throttle: SettingsThrottle;
  /** Turns of all stores: long work runs in them, one slice at a time. */
  readonly turns: IndexingTurns;
  /** Called with notes for the operator: saved indexes that could not be used. */
  readonly warn: (message: string) => void;
  /** Called when the index has new segments to merge. */
  readonly grown: () => void;
  /** Called during a long read when an index that answers shows more than before. */
  readonly partlyRead: () => void;
}

/** Returns the newer of two states of a store, by change number; `right` at a tie. */
export function newerOf(left: Store, right: Store): Store {
  return right.changeNumber >= left.changeNumber ? right : left;
}

/** The settings that everything in an index depends on. */
export function identityOf({ id, createdAt, locale, currency, groupVariants }: Store): IndexIdentity {
  return { storeId: id, createdAt, locale, currency, groupVariants, version: indexVersion };
}

/** The synonyms in the engine's form; their change number is their version. */
export function settingsOf({ rules, common, changeNumber }: StoreSynonyms): SynonymSettings {
  return { rules, common, version: changeNumber };
}

/**
 * Compares the number of product rows with the documents of an index that has read this far. Rows that were left out may have an
 * earlier version in it. The comparison is valid only if no change came between the two reads.
 */
export function agreesWith(
  { changeNumber, productCount }: Store,
  position: ChangePosition | null,
  { documentCount }: Pick<IndexWriter, 'documentCount'>,
  leftOut: { readonly size: number },
): boolean {
  if ((position?.changeNumber ?? 0) > changeNumber) return true;
  const lacking = productCount - documentCount;
  return lacking >= 0 && lacking <= leftOut.size;
}
