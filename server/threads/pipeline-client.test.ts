import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { jsonBytes, makeProduct, makeProductBody } from '../../test/support/make-product.ts';
import { apiKeyRow, someTime, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { AppError } from '../errors.ts';
import type { ImportJsonResult } from '../ingest/import-json.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { type PipelineClient, startPipeline } from './pipeline-client.ts';

const stores = [uuidOf(1), uuidOf(2)] as const;

interface PipelineContext {
  readonly pipeline: PipelineClient;
  /** A second connection to the same database. */
  readonly storage: Storage;
}

/** A real thread on a real file with two empty stores; it must not have died by the end. */
async function withPipeline(work: (context: PipelineContext) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-pipeline-'));
  const target = { engine: 'sqlite', file: join(folder, 'test.db') } as const;
  const storage = await openStorage(target);
  const deaths: Error[] = [];
  try {
    await storage.migrate();
    for (const id of stores) await storage.directory.createStore(storeRow({ id }), []);
    const pipeline = startPipeline({ target, enrich: true }, (error) => deaths.push(error));
    await work({ pipeline, storage }).finally(() => pipeline.close());
    assert.deepEqual(deaths, []);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

function isRefused(code: AppError['code']) {
  return (error: unknown) => error instanceof AppError && error.code === code;
}

function toBatch(storeId: string, products: readonly unknown[]) {
  return { storeId, body: jsonBytes({ products }), dryRun: false, idempotencyKey: null };
}

test('what the thread has answered is in the database', () =>
  withPipeline(async ({ pipeline, storage }) => {
    const [storeId] = stores;
    const { run, changeNumber } = await pipeline.importJson(toBatch(storeId, [makeProduct('a'), {}]));
    assert.deepEqual([run.createdRows, run.failedRows, changeNumber], [1, 1, 1]);
    const put = { storeId, externalId: 'b', body: jsonBytes(makeProductBody()) };
    assert.equal((await pipeline.upsertProduct(put)).changeNumber, 2);
    const patch = { storeId, externalId: 'b', body: jsonBytes({ price: 1 }) };
    assert.equal((await pipeline.patchProduct(patch)).product?.price, '1');
    await pipeline.removeProduct({ storeId, externalId: 'a' });
    const reader = storage.reader(storeId);
    assert.deepEqual(
      (await reader.products({ after: null, limit: 5 })).map(({ externalId, inStock }) => [
        externalId,
        inStock,
      ]),
      [
        ['a', false],
        ['b', true],
      ],
    );
    assert.equal(await reader.queuedEnrichments(), 2);
  }));

test('a refusal crosses the thread with its faults', () =>
  withPipeline(async ({ pipeline }) => {
    const [storeId] = stores;
    const body = jsonBytes({ title: 'T' });
    await assert.rejects(
      pipeline.upsertProduct({ storeId, externalId: 'a', body }),
      (error) => error instanceof AppError && error.errors?.length === 2,
    );
    await assert.rejects(pipeline.removeProduct({ storeId, externalId: 'a' }), isRefused('not_found'));
  }));

test('a body in a part of a larger buffer is sent alone', () =>
  withPipeline(async ({ pipeline, storage }) => {
    const text = JSON.stringify(makeProductBody());
    const pooled = new TextEncoder().encode(`<<${text}>>`);
    const body = pooled.subarray(2, -2);
    await pipeline.upsertProduct({ storeId: stores[0], externalId: 'a', body });
    assert.equal(new TextDecoder().decode(pooled), `<<${text}>>`);
    assert.notEqual(await storage.reader(stores[0]).product('a'), null);
  }));

test('too many waiting writes of one store are put off alone', () =>
  withPipeline(async ({ pipeline }) => {
    const put = (storeId: string, number: number) =>
      pipeline.upsertProduct({ storeId, externalId: `p${number}`, body: jsonBytes(makeProductBody()) });
    const [busy, quiet] = stores;
    const most = limits.pipelineQueueMaxRequestsPerStore;
    const taken = Array.from({ length: most }, (_, number) => put(busy, number));
    await assert.rejects(put(busy, most), isRefused('unavailable'));
    await assert.rejects(
      pipeline.removeProduct({ storeId: busy, externalId: 'p0' }),
      isRefused('unavailable'),
    );
    await put(quiet, 0);
    const results = await Promise.all(taken);
    assert.ok(results.every(({ validRows }) => validRows === 1));
    await put(busy, most);
  }));

test('more waiting bytes than the limit are put off', () =>
  withPipeline(async ({ pipeline }) => {
    const body = new Uint8Array(limits.pipelineQueueMaxBytes + 1);
    const call = pipeline.upsertProduct({ storeId: stores[0], externalId: 'a', body });
    await assert.rejects(call, isRefused('unavailable'));
  }));

test('closing finishes what is under way', async () => {
  const writes: Promise<ImportJsonResult>[] = [];
  await withPipeline(async ({ pipeline }) => {
    for (const storeId of stores) writes.push(pipeline.importJson(toBatch(storeId, [makeProduct('a')])));
  });
  const results = await Promise.all(writes);
  assert.deepEqual(
    results.map(({ run }) => run.createdRows),
    [1, 1],
  );
});

test('a closed pipeline refuses instead of waiting for ever', async () => {
  let closed: PipelineClient | undefined;
  await withPipeline(async ({ pipeline }) => {
    closed = pipeline;
  });
  assert.ok(closed !== undefined);
  const removal = closed.removeProduct({ storeId: stores[0], externalId: 'a' });
  await assert.rejects(removal, isRefused('unavailable'));
});

test('Contract §2 times of last use are written down', () =>
  withPipeline(async ({ pipeline, storage }) => {
    const key = apiKeyRow({ storeId: stores[0] });
    await storage.directory.insertApiKey(key);
    await pipeline.touchApiKeys(new Map([[key.id, someTime + 9]]));
    assert.equal((await storage.directory.findApiKey(key.hash))?.lastUsedAt, someTime + 9);
  }));
