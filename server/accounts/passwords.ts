/**
 * Passwords as argon2id hashes in PHC strings, with the parameters that OWASP names (19 MiB, 2 passes, 1 lane: about
 * 40 ms, measured). The work is done off the calling thread, a few at a time: each holds its memory and one of the
 * process's four workers, and a flood of sign-ins must not take them all from everything else.
 */
import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unavailable } from '../errors.ts';
import { randomSecret } from '../ids.ts';

/** Makes and compares hashes. Rejects with `unavailable` where too many wait. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the hash is of this password. Takes as long with null, so that nobody learns which accounts exist. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

const usual = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const hashBytes = 32;
const atOnce = 2;
const waitingMax = 50;

const deriveAsync = promisify(argon2);

/** One for a process, so that its bounds hold. */
export function createPasswords(): Passwords {
  const inTurn = createTurns();
  /** Of a password that nobody knows. */
  let nobodys: Promise<string> | null = null;
  const hash = async (password: string) => {
    const salt = Buffer.from(randomSecret(saltBytes), 'base64');
    const key = await inTurn(() => derive(password, salt, usual));
    return toPhc(usual, salt, key);
  };
  return {
    hash,
    async matches(password, stored) {
      nobodys ??= hash(randomSecret(saltBytes));
      const { parameters, salt, key } = parsePhc(stored ?? (await nobodys));
      const derived = await inTurn(() => derive(password, salt, parameters));
      return timingSafeEqual(derived, key) && stored !== null;
    },
  };
}

type Parameters = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

/** One text for all the ways in which keyboards compose the same letters. */
async function derive(password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return await deriveAsync('argon2id', { message, nonce, tagLength: hashBytes, ...parameters });
}

function toPhc({ memory, passes, parallelism }: Parameters, salt: Buffer, key: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(key)}`;
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The parameters count as stored, so that later ones may be stronger. Throws a plain error for anything else. */
function parsePhc(text: string): { parameters: Parameters; salt: Buffer; key: Buffer } {
  const [, memory, passes, parallelism, salt = '', key = ''] = phcPattern.exec(text) ?? [];
  if (key === '') throw new Error('a stored password hash is not in the form that this version writes');
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

/** Runs tasks, so many at once; the others wait in order. */
function createTurns() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw unavailable('Too many people are signing in. Try again.', 2);
      // Whoever ends hands its place over, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
