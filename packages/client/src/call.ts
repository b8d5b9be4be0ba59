/** The types of a call by its route, with which a caller, the client and its parts name it. Types only. */
// Tests: test/api/packages.test.ts.
import type { Calls } from './calls.ts';

/** The route of a call, such as `PUT /products/:external_id`. */
export type Route = keyof Calls;
/** The answer to a call. */
export type AnswerTo<At extends Route> = Calls[At]['answer'];
/** What a call may be given beside its own input. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Makes a call that takes one safe to repeat: the same key and body give the first answer again. Absent: a random one. */
  readonly idempotencyKey?: string;
  readonly attempts?: number;
  readonly timeoutMs?: number;
  /** Says that the call may arrive twice and do the same as once, such as events with ids. */
  readonly isRepeatable?: boolean;
  /** The request outlives its page. */
  readonly keepalive?: boolean;
}
/** What a call takes: `params` of its path, `query` and `body`, as far as it has them. */
export type InputTo<At extends Route> = Omit<Calls[At], 'answer'> & CallOptions;
type Rest<Input> = object extends Input ? [input?: Input] : [input: Input];

/** Calls a route. */
export type Call = <At extends Route>(route: At, ...rest: Rest<InputTo<At>>) => Promise<AnswerTo<At>>;
