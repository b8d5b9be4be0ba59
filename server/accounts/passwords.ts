/**
 * Hashes passwords with argon2id, as PHC strings, with the parameters that OWASP names (19 MiB, 2 passes, 1 lane: about 40 ms,
 * measured). The work is done off the calling thread, two at a time: each holds its memory and one of the process's four workers, and
 * a flood of sign-ins must not take them all. Waiting callers take turns by their networks (nested-turns.ts); beyond 50 in a line they
 * are refused with 503. No password is stored or logged. A password takes at most 200 characters, the rest is cut before any work. A
 * stored hash of another form throws a plain error: that is damage, and signs no person in.
 */
// Tests: ./passwords.test.ts.
import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limits } from '../../contract/limits.ts';
import { unavailable } from '../errors.ts';
import { randomSecret } from '../ids.ts';
import { cutText } from './account-fields.ts';
import { createNestedTurns, type Place } from './nested-turns.ts';

/** The person whose password it is, or who guesses at it. */
export interface PasswordCaller {
  /** The `nestedPrefixes` of the caller's address, the narrowest first. */
  readonly networks: readonly string[];
  /** Whether the caller has a session, a link that works, or a network from which the account signed in before. */
  readonly isKnown: boolean;
}

/** Makes and compares hashes. Rejects with `unavailable` where too many wait. */
export interface Passwords {
  hash(password: string, caller: PasswordCaller): Promise<string>;
  /** Whether the hash is of this password. Takes as long with null, so that the time does not show which accounts exist. */
  matches(password: string, hash: string | null, caller: PasswordCaller): Promise<boolean>;
}

const usual = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const hashBytes = 32;
const atOnce = 2;
/** Callers that may wait in each of two lines: one for known callers, one for strangers. */
const waitingMax = 50;

const deriveAsync = promisify(argon2);

/** Creates the hasher; one for a process, so that its bounds hold. */
export function createPasswords(): Passwords {
  const refusal = () => unavailable('Too many people are signing in. Try again.', 2);
  const turns = createNestedTurns({ atOnce, waitingMax, refusal });
  const deriveInTurn = (caller: PasswordCaller, ...material: Parameters<typeof derive>) =>
    turns.run(placeOf(caller), () => derive(...material));
  /** A hash of no password at all. */
  const unusable = toPhc(usual, randomBytesOf(saltBytes), randomBytesOf(hashBytes));
  return {
    async hash(password, caller) {
      const salt = randomBytesOf(saltBytes);
      return toPhc(usual, salt, await deriveInTurn(caller, password, salt, usual));
    },
    async matches(password, stored, caller) {
      const { costs, salt, key } = parsePhc(stored ?? unusable);
      const derived = await deriveInTurn(caller, password, salt, costs);
      return timingSafeEqual(derived, key) && stored !== null;
    },
  };
}

function placeOf({ networks, isKnown }: PasswordCaller): Place {
  return [isKnown ? 'known' : 'strangers', ...networks.toReversed()];
}

function randomBytesOf(count: number): Buffer {
  return Buffer.from(randomSecret(count), 'base64');
}

type Costs = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

/**
 * Derives a key. Keyboards compose the same letters in several ways, so the password is normalized to one text; it is
 * cut first, since that takes quadratic time.
 */
async function derive(password: string, nonce: Buffer, costs: Costs): Promise<Buffer> {
  const message = cutText(password, limits.passwordMaxLength).normalize('NFKC');
  return await deriveAsync('argon2id', { message, nonce, tagLength: hashBytes, ...costs });
}

function toPhc({ memory, passes, parallelism }: Costs, salt: Buffer, key: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(key)}`;
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The costs count as stored, so that later ones may be stronger. Throws a plain error for anything else. */
function parsePhc(text: string): { costs: Costs; salt: Buffer; key: Buffer } {
  const [, memory, passes, parallelism, salt = '', key = ''] = phcPattern.exec(text) ?? [];
  if (key === '') throw new Error('a stored password hash is not in the form that this version writes');
  return {
    costs: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}
