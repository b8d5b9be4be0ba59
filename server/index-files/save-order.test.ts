/** Checks the order in which a save reaches the disk, by the calls to the file system: the order is what outlives a crash. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { createIndexFiles } from './index-files.ts';

/** `sync NAME` and `rename NAME`, in their order. */
const steps: string[] = [];

/** Other tests of the same process may be saving indexes too. */
function note(step: 'sync' | 'rename', path: string): void {
  if (path.startsWith(folder)) steps.push(`${step} ${basename(path)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'foretype-order-'));
const { open, rename } = promises;
const paths = new WeakMap<FileHandle, string>();
let restore = () => {};

before(async () => {
  const some = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  const { sync } = prototype;
  prototype.sync = async function (this: FileHandle) {
    note('sync', paths.get(this) ?? 'unknown');
    await sync.call(this);
  };
  promises.open = async (path, ...parameters) => {
    const file = await open(path, ...parameters);
    paths.set(file, String(path));
    return file;
  };
  promises.rename = async (from, to) => {
    note('rename', String(from));
    await rename(from, to);
  };
  syncBuiltinESMExports();
  restore = () => {
    prototype.sync = sync;
    Object.assign(promises, { open, rename });
    syncBuiltinESMExports();
  };
});

after(() => {
  restore();
  rmSync(folder, { recursive: true });
});

test('segments are on the disk before the manifest names them', async () => {
  const indexes = join(folder, 'indexes');
  const data = new SharedArrayBuffer(200_000);
  const segments = [1, 2].map((id) => ({ id, data, tombstones: new SharedArrayBuffer(4) }));
  await createIndexFiles(indexes).save({
    identity: {
      storeId: 'store-1',
      createdAt: 1,
      locale: 'en',
      currency: 'EUR',
      groupVariants: true,
      version: 1,
    },
    changeNumber: 1,
    position: null,
    witnesses: [],
    synonyms: null,
    segments,
  });
  assert.deepEqual(steps, [
    // The bytes of both, then their names.
    ...['sync 1.segment', 'sync 2.segment', 'sync store-1'],
    // The manifest under another name, then in its place, then that name.
    ...['sync index.manifest.new', 'rename index.manifest.new', 'sync store-1'],
  ]);
  const file = statSync(join(indexes, 'store-1', '1.segment'));
  assert.equal(file.mode & 0o777, 0o600, 'a catalog is for the owner of the service only');
});
