/**
 * Goal: a compressed body that is broken, and that no route reads, cannot end the process. Method: such bodies to
 * routes that refuse the request before its body, with and without a key; then the same process must still answer.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { anyEngine } from '../support/engines.ts';
import { closeRawSockets, sendRaw } from '../support/raw-request.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

after(closeRawSockets);

const refused = [
  ['POST', '/api/v1/product-imports', 'text/plain'],
  ['POST', '/api/v1/product-imports', ''],
  ['DELETE', '/api/v1/products/a', 'application/json'],
  ['GET', '/api/v1/autocomplete', 'application/json'],
  ['POST', '/api/v1/autocomplete', 'application/json'],
  ['POST', '/nothing', 'text/plain'],
  ['POST', '/livez', 'text/plain'],
  ['GET', '/livez', 'application/json'],
  ['OPTIONS', '/api/v1/autocomplete', 'application/json'],
] as const;

test('broken gzip no route reads does not end the service', async () => {
  const data = await createServiceData(anyEngine.name);
  const service = await startChildService(data);
  const { keys } = await createStoreOn(data);
  for (const [method, path, type] of refused) {
    for (const key of [{ 'x-api-key': keys.secret }, {}]) {
      for (const body of ['no gzip at all', '\u001f', '']) {
        const headers = {
          ...key,
          'content-encoding': 'gzip',
          ...(type === '' ? {} : { 'content-type': type }),
        };
        const answer = await sendRaw(service.origin, { method, path, headers, body });
        assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`);
      }
    }
  }
  assert.equal((await importProducts(service.caller(keys.secret), [productInput('a')])).created_rows, 1);
  assert.equal(await service.end('SIGTERM'), 0);
  data.remove();
});
