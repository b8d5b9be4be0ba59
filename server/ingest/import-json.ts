/**
 * A JSON batch as one import (§4.2): the whole request is one transaction, so that an answer means that all of it is there, and a
 * crash before the answer that nothing of it is. A faulty row is recorded in the import and fails no other. At most 10,000 products
 * and 32 MiB; a key is remembered for 24 hours. The HTTP thread never calls this.
 */
// Tests: ./import-json.live.test.ts.
import { hash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { ImportMode } from '../../contract/words/product-import.ts';
import { notFound } from '../errors.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { withLostNames } from './damaged-products.ts';
import type { Decisions } from './decide-writes.ts';
import { findEarlier, hashOfRequest, type IdempotentRequest, keepKey } from './idempotent-import.ts';
import { finishInTurns, type InSlice } from './in-slices.ts';
import { bodySlices } from './json-body.ts';
import { decideBatch, type IngestEnvironment, writeBatch } from './pipeline.ts';
import type { PreparedRows } from './prepare-rows.ts';
import { type BatchRows, batchSlices } from './row-mode.ts';
import { addBatch, pendingRun, recordFailures } from './run-counts.ts';

/** A batch as it came over HTTP. */
export interface ImportJsonRequest extends IdempotentRequest {
  readonly storeId: string;
  /** The body's bytes, UTF-8 JSON. */
  readonly body: Uint8Array;
  /** Whether the rows are whole products, as where it is absent, or change stored ones. */
  readonly mode?: ImportMode;
}

/** The import and what an index must reach to show it. */
export interface ImportJsonResult {
  readonly run: ImportRun;
  /** The change number that an index must reach to show the written products. */
  readonly changeNumber: number;
}

/** A batch that is ready to be written. */
export interface PreparedImport {
  readonly rows: BatchRows;
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
  const rows = await finishInTurns(bodySlices(request.body), inSlice);
  const bodyHash = request.idempotencyKey === null ? '' : hash('sha256', request.body, 'hex');
  const requestHash = hashOfRequest(request.mode ?? 'upsert', bodyHash);
  const store = await storage.directory.findStore(request.storeId);
  if (store === null) throw notFound('store');
  return {
    rows: await finishInTurns(batchSlices(request.mode ?? 'upsert', rows, store), inSlice),
    requestHash,
  };
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
  return await withLostNames(storage.reader(request.storeId), prepared.rows.externalIds, () =>
    writeInOne(storage, request, prepared, environment),
  );
}

async function writeInOne(
  storage: Storage,
  request: ImportJsonRequest,
  { rows, requestHash }: PreparedImport,
  environment: IngestEnvironment,
): Promise<ImportJsonResult> {
  return storage.write(request.storeId, async (writer) => {
    const earlier = await findEarlier(writer, request, requestHash, environment);
    if (earlier !== null) return { run: earlier, changeNumber: writer.store.changeNumber };
    const runId = environment.newId();
    const prepared = await rows.underLock(writer);
    if (request.dryRun) {
      const decisions = await decideBatch(writer, prepared, environment, runId);
      return { run: toRun(runId, request, prepared, decisions, environment), changeNumber: 0 };
    }
    const outcome = await writeBatch(writer, prepared, environment, runId);
    const counted = toRun(runId, request, prepared, outcome, environment);
    const run = { ...counted, ...(await recordFailures(writer, counted, prepared.failures)) };
    await writer.imports.insert(run);
    await keepKey(writer, request, requestHash, run);
    return { run, changeNumber: outcome.changeNumber };
  });
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
