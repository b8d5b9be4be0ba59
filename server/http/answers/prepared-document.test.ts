import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareOnce } from './prepared-document.ts';

test('a document that could not be made is tried again', async () => {
  let tries = 0;
  const find = prepareOnce(async () => {
    tries += 1;
    if (tries === 1) throw new Error('the file cannot be read');
    return Buffer.from('content');
  });
  const failed = await Promise.allSettled([find(), find()]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(tries, 1);
  const [first, second] = await Promise.all([find(), find()]);
  assert.equal(first.bytes.toString(), 'content');
  assert.equal(first, second);
  assert.equal(tries, 2);
});

test('a document that throws at once is tried again', async () => {
  let tries = 0;
  const find = prepareOnce(() => {
    tries += 1;
    if (tries === 1) throw new Error('the text cannot be made');
    return 'content';
  });
  await assert.rejects(find(), /cannot be made/);
  assert.equal((await find()).bytes.toString(), 'content');
});
