/**
 * One running service for all tests of a `describe`: started before its first test, stopped after its last. A test
 * makes its own store, so that tests of one service never see each other's products.
 */
import { after, before } from 'node:test';
import type { StoreSettings } from '../../server/stores/create-store.ts';
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

/** Registers start and stop with the `describe` that is being defined. `environment` is as of {@link startTestService}. */
export function useService(
  engine: TestEngine,
  environment: Readonly<Record<string, string>> = {},
): ServiceHandle {
  let service: TestService | undefined;
  before(async () => {
    service = await startTestService(engine, environment);
  });
  after(async () => {
    await service?.stop();
  });
  function current(): TestService {
    if (service === undefined) throw new Error('the service runs only while tests do');
    return service;
  }
  return {
    current,
    request: (method, path, options) => current().request(method, path, options),
    createStore: (settings) => current().createStore(settings),
  };
}
