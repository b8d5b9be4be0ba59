/**
 * Goal: the operator learns from the log that the AI provider does not answer. Method: a real process and a fake provider.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { createStore } from '../../server/stores/create-store.ts';
import { createServiceData, startChildService } from '../support/child-service.ts';
import { openAiSettings, startFakeOpenAi } from '../support/fake-openai-server.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const settings = { name: 'Shop', plan: 'unlimited', currency: 'USD', locale: 'en' } as const;

test('a provider that does not answer is in the log', async (t) => {
  const provider = await startFakeOpenAi(t);
  provider.otherwise({ status: 500 });
  const data = await createServiceData('sqlite');
  const storage = await data.openStorage();
  await storage.migrate();
  const { store, keys } = await createStore(storage, createSystemClock(), settings);
  await storage.close();
  const service = await startChildService(data, { ...openAiSettings(provider.url), LOG_LEVEL: 'warn' });
  await importProducts(service.caller(keys.secret), [productInput('a')]);
  const { host } = new URL(provider.url);
  const line = `the phrases of store ${store.id} wait (${host}): The AI provider (`;
  await waitUntil('the line', async () => service.log().includes(line));
  assert.match(service.log(), /answered 500/);
  assert.equal(await service.end('SIGTERM'), 0);
  data.remove();
});
