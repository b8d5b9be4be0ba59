/**
 * Bounds the tries of one account's password, since one account is guessed at from many networks. Strangers share the tries of an
 * account; each network from which its owner signed in before has tries of its own, so that no caller outside can lock the owner out.
 * The tries of one network over all accounts are the budget `signIn` of its routes. An account has 6 tries a minute (20 at once);
 * beyond it the answer is 429 with Retry-After. It never learns whether a password was right.
 */
// Tests: test/api/sign-in-floods.test.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimits } from '../../../contract/limits.ts';
import type { PasswordCaller } from '../../accounts/passwords.ts';
import type { User } from '../../storage/accounts/tables.ts';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { admitToBucket } from '../admission/admit-to-bucket.ts';
import { createTokenBuckets } from '../admission/token-buckets.ts';
import type { Services } from '../services.ts';

/** Throws `rate_limited`; does nothing where limits are switched off. */
export interface SignInLimiter {
  /**
   * Counts a try of a password, and returns whether its network is known. `user`: the account with the e-mail, or null if there
   * is none.
   */
  admitPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    email: string,
    user: User | null,
  ): Promise<PasswordCaller>;
  /** Counts a try of a person who is signed in: another person may have found their open browser. */
  admitSignedIn(userId: string, reply: FastifyReply): void;
}

/** A caller who is known by a session or by a working link. */
export function knownCaller({ ip }: FastifyRequest): PasswordCaller {
  return { networks: nestedPrefixes(ip), isKnown: true };
}

/** Creates the limiter of one process. */
export function createSignInLimiter({
  config,
  clock,
  pipeline,
}: Pick<Services, 'config' | 'clock' | 'pipeline'>): SignInLimiter {
  const nowMs = () => clock.monotonicMs();
  const { signInPerAccount } = rateLimits;
  const byAccount = createTokenBuckets(signInPerAccount, nowMs);
  const admit = (key: string, reply: FastifyReply) => admitToBucket(byAccount, key, signInPerAccount, reply);
  return {
    async admitPassword(request, reply, email, user) {
      const networks = nestedPrefixes(request.ip);
      const [network] = networks;
      // Asked for unknown accounts too, so that the time taken says nothing.
      const userId = user?.id ?? '';
      const isKnown = await pipeline.changeAccounts('isKnownNetwork', { userId, networks });
      // No e-mail holds a line break.
      if (config.rateLimit) admit(isKnown ? `${email}\n${network}` : email, reply);
      return { networks, isKnown };
    },
    admitSignedIn(userId, reply) {
      if (config.rateLimit) admit(`\n${userId}`, reply);
    },
  };
}
