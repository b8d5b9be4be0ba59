/**
 * Encrypts secrets that must be read again: credentials of feeds, secrets of webhooks. AES-256-GCM, with the secret's store,
 * owner and field as associated data, so that a row cannot be moved to another place. The first key encrypts, all decrypt, so
 * keys are rotated by putting a new one in front. A text that no key opens gives null, never an error with its content.
 *
 * A sealed secret is `v1.<key id>.<iv>.<ciphertext and tag>`, the last two in base64url. Keys are 32 bytes, the nonce 12, the tag 16.
 * Without any key it throws when it is made. It never logs, and a plaintext has no limit here.
 */
// Tests: ./seal.test.ts.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { randomSecret } from '../ids.ts';

/** The owner of a secret. */
export interface SecretPlace {
  readonly storeId: string;
  /** The id of the row: a feed, a webhook. */
  readonly ownerId: string;
  readonly field: string;
}

/** Encrypts and decrypts with the keys of the service. */
export interface Sealer {
  seal(secret: string, place: SecretPlace): string;
  /** Null where no key of ours opens it at this place. */
  open(sealed: string, place: SecretPlace): string | null;
}

interface SealKey {
  readonly id: string;
  readonly key: Uint8Array;
}

const ivBytes = 12;
const tagBytes = 16;

/** `keys`: 32 bytes each in base64, at least one. */
export function createSealer(keys: readonly string[]): Sealer {
  const known = keys.map(toSealKey);
  const [first] = known;
  if (first === undefined) throw new Error('A sealer needs a key.');
  return {
    seal(secret, place) {
      const iv = Buffer.from(randomSecret(ivBytes), 'base64');
      const cipher = createCipheriv('aes-256-gcm', first.key, iv).setAAD(placeBytes(first.id, place));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return ['v1', first.id, iv.toString('base64url'), body.toString('base64url')].join('.');
    },
    open(sealed, place) {
      const [version, keyId, ivText = '', bodyText = ''] = sealed.split('.');
      const found = known.find(({ id }) => id === keyId);
      const iv = Buffer.from(ivText, 'base64url');
      const body = Buffer.from(bodyText, 'base64url');
      if (version !== 'v1' || found === undefined) return null;
      if (iv.byteLength !== ivBytes || body.byteLength < tagBytes) return null;
      const decipher = createDecipheriv('aes-256-gcm', found.key, iv)
        .setAAD(placeBytes(found.id, place))
        .setAuthTag(body.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()]).toString();
      } catch {
        // Another place, or altered: not ours.
        return null;
      }
    },
  };
}

/** Whether a sealed secret names one of the keys; that it opens is not tried. */
export function isSealedWith(keys: readonly string[], sealed: string): boolean {
  const [, keyId] = sealed.split('.');
  return keys.some((key) => toSealKey(key).id === keyId);
}

/** Names a key by the beginning of its hash, which reveals nothing of it. */
function toSealKey(text: string): SealKey {
  const key = Buffer.from(text, 'base64');
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** Ids and fields hold no `|`. */
function placeBytes(keyId: string, { storeId, ownerId, field }: SecretPlace): Uint8Array {
  return Buffer.from([keyId, storeId, ownerId, field].join('|'));
}
