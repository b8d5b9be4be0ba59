/**
 * Checks, for `foretype doctor`, that the key exists with which secrets of feeds and webhooks are sealed. It changes nothing and never
 * prints a key. A missing or wrong key is a failed check with advice, not an error; a key has 32 bytes.
 */
// Tests: test/scenarios/doctor.test.ts.

import {
  countUnopenedSecrets,
  howToCopyKey,
  type SealedCount,
  sentenceOf,
} from '../insight/count-unopened-secrets.ts';
import { keyFileIn, readKeyFile } from '../secrets/key-file.ts';
import { isSealedWith } from '../secrets/seal.ts';
import type { Config } from '../settings/config.ts';
import type { Storage } from '../storage/storage.ts';
import { type Check, reason } from './check.ts';

/** Checks the secret key. It may be missing only on an embedded database with nothing sealed: the first start makes one. */
export function checkKey({ secretKeys, dataFolder }: Config, sealed: number): Check {
  const name = 'secret key';
  if (secretKeys.length > 0) return { name, ok: true, detail: 'FORETYPE_SECRET_KEY is set' };
  try {
    const key = readKeyFile(dataFolder);
    if (key === null && sealed > 0) {
      return {
        name,
        ok: false,
        detail: `none, and secrets are sealed with one. ${howToCopyKey(keyFileIn(dataFolder))}`,
      };
    }
    if (key === null) return { name, ok: true, detail: 'none yet; the first start makes one' };
    const ok = Buffer.from(key, 'base64').byteLength === 32;
    return {
      name,
      ok,
      detail: ok
        ? 'secret-key in the data folder'
        : 'secret-key holds no 32 bytes in base64: restore it from where you kept it',
    };
  } catch (error) {
    return { name, ok: false, detail: `secret-key: ${reason(error)}; make it readable for this user` };
  }
}

/** Counts as {@link countUnopenedSecrets} does, with the keys of this configuration. */
export async function countSecrets(
  { secretKeys, dataFolder }: Config,
  storage: Storage,
): Promise<SealedCount> {
  const kept = secretKeys.length > 0 ? null : readKeyFile(dataFolder);
  const keys = kept === null ? secretKeys : [kept];
  return await countUnopenedSecrets(storage, (sealed) => isSealedWith(keys, sealed));
}

/** Fails where a secret is sealed with a key that is not here. */
export function presentSecrets({ secretKeys, dataFolder }: Config, count: SealedCount): Check {
  const fault = sentenceOf(count, secretKeys.length > 0 ? null : keyFileIn(dataFolder));
  return {
    name: 'secrets',
    ok: fault === null,
    detail: fault ?? `${count.sealed} checked, all sealed with this key`,
  };
}
