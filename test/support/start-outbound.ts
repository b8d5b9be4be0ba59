/**
 * Gives calls to other servers, and such a server, to all tests of a file. Servers on this machine may be called, others are not
 * needed. It sets no limit of its own: those of outbound hold. A server that cannot listen fails the file.
 */
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
