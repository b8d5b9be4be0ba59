/**
 * The error catalogue of the public API (Contract §3): every code with its status. docs/errors.md lists the same codes, and a test
 * compares the two. A code never changes; its message may improve.
 */
// Tests: server/errors.test.ts, server/http/errors.test.ts.
import { type Static, Type } from 'typebox';
import { type ErrorCode, errorStatus } from './words/errors.ts';
import type { FieldCode } from './words/field-codes.ts';

/** One wrong value of a request. `path` is a JSON pointer into the body or the parameter's name. */
export const FieldErrorSchema = Type.Object(
  { path: Type.String(), code: Type.Unsafe<FieldCode>(Type.String()), message: Type.String() },
  { $id: 'FieldError' },
);
export type FieldError = Static<typeof FieldErrorSchema>;

/** The one shape of every error response. */
export const ErrorBodySchema = Type.Object(
  {
    message: Type.String({ description: 'What was wrong and what would be right, for a person.' }),
    code: Type.Enum(Object.keys(errorStatus) as ErrorCode[], { description: 'Stable, for a program.' }),
    errors: Type.Optional(Type.Array(FieldErrorSchema)),
    request_id: Type.String(),
  },
  { $id: 'Error' },
);
/** The one shape of every error response. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  errors?: FieldError[];
  request_id: string;
}
