/**
 * Rows that change a part of stored products (`mode=partial`, PATCH; Contract §10): each is merged into the product's stored object
 * (RFC 7396) under the store's lock and then validated as a whole row, so that a batch gives what its rows give one by one. A row
 * whose product is unknown, or whose merge is faulty, fails alone and changes nothing. It writes nothing itself. The stored products
 * of a batch have at most 33,554,432 characters together; beyond it the batch is `payload_too_large`.
 */
// Tests: ./patch-rows.live.test.ts.
import { limits } from '../../contract/limits.ts';
import { parseExternalId } from '../catalog/external-id.ts';
import { mergePatch } from '../catalog/merge-patch.ts';
import { nameType, type Problem, pointerTo, problem, quote } from '../catalog/problem.ts';
import type { RawProduct } from '../catalog/product.ts';
import { Row } from '../catalog/row.ts';
import { AppError } from '../errors.ts';
import { DamageError } from '../storage/damage/damage.ts';
import type { WholeProduct } from '../storage/products/tables.ts';
import { wholeProductsAmong } from '../storage/products-among.ts';
import type { ExistingProduct, Failure, RowReport, Store } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';
import { patchOffer } from './patch-offer.ts';
import {
  keptRaw,
  type PreparedProduct,
  type PreparedRows,
  prepareRows,
  type RawRow,
} from './prepare-rows.ts';

/** A row that names its product. */
interface Patch {
  readonly rawRow: RawRow;
  readonly externalId: string;
  /** Without the id. */
  readonly fields: RawProduct;
}

/** The rows of a batch before they are merged. */
export interface PatchBatch {
  readonly rowCount: number;
  /** In the order of the rows. */
  readonly patches: readonly Patch[];
  /** Rows that name no product. */
  readonly failures: readonly Failure[];
}

/** The reads that a merge needs, under the store's lock. */
export interface PatchReader {
  readonly store: Store;
  readonly products: Pick<StoreReader['products'], 'existing' | 'raw' | 'wholePage'>;
}

/** Reads which product each row names. Never throws for what a row holds. */
export function readPatches(rows: Iterable<RawRow>): PatchBatch {
  const patches: Patch[] = [];
  const failures: Failure[] = [];
  let rowCount = 0;
  for (const rawRow of rows) {
    rowCount += 1;
    const read = readPatch(rawRow);
    if (read.ok) patches.push(read.patch);
    else failures.push(failureOf(rawRow, rawRow.id ?? null, read.problem));
  }
  return { rowCount, patches, failures };
}

function readPatch(rawRow: RawRow): { ok: true; patch: Patch } | { ok: false; problem: Problem } {
  const { value, fault } = rawRow;
  if (fault != null) return { ok: false, problem: fault };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `The row is ${nameType(value)}; give an object with external_id and the fields to change.`;
    return { ok: false, problem: problem('', 'row_malformed', message, value) };
  }
  const raw = value as RawProduct;
  const key = new Row(raw).keyOf('external_id') ?? 'external_id';
  const parsed = parseExternalId(raw[key], pointerTo('', key));
  if (!parsed.ok) return parsed;
  // The stored object has the id already; another spelling of it would count as a change.
  const fields = Object.fromEntries(Object.entries(raw).filter(([name]) => name !== key));
  return { ok: true, patch: { rawRow, externalId: parsed.externalId, fields } };
}

/** Merges the rows into the stored products. Rows of one product are merged in their order; the last state is the product. */
export async function mergePatches(
  reader: PatchReader,
  { rowCount, patches, failures: unread }: PatchBatch,
): Promise<PreparedRows> {
  const patchesById = Map.groupBy(patches, ({ externalId }) => externalId);
  const ids = [...patchesById.keys()];
  const stored = await readStored(reader, patchesById);
  const damaged = await reader.products.existing(ids.filter((id) => !stored.has(id)));
  const states = await readDamaged(reader, damaged);
  const failures = [...unread];
  const warnings: RowReport[] = [];
  const offers: PreparedProduct[] = [];
  for (const { rawRow, externalId, fields } of patches) {
    const known = stored.get(externalId);
    if (known?.offer != null) {
      offers.push(known.offer);
      continue;
    }
    const state = states.get(externalId) ?? stateOf(known);
    if (state === null) {
      failures.push(failureOf(rawRow, externalId, unknownProduct(externalId, damaged)));
      continue;
    }
    const merged = keepId(mergePatch(state.value, fields), externalId);
    const value = keepOutOfStock(merged, fields, state.inStock);
    const prepared = prepareRows([{ ...rawRow, value, original: rawRow.value }], reader.store);
    failures.push(...prepared.failures);
    const [product] = prepared.products;
    if (product === undefined) continue;
    warnings.push(...warningsAbout(fields, prepared.warnings));
    const counted = { ...product, rowCount: product.rowCount + (state.merged?.rowCount ?? 0) };
    states.set(externalId, { value, inStock: product.product.inStock, merged: counted });
  }
  const merges = [...states.values()].flatMap(({ merged }) => merged ?? []);
  const products = [...offers, ...merges];
  const prepared = { rowCount, products, failures: failures.toSorted(byRow), warnings };
  // What is damaged beside the snapshot is found and repaired by the usual reads.
  if (damaged.size > 0) return prepared;
  return { ...prepared, stored: new Map(Array.from(stored, ([id, { whole }]) => [id, whole])) };
}

/** A product while rows are merged into it. */
interface State {
  readonly value: RawProduct;
  readonly inStock: boolean;
  /** Null before the first of its rows. */
  readonly merged: PreparedProduct | null;
}

/** A stored product, with what its merchant sent, or with the only patch of the batch if that needs no merge. */
type Stored = { readonly whole: WholeProduct } & (
  | { readonly value: RawProduct; readonly offer: null }
  | { readonly value: null; readonly offer: PreparedProduct }
);

/** Reads the products by external id; those that cannot be read are absent. */
async function readStored(
  reader: PatchReader,
  patchesById: ReadonlyMap<string, readonly Patch[]>,
): Promise<ReadonlyMap<string, Stored>> {
  const stored = new Map<string, Stored>();
  let length = 0;
  for await (const page of wholeProductsAmong(reader, [...patchesById.keys()])) {
    for (const whole of page) {
      length += lengthOf(whole);
      if (length > limits.patchedMaxLength) throw tooMuchStored();
      const { externalId } = whole.product;
      const [first, ...more] = patchesById.get(externalId) ?? [];
      const isOnly = first !== undefined && more.length === 0;
      const offer = isOnly ? patchOffer(whole, first.fields, reader.store) : null;
      if (offer !== null) stored.set(externalId, { whole, value: null, offer });
      else {
        const value = await unlessDamaged(whole.readRaw);
        if (value !== null) stored.set(externalId, { whole, value, offer });
      }
    }
  }
  return stored;
}

/** The columns that may be long. */
const longColumns = [
  'raw',
  'attributes',
  'description',
  'image_urls',
  'suggestion_phrases',
  'search_phrases',
];

function lengthOf({ row }: WholeProduct): number {
  let length = 0;
  for (const column of longColumns) length += String(row[column] ?? '').length;
  return length;
}

/** Small rows may change products of a million characters each, all of which are in memory until the end of the transaction. */
function tooMuchStored(): AppError {
  const most = limits.patchedMaxLength.toLocaleString('en');
  const message = `The products that the batch changes have more than ${most} characters together; send fewer rows at once.`;
  return new AppError('payload_too_large', message);
}

/** Reads the snapshots of products whose rows cannot be read whole; those that cannot be read either are absent. */
async function readDamaged(
  { products }: PatchReader,
  damaged: ReadonlyMap<string, ExistingProduct>,
): Promise<Map<string, State>> {
  const states = new Map<string, State>();
  for (const [externalId, { inStock }] of damaged) {
    const raw = await unlessDamaged(() => products.raw(externalId));
    if (raw === null) continue;
    states.set(externalId, { value: JSON.parse(raw) as RawProduct, inStock, merged: null });
  }
  return states;
}

async function unlessDamaged<Result>(read: () => Result | Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}

const byRow = (one: Failure, other: Failure) => one.row - other.row;

function stateOf(stored: Stored | undefined): State | null {
  if (stored?.offer !== null) return null;
  return { value: stored.value, inStock: stored.whole.product.inStock, merged: null };
}

function unknownProduct(externalId: string, damaged: ReadonlyMap<string, ExistingProduct>): Problem {
  const message = damaged.has(externalId)
    ? `What the store holds of the product ${quote(externalId)} cannot be read; send the whole product.`
    : `The store has no product ${quote(externalId)}; send the whole product first, without mode=partial.`;
  return problem('/external_id', 'product_unknown', message, externalId);
}

function failureOf(rawRow: RawRow, externalId: string | null, found: Problem): Failure {
  const { row, line, value } = rawRow;
  return { row, line, externalId, problems: [found], raw: keptRaw(rawRow, JSON.stringify(value) ?? null) };
}

/** Notes on fields that the row does not change were made when they were sent. */
function warningsAbout(fields: RawProduct, warnings: readonly RowReport[]): RowReport[] {
  return warnings.flatMap((warning) => {
    const [first, ...more] = warning.problems.filter(({ path }) =>
      Object.keys(fields).some(
        (name) => path === pointerTo('', name) || path.startsWith(`${pointerTo('', name)}/`),
      ),
    );
    return first === undefined ? [] : [{ ...warning, problems: [first, ...more] }];
  });
}

/** The row under the id by which its product was found: an attribute `id` may have taken the place of the stored one. */
function keepId(merged: RawProduct, externalId: string): RawProduct {
  const parsed = parseExternalId(merged[new Row(merged).keyOf('external_id') ?? 'external_id']);
  const isKept = parsed.ok && parsed.externalId === externalId;
  return isKept ? merged : { ...merged, external_id: externalId };
}

/** A removal or a feed took the product out of stock behind its snapshot's back: a change of the price keeps it so. */
function keepOutOfStock(merged: RawProduct, patch: RawProduct, inStock: boolean): RawProduct {
  const patchesStock = Object.hasOwn(patch, 'in_stock') || Object.hasOwn(patch, 'availability');
  if (inStock || patchesStock) return merged;
  // Beside `in_stock` the alias would be an attribute like any other key, so the value goes where it came from.
  const field =
    Object.hasOwn(merged, 'availability') && !Object.hasOwn(merged, 'in_stock') ? 'availability' : 'in_stock';
  return { ...merged, [field]: 'out of stock' };
}
