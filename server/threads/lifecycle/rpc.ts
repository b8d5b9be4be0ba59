/**
 * Calls between threads: typed requests with answers, and one-way notices, over a message port. Errors cross as data and become
 * AppErrors again. Values are structured-cloned; buffers in `transfer` move without a copy. Messages come from our own threads and are
 * not validated. It sets no time limit and never repeats a call. A port that closes rejects what waits (`unavailable`); a method that
 * is not served is a defect, and its call rejects. Sizes are those of the memory: messages have no limit here.
 */
// Tests: ./rpc.test.ts.
import type { Transferable } from 'node:worker_threads';
import { deserializeError, type SerializedError, serializeError, unavailable } from '../../errors.ts';

/** The methods of a thread: their request and response, both structured-clonable. */
export type RpcMethods<Methods> = {
  readonly [Name in keyof Methods]: { readonly request: unknown; readonly response: unknown };
};

/** A handler for each method; `cancelled` is aborted once the caller has no use for the answer any more. */
export type RpcHandlers<Methods extends RpcMethods<Methods>> = {
  readonly [Name in keyof Methods]: (
    request: Methods[Name]['request'],
    cancelled: AbortSignal,
  ) => Promise<Methods[Name]['response']>;
};

/** The common part of a Worker and a MessagePort. */
export interface RpcPort {
  on(event: 'message', listener: (message: RpcMessage) => void): unknown;
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
}

interface CallMessage {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly request: unknown;
}
interface CancelMessage {
  readonly kind: 'cancel';
  readonly id: number;
}
interface AnswerMessage {
  readonly kind: 'answer';
  readonly id: number;
  readonly response: unknown;
  readonly error: SerializedError | null;
}
interface NoticeMessage {
  readonly kind: 'notice';
  readonly notice: unknown;
}

/** A message of a port. */
export type RpcMessage = CallMessage | CancelMessage | AnswerMessage | NoticeMessage;

/** The calling side of a port. */
export interface RpcClient<Methods extends RpcMethods<Methods>> {
  /** Once `cancel` is aborted the other side is notified; it answers all the same. */
  call<Name extends keyof Methods & string>(
    method: Name,
    request: Methods[Name]['request'],
    transfer?: readonly Transferable[],
    cancel?: AbortSignal,
  ): Promise<Methods[Name]['response']>;
  /** Rejects everything under way and all that comes after: the other side is gone. */
  abandon(cause?: Error): void;
}

/** The calling side. `onNotice` receives one-way messages in the order in which they were sent, between answers. */
export function createRpcClient<Methods extends RpcMethods<Methods>>(
  port: RpcPort,
  onNotice: (notice: unknown) => void,
): RpcClient<Methods> {
  const waiting = new Map<number, { resolve: (response: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let isGone = false;
  let whyGone: Error | undefined;
  const gone = () =>
    unavailable('This part of the service is stopping or starting. Try again in a moment.', 1, whyGone);
  port.on('message', (message) => {
    if (message.kind === 'notice') onNotice(message.notice);
    if (message.kind !== 'answer') return;
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === null) caller?.resolve(message.response);
    else caller?.reject(deserializeError(message.error));
  });
  return {
    abandon(cause) {
      whyGone = cause ?? whyGone;
      isGone = true;
      for (const { reject } of waiting.values()) reject(gone());
      waiting.clear();
    },
    call(method, request, transfer = [], cancel = undefined) {
      if (isGone) return Promise.reject(gone());
      lastId += 1;
      const message: CallMessage = { kind: 'call', id: lastId, method, request };
      const answered = new Promise<unknown>((resolve, reject) => {
        // Throws for a request that cannot be cloned: then there is no answer to wait for.
        port.postMessage(message, [...transfer]);
        waiting.set(message.id, { resolve, reject });
      });
      if (cancel === undefined) return answered;
      const sendCancel = () => port.postMessage({ kind: 'cancel', id: message.id } satisfies CancelMessage);
      if (cancel.aborted) sendCancel();
      else cancel.addEventListener('abort', sendCancel);
      return answered.finally(() => cancel.removeEventListener('abort', sendCancel));
    },
  };
}

/** The answering side: every call gets one answer, even if its handler throws. Returns a function to send notices. */
export function serveRpc<Methods extends RpcMethods<Methods>>(
  port: RpcPort,
  handlers: RpcHandlers<Methods>,
): (notice: unknown) => void {
  const underWay = new Map<number, AbortController>();
  port.on('message', (message: RpcMessage) => {
    if (message.kind === 'cancel') underWay.get(message.id)?.abort();
    if (message.kind !== 'call') return;
    const answer = (response: unknown, error: SerializedError | null) =>
      port.postMessage(
        { kind: 'answer', id: message.id, response, error } satisfies AnswerMessage,
        givenAway(response),
      );
    if (!isHandled(handlers, message.method)) {
      answer(null, serializeError(new Error(`no handler for ${message.method}`)));
      return;
    }
    const handler = handlers[message.method];
    const cancelled = new AbortController();
    underWay.set(message.id, cancelled);
    Promise.try(() => handler(message.request, cancelled.signal))
      .then((response) => answer(response, null))
      // Also what cannot be cloned: the caller always gets an answer.
      .catch((error: unknown) => answer(null, serializeError(error)))
      .finally(() => underWay.delete(message.id));
  });
  return (notice) => port.postMessage({ kind: 'notice', notice } satisfies NoticeMessage);
}

/** The buffers of an answer that move without a copy: bytes with memory of their own, which the handler no longer needs. */
function givenAway(response: unknown): Transferable[] {
  if (!(response instanceof Uint8Array) || !(response.buffer instanceof ArrayBuffer)) return [];
  return response.byteLength === response.buffer.byteLength ? [response.buffer] : [];
}

function isHandled<Handlers extends object>(
  handlers: Handlers,
  method: PropertyKey,
): method is keyof Handlers {
  return Object.hasOwn(handlers, method);
}
