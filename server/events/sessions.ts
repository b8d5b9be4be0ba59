/**
 * Sessions without names: a hash that needs the salt of its day, which is deleted after two days. From then on nothing connects what
 * is kept with the id that a browser had, and nothing ever connects two days. The id itself is never stored or logged. An unknown
 * session erases nothing; times are microseconds since 1970, and an erasure takes 500 events a transaction.
 */
// Tests: test/scenarios/events-written.test.ts.
import { createHmac } from 'node:crypto';
import { dayMicros, formatDay } from '../clock.ts';
import { randomSecret } from '../ids.ts';
import { passDamage } from '../storage/damage/damage.ts';
import type { Directory, Storage } from '../storage/storage.ts';

/** The hashes of a session. */
export interface SessionHashes {
  readonly today: string;
  /** Null if there were no sessions yesterday. */
  readonly yesterday: string | null;
}

/** Hashes a session, or the id that stands in its place. */
export type SessionHasher = (storeId: string, sessionId: string) => SessionHashes;

/** A day and a secret that its salt makes. */
interface SecretDay {
  readonly day: string;
  readonly salt: string;
}

/** Knows the salts. */
export interface Sessions {
  /** Returns a hasher for the sessions of this time. */
  hasher(nowMicros: number): Promise<SessionHasher>;
  /** The present day and the one before, each with a secret for hashes that are never kept; the same in every process. */
  callerDay(nowMicros: number): Promise<SecretDay & { readonly before: SecretDay | null }>;
  /** Throws away salts that are past their time. */
  prune(nowMicros: number): Promise<void>;
}

const hashBytes = 16;

type SaltDirectory = Pick<Directory, 'sessionSalt' | 'sessionSalts' | 'deleteSessionSaltsBefore'>;

/** Remembers the salts of the present day; the first session of a day makes one. */
export function createSessions(directory: SaltDirectory): Sessions {
  /** The secret by which this process counts callers while salts cannot be read: nothing that is kept depends on it. */
  const ownSecret = randomSecret(32);
  let day = '';
  let salts: { readonly today: string; readonly yesterday: string | null } | null = null;
  return {
    async hasher(nowMicros) {
      const today = formatDay(nowMicros);
      if (salts === null || day !== today) {
        const salt = await directory.sessionSalt(today, randomSecret(32));
        const yesterday = (await directory.sessionSalts()).get(formatDay(nowMicros - dayMicros)) ?? null;
        salts = { today: salt, yesterday };
        day = today;
      }
      const known = salts;
      return (storeId, sessionId) => ({
        today: hashSession(known.today, storeId, sessionId),
        yesterday: known.yesterday === null ? null : hashSession(known.yesterday, storeId, sessionId),
      });
    },
    async callerDay(nowMicros) {
      const today = formatDay(nowMicros);
      const salt = await directory.sessionSalt(today, randomSecret(32)).catch(passDamage);
      const known = salt === null ? Buffer.from(`${ownSecret}${today}`) : Buffer.from(salt, 'base64');
      const yesterday = formatDay(nowMicros - dayMicros);
      const earlier = (await directory.sessionSalts().catch(passDamage))?.get(yesterday);
      const before =
        earlier === undefined
          ? null
          : { day: yesterday, salt: callersSecret(Buffer.from(earlier, 'base64')) };
      return { day: today, salt: callersSecret(known), before };
    },
    async prune(nowMicros) {
      const oldest = formatDay(nowMicros - dayMicros);
      const days = [...(await directory.sessionSalts()).keys()];
      if (days.some((known) => known < oldest)) await directory.deleteSessionSaltsBefore(oldest);
    },
  };
}

function callersSecret(salt: Buffer): string {
  return createHmac('sha256', salt).update('callers').digest('base64url');
}

/** Every hash that the session may have been kept under, as far as the salts reach. */
async function hashesOfSession(
  directory: Pick<Directory, 'sessionSalts'>,
  storeId: string,
  sessionId: string,
): Promise<string[]> {
  const salts = await directory.sessionSalts();
  return Array.from(salts.values(), (salt) => hashSession(salt, storeId, sessionId));
}

function hashSession(salt: string, storeId: string, sessionId: string): string {
  const hash = createHmac('sha256', Buffer.from(salt, 'base64')).update(`${storeId}:${sessionId}`).digest();
  return hash.subarray(0, hashBytes).toString('base64url');
}

/** The session to erase. */
export interface SessionErasure {
  readonly storeId: string;
  readonly sessionId: string;
}

/** Events that go in one transaction. */
const eventsPerStep = 500;

/**
 * Returns how many events went. Popularity that they added stays: it says nothing of anybody. `inTurn` runs a
 * transaction of the store when its turn comes.
 */
export async function eraseSession(
  storage: Storage,
  { storeId, sessionId }: SessionErasure,
  inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>,
): Promise<number> {
  const hashes = await hashesOfSession(storage.directory, storeId, sessionId);
  if (hashes.length === 0) return 0;
  let erased = 0;
  for (;;) {
    const gone = await inTurn(storeId, () =>
      storage.write(storeId, (writer) => writer.events.eraseSessions(hashes, eventsPerStep)),
    );
    erased += gone;
    if (gone < eventsPerStep) return erased;
  }
}
