/**
 * Makes calls of operations that the service itself sends, such as for the products of its demo shop. They are bounded by no rate and
 * check no key, so nothing from outside may ever come through here. A body that is wrong is refused by the operation, as any other
 * one. Bodies are bytes, at most as many as the operation takes.
 */
// Tests: server/threads/pipeline-thread/pipeline-client.live.test.ts, server/threads/reader-thread/reader-client.live.test.ts.
import type { ServiceOperations } from '../../contract/operations.ts';
import type { OperationRequest } from './operation-call.ts';

const nothingElse = {
  isLong: false,
  caller: 'secret',
  actor: null,
  callerName: '',
  isOperator: false,
  origin: '',
  params: {},
  query: {},
  idempotencyKey: null,
  bodySchema: null,
} as const;

/** A call with a raw body, or none, as a program with a secret key would make it. */
export function ownCall(
  name: keyof ServiceOperations,
  { body = new Uint8Array(), ...call }: Pick<OperationRequest, 'storeId'> & Partial<OperationRequest>,
): OperationRequest {
  return { ...nothingElse, ...call, name, body };
}
