/** What the index of a store is made of: where it reads and is saved, and by which settings of the store. */
import type { IndexIdentity } from '../index-files/index-manifest.ts';
import type { IndexWriter, SynonymSettings } from '../search/engine.ts';
import type { ChangePosition, Store, StoreSynonyms } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { IndexingTurns } from './indexing-turns.ts';
import type { SavedIndexes } from './saved-indexes.ts';
import type { SettingsPace } from './settings-pace.ts';
import { indexVersion } from './to-document.ts';

/** What an index lives on. */
export interface IndexSource {
  readonly storage: Storage;
  /** Where nothing is saved, every load reads the whole store from the database. */
  readonly saved: SavedIndexes;
  /** {@link StoreIndex.usualAt} of the index of the store that was in memory before; null where that is not known. */
  readonly usualAt: number | null;
  /** Numbers that are never the same twice, on any node. */
  readonly newSegmentId: () => number;
  /** What new settings cost is charged there. */
  readonly pace: SettingsPace;
  /** Of all stores: what takes long is done in them, a slice at a time. */
  readonly turns: IndexingTurns;
  /** Called with notes for the operator: saved indexes that could not be used. */
  readonly warn: (message: string) => void;
  /** Called when the index has new segments to merge. */
  readonly grown: () => void;
  /** Called in the middle of a long read, when the index that is asked shows more than before. */
  readonly partlyRead: () => void;
}

/** Returns the newer of two states of a store, by change number; `right` at a tie. */
export function newerOf(left: Store, right: Store): Store {
  return right.changeNumber >= left.changeNumber ? right : left;
}

/** By what everything in an index is made. */
export function identityOf({ id, createdAt, locale, currency }: Store): IndexIdentity {
  return { storeId: id, createdAt, locale, currency, version: indexVersion };
}

/** The synonyms as the engine takes them; their change number is their version. */
export function settingsOf({ rules, common, changeNumber }: StoreSynonyms): SynonymSettings {
  return { rules, common, version: changeNumber };
}

/**
 * Each product row is one document of an index that has read so far, but for rows that were left out, of which it may hold an
 * earlier version. The comparison holds only where no change came between the two reads.
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
