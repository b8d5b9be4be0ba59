/**
 * Handles products whose stored rows cannot be read when they are written or deleted. Readable parts of a row stay; unreadable ones
 * are replaced, and never a reason to refuse. It never invents content: a lost product is written again from what the merchant sends.
 * Errors that are no damage are passed on; an unknown product is `not_found`. It runs inside the caller's transaction. Units are rows;
 * a batch has at most 1,000.
 */
// Tests: ./remove-product.live.test.ts.
import { notFound } from '../errors.ts';
import { timeOfId } from '../ids.ts';
import { type DamagedRow, DamageError, lostProductsError, passDamage } from '../storage/damage/damage.ts';
import type { PhraseLists, PhraseSet } from '../storage/enrichment/tables.ts';
import type { ReadableParts } from '../storage/products/erasure-tables.ts';
import type { ExistingProduct, StoredProduct } from '../storage/records.ts';
import type { StoreReader, StoreWriter } from '../storage/storage.ts';

/** Writes a batch; if a damaged page prevents that, the error names the products on it. */
export async function withLostNames<Result>(
  reader: Pick<StoreReader, 'products'>,
  externalIds: readonly string[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DamageError) || error.row !== null) throw error;
    const [first, ...others] = await reader.products.lost(externalIds);
    throw first === undefined ? error : lostProductsError([first, ...others], error);
  }
}

/** No content and no source has this hash, and neither is it that of a product which was taken out of stock. */
const unknownHash = 'unknown';

const phraseColumns = ['suggestion_phrases', 'search_phrases', 'type_details'];

/** The stored products, where an unreadable row differs from everything that is sent. */
export function asChanged(
  existing: ReadonlyMap<string, ExistingProduct>,
  damaged: readonly DamagedRow[],
): ReadonlyMap<string, ExistingProduct> {
  if (damaged.length === 0) return existing;
  const changed = new Map(existing);
  for (const { id } of damaged) {
    const product = changed.get(id);
    if (product === undefined) continue;
    // The queue of phrases gave it up, or its phrases cannot be read.
    changed.set(id, { ...product, contentHash: unknownHash, sourceHash: unknownHash });
  }
  return changed;
}

/** Repairs the columns that writing the rows left as they were; to be called after it. */
export async function repairKept(
  writer: StoreWriter,
  existing: ReadonlyMap<string, ExistingProduct>,
  damaged: readonly DamagedRow[],
  changeNumber: number,
): Promise<void> {
  for (const { id, column } of damaged) {
    const productId = existing.get(id)?.id ?? '';
    if (column === 'created_at') await writer.products.setCreatedAt(productId, timeOfId(productId) ?? 0);
  }
  await repairPhrases(writer, existing, damaged, changeNumber);
}

/** Replaces unreadable phrases by those that a person wrote, or by none. */
async function repairPhrases(
  writer: StoreWriter,
  existing: ReadonlyMap<string, ExistingProduct>,
  damaged: readonly DamagedRow[],
  changeNumber: number,
): Promise<void> {
  const rows = damaged.filter(({ column }) => isOfPhrases(column));
  if (rows.length === 0) return;
  await writer.phrases.clear(rows);
  for (const id of new Set(rows.map((row) => row.id))) {
    const productId = existing.get(id)?.id ?? '';
    const sets = await writer.phrases.sets([productId]).catch(passDamage);
    const lists = ownWords(sets?.get(productId));
    if (lists !== null) await writer.phrases.write([{ productId, sourceHash: null, ...lists }], changeNumber);
  }
}

/** Returns the phrases that a person wrote, if they are live. */
function ownWords(set: PhraseSet | undefined): PhraseLists | null {
  return set !== undefined && [set.state, set.lockedFrom].includes('edited') ? set.edited : null;
}

function isOfPhrases(column: string | null): boolean {
  return column !== null && phraseColumns.includes(column);
}

/** The removed product: all of it, or the columns that can be read. */
export async function readLeaving(
  writer: StoreWriter,
  externalId: string,
  { id, inStock }: ExistingProduct,
): Promise<ReadableParts & Pick<StoredProduct, 'externalId' | 'id' | 'inStock'>> {
  try {
    const product = await writer.products.find(externalId);
    if (product !== null) return product;
  } catch (error) {
    if (!(error instanceof DamageError) || error.row === null) throw error;
  }
  const parts = await writer.erasures.readableParts(externalId);
  if (parts === null) throw notFound('product');
  return { ...parts, externalId, id, inStock };
}
