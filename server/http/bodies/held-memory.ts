/**
 * Bounds the memory of bodies under way and of waiting answers, in all and for each caller. Bodies have three pools: large ones, the
 * first 64 KiB of each, and those of strangers; answers to strangers have a pool of their own. Within a pool no caller may hold more
 * than what is still free (fair-shares.ts): a store that takes all it can get leaves half of the pool to others. Nothing waits here: a
 * hold that finds no room is refused. Limits: 128 MiB of large bodies, 64 MiB of first 64 KiB, 32 MiB of strangers' bodies; 128 MiB of
 * answers, 64 MiB of those to strangers. It allocates nothing.
 */
// Tests: ./held-memory.test.ts.
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { type Counters, createCounters } from '../../threads/fairness/counters.ts';
import {
  giveBackShares,
  type NetworkParts,
  networkShares,
  type Pool,
  type Share,
  takeShares,
} from '../../threads/fairness/fair-shares.ts';

/** The memory that one request holds. */
export interface Hold {
  /** Holds `bytes` more; false, and nothing is held, if that is too much. */
  take(bytes: number): boolean;
  /** Lets go of everything. */
  release(): void;
}

/** Reserves memory for the whole process. */
export interface HeldMemory {
  /** Creates a hold for a holder, empty at first. */
  hold(holder: Holder): Hold;
}

/** The caller that memory is held for. */
export type Holder =
  /** A caller with a secret key, or signed in: a store, or a person outside of one. */
  | { readonly account: string }
  /** Any client. A storefront key is public, so it identifies no client; its store is `storeId`. */
  | { readonly address: string; readonly storeId: string | null };

/** The caller of a request that was admitted. */
export function holderOf({ grant, member, signedIn, ip }: FastifyRequest): Holder {
  const account = grant?.kind === 'secret' ? grant.storeId : (member?.storeId ?? signedIn?.userId);
  return account === undefined ? { address: ip, storeId: grant?.storeId ?? null } : { account };
}

/** The pools of one purpose. */
export interface Pools {
  /** The pools for the first 64 KiB of each hold, and for the rest of it. */
  readonly first: Pool;
  readonly rest: Pool;
  readonly ofStrangers: Pool;
}

/** The pools of bodies under way. */
export const bodyPools: Pools = {
  first: { name: 'small bodies', most: limits.smallBodiesHeldMaxBytes },
  rest: { name: 'large bodies', most: limits.largeBodiesHeldMaxBytes },
  ofStrangers: { name: 'bodies of strangers', most: limits.strangersBodiesHeldMaxBytes },
};

const answers: Pool = { name: 'answers', most: limits.answersHeldMaxBytes };

/** The pools of answers that wait to be taken. */
export const answerPools: Pools = {
  first: answers,
  rest: answers,
  ofStrangers: { name: 'answers to strangers', most: limits.strangersAnswersHeldMaxBytes },
};

/** Parts of a network and of the two wider ones around it. Chosen. */
const networkParts: NetworkParts = [16, 4, 2];

/** The shares of a caller: an account by itself; a stranger by its networks and by the store whose key it uses. */
export function sharesOf(holder: Holder): Share[] {
  if ('account' in holder) return [{ name: holder.account, parts: 1 }];
  const networks = networkShares(nestedPrefixes(holder.address), networkParts);
  // Strangers with the key of one store do not use up what those of others need.
  const store = holder.storeId === null ? [] : [{ name: holder.storeId, parts: 1 }];
  return [...networks, ...store];
}

/**
 * Creates the counter of the memory that requests hold in these pools. `held` keeps the
 * counters, which start at 0 by default.
 */
export function createHeldMemory(pools: Pools, held: Counters = createCounters()): HeldMemory {
  function openHold(firstPool: Pool, restPool: Pool, shares: readonly Share[]): Hold {
    let firstBytes = 0;
    let restBytes = 0;
    return {
      take(bytes) {
        const first = Math.min(bytes, limits.bodyDefaultMaxBytes - firstBytes);
        if (first > 0 && !takeShares(held, firstPool, shares, first)) return false;
        firstBytes += first;
        const rest = bytes - first;
        if (rest > 0 && !takeShares(held, restPool, shares, rest)) return false;
        restBytes += rest;
        return true;
      },
      release() {
        if (firstBytes > 0) giveBackShares(held, firstPool, shares, firstBytes);
        if (restBytes > 0) giveBackShares(held, restPool, shares, restBytes);
        firstBytes = 0;
        restBytes = 0;
      },
    };
  }

  return {
    hold(holder) {
      const { first, rest, ofStrangers } = pools;
      const shares = sharesOf(holder);
      return 'account' in holder ? openHold(first, rest, shares) : openHold(ofStrangers, ofStrangers, shares);
    },
  };
}
