import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { Quarantine, type QuarantineNotice, type StoreWork } from './quarantine.ts';
import { QuarantineList } from './quarantine-list.ts';

test('a deleted store leaves quarantine for all its work', () => {
  const left: string[] = [];
  const list = new QuarantineList({
    entered() {},
    found() {},
    left: ({ storeId, work }) => left.push(`${work} of ${storeId}`),
  });
  const clock = createDrivenClock();
  const quarantineOf = (work: StoreWork) =>
    new Quarantine({ work, clock, tell: (notice) => list.note(notice) });
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
  const list = new QuarantineList({ entered() {}, found() {}, left: ({ work }) => left.push(work) });
  const clock = createDrivenClock();
  const tell = (notice: QuarantineNotice) => list.note(notice);
  const deletion = new Quarantine({ work: 'deletion', clock, tell });
  deletion.fail('gone', new Error('damaged'));
  new Quarantine({ work: 'index', clock, tell }).noteDeleted('gone');
  assert.deepEqual(left, []);
  deletion.end('gone');
  assert.deepEqual(left, ['deletion']);
});
