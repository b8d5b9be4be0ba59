/**
 * The places where indexes of this process are saved: its own files, and the database for all nodes. An index is taken from the place
 * that is further ahead, and from the files if the database is hardly ahead of them. Places are compared by change numbers. It never
 * builds an index. A saved index that is damaged or belongs to another history is not used (null): it is built from products then;
 * errors of the database reject.
 */
// Tests: server/autocomplete/following/store-index.live.test.ts.
import type { Acceptance, IndexFiles, IndexPlace, SavedIndex } from '../../index-files/index-files.ts';
import type { IndexIdentity, IndexProgress } from '../../index-files/index-manifest.ts';
import type { SharedIndexFiles } from '../../index-files/shared-index-files.ts';
import type { SegmentSnapshot } from '../../search/engine.ts';
import { DamageError } from '../../storage/damage/damage.ts';
import type { Store } from '../../storage/records.ts';
import type { Directory, StoreReader } from '../../storage/storage.ts';
import { productsPerRead } from '../changes/change-pages.ts';
import { findContradiction } from '../changes/change-witnesses.ts';
import { indexVersion } from '../changes/to-document.ts';

/** Null: nothing is saved there. */
export interface SavedIndexes {
  readonly files: IndexFiles | null;
  readonly shared: SharedIndexFiles | null;
}

/** The questions and reports of loading a saved index. */
interface OpeningSurroundings {
  readonly accept: Acceptance;
  /** Whether little is left to be read by an index that goes so far. */
  readonly isNear: (progress: IndexProgress) => Promise<boolean>;
  /** Called with the reason why an index that was there cannot be used. */
  readonly refused: (reason: string) => void;
}

/** The place that an index in memory was taken from, before it was brought up to date. */
export type IndexOrigin = 'files' | 'shared' | 'products';

/** An index and where it came from. */
export interface OpenedIndex extends NamedPlace {
  readonly index: SavedIndex;
}

interface NamedPlace {
  readonly origin: IndexOrigin;
  readonly place: IndexPlace;
}

/** Null where nothing is saved that can be used. */
async function openSavedIndex(
  saved: SavedIndexes,
  identity: IndexIdentity,
  dependencies: OpeningSurroundings,
): Promise<OpenedIndex | null> {
  for (const { origin, place } of await inOrder(saved, identity, dependencies)) {
    const loaded = await place.load(identity, dependencies.accept);
    if (loaded.kind === 'loaded') return { index: loaded.index, origin, place };
    if (loaded.kind === 'refused') dependencies.refused(loaded.reason);
  }
  return null;
}

/** The place that is looked at first, and the other one. */
async function inOrder(
  { files, shared }: SavedIndexes,
  identity: IndexIdentity,
  { isNear }: OpeningSurroundings,
): Promise<NamedPlace[]> {
  const places: NamedPlace[] = files === null ? [] : [{ origin: 'files', place: files }];
  const head = (await shared?.head(identity)) ?? null;
  if (shared === null || head === null) return places;
  places.push({ origin: 'shared', place: shared });
  const own = (await files?.progress(identity)) ?? null;
  if (own !== null && (own.changeNumber >= head.changeNumber || (await isNear(own)))) return places;
  return places.toReversed();
}

/** A store by its row; where that cannot be read, by what was saved of its index, if that can be used. */
export async function findOrRemember(
  directory: Pick<Directory, 'findStore'>,
  saved: SavedIndexes,
  storeId: string,
): Promise<Store | null> {
  try {
    return await directory.findStore(storeId);
  } catch (error) {
    const remembered = error instanceof DamageError ? await rememberedStore(saved, storeId) : null;
    if (remembered === null) throw error;
    return remembered;
  }
}

/** Its counts are not known. Null where nothing is saved that can be used. */
async function rememberedStore({ files, shared }: SavedIndexes, storeId: string): Promise<Store | null> {
  const made = { storeId, version: indexVersion };
  const head = (await files?.readHead(made)) ?? (await shared?.readHead(made)) ?? null;
  if (head === null) return null;
  const { createdAt, currency, locale, groupVariants } = head.identity;
  const changeNumber = Math.max(head.changeNumber, head.position?.changeNumber ?? 0);
  const counts = { productCount: 0, inStockCount: 0, enrichmentCount: 0 };
  const settings = { name: '', plan: 'unlimited', currency, locale, groupVariants } as const;
  return { id: storeId, createdAt, ...settings, changeNumber, ...counts };
}

/** The store that a saved index is compared with. */
interface OpeningStore {
  readonly reader: StoreReader;
  /** The store as of now. */
  readonly newest: () => Promise<Store>;
  readonly refused: (reason: string) => void;
}

/** Opens the saved index of a store, unless something in its database speaks against it; null where there is none. */
export async function openForStore(
  saved: SavedIndexes,
  identity: IndexIdentity,
  { reader, newest, refused }: OpeningStore,
): Promise<OpenedIndex | null> {
  try {
    return await openSavedIndex(saved, identity, {
      accept: async (progress) => findContradiction(progress, await newest(), reader),
      isNear: async ({ position }) =>
        !(await reader.products.changed({ after: position, limit: productsPerRead })).isMore,
      refused,
    });
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    refused(error.message);
    return null;
  }
}

/** The versions that were saved last in each place. A version is recognised by its list of segments: each has a list of its own. */
export class SavedContents {
  /** Weak: what was merged since leaves memory. */
  readonly #saved = new Map<IndexPlace, WeakRef<readonly SegmentSnapshot[]>>();

  isSaved(place: IndexPlace, segments: readonly SegmentSnapshot[]): boolean {
    return this.#saved.get(place)?.deref() === segments;
  }

  noteSaved(place: IndexPlace, segments: readonly SegmentSnapshot[]): void {
    this.#saved.set(place, new WeakRef(segments));
  }
}
