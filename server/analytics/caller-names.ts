/**
 * Names callers by hashes that need the day's salt, so that a caller has another name in each store and on each day. A caller who
 * types on is hashed once. Addresses stay in this memory for a day at most and are never written. At most 20,000 names are remembered
 * (then all are forgotten), and callers of more than 512 characters are hashed each time. Any text is accepted.
 */
// Tests: ./search-counter.test.ts.
import { hash } from 'node:crypto';

/** A shopper of a store, as far as shoppers can be distinguished. */
export interface Caller {
  readonly storeId: string;
  readonly address: string;
  readonly agent: string;
}

/** Letters of a name: 132 bits. */
const nameLength = 22;
/** Callers whose names are remembered; beyond it all are forgotten. Chosen: some seconds of a very busy service. */
const namesMax = 20_000;
/** Characters of a caller up to which it is remembered. Chosen: a browser's User-Agent has no other bound. */
const callerLengthMax = 512;

/** The names of one day. It is replaced when the next day begins, so that no address is kept longer. */
export class CallerNames {
  readonly #known = new Map<string, string>();

  /** The caller's name: 22 characters of base64url. `salt` is the day's; its length never changes, so that no two callers are one text. */
  of({ storeId, address, agent }: Caller, salt: string): string {
    const caller = `${storeId}${address} ${agent}`;
    const known = this.#known.get(caller);
    if (known !== undefined) return known;
    const name = hash('sha256', `${salt}${caller}`, 'base64url').slice(0, nameLength);
    if (caller.length > callerLengthMax) return name;
    if (this.#known.size >= namesMax) this.#known.clear();
    this.#known.set(caller, name);
    return name;
  }
}
