import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAnyEngine } from '../../test/support/engines.ts';
import { storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { changesBehind } from './changes-behind.ts';

test('the index that lacks most changes tells how far indexes are behind', () =>
  withAnyEngine(async ({ directory }) => {
    const [near, far, unloaded] = [uuidOf(1), uuidOf(2), uuidOf(3)];
    await directory.createStore(storeRow({ id: near, changeNumber: 5 }), []);
    await directory.createStore(storeRow({ id: far, changeNumber: 9 }), []);
    await directory.createStore(storeRow({ id: unloaded, changeNumber: 100 }), []);
    const behind = (shown: readonly [string, number][]) => changesBehind(directory, new Map(shown));
    assert.equal(await behind([]), 0);
    assert.equal(
      await behind([
        [near, 5],
        [far, 9],
      ]),
      0,
    );
    assert.equal(
      await behind([
        [near, 4],
        [far, 6],
      ]),
      3,
    );
    assert.equal(
      await behind([
        [near, 4],
        [uuidOf(8), 2],
      ]),
      1,
      'a store that is gone lacks nothing',
    );
  }));
