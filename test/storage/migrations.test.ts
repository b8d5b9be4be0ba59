/**
 * Goal: a database is brought to the newest schema once, by whoever comes first, and a newer one is left alone.
 * Method: real databases whose tables are compared between the engines, and processes that migrate at once.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import { engineNamed, engines, onBothEngines } from '../support/engines.ts';
import { directoryTables, productWrite, storeRow } from '../support/storage-rows.ts';
import { tenantTables as tenantTablesOfTheRules } from '../tidy/sql.ts';

/** `table.column` and whether it may be null. */
type Column = readonly [name: string, nullable: boolean];

test('both databases have the same tables, columns and keys', async () => {
  const descriptions: { columns: Column[]; keys: string[] }[] = [];
  for (const name of ['sqlite', 'postgres'] as const) {
    const { target, close } = await engineNamed(name).openEmpty();
    const storage = await openStorage(target);
    await storage.migrate();
    await storage.close();
    descriptions.push(await describe(target));
    await close();
  }
  const [sqlite, postgres] = descriptions;
  assert.deepEqual(sqlite, postgres);
  assert.ok((sqlite?.columns.length ?? 0) > 80);
});

onBothEngines('every tenant table leads with the store in its key', async ({ target }) => {
  const { columns, keys } = await describe(target);
  const tenantTables = columns
    .filter(([name]) => name.endsWith('.store_id'))
    .map(([name]) => name.replace('.store_id', ''))
    .filter((table) => !directoryTables.has(table));
  assert.deepEqual(tenantTables.toSorted(), tenantTablesOfTheRules.toSorted());
  for (const table of tenantTables) {
    assert.ok(
      keys.some((key) => key === `${table}: store_id` || key.startsWith(`${table}: store_id, `)),
      table,
    );
  }
});

onBothEngines('a second migration changes nothing', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  const before = await describe(target);
  await storage.migrate();
  assert.deepEqual(await describe(target), before);
  assert.deepEqual(await storage.directory.listStores(), [storeRow()]);
});

for (const engine of engines) {
  test(`processes that migrate at once agree on one schema (${engine.name})`, async () => {
    const { target, close } = await engine.openEmpty();
    const script = fileURLToPath(new URL('../support/storage-migrate-child.ts', import.meta.url));
    const exits = Array.from({ length: 3 }, async () => {
      const child = spawn(process.execPath, [script, JSON.stringify(target)], { stdio: 'inherit' });
      return await new Promise((resolve) => child.once('exit', resolve));
    });
    assert.deepEqual(await Promise.all(exits), [0, 0, 0]);
    const storage = await openStorage(target);
    assert.equal((await storage.directory.changesSince(null)).version, 1);
    await storage.close();
    await close();
  });
}

for (const engine of engines) {
  test(`threads that migrate at once take turns (${engine.name})`, async () => {
    const { target, close } = await engine.openEmpty();
    const storages = await Promise.all(Array.from({ length: 6 }, () => openStorage(target)));
    // Connected already, so that the migrations start together.
    await Promise.all(storages.map((storage) => storage.ping()));
    await Promise.all(storages.map((storage) => storage.migrate()));
    assert.equal((await storages[0]?.directory.changesSince(null))?.version, 1);
    await Promise.all(storages.map((storage) => storage.close()));
    await close();
  });
}

/** What later migrations made, taken back: each table before those that it refers to. */
const backToTheFirst = [
  ...['product_erasures', 'store_deletions', 'sign_in_networks', 'second_factors', 'alerts'],
  ...[
    'synonym_sets',
    'files',
    'file_chunks',
    'jobs',
    'job_turns',
    'memberships',
    'sessions',
    'users',
    'invitations',
  ],
  ...['audit_entries', 'request_statistics', 'catalog_statistics', 'product_changes'],
  ...['feed_contents', 'feed_runs', 'feeds'],
  ...['webhooks', 'webhook_deliveries'],
  ...['phrase_sets', 'enrichment_settings', 'enrichment_usage', 'allowances', 'enrichment_calls'],
  ...['collection_stores', 'collections', 'collection_generations', 'collection_products', 'member_keys'],
  ...['events', 'session_moves', 'query_sessions', 'popularity', 'popularity_state', 'session_salts'],
  ...['network_marks', 'shown_answers', 'awaited_changes', 'product_types', 'phrase_decisions'],
  ...['search_days', 'query_days', 'product_days', 'value_days', 'answered_queries'],
  ...['merchandising_sets', 'ranking_sets', 'shared_indexes', 'shared_segments', 'shared_segment_pages'],
  'replaced_products',
]
  .map((table) => `drop table ${table}`)
  .concat(
    'drop index imports_with_failures',
    'drop index products_by_type',
    'drop index products_without_image',
    'drop index products_without_category',
    'alter table stores drop column failure_bytes',
    'alter table stores drop column shortened_to',
    'alter table stores drop column group_variants',
    'drop index api_keys_that_end',
    ['token', 'expires_at', 'replaced_by'].map((column) => `alter table api_keys drop column ${column}`),
    `delete from marks where name = 'short_rows_from'`,
    ['failure_bytes', 'failures_dropped', 'keeps_replaced', 'undo'].map(
      (column) => `alter table imports drop column ${column}`,
    ),
    ['file_id', 'settings', 'layout', 'phase'].map((column) => `alter table imports drop column ${column}`),
    [
      ...['run_id', 'created_run_id', 'phrases_locked', 'phrase_change_number', 'catalog_change_number'],
      ...['product_type', 'type_details', 'item_group_id'],
    ].map((column) => `alter table products drop column ${column}`),
    ['changes_since', 'changes_until', 'changes'].map(
      (column) => `alter table directory_state drop column ${column}`,
    ),
    'drop index enrichment_jobs_tried',
    'drop index products_with_phrases',
    ['state', 'attempts', 'run_at', 'error', 'error_code'].map(
      (column) => `alter table enrichment_jobs drop column ${column}`,
    ),
    'delete from migrations where number > 1',
  );

onBothEngines('a database of the first version is upgraded with its rows', async ({ storage, target }) => {
  const newest = await describe(target);
  const write = productWrite('a', 1);
  await storage.directory.createStore(storeRow({ enrichmentCount: 1 }), []);
  await storage.write(storeRow().id, async (writer) => {
    await writer.products.upsert([write], 1);
    const { id: productId, sourceHash, createdAt } = write;
    await writer.enrichment.enqueue([{ productId, sourceHash, createdAt }]);
  });
  for (const statement of backToTheFirst) await execute(target, statement);
  await storage.migrate();
  assert.deepEqual(await describe(target), newest);
  assert.deepEqual(await storage.directory.listStores(), [storeRow({ enrichmentCount: 1 })]);
  const reader = storage.reader(storeRow().id);
  // What was queued before somebody worked on it is found.
  const job = await storage.directory.claimJob('enrichment', { owner: 'me', leaseMs: 1_000 });
  assert.equal(job?.storeId, storeRow().id);
  const [due] = await reader.enrichment.fresh({ after: null, limit: 10 });
  assert.deepEqual([due?.product.id, due?.attempts], [write.id, 0]);
  assert.equal((await reader.products.find('a'))?.id, write.id);
  assert.deepEqual((await reader.synonyms.read()).rules, []);
});

onBothEngines('a database of a newer version is refused and unchanged', async ({ storage, target }) => {
  await execute(target, `insert into migrations (number, name) values (1000, 'from the future')`);
  const before = await describe(target);
  await assert.rejects(storage.migrate(), /newer version of Foretype .*1000, "from the future"/);
  assert.deepEqual(await describe(target), before);
});

async function execute(target: StorageTarget, statement: string): Promise<Record<string, unknown>[]> {
  if (target.engine === 'sqlite') {
    const database = new DatabaseSync(target.file);
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  }
  const client = new Client({ connectionString: target.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Columns, and the primary and unique keys as `table: column, column`, all sorted. */
async function describe(target: StorageTarget): Promise<{ columns: Column[]; keys: string[] }> {
  const [columnQuery, keyQuery] = target.engine === 'sqlite' ? sqliteCatalogue : postgresCatalogue;
  const columns = (await execute(target, columnQuery)).map(
    (row): Column => [String(row.name), Boolean(row.nullable)],
  );
  const keys = (await execute(target, keyQuery)).map((row) => `${row.name}: ${row.columns}`);
  return { columns: columns.sort(byText), keys: keys.sort() };
}

function byText(left: Column, right: Column): number {
  return left[0] < right[0] ? -1 : 1;
}

const sqliteCatalogue = [
  `select m.name || '.' || c.name as name, c."notnull" = 0 and c.pk = 0 as nullable
   from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table'`,
  // A single integer is the row's number and has no index, so primary keys are read from the columns.
  `select m.name as name, (select group_concat(name, ', ') from (
     select name from pragma_table_info(m.name) where pk > 0 order by pk)) as columns
   from sqlite_schema m where m.type = 'table'
   union all
   select m.name as name, (select group_concat(name, ', ') from (
     select name from pragma_index_info(i.name) order by seqno)) as columns
   from sqlite_schema m join pragma_index_list(m.name) i where m.type = 'table' and i.origin = 'u'`,
] as const;

const postgresCatalogue = [
  `select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable
   from information_schema.columns where table_schema = 'public'`,
  `select c.relname as name, (select string_agg(a.attname, ', ' order by k.place)
     from unnest(i.indkey) with ordinality as k(number, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) as columns
   from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and i.indisunique`,
] as const;
