/**
 * Callers who hang up while their store is busy, on both databases: what waits of them is let go of, what has begun goes on.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { engines, onOneNode } from '../support/engines.ts';
import { productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(onOneNode(engine, 'callers hang up on a process'));

    /** Sends a whole request, and hangs up once all of it went. */
    async function sendAndLeave(method: string, path: string, key: string, value: unknown): Promise<void> {
      const { hostname, port } = new URL(service.current().nodeOrigin);
      const body = JSON.stringify(value);
      const headers = {
        ...{ host: 'x', 'x-api-key': key, 'content-type': 'application/json' },
        'content-length': String(Buffer.byteLength(body)),
      };
      const lines = Object.entries(headers).map(([name, text]) => `${name}: ${text}\r\n`);
      const socket = connect(Number(port), hostname).on('error', () => {});
      await once(socket, 'connect');
      await new Promise((resolve) => {
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, resolve);
      });
      // Its answer came by the same event loop behind the request, so the service has read that.
      await service.request('GET', '/livez');
      socket.destroy();
    }

    /** Requests that were sent before have reached the thread that writes. */
    async function settle(): Promise<void> {
      for (let count = 0; count < 20; count += 1) await service.request('GET', '/livez');
    }

    test('waiting writes of callers who hung up are dropped', async () => {
      const store = await service.createStore();
      // From here on the key is known without a question to the database, so that writes come in the order of requests.
      await store.request('GET', '/api/v1/products');
      const [released, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const busy = service.current().storage.write(store.store.id, async () => {
        begun.resolve();
        await released.promise;
      });
      await begun.promise;
      const first = store.request('PUT', '/api/v1/products/first', { body: productInput('first') });
      await settle();
      const { external_id: _, ...fields } = productInput('any');
      const doors: readonly (readonly [string, string, unknown])[] = [
        ['POST', '/api/v1/product-imports', { products: [productInput('batch')] }],
        ['POST', '/api/v1/products', productInput('posted')],
        ['PUT', '/api/v1/products/put', fields],
        ['PATCH', '/api/v1/products/first', { title: 'Patched' }],
        ['PUT', '/api/v1/synonyms', { synonyms: [{ kind: 'equivalent', terms: ['lamp', 'light'] }] }],
        ['PUT', '/api/v1/merchandising', { rules: [{ query: 'lamp', match: 'exact', hides: ['first'] }] }],
      ];
      for (const [method, path, body] of doors) await sendAndLeave(method, path, store.keys.secret, body);
      await settle();
      const last = store.request('PUT', '/api/v1/products/last', { body: productInput('last') });
      released.resolve();
      await busy;
      assert.deepEqual([(await first).status, (await last).status], [200, 200]);
      const listed = await store.request('GET', '/api/v1/products');
      const { products } = listed.as<{ products: { external_id: string; title: string }[] }>();
      assert.deepEqual(
        products.map(({ external_id, title }) => [external_id, title]),
        [
          ['first', productInput('first').title],
          ['last', productInput('last').title],
        ],
      );
      for (const list of ['synonyms', 'merchandising']) {
        const [entries] = Object.values((await store.request('GET', `/api/v1/${list}`)).as<object>()).filter(
          Array.isArray,
        );
        assert.deepEqual(entries, [], list);
      }
    });
  });
}
