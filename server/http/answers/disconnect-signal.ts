/** Notices callers that go away before they are answered. */
// Tests: server/http/bodies/body-hold.live.test.ts.
import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted once the connection is closed, or the answer is sent. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (reply.raw.destroyed) closed.abort();
  else reply.raw.once('close', () => closed.abort());
  return closed.signal;
}
