/**
 * The memory that bodies under way hold, and who may hold how much of it. Three pools are apart: large bodies, the
 * first 64 KiB of every body, and bodies of strangers. Within a pool nobody may hold more than what is still free
 * (dynamic thresholds: Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998):
 * a store that takes all it can get leaves half of the pool to the others, and never one of them nothing.
 */
import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { nestedPrefixes } from '../network-prefix.ts';
import { type Bounds, giveBack, take } from '../threads/numbers.ts';

/** What one request holds. */
export interface BodyHold {
  /** Holds so many bytes more; false where that is too much. */
  take(bytes: number): boolean;
  /** Lets go of everything. */
  release(): void;
}

/** Hands out memory, for the process. */
export interface BodyMemory {
  /** For one body. Nothing is held at first. */
  hold(sender: BodySender): BodyHold;
}

/** Who sends a body. */
export type BodySender =
  /** With a secret key, or signed in: a store, or a person outside of one. */
  | { readonly account: string }
  /** Anybody. The storefront key of a store is public, so that it makes nobody known; its store is `storeId`. */
  | { readonly address: string; readonly storeId: string | null };

/** The sender of a request that was admitted. */
export function bodySenderOf({ grant, member, signedIn, ip }: FastifyRequest): BodySender {
  const account = grant?.kind === 'secret' ? grant.storeId : (member?.storeId ?? signedIn?.userId);
  return account === undefined ? { address: ip, storeId: grant?.storeId ?? null } : { account };
}

interface Pool {
  readonly name: string;
  readonly maxBytes: number;
}

const small: Pool = { name: 'small bodies', maxBytes: limits.smallBodiesHeldMaxBytes };
const large: Pool = { name: 'large bodies', maxBytes: limits.largeBodiesHeldMaxBytes };
const ofStrangers: Pool = { name: 'bodies of strangers', maxBytes: limits.strangersBodiesHeldMaxBytes };

/** Somebody who may hold one part in `parts` of what is free. */
interface Holder {
  readonly name: string;
  readonly parts: number;
}

/** Parts for a network, and for the two wider ones that it lies in. Chosen. */
const networkParts = [16, 4, 2] as const;

export function createBodyMemory(bounds: Bounds): BodyMemory {
  const held = bounds.numbers('counts', 'bodies');

  function takeFrom({ name, maxBytes }: Pool, holders: readonly Holder[], bytes: number): boolean {
    const before = held.add(name, bytes, 0, maxBytes);
    const freeBytes = maxBytes - before - bytes;
    if (freeBytes < 0) return false;
    for (const [index, holder] of holders.entries()) {
      if (take(held, `${name} ${holder.name}`, bytes, freeBytes / holder.parts)) continue;
      giveBackTo(name, holders.slice(0, index), bytes);
      return false;
    }
    return true;
  }

  function giveBackTo(pool: string, holders: readonly Holder[], bytes: number): void {
    giveBack(held, pool, bytes);
    for (const holder of holders) giveBack(held, `${pool} ${holder.name}`, bytes);
  }

  function openHold(firstPool: Pool, restPool: Pool, holders: readonly Holder[]): BodyHold {
    let firstBytes = 0;
    let restBytes = 0;
    return {
      take(bytes) {
        const first = Math.min(bytes, limits.bodyDefaultMaxBytes - firstBytes);
        if (first > 0 && !takeFrom(firstPool, holders, first)) return false;
        firstBytes += first;
        const rest = bytes - first;
        if (rest > 0 && !takeFrom(restPool, holders, rest)) return false;
        restBytes += rest;
        return true;
      },
      release() {
        if (firstBytes > 0) giveBackTo(firstPool.name, holders, firstBytes);
        if (restBytes > 0) giveBackTo(restPool.name, holders, restBytes);
        firstBytes = 0;
        restBytes = 0;
      },
    };
  }

  return {
    hold(sender) {
      if ('account' in sender) return openHold(small, large, [{ name: sender.account, parts: 1 }]);
      const networks = nestedPrefixes(sender.address).map((name, index) => ({
        ...{ name: `${index} ${name}`, parts: networkParts[index] ?? 1 },
      }));
      // Strangers with the key of one store do not use up what those of others need.
      const store = sender.storeId === null ? [] : [{ name: sender.storeId, parts: 1 }];
      return openHold(ofStrangers, ofStrangers, [...networks, ...store]);
    },
  };
}
