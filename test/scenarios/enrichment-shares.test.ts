/**
 * Goal: a store whose requests hang or fail leaves the provider to others, whatever its people call. Method: a running
 * service that asks a fake provider over real HTTP, which answers one store and not the other.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { EnrichmentBody } from '../../contract/enrichment.ts';
import { type EnrichingService, openLampShop, startEnrichingService } from '../support/enriching-service.ts';
import type { AiRequest, AiStep } from '../support/fake-ai-server.ts';
import { openAiSettings, startFakeOpenAi } from '../support/fake-openai-server.ts';
import { waitUntil } from '../support/wait-until.ts';

const isOf =
  (kind: string) =>
  ({ products }: AiRequest) =>
    products.some(({ title }) => title.includes(` ${kind} `));

describe('shares of a provider', () => {
  let enriching: EnrichingService;

  /** Has requests of stores of that kind come to the step, and all others be answered well. */
  function abortRun(kind: string, step: AiStep): () => number {
    const isBroken = isOf(kind);
    enriching.provider.otherwise({ by: (request) => (isBroken(request) ? step : 'well') });
    return () => enriching.provider.requests.filter(isBroken).length;
  }

  before(async () => {
    const provider = await startFakeOpenAi();
    enriching = await startEnrichingService(provider, {
      ...openAiSettings(provider.url),
      FORETYPE_ENRICHMENT_BATCH: '1',
    });
  });
  after(async () => {
    await enriching.stop();
  });

  test('a store whose requests hang leaves a slot to others', async () => {
    const { service, provider } = enriching;
    const hungCount = abortRun('hanging', 'hang');
    const { queueOf: hanging } = await openLampShop(service, 'hanging', 5);
    await waitUntil('a request that hangs', () => hungCount() > 0);
    const { queueOf: sound } = await openLampShop(service, 'sound', 8);
    await waitUntil('the phrases of the other', async () => (await sound()).waiting === 0, 20_000);
    assert.deepEqual([(await sound()).enriched, (await hanging()).enriched], [8, 0]);
    assert.deepEqual([hungCount(), provider.underWay()], [1, 1]);
    provider.dropConnections();
    await waitUntil('the hold', async () => (await hanging()).held?.code === 'provider_away');
  });

  test('a store that alone finds the provider busy stops no other', async () => {
    const { service } = enriching;
    const pausedUntil = () => service.storage.directory.allowancePausedUntil('enrichment');
    const before = await pausedUntil();
    const busyCount = abortRun('throttled', { busy: '300' });
    const { queueOf: throttled } = await openLampShop(service, 'throttled', 5);
    const heldFor = async () => Date.parse((await throttled()).held?.until ?? '') - Date.now();
    await waitUntil('the hold for 300 s', async () => (await heldFor()) > 200_000);
    const { queueOf: sound } = await openLampShop(service, 'unhindered', 8);
    await waitUntil('the phrases of the unhindered', async () => (await sound()).waiting === 0, 20_000);
    const { held, waiting } = await throttled();
    assert.deepEqual([held?.code, waiting, busyCount()], ['provider_paused', 5, 1]);
    assert.equal(await pausedUntil(), before);
  });

  test('calls in a loop end a hold once', async () => {
    const { service } = enriching;
    const askedCount = abortRun('refused', { status: 401 });
    const { store, queueOf } = await openLampShop(service, 'refused', 3);
    const isHeld = async () => Date.parse((await queueOf()).held?.until ?? '') > Date.now();
    await waitUntil('the hold', isHeld);
    const lift = (path: string) => store.request('POST', `/api/v1/enrichment${path}`, { body: {} });
    assert.match((await lift('/retry')).as<{ message: string }>().message, /was held and goes on/);
    await waitUntil('the request that this allowed', () => askedCount() === 2);
    await waitUntil('the hold behind it', isHeld);
    const until = (await queueOf()).held?.until ?? '';
    for (const body of [{}, { paused: true }, { paused: false }, { blocklist: ['word'] }]) {
      const changed = await store.request('PATCH', '/api/v1/enrichment', { body });
      assert.equal(changed.as<{ enrichment: EnrichmentBody }>().enrichment.held?.until, until);
    }
    assert.equal((await lift('/queue')).status, 200);
    const { message } = (await lift('/retry')).as<{ message: string }>();
    assert.ok(message.endsWith(`the provider is asked again at ${until}.`), message);
    assert.deepEqual([(await queueOf()).held?.until, askedCount()], [until, 2]);
  });

  test('a provider busy for two stores is left alone', async () => {
    const { service } = enriching;
    const busyCount = abortRun('crowded', { busy: '300' });
    for (const expected of [1, 2]) {
      await openLampShop(service, 'crowded', 5);
      await waitUntil('the answer that says so', () => busyCount() === expected);
    }
    const isPaused = async () =>
      (await service.storage.directory.allowancePausedUntil('enrichment')) > Date.now() * 1_000;
    await waitUntil('the pause of all', isPaused);
    assert.equal(busyCount(), 2);
  });
});
