/**
 * Witnesses: products as an index read them, which show whether a saved index belongs to the database it is loaded for. In the
 * index's own history, each witness is unchanged or changed later. In a database that was restored from a backup and then written
 * to, some witness contradicts that, even if the change numbers have caught up.
 *
 * Only a few are kept: one for each doubling of the age in changes, so both recent and old divergences are found. Ages are change
 * numbers, not times. It repairs nothing: an index that is contradicted is built again by the caller. Rows that cannot be read prove
 * nothing; other errors reject.
 */
// Tests: ./change-witnesses.test.ts.
import type { ChangeWitness, IndexProgress } from '../../index-files/index-manifest.ts';
import { DamageError } from '../../storage/damage/damage.ts';
import type { IndexedProduct, Store } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';

/** Returns the witnesses after a page of products was read, in the order of their changes; the page follows the earlier ones. */
export function addWitnesses(
  witnesses: readonly ChangeWitness[],
  page: readonly IndexedProduct[],
): readonly ChangeWitness[] {
  const newest = page.at(-1)?.changeNumber;
  if (newest === undefined) return witnesses;
  const read = new Set(page.map(({ externalId }) => externalId));
  const byAge = new Map<number, ChangeWitness>();
  const rest = witnesses.filter(({ externalId }) => !read.has(externalId));
  for (const witness of [...rest, ...page.map(toWitness)]) {
    const age = Math.floor(Math.log2(newest - witness.changeNumber + 1));
    // The oldest of an age stays, otherwise no witness would ever grow old.
    if (!byAge.has(age)) byAge.set(age, witness);
  }
  return [...byAge.values()];
}

function toWitness({ id, externalId, changeNumber, updatedAt }: IndexedProduct): ChangeWitness {
  return { externalId, productId: id, changeNumber, updatedAt };
}

/** Returns the witnesses without erased products: a product that is missing in the database too contradicts nothing. */
export function dropWitnesses(
  witnesses: readonly ChangeWitness[],
  erasedIds: readonly string[],
): readonly ChangeWitness[] {
  const erased = new Set(erasedIds);
  return witnesses.filter(({ productId }) => productId !== undefined && !erased.has(productId));
}

/** Says why an index up to this change does not belong to this store's history; null if nothing contradicts it. */
export async function findContradiction(
  { changeNumber, position, witnesses, synonyms }: IndexProgress,
  store: Store,
  reader: StoreReader,
): Promise<string | null> {
  const reached = Math.max(changeNumber, position?.changeNumber ?? 0);
  if (reached > store.changeNumber) {
    return `it goes to change ${reached}, the database to ${store.changeNumber}`;
  }
  const now = await readable(reader.synonyms.read());
  const areTheSame =
    now?.changeNumber === (synonyms?.changeNumber ?? 0) && now.updatedAt === (synonyms?.updatedAt ?? null);
  if (now !== undefined && now.changeNumber <= changeNumber && !areTheSame)
    return 'the synonyms have another history in the database';
  for (const witness of witnesses) {
    const product = await readable(reader.products.find(witness.externalId));
    if (product === undefined) continue;
    const changedLater = product !== null && product.changeNumber > (position?.changeNumber ?? 0);
    const isTheSame =
      product?.changeNumber === witness.changeNumber && product.updatedAt === witness.updatedAt;
    if (!changedLater && !isTheSame && !(product === null && (await wasErasedSince(changeNumber, reader))))
      return `product ${witness.externalId} has another history in the database`;
  }
  return null;
}

/** Whether products were erased that the index may still have; then a missing product contradicts nothing. */
async function wasErasedSince(changeNumber: number, reader: StoreReader): Promise<boolean> {
  const after = { changeNumber: changeNumber + 1, productId: '' };
  return (await reader.erasures.list({ after, upTo: Number.MAX_SAFE_INTEGER, limit: 1 })).length > 0;
}

/** A damaged row is no evidence either way. */
async function readable<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DamageError && error.code === 'store_unavailable') return undefined;
    throw error;
  }
}
