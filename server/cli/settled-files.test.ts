/** Complete files of a folder, compared with an oracle that keeps every look and compares them all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FileWatch, type SeenFile } from './settled-files.ts';

const settleMs = 10;

const look = fc.record({
  afterMs: fc.integer({ min: 0, max: 15 }),
  files: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('a.csv', 'b.csv', 'c.csv'),
      size: fc.integer({ min: 0, max: 1 }),
      mtimeMs: fc.integer({ min: 0, max: 1 }),
    }),
    { selector: ({ name }) => name },
  ),
});

/** A file is complete if every look of the last `settleMs`, and one at least as old, shows it as it is. */
function naiveReady(looks: readonly { readonly atMs: number; readonly files: readonly SeenFile[] }[]) {
  const last = looks.at(-1);
  if (last === undefined) return [];
  return last.files
    .filter((file) => {
      const key = JSON.stringify(file);
      const same = (one: (typeof looks)[number]) => one.files.some((other) => JSON.stringify(other) === key);
      const firstOther = looks.findLastIndex((one) => !same(one));
      const since = looks[firstOther + 1];
      return since !== undefined && last.atMs - since.atMs >= settleMs;
    })
    .sort((a, b) => (a.mtimeMs === b.mtimeMs ? a.name.localeCompare(b.name) : a.mtimeMs - b.mtimeMs));
}

test('a file is complete once every look shows it unchanged', () => {
  fc.assert(
    fc.property(fc.array(look, { maxLength: 12 }), (steps) => {
      const watch = new FileWatch(settleMs);
      const looks: { atMs: number; files: readonly SeenFile[] }[] = [];
      let atMs = 0;
      for (const { afterMs, files } of steps) {
        atMs += afterMs;
        looks.push({ atMs, files });
        const { ready, nextMs } = watch.look(files, atMs);
        assert.deepEqual(ready, naiveReady(looks));
        assert.equal(nextMs === null, ready.length === files.length);
      }
    }),
  );
});

test('the next look comes when a file may be complete', () => {
  const watch = new FileWatch(settleMs);
  const file = { name: 'a.csv', size: 1, mtimeMs: 5 };
  assert.deepEqual(watch.look([file], 100), { ready: [], nextMs: 10 });
  assert.deepEqual(watch.look([file], 104), { ready: [], nextMs: 6 });
  assert.deepEqual(watch.look([file], 110), { ready: [file], nextMs: null });
  watch.forget('a.csv');
  assert.deepEqual(watch.look([file], 111), { ready: [], nextMs: 10 });
});
