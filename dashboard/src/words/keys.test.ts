import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoreKey } from '../../../contract/keys.ts';
import { endOfKey, isInUse } from './keys.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
const key: StoreKey = {
  ...{ id: 'k', name: 'Sync', scope: 'secret', hint: 'ft_sk_Ab3…9xZ', created_at: at(-90) },
  ...{ last_used_at: null, expires_at: null, token: null, allowed_origins: [] },
  ...{ revoked_at: null, replaced_by: null },
};

test('the end of a key is said, and marked when near', () => {
  const cases: readonly (readonly [Partial<StoreKey>, string | undefined, boolean])[] = [
    [{}, undefined, true],
    [{ expires_at: at(20) }, 'Ends in 20 days', true],
    [{ expires_at: at(3) }, 'Ends in 3 days', true],
    [{ expires_at: at(1), replaced_by: 'n' }, 'Replaced, ends tomorrow', true],
    [{ expires_at: at(-2), revoked_at: at(-2) }, 'Ended 2 days ago', false],
    [{ expires_at: at(-2) }, 'Ended 2 days ago', false],
    [{ expires_at: at(5), revoked_at: at(-1) }, 'Revoked yesterday', false],
    [{ revoked_at: at(-1) }, 'Revoked yesterday', false],
  ];
  for (const [fields, words, inUse] of cases) {
    assert.equal(endOfKey({ ...key, ...fields }, now)?.words, words);
    assert.equal(isInUse({ ...key, ...fields }, now), inUse, String(words));
  }
  const isSoon = (fields: Partial<StoreKey>) => endOfKey({ ...key, ...fields }, now)?.isSoon;
  assert.equal(isSoon({ expires_at: at(13) }), true);
  assert.equal(isSoon({ expires_at: at(15) }), false);
  assert.equal(isSoon({ expires_at: at(1), replaced_by: 'n' }), false, 'its end is on purpose');
  assert.equal(isSoon({ expires_at: at(-1) }), false);
});
