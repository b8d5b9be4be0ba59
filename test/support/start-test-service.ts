/**
 * A real service for tests through the public surface: real threads, a real database, a real socket. Every JSON
 * answer is held against the OpenAPI document that the same service publishes.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { createSystemClock } from '../../server/clock.ts';
import { type Config, loadConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { type RunningService, startService } from '../../server/start-service.ts';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { storageTarget } from '../../server/storage-target.ts';
import { type CreatedStore, createStore, type StoreSettings } from '../../server/stores/create-store.ts';
import type { TestEngine } from './engines.ts';
import { type AnswerCheck, createAnswerCheck } from './openapi-check.ts';

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
  readonly engine: TestEngine['name'];
  readonly origin: string;
  readonly running: RunningService;
  /** A second connection to the same database. */
  readonly storage: Storage;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  createStore(settings?: Partial<StoreSettings>): Promise<TestStore>;
  stop(): Promise<void>;
}

/** Starts a service on an empty database. `environment` adds to or replaces settings. */
export async function startTestService(
  engine: TestEngine,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const database = await engine.open();
  const config = testConfig(database.target, environment);
  const clock = createSystemClock();
  const fatal: Error[] = [];
  const running = await startService(config, {
    clock,
    log: createLog(config.logLevel, false),
    onFatal: (error) => fatal.push(error),
    drainMs: 0,
  });
  const storage = await openStorage(storageTarget(config));
  const request = createRequest(running.origin, await createAnswerCheck(running.origin));
  return {
    engine: engine.name,
    origin: running.origin,
    running,
    storage,
    request,
    async createStore(chosen = {}) {
      const created = await createStore(storage, clock, { ...defaultSettings, ...chosen });
      return {
        ...created,
        request: (method, path, options = {}) =>
          request(method, path, { key: created.keys.secret, ...options }),
      };
    },
    async stop() {
      await storage.close();
      await running.stop();
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

function testConfig(target: StorageTarget, environment: Readonly<Record<string, string>>): Config {
  const settings = loadConfig(
    {},
    {
      PORT: '0',
      FORETYPE_DEMO: 'off',
      FORETYPE_RATE_LIMIT: 'off',
      // Phrases come whenever they are ready: only tests of them have any.
      FORETYPE_ENRICHMENT_PROVIDER: 'off',
      LOG_LEVEL: 'fatal',
      ...(target.engine === 'sqlite'
        ? { FORETYPE_DATA: dirname(target.file) }
        : { DATABASE_URL: target.url, FORETYPE_SECRET_KEY: randomBytes(32).toString('base64') }),
      ...environment,
    },
  );
  assert.ok(settings.ok, settings.ok ? '' : settings.faults.join('\n'));
  return settings.config;
}

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
