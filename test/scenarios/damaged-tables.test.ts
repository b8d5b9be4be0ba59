/**
 * Goal: a damaged page in a table that all stores share stops no start, and no keystroke of a store whose own rows are
 * not on it; it is named in the log, by `/readyz`, in `/metrics` and by `foretype doctor`. Method: in an SQLite file one
 * page of such tables is overwritten, then one page of every index of them; each time a service starts.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { type ChildService, startChildService } from '../support/child-service.ts';
import {
  type DamagedCopy,
  damageCopy,
  prepareSharedScene,
  type SharedScene,
} from '../support/damaged-tables.ts';
import { runForetype } from '../support/foretype-process.ts';
import { titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const limitMs = 120_000;

interface DamagedView {
  readonly table: string;
  readonly part: string;
  readonly rebuilt: boolean;
}

async function damagedOf({ origin }: ChildService): Promise<DamagedView[]> {
  const answer = await fetch(`${origin}/readyz`);
  if (answer.status !== 200) return [];
  const { damaged } = (await answer.json()) as { damaged: DamagedView[] };
  return damaged.map(({ table, part, rebuilt }) => ({ table, part, rebuilt }));
}

describe('a service on a file with damaged tables', () => {
  let scene: SharedScene;

  before(async () => {
    scene = await prepareSharedScene(true);
  });
  after(() => scene.remove());

  async function onStart(
    trees: readonly string[],
    work: (service: ChildService, copy: DamagedCopy) => Promise<void>,
  ): Promise<void> {
    const copy = damageCopy(scene, ...trees);
    const service = await startChildService(copy.data, { LOG_LEVEL: 'error' });
    await waitUntil(
      'readiness',
      async () => (await fetch(`${service.origin}/readyz`)).status === 200,
      limitMs,
    );
    for (const { key } of copy.sound) {
      assert.equal((await titlesFor(service.caller(key), 'lamp')).length, 5, trees.join(', '));
    }
    await work(service, copy);
    assert.equal(await service.end('SIGTERM'), 0);
    copy.data.remove();
  }

  /** Tables with a test of their own. */
  const apart = ['api_keys', 'stores'];

  test('damaged pages of all other tables stop nothing', async () => {
    const tables = scene.trees.map(({ table }) => table).filter((table) => !apart.includes(table));
    await assertServedAround([...new Set(tables)]);
  });

  test('a damaged page of keys stops those on it', () => assertServedAround(['api_keys'], 'refused'));

  test('stores on a damaged page answer from saved indexes', () =>
    assertServedAround(['stores'], 'answered'));

  /** `onPages`: what becomes of keys and stores on the damaged pages. */
  async function assertServedAround(
    tables: readonly string[],
    onPages?: 'refused' | 'answered',
  ): Promise<void> {
    await onStart(tables, async (service, { lost }) => {
      await waitUntil('the fault', async () => (await damagedOf(service)).length > 0, limitMs);
      const expected = tables.map((table) => ({ table, part: 'rows', rebuilt: false }));
      assert.deepEqual(await damagedOf(service), expected);
      const metrics = await (await fetch(`${service.origin}/metrics`)).text();
      for (const table of tables) {
        assert.match(metrics, new RegExp(`foretype_table_damaged{table="${table}",part="rows"} 1`));
        assert.match(service.log(), new RegExp(`"table":"${table}".*a table of all stores is damaged`));
      }
      assert.equal(lost.length > 0, onPages !== undefined);
      for (const caller of lost.map(({ key }) => service.caller(key))) {
        if (onPages === 'answered') assert.equal((await titlesFor(caller, 'lamp')).length, 5);
        else assert.equal((await caller.request('GET', '/api/v1/autocomplete?q=lamp')).status, 503);
      }
    });
  }

  test('damaged indexes of all tables are rebuilt', async () => {
    const indexes = scene.trees.filter(({ table, tree }) => tree !== table);
    const tables = [...new Set(indexes.map(({ table }) => table))];
    await onStart(
      indexes.map(({ tree }) => tree),
      async (service) => {
        await waitUntil('the faults', async () => (await damagedOf(service)).length > 0, limitMs);
        assert.deepEqual(
          await damagedOf(service),
          tables.map((table) => ({ table, part: 'index', rebuilt: true })),
        );
        assert.match(service.log(), /"table":"api_keys".*an index was damaged and was rebuilt/);
      },
    );
  });

  test('damaged salts of sessions stop no pruning', async () => {
    const copy = damageCopy(scene, 'session_salts');
    const database = new DatabaseSync(copy.file, { timeout: 5_000 });
    // Of the catalog's sizes the newest stays, however old it is.
    const insert = database.prepare('insert into catalog_statistics values (?, ?, 1, 1)');
    for (const bucketAt of [0, 1]) insert.run(copy.sound[0]?.id ?? '', bucketAt);
    const oldRows = () =>
      database.prepare('select * from catalog_statistics where bucket_at = 0').all().length;
    assert.equal(oldRows(), 1);
    const service = await startChildService(copy.data, { LOG_LEVEL: 'warn' });
    const hasFailed = () => service.log().includes('expired rows could not be deleted');
    await waitUntil('the pruning', () => hasFailed() || oldRows() === 0, limitMs);
    assert.equal(hasFailed(), false);
    assert.equal(await service.end('SIGTERM'), 0);
    database.close();
    copy.data.remove();
  });

  test('doctor names damaged tables and never itself', async () => {
    for (const table of ['jobs', 'migrations', 'users']) {
      const { data } = damageCopy(scene, table);
      const { code, stdout } = await runForetype(['doctor', '--json'], data.environment);
      const { checks } = JSON.parse(stdout) as {
        checks: { name: string; ok: boolean; detail: string }[];
      };
      assert.equal(code, 1);
      const shared = checks.find(({ name }) => name === 'tables');
      assert.deepEqual([shared?.ok, shared?.detail.includes(table)], [false, true], stdout);
      const unreadable = checks.filter(({ detail }) => detail.startsWith('cannot be read'));
      assert.deepEqual(
        unreadable.map(({ name }) => name),
        table === 'migrations' ? ['migrations'] : [],
      );
      for (const { detail } of unreadable) assert.match(detail, / run foretype repair; docs/);
      assert.ok(
        checks.every(({ detail }) => !detail.includes('foretype doctor')),
        stdout,
      );
      data.remove();
    }
  });
});
