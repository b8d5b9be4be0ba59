import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownSignals } from '../autocomplete/store-popularity.ts';
import { createIndexWriter } from '../search/index-writer.ts';
import type { IndexNotice } from './index-methods.ts';
import { IndexNotices } from './index-notices.ts';

const snapshot = createIndexWriter({ locale: 'en' }).snapshot();

function published(storeId: string, changeNumber: number): IndexNotice {
  const index = { storeId, changeNumber, snapshot, origin: 'products', popularity: [] } as const;
  return { kind: 'published', index };
}

function signals(changed: Partial<ShownSignals>): IndexNotice {
  const nothing = { storeId: 'a', isWhole: false, popularity: [], phrases: [], queries: null };
  return { kind: 'signals', signals: { ...nothing, ...changed } };
}

test('a late listener gets the newest of each store', () => {
  const notices = new IndexNotices();
  for (const notice of [published('a', 1), published('b', 1), published('a', 2)]) notices.note(notice);
  notices.note({ kind: 'dropped', byteLength: 0, storeId: 'b' });
  assert.deepEqual(notices.all(), [published('a', 2)]);
});

test('changes of scores are sent on as whole scores', () => {
  const notices = new IndexNotices();
  notices.note(signals({ isWhole: true, phrases: [['lamp', 1]], queries: [['lamp', 1]] }));
  notices.note(published('a', 1));
  notices.note(signals({ phrases: [['desk', 2]] }));
  const whole = signals({
    isWhole: true,
    phrases: [
      ['lamp', 1],
      ['desk', 2],
    ],
    queries: [['lamp', 1]],
  });
  assert.deepEqual(notices.all(), [whole, published('a', 1)]);
  notices.note(signals({ isWhole: true }));
  assert.deepEqual(notices.all()[0], signals({ isWhole: true }));
});
