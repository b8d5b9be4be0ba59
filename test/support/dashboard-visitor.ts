/**
 * Acts as somebody in front of the dashboard: keeps the cookie as a browser does, and sends the token of the session along. It checks
 * no answer but of its own sign-ups, which throw where they are not answered 200. It knows no secret of the service; links are good
 * for 7 days.
 */
import assert from 'node:assert/strict';
import type { RunningService } from '../../server/start-service.ts';
import type { Answer, TestService } from './start-test-service.ts';

/** The body of a session (`GET /dashboard/api/session`). */
export interface SessionBody {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly is_operator: boolean;
  };
  readonly stores: readonly { readonly id: string; readonly name: string; readonly role: string }[];
  readonly csrf_token: string;
}

type Headers = Readonly<Record<string, string>>;

/** One browser. */
export interface Visitor {
  /** The cookie that it holds, `ft_session=…`, or an empty text. May be set, as somebody who stole one does. */
  cookie: string;
  /** The token that a changing call sends in X-CSRF-Token; learned from every answer that has one. */
  csrfToken: string;
  /** `path` is under /dashboard/api. Headers are sent in place of its own. */
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>;
}

/** A browser that was never here. */
export function newVisitor(service: Pick<TestService, 'request'>): Visitor {
  const visitor: Visitor = {
    cookie: '',
    csrfToken: '',
    async call(method, path, body, headers = {}) {
      const answer = await service.request(method, `/dashboard/api${path}`, {
        ...(body === undefined ? {} : { body }),
        headers: { cookie: visitor.cookie, 'x-csrf-token': visitor.csrfToken, ...headers },
      });
      const [cookie] = answer.headers.getSetCookie();
      if (cookie !== undefined) visitor.cookie = cookie.split(';', 1)[0] ?? '';
      if (answer.status === 200 && answer.text.includes('"csrf_token"')) {
        visitor.csrfToken = answer.as<SessionBody>().csrf_token;
      }
      return answer;
    },
  };
  return visitor;
}

/** A password that is good enough for anybody. */
export const goodPassword = 'correct horse battery';

/** The service that printed a link to the first account. */
interface SetUpLink {
  readonly running: Pick<RunningService, 'setupLink'>;
}

/** The token of the link that the service printed at its start. */
export function setupToken({ running }: SetUpLink): string {
  assert.match(running.setupLink ?? '', /\/dashboard\/setup#token=[\w-]{43}$/);
  return running.setupLink?.split('#token=')[1] ?? '';
}

/** The first account of a service, signed in. */
export async function setUpOperator(service: Pick<TestService, 'request'> & SetUpLink): Promise<Visitor> {
  const visitor = newVisitor(service);
  const answer = await visitor.call('POST', '/setup', {
    token: setupToken(service),
    name: 'Ada Operator',
    email: 'ada@shop.example',
    password: goodPassword,
  });
  assert.equal(answer.status, 200, answer.text);
  return visitor;
}

const operators = new WeakMap<object, Promise<Visitor>>();

/** The first account of a service that others share, made by whoever asks first. */
export function sharedOperator(service: Pick<TestService, 'request'> & SetUpLink): Promise<Visitor> {
  const operator = operators.get(service) ?? setUpOperator(service);
  operators.set(service, operator);
  return operator;
}

/** A new browser in which somebody signs in. */
export async function signInAs(
  service: Pick<TestService, 'request'>,
  email: string,
  password = goodPassword,
): Promise<Visitor> {
  const visitor = newVisitor(service);
  const answer = await visitor.call('POST', '/session', { email, password });
  assert.equal(answer.status, 200, answer.text);
  return visitor;
}

/** An invitation as its maker sees it. */
interface MadeInvitation {
  readonly invitation: { readonly id: string; readonly url: string };
}

/** The token of an invitation that an owner makes. */
export async function inviteTo(
  owner: Visitor,
  storeId: string,
  invited: { readonly email: string; readonly role: string },
): Promise<string> {
  const answer = await owner.call('POST', `/stores/${storeId}/members`, invited);
  assert.equal(answer.status, 200, answer.text);
  const { url } = answer.as<MadeInvitation>().invitation;
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/dashboard\/invitation#token=[\w-]{43}$/);
  return url.split('#token=')[1] ?? '';
}

/** Somebody new who was invited into a store, signed in. */
export async function joinAs(
  service: Pick<TestService, 'request'>,
  owner: Visitor,
  storeId: string,
  invited: { readonly email: string; readonly role: string },
): Promise<Visitor> {
  const token = await inviteTo(owner, storeId, invited);
  const visitor = newVisitor(service);
  const person = { name: `Somebody (${invited.role})`, password: goodPassword };
  const answer = await visitor.call('POST', `/invitations/${token}`, person);
  assert.equal(answer.status, 200, answer.text);
  return visitor;
}
