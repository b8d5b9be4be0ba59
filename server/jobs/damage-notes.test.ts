import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../test/support/engines.ts';
import { storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { DamageNotes } from './damage-notes.ts';
import { QuarantineList } from './quarantine-list.ts';

test('a defect in one store leaves others their look', () =>
  withAnyEngine(async (storage) => {
    const stores = [storeRow(), storeRow({ id: uuidOf(2) })];
    for (const store of stores) await storage.directory.createStore(store, []);
    const [broken, whole] = stores.map(({ id }) => id);
    assert.ok(broken && whole);
    const list = new QuarantineList({ entered() {}, met() {}, left() {}, found() {} });
    const defect = new TypeError('a defect');
    const reader = (storeId: string) =>
      storeId === broken
        ? { ...storage.reader(storeId), product: () => Promise.reject(defect) }
        : storage.reader(storeId);
    const notes = new DamageNotes({ storage: { reader }, clock: createDrivenClock(), list });
    const row = { table: 'products', id: 'p1', column: 'attributes', error: 'no JSON' };
    for (const storeId of [broken, whole]) notes.note(storeId, [row]);
    await assert.rejects(notes.lookAgain(), defect);
    assert.deepEqual(
      list.list().stores.map(({ storeId }) => storeId),
      [broken],
    );
  }));
