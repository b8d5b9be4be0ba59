/**
 * The secret key of an embedded database: made once, beside the data that it guards, if no key is set. An existing key is never
 * replaced; one of a wrong form is refused with an error that names the file, never the key. A key is 32 bytes in base64; the file may
 * be read by its owner only. It never prints a key; a folder that cannot be written throws.
 */
// Tests: ./key-file.test.ts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from '../ids.ts';

const keyBytes = 32;

/** The path of the key of an embedded database. */
export function keyFileIn(dataFolder: string): string {
  return join(dataFolder, 'secret-key');
}

/** The key in the data folder, unchecked; null if there is none. */
export function readKeyFile(dataFolder: string): string | null {
  const file = keyFileIn(dataFolder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Writes a key if there is none; false if there is another one. */
export function placeKeyFile(dataFolder: string, key: string): boolean {
  const present = readKeyFile(dataFolder);
  if (present === null) writeFileSync(keyFileIn(dataFolder), `${key}\n`, { mode: 0o600, flag: 'wx' });
  return present === null || present === key;
}

/**
 * The keys that secrets are sealed with: those that were set, else the one in the data folder, which must exist.
 * Throws a plain error that names the file where it cannot be used.
 */
export function secretKeysOf(set: readonly string[], dataFolder: string): readonly string[] {
  if (set.length > 0) return set;
  const file = keyFileIn(dataFolder);
  try {
    // `wx`: of two processes that start at once the second reads what the first has made.
    writeFileSync(file, `${randomSecret(keyBytes)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw new Error(`The key file ${file} cannot be written.`, { cause: error });
  }
  const key = readFileSync(file, 'utf8').trim();
  if (Buffer.from(key, 'base64').byteLength !== keyBytes) {
    throw new Error(
      `${file} holds no key of ${keyBytes} bytes in base64. Restore it, or set FORETYPE_SECRET_KEY; without it stored credentials are lost.`,
    );
  }
  return [key];
}
