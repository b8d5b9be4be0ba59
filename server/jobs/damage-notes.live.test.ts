import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../test/support/engines.ts';
import { storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { type DamagedRow, productsByUuid, unreadablePage } from '../storage/damage/damage.ts';
import type { StoreReader } from '../storage/storage.ts';
import { DamageNotes } from './damage-notes.ts';
import { Quarantine } from './quarantine.ts';
import { QuarantineList } from './quarantine-list.ts';

const externalIds = (_storeId: string, ids: readonly string[]) =>
  new Map(ids.filter((id) => id === 'uuid-1').map((id) => [id, 'p1']));

test('a defect in one store leaves others their look', () =>
  withAnyEngine(async (storage) => {
    const stores = [storeRow(), storeRow({ id: uuidOf(2) })];
    for (const store of stores) await storage.directory.createStore(store, []);
    const [broken, whole] = stores.map(({ id }) => id);
    assert.ok(broken && whole);
    const list = new QuarantineList({ entered() {}, met() {}, left() {}, found() {} });
    const defect = new TypeError('a defect');
    const withDefect = (whole: StoreReader) => {
      return { ...whole, products: { ...whole.products, withRaw: () => Promise.reject(defect) } };
    };
    const reader = (storeId: string) =>
      storeId === broken ? withDefect(storage.reader(storeId)) : storage.reader(storeId);
    const notes = new DamageNotes({ storage: { reader }, clock: createDrivenClock(), list, externalIds });
    const row = { table: 'products', id: 'p1', column: 'attributes', error: 'no JSON' };
    for (const storeId of [broken, whole]) notes.note(storeId, [row]);
    await assert.rejects(notes.lookAgain(), defect);
    assert.deepEqual(
      list.list().stores.map(({ storeId }) => storeId),
      [broken],
    );
  }));

/** Creates a damaged row on a page that cannot be read. */
function lost(table: string, id: string): DamagedRow {
  return { table, id, column: null, error: unreadablePage };
}

test('a product known by its UUID alone counts once', () =>
  withAnyEngine(async (storage) => {
    const list = new QuarantineList({ entered() {}, met() {}, left() {}, found() {} });
    const clock = createDrivenClock();
    const notes = new DamageNotes({ storage, clock, list, externalIds });
    const noted = () => list.list().stores.find(({ work }) => work === 'calls')?.rows ?? [];
    notes.note('a', [lost('products', 'p1')]);
    notes.note('a', [lost(productsByUuid, 'uuid-1'), lost(productsByUuid, 'uuid-2')]);
    assert.deepEqual(
      noted().map(({ table, id }) => `${table} ${id}`),
      ['products p1', `${productsByUuid} uuid-2`],
      'the index knows one of them',
    );
    // An index that was built without them has named all.
    const index = new Quarantine({ work: 'index', clock, notify: (notice) => list.note(notice) });
    index.leaveOut('b', [lost('products', 'p1')]);
    notes.note('b', [lost(productsByUuid, 'uuid-2')]);
    assert.deepEqual(list.list().stores.filter(({ storeId }) => storeId === 'b').length, 1);
  }));
