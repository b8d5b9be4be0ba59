/**
 * Names of callers: hashes that need the day's salt. Stores are apart, and so are days; the salt comes first and has one length, so
 * that no two callers are one text. A caller who types on is hashed once.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Who asks: a store's shopper, as far as one is told from another. */
export interface Caller {
  readonly storeId: string;
  readonly address: string;
  readonly agent: string;
}

/** 132 bits. */
const nameLength = 22;
/** Callers whose names are remembered, some 3 MB, and how long what they call themselves may be for that. Chosen. */
const namesMax = 8_192;
const callerLengthMax = 512;

/** Of one day: addresses are not kept beyond it. */
export class CallerNames {
  readonly #known = new LRUCache<string, string>({ max: namesMax });

  /** `salt` is always the one of that day. */
  of({ storeId, address, agent }: Caller, salt: string): string {
    const caller = `${storeId}${address} ${agent}`;
    const known = this.#known.get(caller);
    if (known !== undefined) return known;
    const name = hash('sha256', `${salt}${caller}`, 'base64url').slice(0, nameLength);
    if (caller.length <= callerLengthMax) this.#known.set(caller, name);
    return name;
  }
}
