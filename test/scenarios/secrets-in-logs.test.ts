/**
 * Goal: no key and no merchant's data ever reaches the log, however talkative it is. Method: requests with keys in
 * every place that takes one, right and wrong, at the lowest log level; then the log is searched.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { closeRawSockets, sendRaw } from '../support/raw-request.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

after(closeRawSockets);

test('Contract §2 keys never stand in the log, at any level', async () => {
  const data = await createServiceData('sqlite');
  const service = await startChildService(data, { LOG_LEVEL: 'trace' });
  const { keys } = await createStoreOn(data);
  const path = '/api/v1/autocomplete';
  for (const key of Object.values(keys)) {
    const places = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }, { 'x-api-key': `${key}x` }, {}];
    for (const headers of places) {
      await sendRaw(service.origin, { method: 'GET', path: `${path}?q=private-words&key=${key}`, headers });
      await sendRaw(service.origin, { method: 'POST', path: `/nothing/${key}?key=${key}`, headers });
      await sendRaw(service.origin, { method: 'PUT', path: `/api/v1/products/%?key=${key}`, headers });
    }
  }
  await importProducts(service.caller(keys.secret), [
    productInput('a', { title: 'Private title', price: 'x' }),
  ]);
  assert.equal(await service.end('SIGTERM'), 0);
  const log = service.log();
  assert.ok(log.includes('answered'), 'requests are logged at this level');
  for (const secret of [...Object.values(keys), 'private-words', 'Private title']) {
    assert.ok(!log.includes(secret), `the log holds ${secret}`);
  }
  data.remove();
});
