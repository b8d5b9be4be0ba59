/**
 * A budget for each network, and larger ones for the two wider networks around it, so that the 65,536 networks of one owner are not as
 * many budgets. A wider budget never refuses a network from which a person signed in before: other callers around it keep no honest
 * caller out. Beyond a budget: 429 with Retry-After. It never waits unless a wider network's budget is used up. Rates are requests per
 * second.
 */
// Tests: ./nested-budget.test.ts.
import type { FastifyReply } from 'fastify';
import { limits, type RateLimit } from '../../../contract/limits.ts';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { admitToBucket, refuse } from './admit-to-bucket.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Puts the taken tokens back. */
export type GiveBack = () => void;

/** The budgets of networks. */
export interface NestedBudget {
  /**
   * Takes a token of the caller's network and of those around it. Throws or rejects with `rate_limited`. Waits for nothing
   * unless the budget of a wider network is used up.
   */
  take(address: string, reply: FastifyReply): GiveBack | Promise<GiveBack>;
}

interface BudgetParts {
  readonly nowMs: () => number;
  /** Whether any person signed in from the first of the networks (`nestedPrefixes`). */
  readonly isKnown: (networks: ReturnType<typeof nestedPrefixes>) => Promise<boolean>;
}

/** Creates the budgets. `rate` is that of the narrowest network. */
export function createNestedBudget(rate: RateLimit, { nowMs, isKnown }: BudgetParts): NestedBudget {
  const { perSecond, burst } = rate;
  const ofNetwork = createTokenBuckets(rate, nowMs);
  const ofWider = limits.widerBudgetFactors.map((factor) =>
    createTokenBuckets({ perSecond: perSecond * factor, burst: burst * factor }, nowMs),
  );

  return {
    take(address, reply) {
      const networks = nestedPrefixes(address);
      const [network, ...wider] = networks;
      const giveBackOf = (widerCount: number) => () => {
        ofNetwork.giveBack(network);
        for (const [index, name] of wider.slice(0, widerCount).entries()) ofWider[index]?.giveBack(name);
      };
      admitToBucket(ofNetwork, network, rate, reply);
      for (const [index, name] of wider.entries()) {
        const verdict = ofWider[index]?.take(name);
        if (verdict === undefined || verdict.allowed) continue;
        return isKnown(networks).then((isHonest) => {
          if (isHonest) return giveBackOf(index);
          const message = `Too many requests from networks around yours. Wait ${verdict.retryAfterSeconds} seconds and try again.`;
          throw refuse(reply, { rate, verdict, message });
        });
      }
      return giveBackOf(wider.length);
    },
  };
}
