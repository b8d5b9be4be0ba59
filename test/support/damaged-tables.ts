/**
 * Makes an SQLite file whose tables of all stores have rows on several pages (40 empty stores, 300 rows a table), of which one page is
 * overwritten. It damages copies only, never the scene itself. A tree without pages throws.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSystemClock } from '../../server/clock.ts';
import type { TableShape } from '../../server/storage/snapshots/snapshot.ts';
import { openSqliteDatabase } from '../../server/storage/sqlite/open-sqlite-database.ts';
import { type CreatedStore, createStore } from '../../server/stores/create-store.ts';
import { createServiceData, type ServiceData, startChildService } from './child-service.ts';
import { overwriteLeaf, treesOf } from './damage.ts';
import { importProducts, productInput } from './store-calls.ts';
import { waitUntil } from './wait-until.ts';

/** A store that is asked. */
export interface AskedStore {
  readonly id: string;
  readonly key: string;
}

/** Data of a service that was stopped. */
export interface SharedScene {
  readonly folder: string;
  readonly stores: readonly AskedStore[];
  /** Every table of all stores and each of its indexes. */
  readonly trees: readonly { readonly table: string; readonly tree: string }[];
  remove(): void;
}

const settings = { name: 'Shop', plan: 'unlimited', currency: 'USD', locale: 'en' } as const;

/** Three stores with keys among many that are empty; with products where they are to be asked. */
export async function prepareSharedScene(areAsked: boolean): Promise<SharedScene> {
  const data = await createServiceData('sqlite');
  const folder = data.environment.FORETYPE_DATA ?? '';
  const file = fileIn(folder);
  const created: CreatedStore[] = [];
  for (let count = 0; count < 3; count += 1) {
    const storage = await data.openStorage();
    await storage.migrate();
    created.push(await createStore(storage, createSystemClock(), settings));
    await storage.close();
    addEmptyStores(file, count);
  }
  if (areAsked) await importLamps(data, created);
  const shared = await sharedShapes(file);
  for (const shape of shared) fill(file, shape);
  return {
    folder,
    stores: created.map(({ store, keys }) => ({ id: store.id, key: keys.storefront })),
    trees: shared.flatMap(({ name }) => treesOf(file, [name]).map((tree) => ({ table: name, tree }))),
    remove: data.remove,
  };
}

async function importLamps(data: ServiceData, created: readonly CreatedStore[]): Promise<void> {
  const service = await startChildService(data, { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
  const lamps = Array.from({ length: 5 }, (_, index) =>
    productInput(`l-${index}`, { title: `Lamp ${index}` }),
  );
  for (const { keys } of created) await importProducts(service.caller(keys.secret), lamps);
  const folder = join(data.environment.FORETYPE_DATA ?? '', 'indexes');
  for (const { store } of created) {
    // A stop saves only as many indexes as it has time for.
    await waitUntil('the saved index', () => isSaved(join(folder, store.id), 'Lamp 4'));
  }
  await service.end('SIGTERM');
}

/** Whether a file of the saved index has the title. */
function isSaved(folder: string, title: string): boolean {
  return (
    existsSync(folder) && readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(title))
  );
}

/** Rows that fill several pages: those of the first store and key, by other and long names. */
const emptyStores = 40;

function addEmptyStores(file: string, round: number): void {
  const database = new DatabaseSync(file);
  const numbers = `with recursive numbers (n) as (
    select ${round * emptyStores} union all select n + 1 from numbers where n < ${(round + 1) * emptyStores - 1})`;
  const id = "printf('00000000-0000-7000-8000-%012d', n)";
  const name = "printf('%0200d', n)";
  database.exec(`
    insert into stores ${numbers} select ${id}, ${name}, plan, currency, locale, created_at, 0, 0, 0, 0, 0, shortened_to, group_variants
      from numbers, (select * from stores limit 1);
    insert into api_keys ${numbers} select ${id}, ${id}, kind, ${name}, printf('%064d', n), hint, allowed_origins,
      created_at, null, null, null, null, null from numbers, (select * from api_keys limit 1)`);
  database.close();
}

function fileIn(folder: string): string {
  return join(folder, 'foretype.sqlite');
}

async function sharedShapes(file: string): Promise<TableShape[]> {
  const database = openSqliteDatabase({ engine: 'sqlite', file });
  try {
    const shapes = await database.snapshot(({ query }) => database.describe(query));
    return shapes.filter(({ isByStore }) => !isByStore);
  } finally {
    await database.close();
  }
}

/** Rows that fill several pages of the others. */
const rowsPerTable = 300;
/** Tables with rows of their own that mean something stay as they are. */
const ownTables = ['stores', 'api_keys', 'directory_state', 'migrations'];

function fill(file: string, { name, columns }: TableShape): void {
  if (ownTables.includes(name)) return;
  const database = new DatabaseSync(file);
  database.exec('pragma foreign_keys = off; begin');
  const places = columns.map(() => '?').join(', ');
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const insert = database.prepare(`insert into "${name}" (${names}) values (${places})`);
  for (let row = 0; row < rowsPerTable; row += 1) {
    // Before every day: as salts of sessions they are past their time.
    const text = `0-filled-${String(row).padStart(30, '0')}`;
    insert.run(
      ...columns.map(({ kind }) => (kind === 'text' ? text : kind === 'bytes' ? Buffer.from(text) : 1)),
    );
  }
  database.exec('commit');
  database.close();
}

/** A copy of the data with a page of each of the trees overwritten. */
export interface DamagedCopy {
  readonly data: ServiceData;
  /** Stores whose own rows were not on it. */
  readonly sound: readonly AskedStore[];
  readonly lost: readonly AskedStore[];
  readonly file: string;
}

/** Damages a copy of the scene, in each tree the page of the second store if it has one there. */
export function damageCopy({ folder, stores }: SharedScene, ...trees: readonly string[]): DamagedCopy {
  const copy = mkdtempSync(join(tmpdir(), 'foretype-damaged-'));
  cpSync(folder, copy, { recursive: true });
  const lostIds = trees.map((tree) => {
    const page = overwriteLeaf(fileIn(copy), tree, stores[1]?.id ?? '');
    return tree === 'stores' || tree === 'api_keys' ? stores.filter(({ id }) => page.includes(id)) : [];
  });
  const isOn = (store: AskedStore) => lostIds.flat().includes(store);
  return {
    file: fileIn(copy),
    data: {
      environment: { FORETYPE_DATA: copy },
      openStorage: () => Promise.reject(new Error('The file is damaged.')),
      remove: () => rmSync(copy, { recursive: true, force: true }),
    },
    sound: stores.filter((store) => !isOn(store)),
    lost: stores.filter(isOn),
  };
}
