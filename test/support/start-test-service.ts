/**
 * A real service for tests through the public surface: real threads, a real database, a real socket. Every JSON answer is held against
 * the OpenAPI document that the same service publishes. An answer that the document does not have throws; 4xx and 5xx are answers for
 * the test to judge. It never reuses a database, and rates are not limited unless the test says so.
 */
import assert from 'node:assert/strict';
import { type Clock, createSystemClock } from '../../server/clock.ts';
import type { RunningService } from '../../server/start-service.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { type CreatedStore, createStore, type StoreSettings } from '../../server/stores/create-store.ts';
import type { ServiceEngine } from './engines.ts';
import { type AnswerCheck, answerCheck } from './openapi-check.ts';
import { startNodes } from './start-nodes.ts';

export interface RequestOptions {
  /** Null sends none; the default is the store's secret key. */
  readonly key?: string | null;
  /** Sent as JSON, unless it is text or bytes, which go as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body in the shape that the test expects of it. */
  as<Body>(): Body;
}

/** A store on a running service, and calls in its name. */
export interface TestStore extends CreatedStore {
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

export interface TestService {
  readonly engine: ServiceEngine['name'];
  readonly origin: string;
  /** The address of a node without a balancer in front, for tests of its sockets. */
  readonly nodeOrigin: string;
  readonly running: RunningService;
  /** A second connection to the same database. */
  readonly storage: Storage;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  createStore(settings?: Partial<StoreSettings>): Promise<TestStore>;
  stop(): Promise<void>;
}

/**
 * Starts a service on an empty database, of as many nodes as the engine says. `environment` adds to or replaces settings;
 * `clock` is that of the HTTP thread.
 */
export async function startTestService(
  engine: ServiceEngine,
  environment: Readonly<Record<string, string>> = {},
  clock?: Clock,
): Promise<TestService> {
  const database = await engine.open();
  const nodes = await startNodes(database.target, engine.nodes, environment, clock);
  const { running, storage, fatal } = nodes;
  const request = createRequest(running.origin, await answerCheck(running.origin));
  return {
    engine: engine.name,
    origin: running.origin,
    nodeOrigin: nodes.firstOrigin,
    running,
    storage,
    request,
    async createStore(chosen = {}) {
      const created = await createStore(storage, createSystemClock(), { ...defaultSettings, ...chosen });
      return {
        ...created,
        request: (method, path, options = {}) =>
          request(method, path, { key: created.keys.secret, ...options }),
      };
    },
    async stop() {
      await nodes.stop();
      await database.close();
      assert.deepEqual(fatal, []);
    },
  };
}

const defaultSettings: StoreSettings = {
  name: 'Test shop',
  plan: 'unlimited',
  currency: 'USD',
  locale: 'en',
};

function createRequest(origin: string, checkAnswer: AnswerCheck): TestService['request'] {
  return async (method, path, options = {}) => {
    const { key = null, body, headers = {} } = options;
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: raw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson =
      response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    if (isJson) checkAnswer(method, path, response.status, JSON.parse(text));
    return {
      status: response.status,
      headers: response.headers,
      text,
      as: <Body>() => JSON.parse(text) as Body,
    };
  };
}
