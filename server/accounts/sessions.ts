/**
 * Sessions: a random token in the browser's cookie, of which only the hash is stored. It is new at every sign-in and replaced once a
 * day, so that a stolen one does not serve for long. Times are microseconds. It reads and writes no database. A session ends after 30
 * days, or 7 days without use; its token is replaced after 24 hours and stays good for 60 s more; use is written down once a minute. A
 * wrong token is simply not found; nothing throws.
 */
// Tests: ./sessions.test.ts.
import { hash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { newId, randomToken } from '../ids.ts';
import type { Session } from '../storage/accounts/tables.ts';

const second = 1_000_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** SHA-256 in hex: all that is stored of a token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** A session that begins now, and its token, which goes to the browser and nowhere else. */
export interface NewSession {
  readonly token: string;
  readonly session: Session;
}

/** A new token each time: one that was known before the sign-in is worth nothing after it. */
export function createSession(userId: string, clock: Clock): NewSession {
  const token = randomToken();
  const now = clock.nowMicros();
  const session: Session = {
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    previousTokenHash: null,
    csrfToken: randomToken(),
    createdAt: now,
    rotatedAt: now,
    lastSeenAt: now,
  };
  return { token, session };
}

/**
 * The state of a session that was found by a token's hash:
 *
 * | state | then |
 * | --- | --- |
 * | `over` | idle or old for too long, or the token was replaced more than a moment ago |
 * | `aged` | good, and its token is due to be replaced |
 * | `unseen` | good, and it is time to write down that it is used |
 * | `fresh` | good |
 */
export type SessionState = 'over' | 'aged' | 'unseen' | 'fresh';

/** Returns the {@link SessionState} of a session that was found by this token's hash. */
export function stateOfSession(session: Session, tokenHash: string, now: number): SessionState {
  const { createdAt, lastSeenAt, rotatedAt } = session;
  if (now - createdAt >= limits.sessionMaxDays * day) return 'over';
  if (now - lastSeenAt >= limits.sessionIdleDays * day) return 'over';
  const isReplaced = session.tokenHash !== tokenHash;
  if (isReplaced && now - rotatedAt >= limits.sessionGraceSeconds * second) return 'over';
  if (!isReplaced && now - rotatedAt >= limits.sessionRotationHours * hour) return 'aged';
  return now - lastSeenAt >= limits.sessionTouchSeconds * second ? 'unseen' : 'fresh';
}

/** Sessions that were made, or used last, before these times are over. */
export function sessionsOverBefore(now: number): { readonly createdAt: number; readonly lastSeenAt: number } {
  return { createdAt: now - limits.sessionMaxDays * day, lastSeenAt: now - limits.sessionIdleDays * day };
}
