import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { MerchandisingRule } from '../../../contract/words/merchandising.ts';
import { requestOf } from '../../../test/support/call-operation.ts';
import { deploymentSettings } from '../../../test/support/deployment-settings.ts';
import { type EngineContext, onBothEngines } from '../../../test/support/engines.ts';
import {
  failureRow,
  importRun,
  productWrite,
  someTime,
  storeRow,
  uuidOf,
} from '../../../test/support/storage-rows.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { formatDay } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import { ownCall } from '../../operations/own-call.ts';
import type { Storage } from '../../storage/storage.ts';
import { type ReaderClient, startReader } from './reader-client.ts';

const storeId = uuidOf(1);

interface ReaderContext {
  readonly readers: ReaderClient;
  readonly storage: Storage;
}

/** A real thread on a database with a store of three products and an import; it must not have died by the end. */
async function withReader(
  { target, storage }: EngineContext,
  work: (context: ReaderContext) => Promise<void>,
): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, async (writer) => {
    await writer.products.upsert(
      ['a', 'b', 'c'].map((id, index) => productWrite(id, index)),
      1,
    );
    await writer.imports.insert(importRun(uuidOf(7)));
    await writer.imports.insertFailures(
      uuidOf(7),
      [1, 2].map((row) => failureRow(row)),
    );
  });
  const deaths: Error[] = [];
  const readers = startReader(
    { target, ...deploymentSettings() },
    {
      onDeath: (error) => deaths.push(error),
      onWarning: assert.fail,
      onQuarantine: () => assert.fail(),
      onDamage: () => assert.fail(),
      onForget: () => {},
    },
  );
  await work({ readers, storage }).finally(() => readers.close());
  assert.deepEqual(deaths, []);
}

onBothEngines('the thread reads the rows of the database', (context) =>
  withReader(context, async ({ readers, storage }) => {
    const [far, near] = [readers.of(storeId), storage.reader(storeId)];
    const page = { after: 'a', limit: 1 };
    assert.deepEqual(await far.products.page(page), await near.products.page(page));
    const imports = { before: null, limit: 9 };
    assert.deepEqual(await far.imports.page(imports), await near.imports.page(imports));
    const failures = { afterRow: 1, limit: 9 };
    assert.deepEqual(
      await far.imports.failures(uuidOf(7), failures),
      await near.imports.failures(uuidOf(7), failures),
    );
    assert.equal((await far.imports.failures(uuidOf(7), failures)).length, 1);
    assert.equal(await far.products.find('x'), null);
    const there = new AbortController().signal;
    const list = ownCall('listProducts', { storeId, query: { cursor: 'a', limit: 1 } });
    const json = await readers.operate(list, there);
    const { products, next_cursor: cursor } = JSON.parse(Buffer.from(json).toString());
    assert.deepEqual(
      products.map((product: { external_id: string }) => product.external_id),
      ['b'],
    );
    assert.equal(Buffer.from(cursor, 'base64url').toString(), 'b');
    const unknown = { params: { external_id: 'x' }, query: { include: 'raw' } };
    await assert.rejects(readers.operate(ownCall('showProduct', { storeId, ...unknown }), there), {
      code: 'not_found',
    });
    assert.deepEqual((await readers.of(uuidOf(2)).products.page({ after: null, limit: 9 })).products, []);
  }),
);

onBothEngines('a thread works on while a list is read', (context) =>
  withReader(context, async ({ readers }) => {
    let isRead = false;
    const list = readers
      .of(storeId)
      .products.page({ after: null, limit: 9 })
      .finally(() => {
        isRead = true;
      });
    // A statement of SQLite that ran in this thread would be over before its event loop turns once, however long it
    // took; another thread's answer cannot arrive before it turns, however quick it was.
    for (let hop = 0; hop < 1_000; hop += 1) await Promise.resolve();
    assert.equal(isRead, false);
    await turn();
    assert.equal((await list).products.length, 3);
  }),
);

onBothEngines('only a store that reads too much is refused', (context) =>
  withReader(context, async ({ readers }) => {
    const page = { after: null, limit: 1 };
    const reads = Array.from({ length: limits.readsPerStore + 1 }, () =>
      readers.of(storeId).products.page(page),
    );
    const other = readers.of(uuidOf(2)).products.page(page);
    const results = await Promise.allSettled(reads);
    const refused = results.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 1);
    const reason: unknown = refused[0]?.status === 'rejected' ? refused[0].reason : null;
    assert.ok(reason instanceof AppError && reason.code === 'unavailable');
    assert.deepEqual((await other).products, []);
    assert.equal((await readers.of(storeId).products.page(page)).products.length, 1);
  }),
);

onBothEngines('a store that reads list after list delays no other', (context) =>
  withReader(context, async ({ readers }) => {
    const page = { after: null, limit: 9 };
    let readCount = 0;
    const greedy = Array.from({ length: 600 }, async () => {
      await readers.of(storeId).products.page(page);
      readCount += 1;
    });
    await readers.of(uuidOf(2)).products.page(page);
    assert.ok(readCount < 100, `${readCount} lists of the other store were read first`);
    await Promise.all(greedy);
  }),
);

const greedyStores = [21, 22, 23, 24].map(uuidOf);
const days = Array.from({ length: 25 }, (_, ago) => formatDay(someTime - ago * 86_400_000_000)).toReversed();

/** Stores with figures of some days, and with more products than one statement brings. */
async function fillGreedyStores(storage: Storage): Promise<void> {
  const writes = Array.from({ length: 1_100 }, (_, index) => productWrite(`p${index}`, index));
  for (const id of greedyStores) {
    await storage.directory.createStore(storeRow({ id }), []);
    await storage.write(id, async (writer) => {
      await writer.products.upsert(writes, 1);
      for (const day of days) {
        await writer.analytics.addProductDays(day, [
          { productId: uuidOf(1), clicks: 1, carts: 0, purchases: 0 },
        ]);
      }
    });
  }
}

/** Figures of the days that have some. */
function figuresOf(id: string): OperationRequest {
  const call = requestOf(id, 'showProductFigures');
  return { ...call, query: { from: days[0], to: days.at(-1), limit: 10 } };
}

onBothEngines('lists come between the statements of long reads', (context) =>
  withReader(context, async ({ readers, storage }) => {
    await fillGreedyStores(storage);
    const page = { after: null, limit: 9 };
    const there = new AbortController().signal;
    const rules = { match: 'all', conditions: [{ field: 'brand', op: 'is', value: 'Acme' }] } as const;
    const reads: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => readers.operate(figuresOf(id), there),
      (id) => readers.operate(requestOf(id, 'previewCollection', { body: { rules } }), there),
      (id) => readers.operate(requestOf(id, 'suggestCollections'), there),
    ];
    for (const read of reads) {
      let readCount = 0;
      const greedy = greedyStores.map(async (id) => {
        await read(id);
        readCount += 1;
      });
      assert.equal((await readers.of(storeId).products.page(page)).products.length, 3);
      assert.equal(readCount, 0);
      await Promise.all(greedy);
    }
  }),
);

onBothEngines('a long read ends once its caller is gone', (context) =>
  withReader(context, async ({ readers, storage }) => {
    await fillGreedyStores(storage);
    const page = { after: null, limit: 9 };
    // The thread may be done before it hears that the caller is gone: then another round is made.
    await waitUntil('reads that end with their caller', async () => {
      const gone = new AbortController();
      const figures = readers.operate(figuresOf(greedyStores[0] ?? ''), gone.signal);
      // Its turn comes after the first statement of the figures.
      await readers.of(storeId).products.page(page);
      const first = readers.of(storeId).products.page(page);
      const waiting = [1, 2].map(() => readers.of(storeId, gone.signal).products.page(page));
      gone.abort();
      const results = await Promise.allSettled([figures, ...waiting]);
      assert.equal((await first).products.length, 3);
      const refused = results.filter(({ status }) => status === 'rejected');
      for (const { reason } of refused as PromiseRejectedResult[]) {
        assert.deepEqual([reason.code, reason.message], ['unavailable', 'The caller is gone.']);
      }
      return refused.length === results.length;
    });
  }),
);

onBothEngines('few previews of a store are made at a time', (context) =>
  withReader(context, async ({ readers }) => {
    const rules = [ruleOf('brand')];
    const wait = new AbortController().signal;
    const preview = (id: string) => readers.compileRules({ storeId: id, rules }, wait);
    const asked = Array.from({ length: limits.rulePreviewsPerStore + 3 }, () => preview(storeId));
    const other = preview(uuidOf(2));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 3);
    for (const { reason } of refused as PromiseRejectedResult[]) assert.equal(reason.code, 'unavailable');
    assert.ok((await other).products.byteLength > 0);
    assert.equal((await preview(storeId)).heads.length, 1);
  }),
);

onBothEngines('a preview ends once its caller is gone', (context) =>
  withReader(context, async ({ readers }) => {
    const [gone, there] = [new AbortController(), new AbortController()];
    const preview = (signal: AbortSignal) => readers.compileRules({ storeId, rules: [ruleOf('q')] }, signal);
    const before = [preview(there.signal), preview(there.signal), preview(there.signal)];
    const given = preview(gone.signal);
    gone.abort();
    await assert.rejects(given, { code: 'unavailable', message: 'The caller is gone.' });
    for (const { heads } of await Promise.all(before)) assert.equal(heads.length, 1);
  }),
);

function ruleOf(query: string): MerchandisingRule {
  return {
    ...{ id: uuidOf(3), query, match: 'exact', is_active: true, starts_at: null, ends_at: null },
    ...{ pins: [], hides: [], boosts: [{ field: 'brand', value: 'Acme', weight: 5 }], redirect: null },
  };
}
