/** What a store may ask with all of its keys and sessions together: it may have any number of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rateLimits } from '../../contract/limits.ts';
import { createSystemClock } from '../../server/clock.ts';
import { setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';

const { managementPerKey, managementPerStore } = rateLimits;
/** More than a third of what the store has at once, and less than what a key has. */
const callsPerKey = managementPerStore.burst * 0.35;

describe('a store with many keys', () => {
  let service: TestService;
  let operator: Visitor;
  let store: TestStore;
  /** Secret keys of the store, each of which asked so many times that the store has nothing left. */
  let keys: readonly [string, string, string];
  let counts: readonly number[];
  let nowMs = 1_000_000;
  before(async () => {
    const engine = onOneNode(anyEngine, 'a process counts requests by itself');
    const settings = { FORETYPE_RATE_LIMIT: 'on' };
    // It stands still: nothing comes back while a test counts.
    const clock = { ...createSystemClock(), monotonicMs: () => nowMs };
    service = await startTestService(engine, settings, clock);
    operator = await setUpOperator(service);
    store = await service.createStore();
    keys = [store.keys.secret, await makeKey(), await makeKey()];
    nowMs += 60_000;
    // They count apart.
    const ask = () => service.request('GET', '/api/v1/health', { key: store.keys.storefront });
    for (const { status } of await Promise.all(Array.from({ length: 50 }, ask))) assert.equal(status, 200);
    const each: number[] = [];
    for (const key of keys) each.push(await admitted(key, callsPerKey));
    counts = each;
  });
  after(() => service.stop());

  /** Asks so many times, and gives how many of the calls were not refused. */
  async function admitted(key: string, count: number): Promise<number> {
    let refusedCount = 0;
    for (let asked = 0; asked < count; asked += 50) {
      const ask = () => service.request('GET', '/api/v1/products/none', { key });
      for (const answer of await Promise.all(Array.from({ length: 50 }, ask))) {
        expectError(answer, answer.status === 429 ? 'rate_limited' : 'not_found');
        if (answer.status !== 429) continue;
        refusedCount += 1;
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
        assert.equal(answer.headers.get('ratelimit-limit'), String(managementPerStore.perSecond));
      }
    }
    return count - refusedCount;
  }

  async function makeKey(): Promise<string> {
    const body = { scope: 'secret', name: 'Another' };
    const made = await operator.call('POST', `/stores/${store.store.id}/keys`, body);
    return made.as<{ token: string }>().token;
  }

  test('secret keys count together, public keys apart', () => {
    const left = managementPerStore.burst - 2 * callsPerKey;
    assert.deepEqual(counts, [callsPerKey, callsPerKey, left]);
  });

  test('sessions count with keys of their store alone', async () => {
    expectError(await operator.call('GET', `/stores/${store.store.id}/keys`), 'rate_limited');
    const other = await service.createStore();
    assert.equal((await operator.call('GET', `/stores/${other.store.id}/keys`)).status, 200);
    assert.equal(await admitted(other.keys.secret, 50), 50, 'other stores go on');
  });

  test('the limit of a store stops no shopper', async () => {
    assert.equal(await admitted(keys[0], 50), 0, 'nothing is left');
    const key = store.keys.storefront;
    for (let letter = 0; letter < 50; letter += 1) {
      assert.equal((await service.request('GET', `/api/v1/autocomplete?q=${letter}`, { key })).status, 200);
    }
    assert.equal((await service.request('GET', '/api/v1/health', { key })).status, 200);
  });

  test('a call the store is refused costs its key nothing', async () => {
    const used = managementPerStore.burst - 2 * callsPerKey;
    const seconds = 2;
    nowMs += seconds * 1_000;
    assert.equal((await operator.call('GET', `/stores/${store.store.id}/keys`)).status, 200, 'it comes back');
    const left = managementPerKey.burst - used + seconds * managementPerKey.perSecond;
    assert.ok(left < seconds * managementPerStore.perSecond - 1, 'the store has more');
    // The rate of the key is named here, not that of the store.
    const asked = Array.from({ length: left + 20 }, () =>
      service.request('GET', '/api/v1/products/none', { key: keys[2] }),
    );
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
    assert.equal(refused.length, 20);
    assert.equal(refused[0]?.headers.get('ratelimit-limit'), String(managementPerKey.perSecond));
  });
});
