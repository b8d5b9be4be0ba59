/**
 * Goal: what no row can hold is refused in a path in the same way at every call, on either database.
 * Method: a running service on each database, asked for what is named by texts, by a key and by a person.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { useSharedService } from '../support/use-service.ts';

for (const engine of engines) {
  describe(`texts in paths (${engine.name})`, () => {
    const service = useSharedService(engine);

    test('a NUL in a path is refused by every call', async () => {
      const visitor = await sharedOperator(service.current());
      const store = await service.createStore();
      const byKey = (path: string) => store.request('GET', `/api/v1${path}`);
      const ofStore = `/stores/${store.store.id}`;
      const byPerson = (path: string) => visitor.call('GET', ofStore + path);
      for (const ask of [byKey, byPerson]) {
        for (const path of ['/collections/a%00b', '/collections/a%00/products', '/products/a%00b']) {
          const [fault] = expectError(await ask(path), 'validation_failed');
          assert.equal(fault?.code, 'text_invalid', path);
          assert.match(fault?.path ?? '', /^(?:slug|external_id)$/);
        }
      }
      for (const path of [
        '/webhooks/%00',
        '/product-feeds/%00',
        '/product-imports/%00',
        '/events/sessions/%00',
      ]) {
        const method = path.startsWith('/events') ? 'DELETE' : 'GET';
        expectError(await store.request(method, `/api/v1${path}`), 'validation_failed');
      }
      const why = await byPerson('/playground/why?q=lamp&external_id=a%00b');
      const [fault] = expectError(why, 'validation_failed');
      assert.equal(fault?.path, 'external_id');
    });
  });
}
