/**
 * One product at a time (§4.4, Contract §4): PUT, POST /products and PATCH. The same pipeline as a batch; the difference is that a
 * fault refuses the call instead of a row. It never stores a part of a product. A new product beyond the plan's limit is not stored,
 * and the answer's product is null.
 */
// Tests: ./upsert-product.live.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { parseExternalId } from '../catalog/external-id.ts';
import type { Problem } from '../catalog/problem.ts';
import type { RawProduct } from '../catalog/product.ts';
import { notFound, validationFailed } from '../errors.ts';
import { namingProduct } from '../storage/damage/damage.ts';
import type { StoredProduct } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { parseProductObject } from './json-body.ts';
import { mergePatches, readPatches } from './patch-rows.ts';
import { type IngestEnvironment, writeBatch } from './pipeline.ts';
import { type PreparedRows, prepareRows, type RawRow } from './prepare-rows.ts';

/** One product as it came over HTTP. */
export interface UpsertRequest {
  readonly storeId: string;
  /** The id from the path; null when the body carries it (POST /products). */
  readonly externalId: string | null;
  readonly body: Uint8Array;
}

/** The outcome, and the change number that an index must reach to show it. */
export interface UpsertResult {
  /** The product as stored; null for a new product over the plan's limit. */
  readonly product: StoredProduct | null;
  /** The store's, which names prices without one of their own. */
  readonly currency: string;
  readonly validRows: number;
  readonly skippedRows: number;
  readonly changeNumber: number;
}

/** Replaces the product's whole input. Rejects with `validation_failed` naming every fault; then nothing is stored. */
export async function upsertProduct(
  storage: Storage,
  request: UpsertRequest,
  environment: IngestEnvironment,
): Promise<UpsertResult> {
  const body = parseProductObject(request.body);
  const raw = request.externalId === null ? body : withExternalId(body, request.externalId);
  const parsed = parseExternalId(raw.external_id);
  return namingProduct(storage.reader(request.storeId), parsed.ok ? parsed.externalId : '', () =>
    storage.write(request.storeId, (writer) => writeOne(writer, raw, environment)),
  );
}

/**
 * Merges a JSON merge patch (RFC 7396) into the stored input. Rejects with `not_found` for an unknown product, and with
 * `store_unavailable` where that input cannot be read.
 */
export async function patchProduct(
  storage: Storage,
  request: UpsertRequest & { readonly externalId: string },
  environment: IngestEnvironment,
): Promise<UpsertResult> {
  const { storeId, externalId } = request;
  const patch = withExternalId(parseProductObject(request.body), externalId);
  const merge = async (writer: StoreWriter) => {
    if (!(await writer.products.existing([externalId])).has(externalId)) throw notFound('product');
    const prepared = await mergePatches(writer, readPatches([toRow(patch)]));
    // The caller hears of the damage rather than of a product that is unknown.
    if (prepared.failures[0]?.problems[0].code === 'product_unknown') await writer.products.raw(externalId);
    return writePrepared(writer, prepared, environment);
  };
  return namingProduct(storage.reader(storeId), externalId, () => storage.write(storeId, merge));
}

async function writeOne(
  writer: StoreWriter,
  raw: RawProduct,
  environment: IngestEnvironment,
): Promise<UpsertResult> {
  return writePrepared(writer, prepareRows([toRow(raw)], writer.store), environment);
}

function toRow(value: RawProduct): RawRow {
  return { row: 1, line: null, value };
}

async function writePrepared(
  writer: StoreWriter,
  prepared: PreparedRows,
  environment: IngestEnvironment,
): Promise<UpsertResult> {
  const [failure] = prepared.failures;
  if (failure !== undefined) throw refuse(failure.problems);
  const outcome = await writeBatch(writer, prepared, environment, null);
  const externalId = prepared.products[0]?.product.externalId ?? '';
  return {
    product: await writer.products.find(externalId),
    currency: writer.store.currency,
    validRows: prepared.rowCount - outcome.skippedRows,
    skippedRows: outcome.skippedRows,
    changeNumber: outcome.changeNumber,
  };
}

/** The path names the product; a body that names another one is a mistake, not a rename. */
function withExternalId(body: RawProduct, externalId: string): RawProduct {
  const given = body.external_id;
  const blank = given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
  if (!blank) {
    const parsed = parseExternalId(given);
    if (!parsed.ok) throw refuse([parsed.problem]);
    if (parsed.externalId !== externalId) {
      const message = `The body's external_id "${parsed.externalId}" differs from the path's "${externalId}"; leave it out, or send the same.`;
      throw validationFailed([{ path: '/external_id', code: 'external_id_invalid', message }]);
    }
  }
  return { ...body, external_id: externalId };
}

function refuse(problems: readonly [Problem, ...Problem[]]) {
  const toFieldError = ({ path, code, message }: Problem): FieldError => ({ path, code, message });
  const [first, ...rest] = problems;
  return validationFailed([toFieldError(first), ...rest.map(toFieldError)]);
}
