/** The thread side of operations: reads the body by its schema, calls the handler, and writes the answer as JSON. */
import { Faults } from '../errors.ts';
import { parseJsonObject } from '../ingest/json-body.ts';
import type { OperationRequest } from './operation-call.ts';
import { type Formats, readObject } from './read-value.ts';

/** The operations that a thread does, and the readers of the formats that their bodies name. */
export interface OperationSet<Context> {
  /** The types of a call are checked where handlers are declared, and its body by its schema. */
  readonly handlers: Readonly<Record<string, (call: never, context: Context) => Promise<unknown>>>;
  readonly formats?: Formats;
}

/** Does one operation. Rejects with `malformed_json`, `validation_failed`, or as the handler does. */
export async function runOperation<Context>(
  { handlers, formats = {} }: OperationSet<Context>,
  { name, body, bodySchema, ...call }: OperationRequest,
  context: Context,
): Promise<Uint8Array> {
  const handler = handlers[name];
  if (handler === undefined) throw new Error(`no handler for the operation ${name}`);
  let read: object | undefined;
  const checked = {
    ...call,
    get body() {
      if (bodySchema !== null) read ??= readBody(bodySchema, body, formats);
      return read;
    },
  };
  const answer = await handler(checked as never, context);
  return answer instanceof Uint8Array ? answer : new TextEncoder().encode(JSON.stringify(answer));
}

function readBody(schema: object, body: Uint8Array, formats: Formats): object {
  const faults = new Faults();
  const read = readObject(schema, parseJsonObject(body), faults.report, formats);
  faults.refuse();
  return read;
}
