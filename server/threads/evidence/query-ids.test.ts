import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import { createQueryIds, flushAnswered, type NamedQueries } from './query-ids.ts';

const [store, other] = [uuidOf(1), uuidOf(2)];
const yesterday = { day: '2026-11-20', salt: 'older' };
const today = { day: '2026-11-21', salt: 'newer', before: yesterday };

function openDay(day = today) {
  const ids = createQueryIds();
  ids.beginDay(day);
  return ids;
}

test('an id opens as its own query, in its own store alone', () => {
  const ids = openDay();
  const known = new Map<string, string>();
  fc.assert(
    fc.property(fc.constantFrom('lamp', 'Desk  Lamp', 'Größe', '灯', ''), fc.boolean(), (query, found) => {
      const id = ids.make({ storeId: store, query, found });
      assert.match(id, /^[A-Za-z0-9_-]{22}$/);
      assert.ok(!known.has(id), 'each call has another id');
      known.set(id, query);
      assert.equal(ids.open(other, id), null);
      assert.equal(ids.open(store, id)?.day, today.day);
    }),
  );
  const shown = ids.make({ storeId: store, query: ' Desk  LAMP', found: true });
  assert.equal(ids.open(store, shown)?.query, 'desk lamp');
  assert.equal(ids.open(store, ids.make({ storeId: store, query: '', found: true }))?.query, '');
});

test('made-up ids and changed ones open nowhere', () => {
  const ids = openDay();
  const id = ids.make({ storeId: store, query: 'lamp', found: true });
  for (const wrong of ['', 'x', id.slice(1), `${id}A`, id.replace(/^./, '!'), 'A'.repeat(22)]) {
    assert.equal(ids.open(store, wrong), null, wrong);
  }
  const bytes = Buffer.from(id, 'base64url');
  for (let bit = 0; bit < 128; bit += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    assert.equal(ids.open(store, changed.toString('base64url')), null, String(bit));
  }
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (block) => {
      assert.equal(ids.open(store, Buffer.from(block).toString('base64url')), null);
    }),
  );
});

test('ids open on other nodes and after a start, for two days', () => {
  const [node, old] = [openDay(), openDay({ ...yesterday, before: { day: '2026-11-19', salt: 'oldest' } })];
  const [made, last] = [node, old].map((ids) => ids.make({ storeId: store, query: 'lamp', found: true }));
  const started = openDay();
  assert.deepEqual(
    [made, last].map((id) => started.open(store, id ?? '')?.day),
    ['2026-11-21', '2026-11-20'],
  );
  assert.equal(started.open(store, made ?? '')?.query, null, 'the text is asked of the database');
  assert.equal(started.open(store, made ?? '')?.name, node.open(store, made ?? '')?.name);
  old.beginDay(today);
  assert.equal(old.open(store, last ?? '')?.query, 'lamp');
  old.beginDay({ day: '2026-11-22', salt: 'newest', before: today });
  assert.equal(old.open(store, last ?? ''), null, 'the salt is gone');
});

test('texts are taken once, without private and fruitless ones', () => {
  const ids = openDay();
  const make = (query: string, found = true, storeId = store) => ids.make({ storeId, query, found });
  for (const query of ['lamp', 'LAMP', 'jane@shop.example', '', 'desk']) make(query);
  make('nothing', false);
  make('lamp', true, other);
  const textsOf = () =>
    ids.take().map(({ storeId, queries }) => [storeId, queries.map(({ query }) => query).join()]);
  assert.deepEqual(textsOf(), [
    [store, 'lamp,desk'],
    [other, 'lamp'],
  ]);
  make('lamp');
  assert.deepEqual(textsOf(), []);
  assert.equal(ids.open(store, make('jane@shop.example'))?.query, null);
});

test('a store’s flood of texts leaves room to others', () => {
  const ids = openDay();
  for (let number = 0; number < limits.answeredQueriesPerDay + 5; number += 1) {
    ids.make({ storeId: store, query: `made up ${number}`, found: true });
  }
  ids.make({ storeId: other, query: 'lamp', found: true });
  assert.deepEqual(
    ids.take().map(({ queries }) => queries.length),
    [limits.answeredQueriesPerDay, 1],
  );
});

test('texts of an unwritable store wait, and hold up no other', async () => {
  const ids = openDay();
  for (const storeId of [store, other]) ids.make({ storeId, query: 'lamp', found: true });
  const written: NamedQueries[] = [];
  let isDamaged = true;
  const write = async (named: NamedQueries) => {
    if (isDamaged && named.storeId === store) throw new Error('damaged');
    written.push(named);
  };
  await assert.rejects(flushAnswered(ids, write), /damaged/);
  ids.make({ storeId: store, query: 'desk', found: true });
  isDamaged = false;
  await flushAnswered(ids, write);
  const texts = written.map(({ storeId, queries }) => [storeId, queries.map(({ query }) => query).join()]);
  assert.deepEqual(texts, [
    [other, 'lamp'],
    [store, 'lamp,desk'],
  ]);
});
