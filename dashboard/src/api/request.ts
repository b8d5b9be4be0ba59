/**
 * One way to call /dashboard/api: the cookie names the session, the token of the session answer proves that a change
 * comes from this page. A failure is always a {@link RequestFailure} with words that can be shown.
 */
import type { FieldError } from '../../../contract/errors.ts';

export const apiBase = '/dashboard/api';

/** An answer that is no success, or no answer at all (`status` 0). */
export class RequestFailure extends Error {
  readonly status: number;
  /** Of the error catalogue; `unreachable` where nothing answered. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | null;

  constructor(status: number, body: Partial<FailureBody>) {
    super(body.message ?? 'The service answered with something that is no answer of its API.');
    this.status = status;
    this.code = body.code ?? 'unreadable';
    this.errors = body.errors ?? [];
    this.requestId = body.request_id ?? null;
  }
}

interface FailureBody {
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly FieldError[];
  readonly request_id: string;
}

let csrfToken = '';

/** Keeps the token of the session that was just answered, for the changes that follow. */
export function rememberCsrfToken(token: string): void {
  csrfToken = token;
}

export function csrfHeaders(): Readonly<Record<string, string>> {
  return csrfToken === '' ? {} : { 'x-csrf-token': csrfToken };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Calls a path below {@link apiBase}. The shape of the answer is the API's promise, which its tests hold. */
export async function request<Answer>(
  method: Method,
  path: string,
  { body, signal }: RequestOptions = {},
): Promise<Answer> {
  const response = await send(method, path, body, signal);
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, text);
  return parseJson(text) as Answer;
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(`${apiBase}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'GET' ? {} : csrfHeaders()),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw unreachable();
  }
}

/** What a failed answer says; a proxy's page says nothing that helps. */
export function failureOf(status: number, text: string): RequestFailure {
  const body = parseJson(text);
  const known = typeof body === 'object' && body !== null && 'message' in body && 'code' in body;
  return new RequestFailure(status, known ? (body as FailureBody) : {});
}

export function unreachable(): RequestFailure {
  return new RequestFailure(0, {
    message: 'The service does not answer. Check that it is running and that you are online, then try again.',
    code: 'unreachable',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A path with its parameters; those that are blank or null are left out. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** What to show of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What to say of a failure below a form with these fields: null where every fault is told at its field. */
export function unplacedMessage(error: unknown, fields: object): string | null {
  if (error === null) return null;
  const faults = Object.keys(fieldMessages(error));
  const isPlaced = faults.length > 0 && faults.every((name) => Object.hasOwn(fields, name));
  return isPlaced ? null : messageOf(error);
}

/** The faults of a 422 by field, for a form. */
export function fieldMessages(error: unknown): Record<string, string> {
  if (!(error instanceof RequestFailure)) return {};
  return Object.fromEntries(error.errors.map(({ path, message }) => [path.replace(/^\//, ''), message]));
}
