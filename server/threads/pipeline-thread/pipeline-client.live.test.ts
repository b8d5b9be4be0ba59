import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { ImportBody } from '../../../contract/imports.ts';
import { limits } from '../../../contract/limits.ts';
import { requestOf } from '../../../test/support/call-operation.ts';
import { onBothEngines, onPostgres, onSqlite } from '../../../test/support/engines.ts';
import { jsonBytes, makeProduct, makeProductBody } from '../../../test/support/make-product.ts';
import {
  importBatch,
  isRefused,
  type PipelineContext,
  putProduct,
  removeProduct,
  stores,
  withPipeline,
} from '../../../test/support/pipeline-scene.ts';
import { apiKeyRow, someTime, storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { withDatabase } from '../../../test/support/tenant-rows.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { AppError } from '../../errors.ts';
import { ownCall } from '../../operations/own-call.ts';
import { compiled } from '../../storage/snapshots/table-shapes.ts';

onBothEngines('a write that the thread answered is in the database', (context) =>
  withPipeline(context, async (running) => {
    const { pipeline, storage } = running;
    const [storeId] = stores;
    const run = await importBatch({ pipeline }, storeId, [makeProduct('a'), {}]);
    assert.deepEqual([run.created_rows, run.failed_rows], [1, 1]);
    const put = await putProduct(running, { storeId, externalId: 'b' });
    assert.equal(put.import.valid_rows, 1);
    const body = jsonBytes({ price: 1 });
    await pipeline.operate(ownCall('patchProduct', { storeId, params: { external_id: 'b' }, body }));
    await removeProduct(running, { storeId, externalId: 'a' });
    const reader = storage.reader(storeId);
    assert.equal((await reader.products.find('b'))?.price, '1');
    assert.deepEqual(
      (await reader.products.page({ after: null, limit: 5 })).products.map(({ externalId, inStock }) => [
        externalId,
        inStock,
      ]),
      [
        ['a', false],
        ['b', true],
      ],
    );
    assert.equal(await reader.enrichment.countQueued(), 2);
  }),
);

onBothEngines('a refusal crosses the thread with its faults', (context) =>
  withPipeline(context, async (running) => {
    const [storeId] = stores;
    const body = jsonBytes({ title: 'T' });
    await assert.rejects(
      putProduct(running, { storeId, externalId: 'a', body }),
      (error) => error instanceof AppError && error.errors?.length === 2,
    );
    await assert.rejects(removeProduct(running, { storeId, externalId: 'a' }), isRefused('not_found'));
  }),
);

onBothEngines('part of a larger buffer is sent alone', (context) =>
  withPipeline(context, async (running) => {
    const text = JSON.stringify(makeProductBody());
    const pooled = new TextEncoder().encode(`<<${text}>>`);
    const body = pooled.subarray(2, -2);
    await putProduct(running, { storeId: stores[0], externalId: 'a', body });
    assert.equal(new TextDecoder().decode(pooled), `<<${text}>>`);
    assert.notEqual(await running.storage.reader(stores[0]).products.find('a'), null);
  }),
);

onBothEngines('only the store with too many waiting writes is delayed', (context) =>
  withPipeline(context, async (running) => {
    const put = (storeId: string, number: number) =>
      putProduct(running, { storeId, externalId: `p${number}` });
    const [busy, quiet] = stores;
    const most = limits.writesPerStore;
    const taken = Array.from({ length: most }, (_, number) => put(busy, number));
    await assert.rejects(put(busy, most), isRefused('unavailable'));
    await assert.rejects(
      removeProduct(running, { storeId: busy, externalId: 'p0' }),
      isRefused('unavailable'),
    );
    await assert.rejects(
      running.pipeline.discardFile({ storeId: busy, fileId: uuidOf(9) }),
      isRefused('unavailable'),
    );
    await put(quiet, 0);
    const results = await Promise.all(taken);
    assert.ok(results.every((answer) => answer.import.valid_rows === 1));
    await put(busy, most);
  }),
);

onBothEngines('bytes of callers who left leave the queue', (context) =>
  withPipeline(context, async (running) => {
    const { pipeline, storage } = running;
    const [storeId] = stores;
    const [first, gone] = [new AbortController(), new AbortController()];
    const refusal = { code: 'unavailable', message: 'The caller is gone.' };
    const released = Promise.withResolvers<void>();
    const busy = storage.write(storeId, () => released.promise);
    const batch = importBatch({ pipeline }, storeId, [makeProduct('first')], first.signal);
    const file = { storeId, fileId: uuidOf(9), content: new Uint8Array(10) };
    const waiting = [
      importBatch({ pipeline }, storeId, [makeProduct('a')], gone.signal),
      putProduct(running, { storeId, externalId: 'put' }, gone.signal),
      pipeline.appendToFile(file, gone.signal),
    ];
    const refused = waiting.map((call) => assert.rejects(call, refusal));
    gone.abort();
    await Promise.all(refused);
    // What has begun goes on.
    first.abort();
    released.resolve();
    await busy;
    assert.equal((await batch).created_rows, 1);
    const { products } = await storage.reader(storeId).products.page({ after: null, limit: 5 });
    assert.deepEqual(
      products.map(({ externalId }) => externalId),
      ['first'],
    );
  }),
);

const person = {
  ...{ id: uuidOf(90), email: 'ada@shop.example', name: 'Ada', isOperator: false, passwordHash: null },
  ...{ createdAt: 1, lastSeenAt: null },
};

/** A change of the store, as its owner makes them. */
function rename({ pipeline }: Pick<PipelineContext, 'pipeline'>, storeId: string) {
  const request = requestOf(storeId, 'updateSettings', { body: { name: 'Ours' } });
  return pipeline.operate(request, new AbortController().signal);
}

/** A change of somebody's own, as with each sign-in. */
function remember({ pipeline }: Pick<PipelineContext, 'pipeline'>, userId: string) {
  return pipeline.changeAccounts('rememberNetwork', { userId, network: '203.0.113.7' });
}

onBothEngines('small writes do not wait for a large batch', (context) =>
  withPipeline(context, async (running) => {
    const { pipeline } = running;
    const [busy, quiet] = stores;
    const answered: string[] = [];
    // 60 slices of reading.
    const products = Array.from({ length: 1_500 }, (_, number) =>
      makeProduct(`p${number}`, { description: 'a '.repeat(5_000) }),
    );
    const batch = importBatch({ pipeline }, busy, products).then(() => answered.push('batch'));
    const own = putProduct(running, { storeId: busy, externalId: 'p1' }).then(() => answered.push('own'));
    for (const name of ['first', 'second', 'third']) {
      await putProduct(running, { storeId: quiet, externalId: 'a' });
      answered.push(name);
    }
    await Promise.all([batch, own]);
    assert.deepEqual(answered, ['first', 'second', 'third', 'batch', 'own']);
  }),
);

onBothEngines('a single write waits for no series of batches', (context) =>
  withPipeline(context, async (running) => {
    const { pipeline, storage } = running;
    const [quiet] = stores;
    const busy = Array.from({ length: 10 }, (_, number) => uuidOf(30 + number));
    for (const id of busy) await storage.directory.createStore(storeRow({ id }), []);
    const single = (storeId: string) => putProduct(running, { storeId, externalId: 'a' });
    // What took little last is not expected to take little again.
    await Promise.all([quiet, ...busy].map(single));
    let batchCount = 0;
    const products = Array.from({ length: 1_000 }, (_, number) => makeProduct(`p${number}`));
    const batches = busy.map(async (storeId) => {
      await importBatch({ pipeline }, storeId, products);
      batchCount += 1;
    });
    await single(quiet);
    // What runs when it comes, and what ends beside it.
    assert.ok(batchCount <= 4, `${batchCount} batches before a single write`);
    await Promise.all(batches);
  }),
);

onSqlite('a small batch does not wait for large ones’ memory', (context) =>
  withPipeline(context, async ({ pipeline, storage }) => {
    const [quiet, first] = stores;
    const second = uuidOf(3);
    await storage.directory.createStore(storeRow({ id: second }), []);
    const answered: string[] = [];
    const send = async (storeId: string, padding: number) => {
      const text = JSON.stringify({ products: [makeProduct('a')] });
      const body = Buffer.concat([Buffer.alloc(padding, ' '), Buffer.from(text)]);
      await importBatch({ pipeline }, storeId, body);
      answered.push(storeId);
    };
    // One of them has the room of all that are read, and is read in 30 slices.
    const most = 30 * 1024 * 1024;
    await Promise.all([send(first, most), send(second, most), send(quiet, 0)]);
    assert.equal(answered[0], quiet);
  }),
);

onSqlite('stores that import get turns among those that write', (context) =>
  withPipeline(context, async (running) => {
    const { pipeline, storage } = running;
    const sixFrom = (first: number) => Array.from({ length: 6 }, (_, number) => uuidOf(first + number));
    const writers = sixFrom(20);
    const importers = sixFrom(30);
    for (const id of [...writers, ...importers]) await storage.directory.createStore(storeRow({ id }), []);
    let isOver = false;
    let batchCount = 0;
    const importing = importers.map(async (storeId) => {
      for (; !isOver; batchCount += 1) await importBatch({ pipeline }, storeId, [makeProduct('a')]);
    });
    await Promise.all(
      writers.map(async (storeId) => {
        for (let count = 0; count < 20; count += 1) {
          await putProduct(running, { storeId, externalId: 'a' });
        }
      }),
    );
    isOver = true;
    await Promise.all(importing);
    // It was 30 while one batch at a time waited for its turn.
    assert.ok(batchCount > 60, `${batchCount} batches beside 120 writes`);
  }),
);

onBothEngines('one store’s changes leave room to people and stores', (context) =>
  withPipeline(context, async (running) => {
    await running.storage.accounts.write((writer) => writer.insertUser(person));
    const [busy, quiet] = stores;
    const taken = Array.from({ length: limits.writesPerStore }, () => rename(running, busy));
    await assert.rejects(rename(running, busy), isRefused('unavailable'));
    await assert.rejects(
      removeProduct(running, { storeId: busy, externalId: 'p0' }),
      isRefused('unavailable'),
      'they count among the writes of the store',
    );
    await Promise.all([rename(running, quiet), remember(running, person.id)]);
    await Promise.all(taken);
    await rename(running, busy);
  }),
);

onBothEngines('changes of one person leave room to others', (context) =>
  withPipeline(context, async (running) => {
    const other = { ...person, id: uuidOf(91), email: 'bob@shop.example' };
    await running.storage.accounts.write(async (writer) => {
      await writer.insertUser(person);
      await writer.insertUser(other);
    });
    const taken = Array.from({ length: limits.changesPerPerson }, () => remember(running, person.id));
    await assert.rejects(remember(running, person.id), isRefused('unavailable'));
    await remember(running, other.id);
    await Promise.all(taken);
  }),
);

const lockWaits = sql<{ pid: number }>`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

onPostgres('changes of a store wait with one connection', (context) =>
  withPipeline(context, async (running) => {
    const { storage } = running;
    const [locked, quiet] = stores;
    const isLocked = Promise.withResolvers<void>();
    let isFree = false;
    const held = storage.write(locked, async ({ accounts }) => {
      isLocked.resolve();
      // A transaction that says nothing for long is ended.
      await waitUntil('the end of the lock', async () => {
        await accounts.user(person.id);
        return isFree;
      });
    });
    await isLocked.promise;
    // More than the pool of the thread has connections.
    const waiting = Array.from({ length: 30 }, () => rename(running, locked));
    await Promise.all([putProduct(running, { storeId: quiet, externalId: 'a' }), rename(running, quiet)]);
    await withDatabase(context.target, async ({ builder, read }) => {
      const countWaits = async () => (await read(null, compiled(builder, lockWaits))).length;
      await waitUntil('a change to wait for the lock', async () => (await countWaits()) > 0);
      assert.equal(await countWaits(), 1);
    });
    isFree = true;
    await Promise.all([held, ...waiting]);
  }),
);

onBothEngines('closing finishes running and waiting work', async (context) => {
  const writes: Promise<ImportBody>[] = [];
  await withPipeline(context, async ({ pipeline }) => {
    for (let batch = 0; batch < 20; batch += 1) {
      const products = Array.from({ length: 50 }, (_, number) => makeProduct(`${batch}-${number}`));
      for (const storeId of stores) writes.push(importBatch({ pipeline }, storeId, products));
    }
  });
  const results = await Promise.all(writes);
  assert.ok(results.every((run) => run.created_rows === 50));
});

onBothEngines('a closed pipeline refuses instead of waiting for ever', async (context) => {
  let closed: PipelineContext | undefined;
  await withPipeline(context, async (running) => {
    closed = running;
  });
  assert.ok(closed !== undefined);
  const removal = removeProduct(closed, { storeId: stores[0], externalId: 'a' });
  await assert.rejects(removal, isRefused('unavailable'));
});

onBothEngines('counted keystrokes are summed and dropped after their time', (context) =>
  withPipeline(context, async ({ pipeline, storage }) => {
    const [storeId] = stores;
    const statistics = { graph: 1, backend: 0, cached: 0, errors: 0, latencies: [1, 0] };
    const now = Date.now() * 1_000;
    for (const bucketAt of [now, now, 1]) {
      await pipeline.addRequests({ storeId, statistics: { bucketAt, ...statistics } });
    }
    const graphs = async () =>
      (await storage.reader(storeId).statistics.requests(0)).map(({ graph }) => graph);
    assert.deepEqual(await graphs(), [1, 2]);
    assert.equal(await pipeline.pruneStore(storeId), false);
    assert.deepEqual(await graphs(), [2]);
  }),
);

onBothEngines('a store that was deleted has nothing to prune', (context) =>
  withPipeline(context, async ({ pipeline }) => {
    assert.equal(await pipeline.pruneStore(uuidOf(9)), false);
  }),
);

onBothEngines('Contract §2 times of last use are written down', (context) =>
  withPipeline(context, async ({ pipeline, storage }) => {
    const key = apiKeyRow({ storeId: stores[0] });
    await storage.directory.insertApiKey(key);
    await pipeline.touchApiKeys(new Map([[key.id, someTime + 9]]));
    assert.equal((await storage.directory.findApiKey(key.hash))?.lastUsedAt, someTime + 9);
  }),
);
