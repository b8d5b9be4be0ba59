/**
 * An operation: one call of the API, declared once. The public route, the route of the dashboard, the check of parameters
 * and body, the OpenAPI document, the call to the thread that does it and the types of the clients follow from it.
 *
 * A declaration holds no code. A request that does not fit it is answered 422 with every fault, before any handler is called.
 */
// Tests: server/http/operation-routes.live.test.ts, test/api/documents.test.ts.
import { type Static, type TObject, type TSchema, Type } from 'typebox';

/** The content type of JSON lines. */
export const linesType = 'application/x-ndjson';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A method and a path below `/api/v1` or below a store of the dashboard: `PATCH /webhooks/:id`; `/` is the store itself. */
export type Route = `${Method} /${string}`;

/** The declaration of an operation. */
export interface Operation {
  readonly route: Route;
  readonly summary: string;
  readonly description?: string;
  /** The section of the OpenAPI document. */
  readonly tag: string;
  /**
   * The keys that may call it, below `/api/v1`; absent: none. `health`: secret and storefront keys, but never from a browser page.
   * `manage`: keys that manage keys, and no others.
   */
  readonly key?: 'secret' | 'storefront' | 'health' | 'manage';
  /** No key is taken: the caller signs the bytes of the body, and sends the signature in one of these headers; by their senders. */
  readonly signatures?: Readonly<Record<string, string>>;
  /** The lowest role that may call it in the dashboard; absent: it is not part of the dashboard. */
  readonly role?: 'viewer' | 'editor' | 'owner';
  readonly query?: TObject;
  /** Takes the header `Idempotency-Key`. */
  readonly takesIdempotencyKey?: true;
  /** If the schema has a `format`, the reader of that format reads the whole body. */
  readonly body?: TSchema;
  /** The handler gets the bytes and reads them itself, as the pipeline reads products; the schema is for the document. */
  readonly isBodyRaw?: true;
  /**
   * The body may also be JSON lines (`application/x-ndjson`) of any length up to that of a file: it is stored as it arrives, the
   * handler gets the file instead of the bytes, and the answer is 202.
   */
  readonly takesLines?: true;
  /** A call without a body counts as one with an empty object. */
  readonly isBodyOptional?: true;
  /** The largest body in bytes; absent: 65,536. A larger one is answered 413. */
  readonly maxBytes?: number;
  readonly answer: TSchema;
  /** The answer to members of the store, where it differs. */
  readonly memberAnswer?: TSchema;
  /** The rate limit that calls with storefront keys share by network; absent: that of keystrokes. Beyond it: 429. */
  readonly budget?: 'collections';
  /** The rate limit that all members and keys of a store share; absent: none. Beyond it: 429. */
  readonly storeRate?: 'keysPerStore' | 'invitationsPerStore' | 'shopChecksPerStore';
  /** Changes API keys: the answer waits until the keys in memory equal those of the database. */
  readonly refreshesKeys?: true;
  /** Further statuses of errors, such as 409. Those that every call, a path parameter or a body can cause are added by themselves. */
  readonly errors?: readonly number[];
  /**
   * `reader` reads and never writes; `pipeline` is the only writer, and an answer means that the change is durable; `http` is
   * for what needs the indexes or several threads, and for short reads of what all stores share.
   */
  readonly thread: 'reader' | 'pipeline' | 'http';
  /** Reads much of a store: it yields after each statement, so that lists of other stores are not held up. */
  readonly isLong?: true;
  /** The answer waits until the indexes of this process show the change; a dry run does not wait. */
  readonly follows?: true;
  /**
   * For a change: the name of a reading operation with the same parameters. It is called after the change, and the fields
   * of its answer are added to those that the change returns.
   */
  readonly shows?: string;
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a route's path by name. */
export type ParamsOf<At extends Route> = Readonly<Record<ParamNames<At>, string>>;

/** Operations by name. */
export type Operations = Readonly<Record<string, Operation>>;

/** A schema whose value is there after reading, although callers may leave it out. */
export type WithDefault<Schema extends TSchema> = Schema & { readonly default: Static<Schema> };

/** Adds the value that stands for one that is left out. Changes `schema`, which must not be shared. */
export function withDefault<Schema extends TSchema>(
  schema: Schema,
  value: Static<Schema>,
): WithDefault<Schema> {
  return Object.assign(schema, { default: value });
}

/** The body as a handler gets it. */
export type BodyOf<Declared extends Operation> = Declared extends { readonly isBodyRaw: true }
  ? Uint8Array
  : ValueOf<Declared['body']>;

/** The answer of an operation, to a key or to a member of the store. */
export type AnswerOf<Declared extends Operation> = Declared extends { readonly memberAnswer: infer Member }
  ? ValueOf<Declared['answer']> | ValueOf<Member>
  : ValueOf<Declared['answer']>;

/** The answer of an operation to a member of the store. */
export type MemberAnswerOf<Declared extends Operation> = Declared extends {
  readonly memberAnswer: infer Member;
}
  ? ValueOf<Member>
  : ValueOf<Declared['answer']>;

/** A value that may be null. */
export function orNull<Schema extends TSchema>(
  schema: Schema,
  options: { readonly description?: string } = {},
) {
  return Type.Union([schema, Type.Null()], options);
}

type Deep<Value> = Value extends (infer Item)[]
  ? readonly Deep<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Deep<Value[Name]> }
    : Value;

/** The value of a schema after reading, which must not be changed. */
export type ValueOf<Schema> = Schema extends TSchema ? Deep<Static<Schema>> : undefined;

type OptionalNames<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Properties];

/** The value of a schema as callers send it: fields with a default may be left out. */
export type InputOf<Schema> =
  Schema extends TObject<infer Properties>
    ? Omit<ValueOf<Schema>, OptionalNames<Properties>> &
        Partial<Pick<ValueOf<Schema>, OptionalNames<Properties> & keyof ValueOf<Schema>>>
    : ValueOf<Schema>;

/** The operation of the dashboard that has this route. */
export type OperationAt<Set extends Operations, At extends Route> = Extract<
  Set[keyof Set],
  { readonly route: At; readonly role: string }
>;
