/** Notices callers that go away before they are answered. */
// Tests: server/http/bodies/body-hold.live.test.ts.
import type { FastifyReply } from 'fastify';

/** Aborted once the connection is closed, or the answer is sent. */
export function hangUpOf(reply: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  if (reply.raw.destroyed) hungUp.abort();
  else reply.raw.once('close', () => hungUp.abort());
  return hungUp.signal;
}
