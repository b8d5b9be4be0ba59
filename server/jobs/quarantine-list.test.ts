import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { Quarantine, type QuarantineNotice, type StoreWork } from './quarantine.ts';
import { QuarantineList } from './quarantine-list.ts';

test('a deleted store leaves quarantine for all its work', () => {
  const left: string[] = [];
  const list = new QuarantineList({
    entered() {},
    met() {},
    found() {},
    left: ({ storeId, work }) => left.push(`${work} of ${storeId}`),
  });
  const clock = createDrivenClock();
  const quarantineOf = (work: StoreWork) =>
    new Quarantine({ work, clock, notify: (notice) => list.note(notice) });
  const index = quarantineOf('index');
  for (const quarantine of [index, quarantineOf('feed')]) {
    for (const storeId of ['gone', 'kept']) quarantine.fail(storeId, new Error('damaged'));
  }
  index.noteDeleted('gone');
  assert.deepEqual(left, ['index of gone', 'feed of gone']);
  assert.deepEqual([...new Set(list.list().stores.map(({ storeId }) => storeId))], ['kept']);
});

test('a deletion that fails stays in quarantine', () => {
  const left: string[] = [];
  const list = new QuarantineList({
    entered() {},
    met() {},
    found() {},
    left: ({ work }) => left.push(work),
  });
  const clock = createDrivenClock();
  const notify = (notice: QuarantineNotice) => list.note(notice);
  const deletion = new Quarantine({ work: 'deletion', clock, notify });
  deletion.fail('gone', new Error('damaged'));
  new Quarantine({ work: 'index', clock, notify }).noteDeleted('gone');
  assert.deepEqual(left, []);
  deletion.end('gone');
  assert.deepEqual(left, ['deletion']);
});

test('an unreadable row is reported once by name', () => {
  const [entered, met, left]: [string[], string[], string[]] = [[], [], []];
  const list = new QuarantineList({
    entered: ({ reason }) => entered.push(reason),
    met: ({ work }, { id }) => met.push(`${work} ${id}`),
    left: ({ work }) => left.push(work),
    found() {},
  });
  const clock = createDrivenClock();
  const quarantineOf = (work: StoreWork) =>
    new Quarantine({ work, clock, notify: (notice) => list.note(notice) });
  const [calls, index] = [quarantineOf('calls'), quarantineOf('index')];
  const rows = Array.from({ length: 150 }, (_, number) => ({
    table: 'products',
    id: `p-${number}`,
    column: 'raw',
    error: 'is not valid JSON',
  }));
  for (let count = 1; count <= 12; count += 1) calls.leaveOut('a', rows.slice(0, count));
  index.leaveOut('a', rows.slice(0, 13));
  assert.deepEqual(met, [...rows.slice(0, 12).map(({ id }) => `calls ${id}`), 'index p-12']);
  assert.equal(entered.length, 2, 'once for each kind of work');
  // One for another.
  calls.leaveOut('a', [...rows.slice(0, 11), ...rows.slice(20, 21)]);
  assert.deepEqual(met.slice(13), ['calls p-20']);
  calls.leaveOut('a', rows);
  assert.equal(met.length, 100);
  for (const quarantine of [calls, index]) quarantine.end('a');
  assert.deepEqual(left, ['calls', 'index']);
  index.leaveOut('a', rows.slice(0, 1));
  assert.deepEqual(met.slice(100), ['index p-0']);
});

test('a table that was rebuilt stays on the list', () => {
  const found: string[] = [];
  const list = new QuarantineList({
    entered() {},
    left() {},
    met() {},
    found: ({ table }) => found.push(table),
  });
  const fault = (table: string, isRebuilt: boolean) =>
    ({ table, part: 'index', error: 'damaged', since: 1, isRebuilt }) as const;
  list.noteTables([fault('products', true)]);
  list.noteTables([fault('jobs', false)]);
  list.noteTables([fault('jobs', true)]);
  assert.deepEqual(list.list().tables, [fault('jobs', true), fault('products', true)]);
  assert.deepEqual(found, ['products', 'jobs', 'jobs']);
});
