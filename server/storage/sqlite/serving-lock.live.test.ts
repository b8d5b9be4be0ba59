import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { findLockHolder, takeFolderLock, takeServingLock } from './serving-lock.ts';

test('a second server on a file is refused until released', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'foretype.sqlite');
  const first = takeServingLock(file);
  assert.throws(() => takeServingLock(file), /Another process uses .*FORETYPE_DATA/);
  first.release();
  takeServingLock(file).release();
});

test('a folder is locked against servers of any database', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const first = takeFolderLock(folder);
  assert.throws(() => takeFolderLock(folder), /Another server uses the data folder .*FORETYPE_DATA/);
  assert.throws(() => takeServingLock(join(folder, 'foretype.sqlite')), /Another process uses/);
  first.release();
  takeFolderLock(folder).release();
});

test('a folder that cannot be written is not locked', () => {
  takeFolderLock('/proc').release();
  takeFolderLock(join(tmpdir(), 'foretype-no-such-folder', 'below')).release();
});

test('a held lock names its holder, a left one none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'foretype.sqlite');
  assert.equal(findLockHolder(file), null);
  const holder = { process: 7, work: 'A server', since: 'today', address: 'https://127.0.0.1:1' };
  const lock = takeServingLock(file, holder);
  assert.deepEqual(findLockHolder(file), holder);
  lock.note({ ...holder, address: 'http://127.0.0.1:2' });
  assert.equal(findLockHolder(file)?.address, 'http://127.0.0.1:2');
  lock.release();
  assert.equal(findLockHolder(file), null);
  // As a killed process leaves it.
  writeFileSync(`${file}.lock.holder`, '7\nA server\ntoday\nhttp://127.0.0.1:2');
  assert.equal(findLockHolder(file), null);
});

test('a look at the lock keeps no server out', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-lock-'));
  const file = join(folder, 'foretype.sqlite');
  takeServingLock(file).release();
  const module = new URL('./serving-lock.ts', import.meta.url).href;
  const looking = new Worker(
    `import { parentPort } from 'node:worker_threads';
     import { findLockHolder } from ${JSON.stringify(module)};
     for (let looks = 0; ; looks += 1) {
       findLockHolder(${JSON.stringify(file)});
       if (looks === 10) parentPort.postMessage('looking');
     }`,
    { eval: true },
  );
  t.after(async () => {
    await looking.terminate();
    rmSync(folder, { recursive: true });
  });
  await once(looking, 'message');
  for (let start = 0; start < 300; start += 1) takeServingLock(file, null, { isServer: true }).release();
});
