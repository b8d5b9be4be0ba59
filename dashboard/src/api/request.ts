/**
 * The one way to call /dashboard/api. The cookie names the session, and the token of the session's answer proves that a
 * change comes from this page. Each failure, of the network too, is a {@link RequestFailure} whose words can be shown;
 * only a call that was aborted rejects with the browser's own error. It never retries.
 */
// Tests: ./request.test.ts.
import type { FieldError } from '../../../contract/errors.ts';

export const apiBase = '/dashboard/api';

/** A failed call. `status` is 0 if there was no answer. */
export class RequestFailure extends Error {
  readonly status: number;
  /** A code of the error catalogue; `unreachable` if there was no answer, `unreadable` if it was no answer of the API. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | null;

  constructor(status: number, body: Partial<FailureBody>) {
    super(
      body.message ??
        'What came back is no answer of the service, as when a proxy answers in its place. Try again; if it goes on, ask the operator to look at what is between you and the service.',
    );
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

/** Keeps the token of the present session for the changes that follow. */
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

/** Calls a path below {@link apiBase}. The shape of the answer is trusted: tests of the API check it. */
export async function request<Answer>(
  method: Method,
  path: string,
  { body, signal }: RequestOptions = {},
): Promise<Answer> {
  const response = await send(method, path, body, signal);
  return readAnswer<Answer>(response.status, await response.text());
}

/**
 * Reads the text of an answer. Throws a {@link RequestFailure} for a status beyond 2xx and, with the code `unreadable`,
 * for a text that is no JSON object.
 */
export function readAnswer<Answer>(status: number, text: string): Answer {
  const answer = parseJson(text);
  if (status < 200 || status > 299 || typeof answer !== 'object' || answer === null) {
    throw failureOf(status, text);
  }
  return answer as Answer;
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

/**
 * Turns a failed answer into a failure. A text that is no error of the API, such as a proxy's page, gets a message of
 * ours.
 */
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

/** Adds parameters to a path; blank and null ones are left out. */
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

/** The text to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The text to show below a form with these fields; null if each fault is shown at its field. */
export function unplacedMessage(error: unknown, fields: object): string | null {
  if (error === null) return null;
  const faults = Object.keys(fieldMessages(error));
  const isPlaced = faults.length > 0 && faults.every((name) => Object.hasOwn(fields, name));
  return isPlaced ? null : messageOf(error);
}

/** The faults of a 422 by field; empty for any other failure. */
export function fieldMessages(error: unknown): Record<string, string> {
  if (!(error instanceof RequestFailure)) return {};
  return Object.fromEntries(error.errors.map(({ path, message }) => [path.replace(/^\//, ''), message]));
}
