/** What waits behind a batch in the pipeline thread, and what does not. */
import assert from 'node:assert/strict';
import { onBothEngines, onSqlite } from '../../../test/support/engines.ts';
import { makeProduct } from '../../../test/support/make-product.ts';
import { importBatch, stores, withPipeline } from '../../../test/support/pipeline-scene.ts';

onSqlite('a batch whose caller hung up is not written', (context) =>
  withPipeline(context, async ({ pipeline, storage }) => {
    const [busy, left] = stores;
    const released = Promise.withResolvers<void>();
    const writing = storage.write(busy, () => released.promise);
    const first = importBatch({ pipeline }, busy, [makeProduct('first')]);
    const gone = new AbortController();
    // The only call of its store, so nothing but its turn to write keeps it waiting.
    const products = Array.from({ length: 2_000 }, (_, number) => makeProduct(`late-${number}`));
    const batch = importBatch({ pipeline }, left, products, gone.signal);
    const refused = assert.rejects(batch, { code: 'unavailable', message: 'The caller is gone.' });
    gone.abort();
    await refused;
    released.resolve();
    await writing;
    await first;
    assert.equal(await storage.reader(left).products.find('late-0'), null);
  }),
);

onBothEngines('events and counts wait for no batch of their store', (context) =>
  withPipeline(context, async ({ pipeline }) => {
    const [storeId] = stores;
    const answered: string[] = [];
    const note = async (name: string, call: Promise<unknown>) => {
      await call;
      answered.push(name);
    };
    // It is read in 30 slices before its turn to write.
    const text = JSON.stringify({ products: [makeProduct('a')] });
    const body = Buffer.concat([Buffer.alloc(30 * 1024 * 1024, ' '), Buffer.from(text)]);
    const batch = note('batch', importBatch({ pipeline }, storeId, body));
    const events = { storeId, sessionId: 's', networks: null, events: [] };
    const statistics = { graph: 1, backend: 0, cached: 0, errors: 0, latencies: [1, 0], bucketAt: 1 };
    await Promise.all([
      batch,
      note('events', pipeline.takeEvents(events)),
      note('counts', pipeline.addRequests({ storeId, statistics })),
    ]);
    assert.equal(answered.at(-1), 'batch');
  }),
);
