import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { createSession, hashToken, type SessionState, stateOfSession } from './sessions.ts';

const second = 1_000_000;
const hour = 3_600 * second;
const day = 24 * hour;

test('a token is unique, and only its hash is kept', () => {
  const clock = createDrivenClock();
  const made = Array.from({ length: 100 }, () => createSession('u', clock));
  assert.equal(new Set(made.map(({ token }) => token)).size, 100);
  for (const { token, session } of made) {
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(session.tokenHash, hashToken(token));
    assert.ok(!JSON.stringify(session).includes(token));
  }
});

test('a session ages by time, idleness and a replaced token', () => {
  const { session } = createSession('u', createDrivenClock());
  const { createdAt: start, tokenHash } = session;
  const replaced = { ...session, tokenHash: 'b', previousTokenHash: tokenHash };
  const cases: readonly (readonly [SessionState, typeof session, number])[] = [
    ['fresh', session, 0],
    ['fresh', session, 60 * second - 1],
    ['unseen', session, 60 * second],
    ['aged', session, day],
    ['over', session, 7 * day],
    ['aged', { ...session, lastSeenAt: start + 29 * day }, 30 * day - 1],
    ['over', { ...session, lastSeenAt: start + 30 * day }, 30 * day],
    ['fresh', replaced, 60 * second - 1],
    ['over', replaced, 60 * second],
    ['unseen', { ...session, rotatedAt: start + day }, day + hour],
  ];
  for (const [state, stored, later] of cases) {
    assert.equal(stateOfSession(stored, tokenHash, start + later), state, `${state} after ${later}`);
  }
});
