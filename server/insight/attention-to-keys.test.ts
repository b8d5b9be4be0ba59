import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyRow, someTime, uuidOf } from '../../test/support/storage-rows.ts';
import type { ApiKey } from '../storage/stores/tables.ts';
import { aboutEndsOfKeys } from './attention-to-keys.ts';

const hour = 3_600 * 1_000_000;
const day = 24 * hour;

/** The codes and severities of what is said about keys. */
function find(keys: readonly ApiKey[], now = someTime): readonly string[] {
  const findings = aboutEndsOfKeys({ keys, now }, (rest) => `/stores/s${rest}`);
  return findings.flatMap((finding) => (finding === null ? [] : `${finding.code} ${finding.severity}`));
}

test('a key is named before its end and after it', () => {
  const of = (days: number, fields: Partial<ApiKey> = {}) =>
    find([apiKeyRow({ expiresAt: someTime + days * day, lastUsedAt: someTime - 1, ...fields })]);
  assert.deepEqual(of(15), []);
  assert.deepEqual(of(13), ['key_ending warning']);
  assert.deepEqual(of(-1), ['key_ended problem']);
  assert.deepEqual(of(-1, { revokedAt: someTime - day }), ['key_ended problem']);
  assert.deepEqual(of(-15), []);
  assert.deepEqual(of(13, { lastUsedAt: null }), [], 'no program uses it');
  assert.deepEqual(of(13, { revokedAt: someTime }), [], 'it was revoked on purpose');
  assert.deepEqual(find([apiKeyRow({ lastUsedAt: someTime })]), []);
});

test('an old key is named where programs use it still', () => {
  const successor = apiKeyRow({ id: uuidOf(200), createdAt: someTime });
  const old = apiKeyRow({ expiresAt: someTime + hour, replacedBy: successor.id });
  const of = (lastUsedAt: number, now = someTime) => find([successor, { ...old, lastUsedAt }], now);
  assert.deepEqual(of(someTime - 1), []);
  assert.deepEqual(of(someTime + 1), ['old_key_used warning']);
  assert.deepEqual(of(someTime + 1, someTime + 2 * hour), []);
});
