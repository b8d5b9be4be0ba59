/**
 * Lists of what was set for a store, whose texts may have megabytes: the thread that answers asks a real reader thread for the
 * bytes, in the turns of pages, and reads no rows.
 */
import assert from 'node:assert/strict';
import Fastify from 'fastify';
import { limits } from '../../contract/limits.ts';
import { deploymentSettings } from '../../test/support/deployment-settings.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { onAnyEngine, onBothEngines } from '../../test/support/engines.ts';
import { feedRow, importRun, someTime, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { loadConfig } from '../settings/config.ts';
import type { Collection } from '../storage/collections/tables.ts';
import type { StorageTarget } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { KeyGrant } from '../stores/key-ring.ts';
import { startReader } from '../threads/reader-thread/reader-client.ts';
import { boundAnswers } from './answers/answer-memory.ts';
import { operationRoutes } from './operation-routes.ts';
import type { Services } from './services.ts';

const storeId = uuidOf(1);

/** Creates a collection with as many conditions as it can have, each as long as it can be. */
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
    for (let number = 0; number < 30; number += 1) await writer.collections.insert(largeCollection(number));
    await writer.feeds.insert(feedRow());
  });
}

const grant = { storeId, kind: 'secret' } as KeyGrant;

/** An application without routes, and services that read rows nowhere but in pages of the reader thread. */
function openReader(target: StorageTarget) {
  const settings = loadConfig({}, {});
  assert.ok(settings.ok);
  const listener = { onDeath: assert.fail, onWarning: assert.fail, onQuarantine: () => assert.fail() };
  const reader = startReader(
    { target, ...deploymentSettings() },
    { ...listener, onDamage: () => assert.fail(), onForget: () => {} },
  );
  const made: string[] = [];
  const readers: Services['readers'] = {
    ...reader,
    of: () => assert.fail('the list is read in the thread that answers'),
    operate(...call) {
      made.push(call[0].name);
      return reader.operate(...call);
    },
  };
  const clock = createDrivenClock();
  const services = { readers, clock, config: settings.config } as Partial<Services> as Services;
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  for (const name of ['grant', 'signedIn', 'member']) app.decorateRequest(name, null);
  app.addHook('onRequest', async (request) => {
    request.grant = grant;
  });
  boundAnswers(app);
  operationRoutes(app, services);
  async function close(): Promise<void> {
    await app.close();
    await reader.close();
  }
  return { app, services, made, close };
}

onBothEngines('operations that read are done by the reader thread', async ({ target, storage }) => {
  await fillStore(storage);
  const { app, made, close } = openReader(target);
  try {
    const answer = await app.inject('/api/v1/collections');
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.json<{ collections: object[] }>().collections.length, 30);
    assert.ok(answer.body.length > 256 * 1024, `${answer.body.length}`);
    assert.deepEqual(made, ['listCollections']);
  } finally {
    await close();
  }
});

onAnyEngine('a long read keeps no list of its store waiting', async ({ target, storage }) => {
  await fillStore(storage);
  const { app, services, close } = openReader(target);
  const released = Promise.withResolvers<Uint8Array>();
  const { operate } = services.readers;
  services.readers.operate = (call, hungUp) =>
    call.name === 'suggestCollections' ? released.promise : operate(call, hungUp);
  try {
    const long = app.inject('/api/v1/collections/suggested');
    const list = await app.inject('/api/v1/collections');
    assert.equal(list.json<{ collections: object[] }>().collections.length, 30);
    released.resolve(new TextEncoder().encode('{}'));
    assert.equal((await long).body, '{}');
  } finally {
    released.resolve(new Uint8Array());
    await close();
  }
});

async function insertFailedRun(storage: Storage): Promise<void> {
  const { id: feedId } = feedRow();
  const id = uuidOf(700);
  await fillStore(storage);
  await storage.write(storeId, async (writer) => {
    await writer.imports.insert(importRun(id, { source: 'feed' }));
    await writer.feeds.insertRun({
      ...{ id, feedId, trigger: 'schedule', reading: 'whole', forced: false, notModified: false },
      ...{ removedRows: 0, restoredRows: 0, unidentifiedRows: 0, errorCode: null, fence: 0 },
      ...{ processedWith: null, facts: null, startedAt: null, finishedAt: null },
    });
    const problem = { path: '/url', code: 'url_missing', message: 'Give a url.', value: null } as const;
    const failure = { line: null, externalId: null, raw: '{"a":1}', problems: [problem] as const };
    await writer.imports.insertFailures(id, [{ ...failure, row: 1 }]);
  });
}

onBothEngines('a run is found where its rows are read', async ({ target, storage }) => {
  await insertFailedRun(storage);
  const { app, made, close } = openReader(target);
  const ask = async (path: string) => await app.inject(path);
  const [feeds, imports, run] = ['/api/v1/product-feeds', '/api/v1/product-imports', uuidOf(700)];
  const feed = `${feeds}/${feedRow().id}`;
  try {
    for (const failures of [`${imports}/${run}/failures`, `${feed}/runs/${run}/failures`]) {
      const page = await ask(failures);
      assert.equal(page.json<{ failures: readonly unknown[] }>().failures.length, 1, page.body);
      assert.match(
        (await ask(`${failures}?format=csv`)).body,
        /^a,_row,_error_code,_error\r\n1,1,url_missing/,
      );
    }
    assert.equal((await ask(feed)).statusCode, 200);
    assert.equal((await ask(`${feed}/runs/${run}`)).statusCode, 200);
    assert.equal((await ask(feeds)).json<{ feeds: readonly unknown[] }>().feeds.length, 1);
    assert.deepEqual(made, [
      'listImportFailures',
      'listFeedRunFailures',
      'showFeed',
      'showFeedRun',
      'listFeeds',
    ]);
    const unknown = [`${imports}/${uuidOf(701)}/failures`, `${feeds}/${uuidOf(501)}/runs/${run}/failures`];
    for (const path of unknown.flatMap((failures) => [failures, `${failures}?format=csv`])) {
      assert.match((await ask(path)).body, /There is no such (import|run)/, path);
    }
  } finally {
    await close();
  }
});
