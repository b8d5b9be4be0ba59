/**
 * Clients that send large bodies and never finish them: what they hold together is bounded, the one too much is put
 * off, and the service goes on. Sockets are real; each upload stands still a little below the limit of one body.
 */
import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { startTestService } from '../support/start-test-service.ts';

const uploadBytes = limits.bodyMaxBytes - 1024;
/** More than one store may have under way. */
const uploadCount = Math.floor(limits.largeBodiesHeldMaxBytes / uploadBytes);

/** Sends all but the end of a body. Resolves to the status if an answer comes all the same. */
function startUpload(
  origin: string,
  key: string,
): { readonly upload: ClientRequest; readonly status: Promise<number> } {
  const { promise, resolve } = Promise.withResolvers<number>();
  const upload = request(`${origin}/api/v1/product-imports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': limits.bodyMaxBytes, 'x-api-key': key },
  });
  upload.on('response', (response) => resolve(response.resume().statusCode ?? 0));
  // The service closes the refused one, and this test the others.
  upload.on('error', () => {});
  upload.write(Buffer.alloc(uploadBytes, ' '));
  return { upload, status: promise };
}

test('a store’s unfinished large bodies leave room for others', async () => {
  const service = await startTestService(onOneNode(anyEngine, 'a process bounds what it holds'));
  const store = await service.createStore();
  const uploads = Array.from({ length: uploadCount }, () => startUpload(service.origin, store.keys.secret));
  assert.equal(await Promise.race(uploads.map(({ status }) => status)), 503);
  const body = { title: 'Lamp', price: 1, url: 'https://shop.example/1' };
  const other = await service.createStore();
  assert.equal((await other.request('PUT', '/api/v1/products/1', { body })).status, 200, 'others go on');
  const large = Buffer.alloc(limits.bodyMaxBytes, ' ');
  large.write(JSON.stringify({ external_id: '2', ...body }));
  const sent = await other.request('POST', '/api/v1/product-imports', { body: large });
  assert.equal(sent.status, 200, 'with a body of full size, too');
  for (const { upload } of uploads) upload.destroy();
  assert.equal((await store.request('PUT', '/api/v1/products/1', { body })).status, 200);
  await service.stop();
});
