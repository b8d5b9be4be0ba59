/** Calls to other servers, and such a server, for all tests of a file. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { createOutbound } from '../../server/outbound/create-outbound.ts';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { type HostileFeedServer, startHostileFeedServer } from './hostile-feed-server.ts';

/** Both are there while tests run. Servers on this machine may be called. */
export function startOutbound(): { readonly server: HostileFeedServer; readonly outbound: Outbound } {
  const outbound = createOutbound({ policy: { allowPrivate: true }, clock: createSystemClock() });
  let server: HostileFeedServer | undefined;
  before(async () => {
    server = await startHostileFeedServer();
  });
  after(async () => {
    await outbound.close();
    await server?.close();
  });
  return {
    outbound,
    get server() {
      assert.ok(server, 'the server runs only while tests do');
      return server;
    },
  };
}
