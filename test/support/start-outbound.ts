/** Calls to strangers and a stranger to call, for the tests of a file; both end after the last one. */
import { after } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { createOutbound } from '../../server/outbound/create-outbound.ts';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { type HostileFeedServer, startHostileFeedServer } from './hostile-feed-server.ts';

/** Servers on this machine may be called. */
export async function startOutbound(): Promise<{
  readonly server: HostileFeedServer;
  readonly outbound: Outbound;
}> {
  const server = await startHostileFeedServer();
  const outbound = createOutbound({ policy: { allowPrivate: true }, clock: createSystemClock() });
  after(async () => {
    await outbound.close();
    await server.close();
  });
  return { server, outbound };
}
