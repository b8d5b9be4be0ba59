/**
 * Reads the bodies of calls that are no operations: of people who sign in, and of new stores. It never logs a body, which may hold a
 * password. At most 64 KiB and the values of a small form; a wrong field is `validation_failed` with its path.
 */
// Tests: test/api/dashboard-sessions.test.ts.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { ValueOf } from '../../../contract/operation.ts';
import type { Report } from '../../errors.ts';
import { parseJsonObject } from '../../ingest/json-body.ts';
import { readBody } from '../../operations/run-operation.ts';
import { accountFormats } from '../../resources/members/account-formats.ts';
import { bodyBytes } from '../bodies/body.ts';

/** The body by its schema. Throws `malformed_json` or `validation_failed`, with what `check` reports among the faults. */
export function readJsonBody<Schema extends TSchema>(
  request: FastifyRequest,
  schema: Schema,
  check: (body: ValueOf<Schema>, report: Report) => void = () => {},
): ValueOf<Schema> {
  return readBody(parseJsonObject(bodyBytes(request)), schema, accountFormats, (read, report) => {
    const body = read as ValueOf<Schema>;
    check(body, report);
    return body;
  });
}
