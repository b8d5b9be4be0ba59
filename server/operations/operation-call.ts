/**
 * Declares the parts of a call of an operation, and the functions that do operations. Types only: nothing is checked or bounded here
 * (run-operation.ts does; bodies are bytes). A handler refuses by AppErrors with codes of the contract.
 */
// Tests: server/threads/reader-thread/reader-client.live.test.ts.
import type { AnswerOf, BodyOf, Operation, Operations, ParamsOf, ValueOf } from '../../contract/operation.ts';
import type { KeyScope } from '../../contract/words/keys.ts';
import type { Report } from '../errors.ts';
import type { Actor } from '../storage/accounts/tables.ts';

/** The kind of caller: a program with a kind of key, or a person from the dashboard. */
export type CallerKind = KeyScope | 'member';

/** A body of lines, stored as it arrived. */
export interface StoredLines {
  readonly fileId: string;
  /** The hash of its bytes if the request has an Idempotency-Key, else empty. */
  readonly hash: string;
}

/** A call as it crosses to the thread that does it. */
export interface OperationRequest {
  readonly name: string;
  /** Copies {@link Operation.isLong}. */
  readonly isLong: boolean;
  readonly storeId: string;
  readonly caller: CallerKind;
  /** The person or key that calls; null for the service itself. */
  readonly actor: Actor | null;
  /** Whether that person runs the service. */
  readonly isOperator: boolean;
  /** The name of the person or key. */
  readonly callerName: string;
  /** The origin for links that must be absolute: `https://search.shop.example`. */
  readonly origin: string;
  readonly params: Readonly<Record<string, string>>;
  /** The query, checked and with defaults. */
  readonly query: object;
  /** External ids that the store's own search found, for an operation that begins with a search. */
  readonly found?: readonly string[];
  /** The Idempotency-Key that the caller sent; null for none, or for an operation that takes none. */
  readonly idempotencyKey: string | null;
  /** The file that holds the body, for a call with a body of lines ({@link Operation.takesLines}); null for any other. */
  readonly lines?: StoredLines | null;
  /** JSON as it was received; empty for an operation without a body. */
  readonly body: Uint8Array;
  /**
   * The schema of the body as plain JSON Schema; null for an operation without a body, or with a raw one. It comes with each call because the
   * declarations need TypeBox, which only the HTTP thread loads.
   */
  readonly bodySchema: object | null;
}

/**
 * A call as its handler receives it. Parameters are checked. The body is checked when it is read, which throws
 * `malformed_json` or `validation_failed`: a handler looks up what the path names first, so that an unknown id is a 404
 * even with a wrong body.
 */
export interface OperationCall<Declared extends Operation> {
  readonly storeId: string;
  readonly caller: CallerKind;
  readonly actor: Actor | null;
  readonly isOperator: boolean;
  readonly callerName: string;
  readonly origin: string;
  readonly params: ParamsOf<Declared['route']>;
  readonly query: ValueOf<Declared['query']>;
  readonly found?: readonly string[];
  readonly idempotencyKey: string | null;
  readonly lines?: StoredLines | null;
  readonly body: BodyOf<Declared>;
  /**
   * Reads the body and makes something of it. `make` may report further faults, of fields that depend on each other or on what
   * is stored; a field with a fault is undefined there.
   */
  readBody<Made>(make: (body: BodyOf<Declared>, report: Report) => Made): Made;
}

/** The part of the answer that a handler returns; the rest comes from the operation that the declaration shows. */
type OwnAnswerOf<Declared extends Operation> = Declared extends { readonly shows: string }
  ? Partial<AnswerOf<Declared>>
  : AnswerOf<Declared>;

/** Does one operation. Returns its answer, or the answer as JSON bytes where rows are written one by one. */
export type HandlerOf<Declared extends Operation, Context = { readonly cancelled: AbortSignal }> = (
  call: OperationCall<Declared>,
  context: Context,
) => Promise<OwnAnswerOf<Declared> | Uint8Array>;

type NamesIn<Set extends Operations, Thread extends Operation['thread']> = {
  [Name in keyof Set]: Set[Name]['thread'] extends Thread ? Name : never;
}[keyof Set];

/** A handler for each operation of a set that a thread does. */
export type OperationHandlers<
  Set extends Operations,
  Thread extends Operation['thread'],
  Context = { readonly cancelled: AbortSignal },
> = { readonly [Name in NamesIn<Set, Thread>]: HandlerOf<Set[Name], Context> };
