/** The call of a read by a store's secret key, for handlers that a test calls itself. It has no body; a handler that reads one fails. */
import assert from 'node:assert/strict';

/** Returns the call that a handler of the reader thread takes. */
export function readCall<Params, Query>(storeId: string, params: Params, query: Query) {
  return {
    storeId,
    caller: 'secret',
    actor: null,
    isOperator: false,
    callerName: 'Key',
    origin: 'https://search.example',
    params,
    query,
    idempotencyKey: null,
    body: undefined,
    readBody: () => assert.fail('it has no body'),
  } as const;
}
