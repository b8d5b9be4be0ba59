/**
 * The built client against a running service, on both databases: it sends products in batches and as lines, reads what went wrong,
 * searches, reports, and verifies the service's own messages. Nothing of it is replaced but the network, where it has to fail.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Client, ClientOptions } from '../../packages/client/src/client.ts';
import { loadClient } from '../support/client-package.ts';
import { engines } from '../support/engines.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

let createClient: typeof import('../../packages/client/src/client.ts').createClient;
let verifyWebhook: typeof import('../../packages/client/src/client.ts').verifyWebhook;
let ForetypeError: typeof import('../../packages/client/src/client.ts').ForetypeError;

before(async () => {
  ({ createClient, verifyWebhook, ForetypeError } = await loadClient());
});

const lamps = (count: number) =>
  Array.from({ length: count }, (_, index) => productInput(`L-${index}`, { title: `Zebra lamp ${index}` }));

for (const engine of engines) {
  describe(`the client (${engine.name})`, () => {
    const service = useService(engine, { FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' });

    async function newClient(options: Partial<ClientOptions> = {}): Promise<[Client, TestStore]> {
      const store = await service.createStore();
      const { origin } = service.current();
      return [createClient({ url: origin, key: store.keys.secret, ...options }), store];
    }

    test(`a product is written, read and found by the client (${engine.name})`, async () => {
      const [shop, store] = await newClient();
      const written = await shop.call('PUT /products/:external_id', {
        params: { external_id: 'A/1 ü' },
        body: {
          title: 'Zebra lamp',
          price: '39.90',
          url: 'https://shop.example/a',
          attributes: { colour: 'white' },
        },
      });
      assert.equal(written.product?.external_id, 'A/1 ü');
      const read = await shop.call('GET /products/:external_id', {
        params: { external_id: 'A/1 ü' },
        query: { include: 'raw' },
      });
      assert.deepEqual([read.price, read.attributes], ['39.90', { colour: 'white' }]);
      const { origin } = service.current();
      const page = createClient({ url: `${origin}/`, key: store.keys.storefront, keyIn: 'query' });
      const answer = await page.startSession().search('zeb', { limit: 3 });
      assert.deepEqual(
        answer?.products.map(({ title }) => title),
        ['Zebra lamp'],
      );
    });

    test(`a catalog in batches gives its counts and faulty rows (${engine.name})`, async () => {
      const [shop] = await newClient();
      const products = lamps(25);
      products[7] = productInput('bad', { price: 'cheap' });
      products[21] = productInput('bad too', { title: '' });
      const counts: number[] = [];
      const sent = await shop.sendProducts(products.values(), {
        batchSize: 10,
        onBatch: ({ import: run }) => counts.push(run.total_rows),
      });
      assert.deepEqual(counts, [10, 10, 5]);
      assert.deepEqual([sent.total_rows, sent.created_rows, sent.failed_rows], [25, 23, 2]);
      assert.deepEqual(
        sent.failures.map(({ row, code }) => [row, code]),
        [
          [8, 'price_invalid'],
          [22, 'title_missing'],
        ],
      );
      const dry = await shop.sendProducts(lamps(30), { dryRun: true });
      assert.deepEqual([dry.created_rows, dry.unchanged_rows], [6 + 1, 23]);
    });

    test(`streamed lines change prices and end with their import (${engine.name})`, async () => {
      const [shop] = await newClient();
      await shop.sendProducts(lamps(3_000));
      async function* changes() {
        for (let index = 0; index < 3_000; index += 1) yield { external_id: `L-${index}`, price: '7.50' };
        yield { external_id: 'unknown', price: 1 };
      }
      const seen: string[] = [];
      const run = await shop.uploadProducts(changes(), {
        mode: 'partial',
        onProgress: ({ status }) => seen.push(status),
      });
      assert.deepEqual([run.status, run.updated_rows, run.failed_rows], ['completed', 3_000, 1]);
      assert.deepEqual([run.failures[0]?.code, seen.at(-1)], ['product_unknown', 'completed']);
      const read = await shop.call('GET /products/:external_id', { params: { external_id: 'L-2999' } });
      assert.equal(read.price, '7.50');
    });

    test(`a batch whose answer was lost is stored once (${engine.name})`, async () => {
      let calls = 0;
      const keys = new Set<string | null>();
      const [shop, store] = await newClient({
        pause: async () => {},
        async fetch(url, init) {
          const answer = await fetch(url, init);
          calls += 1;
          keys.add(new Headers(init?.headers).get('idempotency-key'));
          // The service has done it, and the network breaks.
          if (calls === 1) throw new TypeError('fetch failed');
          return answer;
        },
      });
      const sent = await shop.sendProducts(lamps(3));
      assert.deepEqual([calls, keys.size, sent.created_rows], [2, 1, 3]);
      const runs = (await store.request('GET', '/api/v1/product-imports')).as<{ imports: unknown[] }>();
      assert.equal(runs.imports.length, 1);
    });

    test(`refusals name code, place and request to the caller (${engine.name})`, async () => {
      const [shop, store] = await newClient();
      const refused = await shop
        .call('PUT /products/:external_id', {
          params: { external_id: 'a' },
          body: { title: 'Lamp', price: -1 },
        })
        .catch((error: unknown) => error);
      assert.ok(refused instanceof ForetypeError);
      assert.deepEqual([refused.code, refused.status, refused.place], ['validation_failed', 422, '/price']);
      assert.match(refused.requestId ?? '', /./);
      const { origin } = service.current();
      const page = createClient({ url: origin, key: store.keys.storefront });
      for (const work of [() => page.uploadProducts(lamps(2_000)), () => page.sendProducts(lamps(1))]) {
        const error = await work().catch((thrown: unknown) => thrown);
        assert.ok(error instanceof ForetypeError);
        assert.deepEqual([error.code, error.status], ['insufficient_scope', 403]);
      }
    });

    test(`only the newest of several searches is answered (${engine.name})`, async () => {
      const [shop] = await newClient();
      await shop.sendProducts(lamps(1));
      const session = shop.startSession();
      const answers = await Promise.all(['z', 'ze', 'zeb'].map((text) => session.search(text)));
      assert.deepEqual(
        answers.map((answer) => answer?.meta.query ?? null),
        [null, null, 'zeb'],
      );
      const own = new AbortController();
      const given = session.search('zebr', { signal: own.signal });
      own.abort();
      await assert.rejects(given, { name: 'AbortError' });
    });

    test(`a session reports events that count once each (${engine.name})`, async () => {
      const [shop, store] = await newClient();
      await shop.sendProducts(lamps(1));
      const session = shop.startSession('s-1');
      const answer = await session.search('zeb');
      const product_id = answer?.products[0]?.id ?? '';
      const click = { type: 'product_click', product_id, region: 'products', query: 'zeb' } as const;
      const first = await session.report(click, { type: 'purchase', external_id: 'L-0', quantity: 2 });
      assert.deepEqual([session.id, first.accepted, first.rejected], ['s-1', 2, []]);
      const { origin } = service.current();
      const page = createClient({ url: origin, key: store.keys.storefront }).startSession();
      const { rejected } = await page.report({ type: 'purchase', external_id: 'L-0' });
      assert.deepEqual(
        rejected.map(({ code }) => code),
        ['insufficient_scope'],
      );
    });

    test(`the client verifies messages that the service signed (${engine.name})`, async () => {
      const [shop] = await newClient();
      const receiver = await startReceiver();
      try {
        const { secret } = await shop.call('POST /webhooks', { body: { url: receiver.url } });
        await shop.uploadProducts(lamps(1));
        await waitUntil('a message', async () => receiver.messages.length > 0);
        const [message] = receiver.messages;
        assert.ok(message !== undefined);
        const { headers, text } = message;
        const { type, data } = await verifyWebhook({ secret, headers, body: text });
        assert.deepEqual([type, Object.keys(data)], ['import.completed', ['import']]);
        await assert.rejects(verifyWebhook({ secret, headers, body: `${text} ` }), {
          code: 'webhook_invalid',
        });
      } finally {
        await receiver.close();
      }
    });
  });
}
