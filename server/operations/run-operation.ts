/**
 * Does the thread side of operations: reads the body by its schema, calls the handler, and writes the answer as JSON. It checks no
 * permission: the HTTP thread did. A body nests at most 64 levels; a wrong one rejects with every fault, an operation without a
 * handler is a defect and throws.
 */
// Tests: server/threads/reader-thread/reader-client.live.test.ts, server/resources/synonyms/parse-synonyms.test.ts.
import { limits } from '../../contract/limits.ts';
import { isErrorCode } from '../../contract/words/errors.ts';
import { AppError, Faults, type FieldErrors, type Report, validationFailed } from '../errors.ts';
import { parseJsonObject } from '../ingest/json-body.ts';
import type { OperationRequest } from './operation-call.ts';
import { type Formats, readObject } from './read-by-schema.ts';

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
  const bodyOf = <Made>(make: (read: object, report: Report) => Made): Made =>
    bodySchema === null
      ? make(body, () => {})
      : readBody(parseJsonObject(body, limits.jsonBounds.valuesOfSettings), bodySchema, formats, make);
  let read: object | undefined;
  const checked = {
    ...call,
    readBody: bodyOf,
    get body() {
      read ??= bodyOf((whole) => whole);
      return read;
    },
  };
  const answer = await handler(checked as never, context);
  return answer instanceof Uint8Array ? answer : new TextEncoder().encode(JSON.stringify(answer));
}

/** Reads a body by its schema. Throws with every fault, those that `make` reports included. */
export function readBody<Made>(
  body: Readonly<Record<string, unknown>>,
  schema: object,
  formats: Formats,
  make: (read: object, report: Report) => Made,
): Made {
  const faults = new Faults();
  const made = make(readObject(schema, body, faults.report, formats), faults.report);
  faults.refuse(refusalOf);
  return made;
}

/** A fault that is alone and has the code of an error, such as `feed_url_forbidden`, is that error. */
function refusalOf(errors: FieldErrors): AppError {
  const [{ code, message }, ...more] = errors;
  return more.length === 0 && isErrorCode(code)
    ? new AppError(code, message, { errors })
    : validationFailed(errors);
}
