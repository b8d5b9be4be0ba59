/**
 * Lists of what was set for a store, whose texts may have megabytes: the thread that answers asks a real reader thread for the
 * bytes, in the turns of pages, and reads no rows.
 */
import assert from 'node:assert/strict';
import Fastify from 'fastify';
import { limits } from '../../contract/limits.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { feedRow, someTime, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { loadConfig } from '../config.ts';
import type { Collection } from '../storage/collections.ts';
import type { Storage } from '../storage/storage.ts';
import { createBounds } from '../threads/numbers.ts';
import { startReader } from '../threads/reader-client.ts';
import { boundAnswers } from './answer-memory.ts';
import { createCollectionCalls } from './collection-calls.ts';
import { createFeedCalls } from './feed-calls.ts';
import { createMerchandisingCalls } from './merchandising-calls.ts';
import type { Services } from './services.ts';
import { createWebhookCalls } from './webhook-calls.ts';

const storeId = uuidOf(1);

/** With as many conditions as it can have, each as long as it can be. */
function largeCollection(number: number): Collection {
  const conditions = Array.from({ length: limits.collectionConditions }, (_, index) => ({
    ...{ field: 'attribute', name: '"'.repeat(limits.attributeLabelMaxLength), op: 'is' },
    value: `"`.repeat(limits.collectionValueMaxLength - 9) + (number * 100 + index),
  }));
  return {
    ...{ id: uuidOf(900 + number), slug: `c-${number}`, title: `C ${number}`, description: '' },
    rules: { match: 'any', conditions } as Collection['rules'],
    ...{ sort: 'newest', isActive: true, createdAt: someTime, updatedAt: someTime },
  };
}

async function fillStore(storage: Storage): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, async (writer) => {
    for (let number = 0; number < 30; number += 1) await writer.insertCollection(largeCollection(number));
    await writer.insertFeed(feedRow());
  });
}

onBothEngines('lists of settings are made by the reader thread', async ({ target, storage }) => {
  await fillStore(storage);
  const settings = loadConfig({}, {});
  assert.ok(settings.ok);
  const listener = { onDeath: assert.fail, onWarning: assert.fail, onQuarantine: () => assert.fail() };
  const reader = startReader({ target }, { ...listener, onDamage: () => assert.fail(), onForget: () => {} });
  let madeCount = 0;
  const readers: Services['readers'] = {
    ...reader,
    of: () => assert.fail('the list is read in the thread that answers'),
    page(...question) {
      madeCount += 1;
      return reader.page(...question);
    },
  };
  const clock = createDrivenClock();
  const services = { readers, clock, config: settings.config } as Partial<Services> as Services;
  const caller = { storeId, actor: null, seesInactive: true };
  const lists = {
    collections: createCollectionCalls(services, { callerOf: () => caller, shape: 'card' }).list,
    feeds: createFeedCalls(services, () => caller).list,
    webhooks: createWebhookCalls(services, () => caller).list,
    rules: createMerchandisingCalls(services, () => caller).show,
  };
  const app = Fastify();
  for (const name of ['grant', 'signedIn', 'member']) app.decorateRequest(name, null);
  boundAnswers(app, createBounds());
  for (const [name, list] of Object.entries(lists)) app.get(`/${name}`, list);
  try {
    const found: Record<string, number> = {};
    for (const name of Object.keys(lists)) {
      const answer = await app.inject(`/${name}`);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      found[name] = answer.json<Record<string, readonly unknown[]>>()[name]?.length ?? 0;
      if (name === 'collections') assert.ok(answer.body.length > 256 * 1024, `${answer.body.length}`);
    }
    assert.deepEqual(found, { collections: 30, feeds: 1, webhooks: 0, rules: 0 });
    assert.equal(madeCount, Object.keys(lists).length);
  } finally {
    await app.close();
    await reader.close();
  }
});
