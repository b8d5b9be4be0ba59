/**
 * Goal: a client that goes away in the middle of its request leaves nothing behind. Method: uploads whose
 * connection is closed after half of the body, and looks at addresses for which nobody waits any more; then a look at
 * what was stored and whether the service is well.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { engines } from '../support/engines.ts';
import { feedProduct, feedsPath, newAddress, privateFeeds, useFeedServer } from '../support/feeds.ts';
import { startUpload } from '../support/slow-upload.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const imports = '/api/v1/product-imports';

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine, privateFeeds);
    const server = useFeedServer();

    test('a client that hangs up in mid-body stores nothing', async () => {
      const store = await service.createStore();
      const products = Array.from({ length: 500 }, (_, index) => productInput(`p${index}`));
      const { origin } = service.current();
      const uploads = await Promise.all(
        Array.from({ length: 8 }, () => startUpload(origin, imports, store.keys.secret, { products })),
      );
      for (const upload of uploads) upload.hangUp();
      const run = await importProducts(store, [productInput('after')]);
      assert.equal(run.created_rows, 1);
      const listed = (await store.request('GET', imports)).as<{ imports: { id: string }[] }>().imports;
      assert.deepEqual(
        listed.map(({ id }) => id),
        [run.id],
      );
      const health = (await store.request('GET', '/api/v1/health')).as<{ products: { total: number } }>();
      assert.equal(health.products.total, 1);
    });

    test('a client that hangs up makes room for the next look', async () => {
      const store = await service.createStore();
      const slow = newAddress(server.current());
      slow.serve(() => new Promise(() => {}));
      const look = (path: string, signal: AbortSignal) =>
        fetch(`${service.current().origin}${feedsPath}${path}`, {
          method: 'POST',
          headers: { 'x-api-key': store.keys.secret, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Slow', feed_url: slow.url, feed_format: 'json' }),
          signal,
        });
      const gone = new AbortController();
      const looks = Array.from({ length: limits.feedCallsPerStore }, (_, number) =>
        assert.rejects(look(number % 2 === 0 ? '' : '/preview', gone.signal), { name: 'AbortError' }),
      );
      // One of the previews waits for the other.
      const begun = limits.feedCallsPerStore / 2 + 1;
      await waitUntil('as many looks as may be', () => slow.count() === begun);
      gone.abort();
      await Promise.all(looks);
      await waitUntil('the end of the looks', () => server.current().openCount() === 0, 5_000);
      assert.equal(slow.count(), begun);
      slow.serveProducts([feedProduct('a')]);
      const preview = await store.request('POST', `${feedsPath}/preview`, {
        body: { name: 'Slow', feed_url: slow.url, feed_format: 'json' },
      });
      assert.equal(preview.status, 200, preview.text);
      assert.deepEqual((await store.request('GET', feedsPath)).as<object>(), { feeds: [] });
    });

    test('a key held by an aborted request is free again', async () => {
      const store = await service.createStore();
      const options = { body: productInput('a'), headers: { 'idempotency-key': 'k' } };
      const gone = new AbortController();
      const aborted = fetch(`${service.current().origin}${imports}`, {
        method: 'POST',
        headers: {
          'x-api-key': store.keys.secret,
          'content-type': 'application/json',
          'idempotency-key': 'k',
        },
        body: JSON.stringify(options.body),
        signal: gone.signal,
      });
      gone.abort();
      await assert.rejects(aborted, { name: 'AbortError' });
      assert.equal((await store.request('POST', imports, options)).status, 200);
    });
  });
}
