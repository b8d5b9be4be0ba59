/**
 * Makes a database of three stores, of which one has rows in every table that a store owns and is then damaged; the others stay sound.
 * It has 600 products besides, to fill pages of its own. A value that the database refuses is passed over, and the table not counted;
 * nothing is repaired here.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemClock } from '../../server/clock.ts';
import { knownMigrations } from '../../server/storage/migrate.ts';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import { openPostgresDatabase } from '../../server/storage/postgres/open-postgres-database.ts';
import { checkedColumnsOf } from '../../server/storage/schema.ts';
import type { StoredValue, TableShape } from '../../server/storage/snapshots/snapshot.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import { createKey } from '../../server/stores/create-key.ts';
import { createStore } from '../../server/stores/create-store.ts';
import {
  type ChildService,
  createServiceData,
  type ServiceData,
  startChildService,
} from './child-service.ts';
import { overwritePage, runSql, treesOf } from './damage.ts';
import type { TestEngine } from './engines.ts';
import { importProducts, productInput } from './store-calls.ts';
import { loadStored, storedVersions } from './stored-databases.ts';

/** The database, and the secret keys of its stores. */
export interface DamagedStoreScene {
  readonly data: ServiceData;
  readonly target: StorageTarget;
  readonly damagedId: string;
  readonly damagedKey: string;
  readonly soundKeys: readonly string[];
  readonly soundIds: readonly string[];
  remove(): void;
}

/** Products that the store which is damaged has besides: enough to fill pages of their own. */
const ownProducts = 600;

/** Starts a service once, so that indexes are saved, and stops it. */
export async function prepareStores(engine: TestEngine['name']): Promise<DamagedStoreScene> {
  const data = await createServiceData(engine);
  const { DATABASE_URL: url, FORETYPE_DATA: folder = '' } = data.environment;
  const target: StorageTarget =
    url === undefined
      ? { engine: 'sqlite', file: join(folder, 'foretype.sqlite') }
      : { engine: 'postgres', url, poolSize: 2 };
  const version = storedVersions().at(-1) ?? '';
  assert.ok(knownMigrations.includes(Number(version)));
  await loadStored(version, target);
  const storage = await openStorage(target);
  await storage.migrate();
  const clock = createSystemClock();
  const full = (await storage.directory.listStores()).find(({ productCount }) => productCount > 1);
  assert.ok(full);
  const own = await createKey(storage, clock, full.id, { kind: 'secret', name: 'test', allowedOrigins: [] });
  const sound = [];
  for (const name of ['First sound shop', 'Second sound shop']) {
    const settings = { name, plan: 'unlimited', currency: 'USD', locale: 'en' } as const;
    sound.push(await createStore(storage, clock, settings));
  }
  await storage.close();
  // Phrases are not written yet: what waits for them stays.
  const service = await startChildService(data, { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
  const lamps = (count: number) =>
    Array.from({ length: count }, (_, index) => productInput(`lamp-${index}`, { title: `Lamp ${index}` }));
  await importProducts(service.caller(own.key), lamps(ownProducts));
  for (const { keys } of sound) await importProducts(service.caller(keys.secret), lamps(10));
  assert.equal(await service.end('SIGTERM'), 0);
  return {
    data,
    target,
    damagedId: full.id,
    damagedKey: own.key,
    soundKeys: sound.map(({ keys }) => keys.secret),
    soundIds: sound.map(({ store }) => store.id),
    remove: data.remove,
  };
}

/** The saved indexes of the process are gone; those that nodes share stay. */
export function forgetSavedIndexes({ data }: DamagedStoreScene): void {
  rmSync(join(data.environment.FORETYPE_DATA ?? '', 'indexes'), { recursive: true, force: true });
}

/** One row of each table that the store owns gets a value that no reader expects. Gives the tables. */
export async function poisonEveryTable({ target, damagedId }: DamagedStoreScene): Promise<string[]> {
  const poisoned: string[] = [];
  for (const shape of (await shapesOf(target)).filter(({ isByStore }) => isByStore)) {
    await fillWhereEmpty(target, damagedId, shape);
    if (await poisonTable(target, damagedId, shape)) poisoned.push(shape.name);
  }
  return poisoned;
}

/** Some rows a service throws away soon, and tables are younger than the stored database. */
async function fillWhereEmpty(
  target: StorageTarget,
  storeId: string,
  { name, columns }: TableShape,
): Promise<void> {
  const rows = await runSql(target, storeId, `select 1 from ${name} where store_id = '${storeId}' limit 1`);
  if (rows.length > 0) return;
  const bytes = target.engine === 'sqlite' ? `x'01'` : `'\\x01'`;
  const some = { text: `'x'`, count: '1', real: '1', flag: 'true', bytes };
  const values = columns.map((column) => (column.name === 'store_id' ? `'${storeId}'` : some[column.kind]));
  const names = columns.map((column) => column.name);
  await runSql(
    target,
    storeId,
    `insert into ${name} (${names.join(', ')}) values (${values.join(', ')}) returning 1`,
  );
}

const poison: Readonly<Record<string, StoredValue>> = { text: `'{'`, count: '-7', real: '-7.5' };

/** Columns of JSON first: what is in them is parsed. */
async function poisonTable(
  target: StorageTarget,
  storeId: string,
  { name, columns }: TableShape,
): Promise<boolean> {
  const place = target.engine === 'sqlite' ? 'rowid' : 'ctid';
  const row = `${place} = (select ${place} from ${name} where store_id = '${storeId}' limit 1)`;
  const json = checkedColumnsOf(name);
  const others = columns.filter((column) => column.name !== 'store_id' && !json.includes(column.name));
  const bytes = target.engine === 'sqlite' ? `x'00'` : `'\\x00'`;
  const settings = [
    ...(json.length > 0 ? [json.map((column) => `${column} = '{'`).join(', ')] : []),
    ...others.toReversed().map(({ name: column, kind }) => `${column} = ${poison[kind] ?? bytes}`),
  ];
  for (const setting of settings) {
    try {
      const changed = await runSql(
        target,
        storeId,
        `update ${name} set ${setting} where ${row} returning store_id`,
      );
      if (changed.length === 1) return true;
    } catch {
      // A constraint holds this column: the next one.
    }
  }
  return false;
}

/** Every integer of one row of each table becomes too large, of rows that are the store's. Gives the tables. */
export async function enlargeEveryInteger({ target, damagedId }: DamagedStoreScene): Promise<string[]> {
  const enlarged: string[] = [];
  for (const shape of await shapesOf(target)) {
    const { name, key, columns } = shape;
    const owner = name === 'stores' ? 'id' : 'store_id';
    if (!columns.some((column) => column.name === owner)) continue;
    if (shape.isByStore) await fillWhereEmpty(target, damagedId, shape);
    for (const { name: column } of columns.filter(({ kind }) => kind === 'count')) {
      if (key.includes(column) && target.engine === 'postgres') continue;
      const place = target.engine === 'sqlite' ? 'rowid' : 'ctid';
      const row = `${place} = (select ${place} from ${name} where ${owner} = '${damagedId}' limit 1)`;
      const setting = `update ${name} set ${column} = ${largeInteger} where ${row} returning 1`;
      // A constraint may hold the column, or PostgreSQL its type.
      const changed = await runSql(target, damagedId, setting).catch(() => []);
      if (changed.length === 1 && !enlarged.includes(name)) enlarged.push(name);
    }
  }
  return enlarged;
}

const largeInteger = '9007199254740993';

/** One page of each table and index in which the store has pages of its own. Gives their names. */
export async function overwriteEveryPage({ target, damagedId }: DamagedStoreScene): Promise<string[]> {
  assert.ok(target.engine === 'sqlite');
  const { file } = target;
  const tables = (await shapesOf(target)).filter(({ isByStore }) => isByStore).map(({ name }) => name);
  return treesOf(file, tables).filter((table) => overwritePage(file, { table, storeId: damagedId }) !== null);
}

async function shapesOf(target: StorageTarget): Promise<TableShape[]> {
  const database = target.engine === 'sqlite' ? openSqliteDatabase(target) : openPostgresDatabase(target);
  try {
    return await database.snapshot(({ query }) => database.describe(query));
  } finally {
    await database.close();
  }
}

/** Reads the stores in quarantine from `/readyz`. */
export async function quarantinedStores({ origin }: ChildService): Promise<QuarantinedView[]> {
  const answer = await fetch(`${origin}/readyz`);
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { quarantined: QuarantinedView[] }).quarantined;
}

export interface QuarantinedView {
  readonly store: string;
  readonly since: string;
  readonly work: string;
  readonly reason: string;
}
