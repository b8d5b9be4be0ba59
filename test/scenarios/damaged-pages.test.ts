/**
 * Goal: a page of the database that cannot be read costs a store the products on it, and no call that can do without them.
 * Method: in an SQLite file one page of a store's products is overwritten; then merchants call and commands run.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createSystemClock } from '../../server/clock.ts';
import { enrichmentJobOf } from '../../server/jobs/enrichment-job.ts';
import { type CreatedStore, createStore } from '../../server/stores/create-store.ts';
import { createServiceData, type ServiceData, startChildService } from '../support/child-service.ts';
import { overwriteLeaf, overwritePage, runSql } from '../support/damage.ts';
import { runForetype } from '../support/foretype-process.ts';
import { productWrite } from '../support/storage-rows.ts';
import { productPath } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

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
  const created = await createStore(storage, createSystemClock(), settings);
  const writes = ids.map((id, number) => productWrite(id, number));
  await storage.write(created.store.id, async (writer) => {
    await writer.upsertProducts(writes, 1);
    await writer.insertJob(enrichmentJobOf(created.store.id));
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

  test('the list goes on behind a damaged page', async () => {
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
        assert.match(message, new RegExp(`products ${id} is on a page that cannot be read.*foretype doctor`));
      }
      cursor = page.next_cursor;
    }
    assert.ok(named.length > 0);
    assert.deepEqual([...listed, ...named].toSorted(), ids);
    const answer = await caller.request('GET', productPath(named[0] ?? ''));
    assert.equal(answer.status, 503);
    const place = `store ${created.store.id}, table products`;
    assert.ok(answer.as<{ message: string }>().message.includes(place), answer.text);
    assert.equal(await service.end('SIGTERM'), 0);
  });

  test('an export goes on behind a damaged page', async () => {
    const file = join(data.environment.FORETYPE_DATA ?? '', 'products.jsonl');
    const words = ['export', file, '--store', created.store.id, '--json'];
    const { code, stdout, stderr } = await runForetype(words, data.environment);
    assert.equal(code, 1, stderr);
    const { products, left_out: left } = JSON.parse(stdout);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    assert.deepEqual([left.length, left[0].table, left[0].has_more], [1, 'products', false]);
    assert.deepEqual([products, lines.length], [lines.length, ids.length - left[0].rows]);
  });
});

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
