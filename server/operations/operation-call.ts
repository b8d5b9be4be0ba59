/** What a call of an operation carries, and the functions that do operations. */
import type { Operation, Operations, ParamsOf, ValueOf } from '../../contract/operation.ts';
import type { Actor } from '../storage/accounts.ts';

/** A call as it crosses to the thread that does it. */
export interface OperationRequest {
  readonly name: string;
  readonly storeId: string;
  /** The person who calls from the dashboard; null for a key. */
  readonly actor: Actor | null;
  /** The origin for links that must be absolute: `https://search.shop.example`. */
  readonly origin: string;
  readonly params: Readonly<Record<string, string>>;
  /** Checked and with defaults. */
  readonly query: object;
  /** JSON as it was received; empty for an operation without a body. */
  readonly body: Uint8Array;
  /**
   * The schema of the body as plain JSON Schema; null for an operation without a body. It comes with each call because the
   * declarations need TypeBox, which only the HTTP threads load.
   */
  readonly bodySchema: object | null;
}

/** A call as its handler receives it: parameters and body are checked and have their defaults. */
export interface OperationCall<Declared extends Operation> {
  readonly storeId: string;
  readonly actor: Actor | null;
  readonly origin: string;
  readonly params: ParamsOf<Declared['route']>;
  readonly query: ValueOf<Declared['query']>;
  readonly body: ValueOf<Declared['body']>;
}

/** Does one operation. Returns its answer, or the answer as JSON bytes where rows are written one by one. */
export type HandlerOf<Declared extends Operation, Context = { readonly cancelled: AbortSignal }> = (
  call: OperationCall<Declared>,
  context: Context,
) => Promise<ValueOf<Declared['answer']> | Uint8Array>;

type NamesIn<Set extends Operations, Thread extends Operation['thread']> = {
  [Name in keyof Set]: Set[Name]['thread'] extends Thread ? Name : never;
}[keyof Set];

/** A handler for each operation of a set that a thread does. */
export type OperationHandlers<
  Set extends Operations,
  Thread extends Operation['thread'],
  Context = { readonly cancelled: AbortSignal },
> = { readonly [Name in NamesIn<Set, Thread>]: HandlerOf<Set[Name], Context> };
