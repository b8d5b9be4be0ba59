/**
 * A running service for all tests of a `describe`, of its own or one that it shares with all others of the process. A test makes its
 * own store, so that tests of one service never see each other's products. A service that does not start fails all its tests. Shared
 * ones are never stopped by a test, only at the process's end.
 */
import { after, before } from 'node:test';
import type { Clock } from '../../server/clock.ts';
import type { StoreSettings } from '../../server/stores/create-store.ts';
import { atEnd } from './at-end.ts';
import type { TestEngine } from './engines.ts';
import {
  type Answer,
  type RequestOptions,
  startTestService,
  type TestService,
  type TestStore,
} from './start-test-service.ts';

export interface ServiceHandle {
  /** The service, from the first test on. */
  current(): TestService;
  /** Calls it without a key, unless one is given. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  createStore(settings?: Partial<StoreSettings>): Promise<TestStore>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * A service of its own: started before the first test of the `describe` that is being defined, stopped after its last.
 * `environment` and `clock` are as of {@link startTestService}.
 */
export function useService(engine: TestEngine, environment: Environment = {}, clock?: Clock): ServiceHandle {
  let service: TestService | undefined;
  before(async () => {
    service = await startTestService(engine, environment, clock);
  });
  after(async () => {
    await service?.stop();
  });
  return handleOf(() => service);
}

/** The shared services, by engine and settings. */
const shared = new Map<string, Promise<TestService>>();
atEnd(async () => {
  for (const service of shared.values()) await (await service).stop();
});

/**
 * The service that all tests of this process share which ask for the same. For those that look at nothing but stores of
 * their own: others have made stores before, and jobs of theirs may go on.
 */
export function useSharedService(engine: TestEngine, environment: Environment = {}): ServiceHandle {
  let service: TestService | undefined;
  before(async () => {
    const name = JSON.stringify([engine.name, engine.nodes, environment]);
    const started = shared.get(name) ?? startTestService(engine, environment);
    shared.set(name, started);
    service = await started;
  });
  return handleOf(() => service);
}

function handleOf(find: () => TestService | undefined): ServiceHandle {
  function current(): TestService {
    const service = find();
    if (service === undefined) throw new Error('the service runs only while tests do');
    return service;
  }
  return {
    current,
    request: (method, path, options) => current().request(method, path, options),
    createStore: (settings) => current().createStore(settings),
  };
}
