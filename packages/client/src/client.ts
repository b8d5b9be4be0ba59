/**
 * The client of the API, for browsers, Node and other runtimes with `fetch`: every call by its route, with its types; products in
 * batches and as JSON lines; the searches and events of a shopper. It keeps no state but its settings. A secret key belongs on a server:
 * browsers refuse the calls that need one to pages of other origins.
 */
// Tests: test/api/client-package.test.ts, test/browser/client-package.test.ts.
import type { AnswerTo, Call } from './call.ts';
import { type ClientOptions, createCall, trimAddress } from './create-call.ts';
import { createSession, type SearchSession } from './search-session.ts';
import { createProductSending, type ProductSending } from './send-products.ts';

export type { AnswerTo, Call, CallOptions, InputTo, Route } from './call.ts';
export type { Calls, ErrorCode } from './calls.ts';
export type { ClientOptions } from './create-call.ts';
export { type ClientCode, type ErrorParts, type Fault, ForetypeError } from './foretype-error.ts';
export type { SearchSession, ShopperEvent } from './search-session.ts';
export type {
  BatchAnswer,
  BatchOptions,
  Import,
  ProductInput,
  ProductSending,
  SendOptions,
  Sent,
  WaitOptions,
} from './send-products.ts';
export type { Pause } from './send-request.ts';
export type { Rows } from './split-batches.ts';
export { type SignedMessage, verifyWebhook, type WebhookMessage } from './verify-webhook.ts';

/** A client of one service, with one key. */
export interface Client extends ProductSending {
  /** The address of the service, without a slash at its end. */
  readonly url: string;
  readonly call: Call;
  /** Starts a shopper’s session; `id` continues one. */
  startSession(id?: string): SearchSession;
}

/** Creates a client. It sends nothing by itself. */
export function createClient(options: ClientOptions): Client {
  const any = createCall(options);
  const call: Call = async (route, ...[input]) => (await any(route, input)) as AnswerTo<typeof route>;
  return {
    url: trimAddress(options),
    call,
    ...createProductSending(any, options.pause),
    startSession: (id) => createSession(call, id),
  };
}
