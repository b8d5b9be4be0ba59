/**
 * Starts a real pipeline thread on a database with two empty stores. There is no HTTP and no index. Refusals reject with their code
 * (see isRefused); a thread that died fails the test at its end.
 */
import assert from 'node:assert/strict';
import type { ImportBody } from '../../contract/imports.ts';
import type { AnswerOf } from '../../contract/operation.ts';
import type { productOperations } from '../../contract/products.ts';
import { AppError } from '../../server/errors.ts';
import { randomSecret } from '../../server/ids.ts';
import { ownCall } from '../../server/operations/own-call.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createShownMemory } from '../../server/threads/evidence/shown-table.ts';
import { type PipelineClient, startPipeline } from '../../server/threads/pipeline-thread/pipeline-client.ts';
import type { EngineContext } from './engines.ts';
import { jsonBytes, makeProductBody } from './make-product.ts';
import { storeRow, uuidOf } from './storage-rows.ts';

/** The two stores. */
export const stores = [uuidOf(1), uuidOf(2)] as const;

export interface PipelineContext {
  readonly pipeline: PipelineClient;
  /** A second connection to the same database. */
  readonly storage: Storage;
}

/** Starts the thread, does the work, and stops it; it must not have died by then. */
export async function withPipeline(
  { target, storage }: EngineContext,
  work: (context: PipelineContext) => Promise<void>,
): Promise<void> {
  for (const id of stores) await storage.directory.createStore(storeRow({ id }), []);
  const deaths: Error[] = [];
  const pipeline = startPipeline(
    {
      target,
      worksOnJobs: false,
      allowPrivateFeeds: false,
      hasDemoFeed: false,
      mail: null,
      eventsDays: 30,
      enrichment: { server: null, productsPerRequest: 10, allowance: null, prices: new Map() },
      secretKeys: [randomSecret(32)],
      shown: createShownMemory(target.engine === 'postgres'),
    },
    {
      onDeath: (error) => deaths.push(error),
      onRows: () => {},
      onEnd: () => {},
      onWarning: () => {},
      onQuarantine: () => {},
      onDamage: () => {},
      onDamagedTables: () => {},
      onForget: () => {},
      makeAnswerable: async () => {},
    },
  );
  // Longer than a service waits, so that a slow machine finishes too.
  await work({ pipeline, storage }).finally(() => pipeline.close(60_000));
  assert.deepEqual(deaths, []);
}

/** Makes a predicate for `assert.rejects`: an operating error of this code. */
export function isRefused(code: AppError['code']): (error: unknown) => boolean {
  return (error) => error instanceof AppError && error.code === code;
}

/** Puts a product, as `PUT /products/:external_id` does, and returns the answer. */
export async function putProduct(
  { pipeline }: Pick<PipelineContext, 'pipeline'>,
  {
    storeId,
    externalId,
    ...put
  }: { readonly storeId: string; readonly externalId: string; readonly body?: Uint8Array },
  hungUp?: AbortSignal,
): Promise<UpsertAnswer> {
  const { body = jsonBytes(makeProductBody()) } = put;
  const call = ownCall('replaceProduct', { storeId, params: { external_id: externalId }, body });
  return JSON.parse(Buffer.from(await pipeline.operate(call, hungUp)).toString()) as UpsertAnswer;
}

type UpsertAnswer = AnswerOf<(typeof productOperations)['replaceProduct']>;

/** Takes a product out of stock, as `DELETE /products/:external_id` does. */
export async function removeProduct(
  { pipeline }: Pick<PipelineContext, 'pipeline'>,
  { storeId, externalId }: { readonly storeId: string; readonly externalId: string },
): Promise<void> {
  await pipeline.operate(ownCall('removeProduct', { storeId, params: { external_id: externalId } }));
}

/** Imports a batch, as `POST /product-imports` does, and returns the import. */
export async function importBatch(
  { pipeline }: Pick<PipelineContext, 'pipeline'>,
  storeId: string,
  products: readonly unknown[] | Uint8Array,
  hungUp?: AbortSignal,
): Promise<ImportBody> {
  const body = products instanceof Uint8Array ? products : jsonBytes({ products });
  const call = ownCall('importProducts', { storeId, query: { dry_run: false }, body });
  const answer = JSON.parse(Buffer.from(await pipeline.operate(call, hungUp)).toString());
  return (answer as { readonly import: ImportBody }).import;
}

/** The same as the pipeline reads it. */
export function toBatch(storeId: string, products: readonly unknown[]) {
  return { storeId, body: jsonBytes({ products }), dryRun: false, idempotencyKey: null };
}
