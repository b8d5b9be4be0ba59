/**
 * Holds the memory of a request's body until its connection is over and the work that it was sent for is done: a caller who hangs up
 * withdraws the question, but the bytes stay in memory until then. It holds bytes only by counting: limits are those of
 * held-memory.ts. Work of a caller who is gone is refused with `unavailable` and not begun. It never reads a body.
 */
// Tests: ./body-hold.live.test.ts.
import type { FastifyReply, RawServerDefault, RouteHandlerMethod } from 'fastify';
import { callerGone } from '../../errors.ts';
import type { Hold } from './held-memory.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a request whose body nothing collects. */
    bodyHold: BodyHold | null;
  }
}

/** The memory that one body holds. */
interface BodyHold extends Pick<Hold, 'take'> {
  /** Does the work of the route. Rejects with `unavailable`, and does nothing, once the caller is gone. */
  during(work: () => unknown): Promise<unknown>;
}

/** Creates the hold of a request's body. `hold` is released when nothing needs it any more. */
export function createBodyHold(hold: Hold, { raw }: FastifyReply): BodyHold {
  let isGone = false;
  let isAtWork = false;
  raw.once('close', () => {
    isGone = true;
    if (!isAtWork) hold.release();
  });
  return {
    // More of a compressed body may come after its connection is over.
    take: (bytes) => !isGone && hold.take(bytes),
    async during(work) {
      if (isGone) throw callerGone();
      isAtWork = true;
      try {
        return await work();
      } finally {
        isAtWork = false;
        if (isGone) hold.release();
      }
    },
  };
}

/** The handler of a route, with what the body holds held until it is done. */
export function holdingBody(handler: RouteHandlerMethod<RawServerDefault>): RouteHandlerMethod {
  return function handle(request, reply) {
    const { bodyHold } = request;
    const work = () => handler.call(this, request, reply);
    return bodyHold === null ? work() : bodyHold.during(work);
  };
}
