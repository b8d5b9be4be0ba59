/**
 * The types of every call of the public API, derived from the declarations of the service. Types only, nothing runs. The published
 * package has the same types written out (`bin/docs` has no part in it; `bin/write-calls.ts` writes them), so that it needs no schemas.
 */
// Tests: test/api/packages.test.ts.
import type { InputOf, Operation, ParamsOf, ValueOf } from '../../../contract/operation.ts';
import type { describedCalls } from '../../../contract/operations.ts';
import type { ErrorCode as DeclaredCode } from '../../../contract/words/errors.ts';

/** A code of the API’s error catalogue. */
export type ErrorCode = DeclaredCode;

type Described = (typeof describedCalls)[keyof typeof describedCalls];
type Public = Extract<Described, { readonly key: string }>;

type Params<Call extends Operation> = keyof ParamsOf<Call['route']> extends never
  ? unknown
  : { readonly params: ParamsOf<Call['route']> };
type Query<Call> = Call extends { readonly query: infer Schema }
  ? { readonly query?: Partial<InputOf<Schema>> }
  : unknown;
type Body<Call> = Call extends { readonly body: infer Schema; readonly isBodyOptional: true }
  ? { readonly body?: InputOf<Schema> }
  : Call extends { readonly body: infer Schema }
    ? { readonly body: InputOf<Schema> }
    : unknown;

/** Every call by its route: what it takes, and its answer. */
export type Calls = {
  readonly [Call in Public as Call['route']]: Params<Call> &
    Query<Call> &
    Body<Call> & { readonly answer: ValueOf<Call['answer']> };
};
