/**
 * Every operation that a service documents, read from its own OpenAPI document, for tests that go over all of them. It calls nothing
 * but the document. A document without operations throws, so that no test passes on an empty list.
 */
import type { Visitor } from './dashboard-visitor.ts';
import type { Caller } from './store-calls.ts';

export interface Operation {
  /** Upper case. */
  readonly method: string;
  /** The path with its parameters in braces, `/api/v1/products/{external_id}`. */
  readonly path: string;
  /** Whether the operation takes a body. */
  readonly hasBody: boolean;
  /** Whether it takes no key: the caller signs the body. */
  readonly isSigned: boolean;
  /** Names of the documented query parameters. */
  readonly queryNames: readonly string[];
}

interface Documented {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: object;
  readonly security?: readonly object[];
}

/** The paths that browsers of other origins call, and ask about beforehand (Contract §2). */
export const publicPaths: readonly string[] = [
  '/api/v1/autocomplete',
  '/api/v1/events',
  '/api/v1/collections/{slug}/products',
];

/** Reads the operations that keys may call. Throws where the document has none. */
export async function readOperations(caller: Caller): Promise<readonly Operation[]> {
  return (await readEveryOperation(caller)).filter(({ isSigned }) => !isSigned);
}

/** Reads all operations, also those whose caller signs the body. */
export async function readEveryOperation(caller: Caller): Promise<readonly Operation[]> {
  const answer = await caller.request('GET', '/openapi.json');
  const { paths } = answer.as<{ paths: Readonly<Record<string, Readonly<Record<string, Documented>>>> }>();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, security }]) => ({
      method: method.toUpperCase(),
      path,
      hasBody: requestBody !== undefined,
      isSigned: security !== undefined,
      queryNames: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  );
  if (operations.length === 0) throw new Error('the OpenAPI document has no operations');
  return operations;
}

/** Whether a call is for keys that manage keys, and for no others (Contract §10). */
export function isForManagers(path: string): boolean {
  return /^\/api\/v1\/keys(?:[/?]|$)/.test(path);
}

/** Makes a key of the store that manages its keys. */
export async function createManagerKey(person: Visitor, storeId: string): Promise<string> {
  const body = { scope: 'manage', name: 'Deploy' };
  const answer = await person.call('POST', `/stores/${storeId}/keys`, body);
  return answer.as<{ token: string }>().token;
}

/** The path with every parameter filled in. */
export function fillPath(path: string, value: string): string {
  return path.replace(/\{[^}]+\}/g, encodeURIComponent(value));
}
