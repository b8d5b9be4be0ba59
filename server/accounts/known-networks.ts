/**
 * Remembers from which networks each person signed in, so that strangers who guess a password cannot use up the tries of its owner,
 * nor those of everybody around them. Networks are stored as keyed hashes: without the service's secret key they reveal no address. At
 * most 20 networks of a person are kept; beyond it the one used longest ago goes. Without a secret key it throws, and no address is
 * ever stored or logged. Hashes of an older key count as long as it is among the configured ones.
 */
// Tests: ./known-networks.live.test.ts.
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { ChangeHandlers, NetworkChanges } from './changes.ts';

/** Networks kept for a person; beyond it the one used longest ago is forgotten. Chosen: homes, offices and phones. */
const networksKept = 20;

/** Implements {@link NetworkChanges}. The first of `secretKeys` makes hashes; all of them recognise hashes. */
export function networkChanges(
  { accounts }: Storage,
  clock: Clock,
  secretKeys: readonly string[],
): ChangeHandlers<NetworkChanges> {
  const hashesOf = (network: string) =>
    secretKeys.map((key) =>
      createHmac('sha256', Buffer.from(key, 'base64'))
        .update(`signed in from\n${network}`)
        .digest('base64url'),
    );
  return {
    isKnownNetwork: ({ userId, networks: [network] }) => accounts.hasSignedInFrom(userId, hashesOf(network)),
    rememberNetwork: ({ userId, network }) =>
      accounts.write(async (writer) => {
        const [networkHash] = hashesOf(network);
        if (networkHash === undefined)
          throw new Error('Networks are hashed with a secret key, and there is none.');
        await writer.rememberNetwork({ userId, networkHash, seenAt: clock.nowMicros() }, networksKept);
        return null;
      }),
  };
}
