/**
 * Goal: an upload is taken whole or not at all, and says what is wrong with it. Method: multipart requests of every kind
 * to a running service.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { newVisitor, sharedOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { importCsv, multipart } from '../support/file-imports.ts';
import { uuidOf } from '../support/storage-rows.ts';
import { useSharedService } from '../support/use-service.ts';

const content = 'external_id,title,price,url\nn,Lamp,5,https://shop.example/n\n';

describe('uploads', () => {
  const service = useSharedService(anyEngine);
  let signedIn: Promise<Visitor> | null = null;

  async function open(): Promise<{ visitor: Visitor; storeId: string; path: string }> {
    signedIn ??= sharedOperator(service.current());
    const { store } = await service.createStore();
    return { visitor: await signedIn, storeId: store.id, path: `/stores/${store.id}/files` };
  }

  test('a signed-out caller uploads nothing', async () => {
    const { path } = await open();
    const { body, type } = multipart('x', 'x.csv');
    const answer = await newVisitor(service).call('POST', path, body, { 'content-type': type });
    assert.deepEqual([answer.status, answer.as<{ code: string }>().code], [401, 'signed_out']);
  });

  test('an upload without a form or file gets advice', async () => {
    const { visitor, path } = await open();
    const plain = await visitor.call('POST', path, 'a,b', { 'content-type': 'text/csv' });
    assert.equal(plain.status, 415, plain.text);
    const { type } = multipart('x', 'x.csv');
    const empty = `--${type.split('=')[1]}--\r\n`;
    const answer = await visitor.call('POST', path, empty, { 'content-type': type });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, /file_invalid/);
  });

  test('an upload with a wrong boundary or wrong parts is refused', async () => {
    const { visitor, storeId, path } = await open();
    const { body, type } = multipart('a,b\n1,2\n', 'x.csv');
    const text = Buffer.from(body).toString();
    const twice = `${text.replace(/--\r\n$/, '\r\n')}${text.slice(text.indexOf('content-disposition'))}`;
    const cases: readonly (readonly [body: string, type: string])[] = [
      [text, 'multipart/form-data'],
      [text, 'multipart/form-data; boundary=another'],
      [twice, type],
      [text.replace('name="file"', 'name="other"'), type],
      [text.slice(0, 60), type],
    ];
    for (const [content, contentType] of cases) {
      const answer = await visitor.call('POST', path, content, { 'content-type': contentType });
      assert.equal(answer.status, 422, `${contentType} ${content}: ${answer.text}`);
    }
    assert.equal(await service.current().storage.reader(storeId).files.count(), 0);
  });

  test('§7.3 failed: a file that is no catalog fails its import with reason', async () => {
    const { visitor, storeId } = await open();
    const run = await importCsv(visitor, storeId, 'name,colour\nLamp,red\n');
    assert.equal(run.status, 'failed');
    assert.match(run.error ?? '', /external_id/);
  });

  test('a file name with control characters is kept as text', async () => {
    const { visitor, storeId } = await open();
    const run = await importCsv(visitor, storeId, content, { name: '../a\u0007b.csv' });
    assert.match(run.filename, /^(\.\.\/)?a b\.csv$/);
  });

  test('Contract §5 a file announced as too large is refused unsent', async () => {
    const { visitor, path } = await open();
    const { type } = multipart('x', 'x.csv');
    const upload = request(`${service.current().origin}/dashboard/api${path}`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': type,
        'content-length': limits.fileMaxBytes + 1024 * 1024,
        cookie: visitor.cookie,
        'x-csrf-token': visitor.csrfToken,
      },
    });
    upload.on('error', () => {});
    upload.flushHeaders();
    const [response] = (await once(upload, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 413);
    upload.destroy();
  });

  test('an upload without room in its store is refused', async () => {
    const { visitor, storeId, path } = await open();
    const { storage } = service.current();
    const kept = { id: uuidOf(1), name: 'kept.csv', bytes: limits.storeFilesMaxBytes - 10 };
    await storage.write(storeId, (writer) =>
      writer.files.insert({ ...kept, chunkCount: 0, complete: true, createdAt: 0 }),
    );
    const { body, type } = multipart(content, 'a.csv');
    const answer = await visitor.call('POST', path, body, { 'content-type': type });
    assert.equal(answer.status, 413, answer.text);
    assert.match(answer.as<{ message: string }>().message, /8 GiB together.+try again when imports are over/);
    assert.equal(await storage.reader(storeId).files.count(), 1);
    const other = await open();
    assert.equal((await visitor.call('POST', other.path, body, { 'content-type': type })).status, 200);
  });

  test('an upload that breaks off leaves no file behind', async () => {
    const { visitor, storeId, path } = await open();
    const { body, type } = multipart('x'.repeat(3_000_000), 'cut.csv');
    const answer = await visitor.call('POST', path, body.subarray(0, 2_500_000), { 'content-type': type });
    assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
    const { storage } = service.current();
    const job = await storage.directory.claimJob('file_expiry', { owner: 'test', leaseMs: 1 });
    assert.equal(job, null);
    assert.deepEqual(await storage.reader(storeId).imports.page({ before: null, limit: 1 }), []);
  });
});
