/**
 * Goal: a page of the database that cannot be read costs a store the products on it, and no call that can do without them.
 * Method: in an SQLite file one page of a store's products is overwritten; then merchants call and commands run.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { changePages } from '../../server/autocomplete/changes/change-pages.ts';
import { createSystemClock } from '../../server/clock.ts';
import { AppError } from '../../server/errors.ts';
import { newId } from '../../server/ids.ts';
import { importFile } from '../../server/ingest/files/import-file.ts';
import { appendToFile, beginFile, completeFile } from '../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../server/ingest/files/request-import.ts';
import { importJson } from '../../server/ingest/import-json.ts';
import { listProducts, type ProductPage, searchProducts } from '../../server/insight/find-products.ts';
import { enrichmentJobOf } from '../../server/jobs/enrichment-job.ts';
import type { DamagedRow } from '../../server/storage/damage/damage.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { ProductRange } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { type CreatedStore, createStore } from '../../server/stores/create-store.ts';
import { createServiceData, type ServiceData, startChildService } from '../support/child-service.ts';
import { damageLongTexts, overwriteLeaf, overwritePage, runSql } from '../support/damage.ts';
import { engines } from '../support/engines.ts';
import { runForetype } from '../support/foretype-process.ts';
import { productWrite, uuidOf } from '../support/storage-rows.ts';
import { productInput, productPath } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const clock = createSystemClock();
const settings = { name: 'Shop', plan: 'unlimited', currency: 'USD', locale: 'en' } as const;
const ids = Array.from({ length: 600 }, (_, number) => `p-${number}`).toSorted();

interface ListPage {
  readonly products: readonly { readonly external_id: string }[];
  readonly unreadable?: readonly { readonly external_id: string; readonly message: string }[];
  readonly next_cursor: string | null;
}

/** A store with products and a job, in a file that nothing has open. */
async function prepareStore(data: ServiceData): Promise<CreatedStore> {
  const storage = await data.openStorage();
  await storage.migrate();
  const created = await createStore(storage, clock, settings);
  const writes = ids.map((id, number) => productWrite(id, number));
  await storage.write(created.store.id, async (writer) => {
    await writer.products.upsert(writes, 1);
    await writer.jobs.insert(enrichmentJobOf(created.store.id));
  });
  await storage.close();
  return created;
}

function fileOf({ environment }: ServiceData): string {
  return join(environment.FORETYPE_DATA ?? '', 'foretype.sqlite');
}

describe('a store with a damaged page', () => {
  let data: ServiceData;
  let created: CreatedStore;

  before(async () => {
    data = await createServiceData('sqlite');
    created = await prepareStore(data);
    assert.notEqual(overwritePage(fileOf(data), { table: 'products', storeId: created.store.id }), null);
  });
  after(() => data.remove());

  test('the list continues behind a damaged page', async () => {
    const service = await startChildService(data, { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    const caller = service.caller(created.keys.secret);
    const [listed, named]: [string[], string[]] = [[], []];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await caller.request(
        'GET',
        `/api/v1/products?limit=200${cursor && `&cursor=${cursor}`}`,
      );
      assert.equal(answer.status, 200, answer.text);
      const page = answer.as<ListPage>();
      listed.push(...page.products.map(({ external_id: id }) => id));
      for (const { external_id: id, message } of page.unreadable ?? []) {
        named.push(id);
        assert.match(message, new RegExp(`products ${id} is on a page that cannot be read.*operator`));
      }
      cursor = page.next_cursor;
    }
    assert.ok(named.length > 0);
    assert.deepEqual([...listed, ...named].toSorted(), ids);
    assert.equal(await service.end('SIGTERM'), 0);
  });

  test('damage of a page is reported with store and table', async () => {
    const storage = await data.openStorage();
    const storeId = created.store.id;
    const [lost] = await storage.reader(storeId).products.lost(ids);
    const place = new RegExp(`damaged where this was read \\(store ${storeId}, table products\\)`);
    await assert.rejects(storage.reader(storeId).products.find(lost?.id ?? ''), place);
    await storage.close();
  });

  test('a call about a damaged page’s product names it', async () => {
    const service = await startChildService(data, { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    const caller = service.caller(created.keys.secret);
    const list = (await caller.request('GET', '/api/v1/products?limit=200')).as<ListPage>();
    const id = list.unreadable?.[0]?.external_id ?? '';
    const calls = [
      ['GET', productPath(id)],
      ['GET', `${productPath(id)}?include=raw`],
      ['PUT', productPath(id)],
      ['POST', '/api/v1/products'],
      ['PATCH', productPath(id)],
      ['DELETE', productPath(id)],
      ['DELETE', `${productPath(id)}?purge=true`],
    ] as const;
    for (const [method, path] of calls) {
      const isWrite = method === 'PUT' || method === 'POST' || method === 'PATCH';
      const answer = await caller.request(method, path, isWrite ? { body: productInput(id) } : {});
      const { code, message } = answer.as<{ code: string; message: string }>();
      assert.equal(code, 'store_unavailable', `${method} ${path}: ${answer.text}`);
      const named = new RegExp(`products ${id} is on a page that cannot be read.*Until the operator`);
      assert.match(message, named, `${method} ${path}`);
      assert.doesNotMatch(message, /Send the whole product/);
    }
    assert.equal(await service.end('SIGTERM'), 0);
  });

  test('lists of people leave out products of a damaged page', async () => {
    const reported: DamagedRow[] = [];
    const storage = await openStorage(
      { engine: 'sqlite', file: fileOf(data) },
      { onDamage: (_storeId, rows) => reported.push(...rows) },
    );
    const reader = storage.reader(created.store.id);
    const pages = await Array.fromAsync(changePages(reader.products, null, 1), ({ page }) => page);
    const lost = pages.flatMap(({ damaged }) => damaged).map(({ id }) => id);
    assert.ok(lost.length > 0);
    const indexed = pages.flatMap(({ products }) => products);
    assert.equal(indexed.length, ids.length - lost.length);
    for (const filter of [{}, { inStock: true }]) {
      const [listed, named]: [string[], string[]] = [[], []];
      for (let after: string | null = ''; after !== null; ) {
        const page: ProductPage = await listProducts(reader, { after, limit: 50, filter });
        listed.push(...page.products.map(({ externalId }) => externalId));
        named.push(...page.damaged.map(({ id }) => id));
        after = page.next;
      }
      assert.deepEqual([...listed, ...named].toSorted(), ids);
      assert.deepEqual(named.toSorted(), lost.toSorted());
    }
    const sound = ids.filter((id) => !lost.includes(id)).slice(0, 30);
    const [first = '', ...others] = lost.slice(0, 2);
    for (const [text, indexed] of [
      ['title', [first, ...others]],
      [first, [first, ...others]],
      [first, others],
    ] as const) {
      const search = { text, limit: 50, filter: {}, ids: [...indexed, ...sound] };
      const found = await searchProducts(reader, search);
      const named = found.damaged.map(({ id, table }) => `${table} ${id}`);
      assert.deepEqual(
        named,
        lost.slice(0, 2).map((id) => `products ${id}`),
      );
      assert.deepEqual(
        found.products.map(({ externalId }) => externalId),
        sound,
      );
    }
    const members = ids.map((id, number) => ({
      ...{ productId: uuidOf(1_000 + number), generation: 1, inStock: true, fromAt: 0, untilAt: 2 },
      ...{ titleKey: id, createdAt: 0, priceKey: 0 },
    }));
    await storage.writeMembers(created.store.id, async (writer) => {
      await writer.putMemberships(members);
      await writer.putMemberKeys(members, 'replaced');
    });
    const page = {
      ...({ generation: 1, memberCount: ids.length, sort: 'title', after: null } as const),
      ...{ limit: ids.length, now: 1 },
    };
    const shown = await reader.collections.members(page);
    assert.equal(shown.length, ids.length - lost.length);
    const uuids = lost.map((id) => uuidOf(1_000 + ids.indexOf(id)));
    assert.deepEqual(await reader.collections.cardProducts(uuids), []);
    // Merchants look for a product by the id that they gave it.
    const named = reported.filter(({ table }) => table === 'products').map(({ id }) => id);
    assert.deepEqual([...new Set(named)].toSorted(), lost.toSorted());
    const byUuid = reported.filter(({ table }) => table === 'products by UUID').map(({ id }) => id);
    assert.deepEqual([...new Set(byUuid)].toSorted(), uuids.toSorted());
    await storage.close();
  });

  test('a list looks at few products around a damaged page', async () => {
    const calls: (readonly DamagedRow[])[] = [];
    const storage = await openStorage(
      { engine: 'sqlite', file: fileOf(data) },
      { onDamage: (_storeId, rows) => calls.push(rows) },
    );
    const reader = storage.reader(created.store.id);
    const filter = { inStock: false } as const;
    const scans: number[] = [];
    const lost: unknown[] = [];
    for (let from: string | null = ''; from !== null; ) {
      const page = { after: from, limit: 60, scan: 10_000, filter };
      const { rows, scannedTo }: ProductRange = await reader.products.stretch(page);
      lost.push(...rows);
      if (scannedTo !== null) scans.push(ids.indexOf(scannedTo) - ids.indexOf(from));
      from = scannedTo;
    }
    // All are in stock, so nothing but what is lost is listed. Behind it a stretch is as long as it was asked for.
    assert.ok(lost.length > 1);
    assert.deepEqual(new Set(scans), new Set([100]));
    assert.deepEqual(calls, [lost], 'all of them are reported together');
    await storage.close();
  });

  test('a store without saved index is searched around damage', async () => {
    const service = await startChildService(data, { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    const caller = service.caller(created.keys.secret);
    await waitUntil('an answer', async () => {
      const answer = await caller.request('GET', '/api/v1/autocomplete?q=title');
      return answer.status === 200 && answer.as<{ products: unknown[] }>().products.length > 0;
    });
    assert.equal(await service.end('SIGTERM'), 0);
  });

  test('an export continues behind a damaged page', async () => {
    const file = join(data.environment.FORETYPE_DATA ?? '', 'products.jsonl');
    const words = ['export', file, '--store', created.store.id, '--json'];
    const { code, stdout, stderr } = await runForetype(words, data.environment);
    assert.equal(code, 1, stderr);
    const { products, left_out: left } = JSON.parse(stdout);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    assert.deepEqual([left.length, left[0].table, left[0].has_more], [1, 'products', false]);
    assert.deepEqual([products, lines.length], [lines.length, ids.length - left[0].rows]);
  });
  test('a batch beside a damaged page names its products', async () => {
    const storage = await data.openStorage();
    const storeId = created.store.id;
    const pages = await Array.fromAsync(
      changePages(storage.reader(storeId).products, null, 1),
      ({ page }) => page,
    );
    const lost = pages.flatMap(({ damaged }) => damaged).map(({ id }) => id);
    const namesAll = namesOnly(lost);
    const send = (some: readonly string[]) => sendBatch(storage, storeId, some);
    await assert.rejects(send(ids), namesAll);
    // Rows beside the page may have to be moved onto it.
    const far = ids.slice(-20);
    assert.ok(lost.every((id) => ids.indexOf(id) < ids.length - 100));
    assert.equal((await send(far)).run.updatedRows, far.length);

    const { id: fileId } = await beginFile(storage, { storeId, name: 'lamps.csv' }, { clock, newId });
    const rows = ids.map((id) => `${id},Lamp,5,https://shop.example/${id}\n`);
    const content = Buffer.from(`external_id,title,price,url\n${rows.join('')}`);
    await appendToFile(storage, { storeId, fileId, content });
    await completeFile(storage, { storeId, fileId });
    await requestImport(storage, { storeId, fileId, dryRun: false, settings: {} }, { clock, newId });
    await assert.rejects(workOnImport(storage), namesAll);
    await storage.close();
  });
});

/** Whether a batch was refused for these products. */
function namesOnly(ids: readonly string[]): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof AppError && error.code === 'store_unavailable', String(error));
    const [, named = ''] = /cannot be read \((.*?)\)\. Send the others/.exec(error.message) ?? [];
    assert.deepEqual(named.split(', ').toSorted(), ids.toSorted(), error.message);
    return true;
  };
}

async function sendBatch(storage: Storage, storeId: string, ids: readonly string[]) {
  const products = ids.map((id) => productInput(id, { title: 'Sent again' }));
  const body = Buffer.from(JSON.stringify({ products }));
  const request = { storeId, body, dryRun: false, idempotencyKey: null };
  return await importJson(storage, request, { clock, newId, enrich: false });
}

/** Claims the import that is due, and works on it. */
async function workOnImport(storage: Storage): Promise<void> {
  const owner = newId();
  const job = await storage.directory.claimJob('import', { owner, leaseMs: limits.leaseMs });
  assert.ok(job !== null);
  const lease = { jobId: job.id, owner, leaseMs: limits.leaseMs };
  await importFile(storage, job, lease, {
    ...{ clock, newId, stopping: new AbortController().signal, enrich: false },
    inTurn: (_storeId, task) => task(),
    makeAnswerable: async () => {},
    countRows: () => {},
    announce: async () => {},
    pause: async () => {},
  });
}

for (const engine of engines) {
  test(`a batch with a damaged description names its product (${engine.name})`, async () => {
    const database = await engine.openEmpty();
    const filling = await openStorage(database.target);
    await filling.migrate();
    const { store } = await createStore(filling, clock, settings);
    const description = randomBytes(30_000).toString('base64');
    const writes = ['p-0', 'p-1', 'p-2'].map((id, number) =>
      productWrite(id, number, { product: { description: id === 'p-2' ? description : null } }),
    );
    await filling.write(store.id, (writer) => writer.products.upsert(writes, 1));
    await filling.close();
    await damageLongTexts(database.target);
    const storage = await openStorage(database.target);
    await assert.rejects(sendBatch(storage, store.id, ['p-0', 'p-1', 'p-2']), namesOnly(['p-2']));
    assert.equal((await sendBatch(storage, store.id, ['p-0', 'p-1'])).run.updatedRows, 2);
    await storage.close();
    await database.close();
  });
}

const limitMs = 60_000;

test('a start waits for no store of a lost table', async () => {
  const data = await createServiceData('sqlite');
  const { store, keys } = await prepareStore(data);
  overwriteLeaf(fileOf(data), 'stores', store.id);
  const service = await startChildService(data, { LOG_LEVEL: 'warn' });
  const ready = async () => await fetch(`${service.origin}/readyz`);
  await waitUntil('readiness', async () => (await ready()).status === 200, limitMs);
  const damaged = async () => ((await (await ready()).json()) as { damaged: { table: string }[] }).damaged;
  await waitUntil('the fault', async () => (await damaged()).length > 0, limitMs);
  assert.deepEqual(
    (await damaged()).map(({ table }) => table),
    ['stores'],
  );
  const answer = await service.caller(keys.storefront).request('GET', '/api/v1/autocomplete?q=lamp');
  assert.equal(answer.status, 503, answer.text);
  // The pause before the third try.
  const isLater = `select 1 as is_later from jobs where run_at > (unixepoch('subsec') + 2.5) * 1000000`;
  const target = { engine: 'sqlite', file: fileOf(data) } as const;
  await waitUntil(
    'a pause that grew',
    async () => (await runSql(target, store.id, isLater)).length > 0,
    limitMs,
  );
  assert.equal(service.log().split(' waits: ').length - 1, 1, service.log());
  assert.equal(await service.end('SIGTERM'), 0);
  data.remove();
});
