/**
 * A JSON batch as one import (§4.2): the whole request is one transaction, so that an answer means that all of it is there, and a
 * crash before the answer that nothing of it is. A faulty row is recorded in the import and fails no other. At most 10,000 products
 * and 32 MiB; a key is remembered for 24 hours. The HTTP thread never calls this.
 */
// Tests: ./import-json.live.test.ts.
import { hash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { AppError, notFound } from '../errors.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { withLostNames } from './damaged-products.ts';
import type { Decisions } from './decide-writes.ts';
import { finishInTurns, type InSlice } from './in-slices.ts';
import { batchSlices } from './json-body.ts';
import { decideBatch, type IngestEnvironment, writeBatch } from './pipeline.ts';
import { type PreparedRows, prepareSlices } from './prepare-rows.ts';
import { addBatch, pendingRun, recordFailures } from './run-counts.ts';

/** A batch as it came over HTTP. */
export interface ImportJsonRequest {
  readonly storeId: string;
  /** The body's bytes, UTF-8 JSON. */
  readonly body: Uint8Array;
  /** Everything but the writing; nothing is kept, not even the import. */
  readonly dryRun: boolean;
  /** The client's Idempotency-Key: a repeated request gives the first import again (Contract §5). */
  readonly idempotencyKey: string | null;
}

/** The import and what an index must reach to show it. */
export interface ImportJsonResult {
  readonly run: ImportRun;
  /** The change number that an index must reach to show the written products. */
  readonly changeNumber: number;
}

/** A batch that is ready to be written. */
export interface PreparedImport {
  readonly rows: PreparedRows;
  /** The hash of the body if the request has a key, else empty. */
  readonly requestHash: string;
}

/**
 * Reads a batch and writes nothing, so that no write waits for it; others have turns between its slices. Rejects
 * with `malformed_json`, `validation_failed`, `payload_too_large`, or `not_found` for a store that is gone.
 */
export async function prepareJsonImport(
  storage: Storage,
  request: ImportJsonRequest,
  inSlice?: InSlice,
): Promise<PreparedImport> {
  const rows = await finishInTurns(batchSlices(request.body), inSlice);
  const requestHash = request.idempotencyKey === null ? '' : hash('sha256', request.body, 'hex');
  const store = await storage.directory.findStore(request.storeId);
  if (store === null) throw notFound('store');
  return { rows: await finishInTurns(prepareSlices(rows, store), inSlice), requestHash };
}

/** Prepares and writes a batch: for callers without turns, and where one turn is enough for both. */
export async function importJson(
  storage: Storage,
  request: ImportJsonRequest,
  environment: IngestEnvironment,
): Promise<ImportJsonResult> {
  return writeJsonImport(storage, request, await prepareJsonImport(storage, request), environment);
}

/** Rejects with `validation_failed` (`idempotency_key_reused`) where the key came with another body. */
export async function writeJsonImport(
  storage: Storage,
  request: ImportJsonRequest,
  prepared: PreparedImport,
  environment: IngestEnvironment,
): Promise<ImportJsonResult> {
  return await withLostNames(storage.reader(request.storeId), prepared.rows.products, () =>
    writeInOne(storage, request, prepared, environment),
  );
}

async function writeInOne(
  storage: Storage,
  request: ImportJsonRequest,
  { rows: prepared, requestHash }: PreparedImport,
  environment: IngestEnvironment,
): Promise<ImportJsonResult> {
  return storage.write(request.storeId, async (writer) => {
    const earlier = await findEarlier(writer, request, requestHash, environment);
    if (earlier !== null) return { run: earlier, changeNumber: writer.store.changeNumber };
    const runId = environment.newId();
    if (request.dryRun) {
      const decisions = await decideBatch(writer, prepared.products, environment, runId);
      return { run: toRun(runId, request, prepared, decisions, environment), changeNumber: 0 };
    }
    const outcome = await writeBatch(writer, prepared.products, environment, runId);
    const counted = toRun(runId, request, prepared, outcome, environment);
    const run = { ...counted, ...(await recordFailures(writer, counted, prepared.failures)) };
    await writer.imports.insert(run);
    if (request.idempotencyKey !== null) {
      const record = { key: request.idempotencyKey, requestHash, importId: run.id, createdAt: run.createdAt };
      await writer.idempotency.insert(record);
    }
    return { run, changeNumber: outcome.changeNumber };
  });
}

/** The import that the same key made before; null for a new key. Rejects where the body was another one. */
async function findEarlier(
  writer: StoreWriter,
  request: ImportJsonRequest,
  requestHash: string,
  environment: IngestEnvironment,
): Promise<ImportRun | null> {
  if (request.idempotencyKey === null || request.dryRun) return null;
  const oldest = environment.clock.nowMicros() - limits.idempotencyHours * 3_600 * 1_000_000;
  const record = await writer.idempotency.find(request.idempotencyKey);
  if (record === null) return null;
  // The other old ones go in steps with what else is past its time.
  if (record.createdAt < oldest) {
    await writer.idempotency.delete(record.key);
    return null;
  }
  if (record.requestHash !== requestHash) {
    const message =
      'This Idempotency-Key was used with another body within 24 hours. Use a new key for a new request.';
    throw new AppError('validation_failed', message, {
      errors: [{ path: 'Idempotency-Key', code: 'idempotency_key_reused', message }],
    });
  }
  return writer.imports.find(record.importId);
}

function toRun(
  id: string,
  request: ImportJsonRequest,
  prepared: PreparedRows,
  decisions: Decisions,
  environment: IngestEnvironment,
): ImportRun {
  const { failures, rowCount } = prepared;
  const identity = {
    id,
    storeId: request.storeId,
    source: 'api',
    filename: 'api.json',
    dryRun: request.dryRun,
    fileId: null,
    settings: null,
    createdAt: environment.clock.nowMicros(),
  } as const;
  return {
    ...addBatch(pendingRun(identity), prepared, decisions),
    status: 'completed',
    totalRows: rowCount,
    processedRows: rowCount,
    failures: failures.slice(0, limits.failuresShownInImport),
  };
}
