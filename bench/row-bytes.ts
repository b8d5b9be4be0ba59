/**
 * Answers the question what a row of an imported file takes in the database, column by column, and how much is written for it (bytes;
 * 50,000 rows). It reads the file with SQLite's own functions and changes nothing. Written bytes are NaN on systems other than Linux;
 * an import that fails throws.
 */
// Tests: test/bench/row-bytes.test.ts.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { StorageTarget } from '../server/storage/open-storage.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { writeCsvFile } from './csv-file.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { fillDatabase } from './filled-folder.ts';
import { loadSeeds } from './shop-seeds.ts';

const rowCount = 50_000;

export const rowBytes: Question = {
  name: 'row-bytes',
  data: ['long-cards'],
  title: `Bytes of a row in the database, a CSV file of ${thousands(rowCount)} rows imported`,
  reading:
    '`foretype import` imports the file, without phrases, into an empty database. On PostgreSQL the figures come from ' +
    '`pg_column_size`, `pg_relation_size` and the progress of `pg_current_wal_lsn`. On SQLite they are lengths of ' +
    'values, pages by `dbstat`, and the bytes that the process wrote (`wchar` of `/proc`): the log and, at ' +
    'checkpoints, the file. The imported file itself goes through the database in chunks, so it is written, too. In ' +
    'addition to the columns there are headers of rows and pages, and free space in pages.',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    try {
      const { products } = await loadSeeds('long-cards');
      const path = join(folder, 'bench.csv');
      await writeCsvFile(path, products, rowCount);
      return [...(await onSqlite(folder, path)), ...(await onPostgres(folder, path))];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Columns of `products`; those of no group are the rest. */
const groups: readonly (readonly [string, readonly string[]])[] = [
  ['key: store, external id, id', ['store_id', 'external_id', 'id']],
  [
    'fields that are searched',
    [
      ...['title', 'category', 'brand', 'author', 'isbn', 'gtin', 'ean', 'sku', 'mpn', 'attributes'],
      ...['description', 'suggestion_phrases', 'search_phrases'],
    ],
  ],
  [
    'price, stock, addresses',
    [
      ...['price', 'compare_at_price', 'currency', 'in_stock', 'stock_quantity'],
      ...['url', 'image_url', 'image_urls'],
    ],
  ],
  ['raw snapshot', ['raw']],
  ['hashes', ['content_hash', 'source_hash']],
];

/** Bytes of all rows. */
interface Sizes {
  /** Bytes of each column. */
  readonly columns: ReadonlyMap<string, number>;
  readonly table: number;
  readonly indexes: number;
}

function figuresOf(engine: string, sizes: Sizes, written: number, fileBytes: number): Figure[] {
  const of = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (sizes.columns.get(name) ?? 0), 0);
  const all = of([...sizes.columns.keys()]);
  const grouped = of(groups.flatMap(([, names]) => names));
  const lines: readonly (readonly [string, number])[] = [
    ...groups.map(([what, names]) => [what, of(names)] as const),
    ['other columns: run, times, change numbers', all - grouped],
    ['beside the columns', sizes.table - all],
    ['indexes', sizes.indexes],
    ['table and indexes', sizes.table + sizes.indexes],
    [engine === 'SQLite' ? 'written: log and file' : 'written to the log (WAL)', written],
  ];
  return lines.map(([what, bytes]) => ({
    what: `${engine}: ${what}, bytes a row`,
    measured: thousands(bytes / rowCount),
    against: `${thousands(fileBytes / rowCount)} in the file`,
    ratio: (bytes / fileBytes).toFixed(2),
    goal: '',
  }));
}

async function onSqlite(folder: string, path: string): Promise<Figure[]> {
  progress('SQLite');
  const file = join(folder, 'foretype.sqlite');
  const storeId = await emptyStore({ engine: 'sqlite', file });
  const before = writtenBytes();
  importFile(path, storeId, { FORETYPE_DATA: folder });
  const written = writtenBytes() - before;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const names = database.prepare(`select name from pragma_table_info('products')`).all();
    const sums = names.map(({ name }) => `sum(${lengthOf(String(name))}) as ${name}`).join(', ');
    const columns = new Map(Object.entries(database.prepare(`select ${sums} from products`).get() ?? {}));
    const pages = database.prepare(
      `select name, pgsize from dbstat where aggregate = true and name in (select name from sqlite_schema where tbl_name = 'products')`,
    );
    const trees = pages.all().map(({ name, pgsize }) => ({ name, bytes: Number(pgsize) }));
    const sumOf = (isTable: boolean) =>
      trees.reduce((sum, { name, bytes }) => sum + ((name === 'products') === isTable ? bytes : 0), 0);
    const numbers = new Map(Array.from(columns, ([name, bytes]) => [name, Number(bytes)]));
    const sizes = { columns: numbers, table: sumOf(true), indexes: sumOf(false) };
    return figuresOf('SQLite', sizes, written, statSync(path).size);
  } finally {
    database.close();
  }
}

/** SQL for the bytes of a value as SQLite stores it (its file format, 2.1), without its type in the row's header. */
export function lengthOf(column: string): string {
  const widths = [8, 16, 24, 32, 48].map(
    (bits) => `when ${column} between ${-(2 ** (bits - 1))} and ${2 ** (bits - 1) - 1} then ${bits / 8}`,
  );
  return `case typeof(${column}) when 'null' then 0 when 'real' then 8 when 'integer' then
    case when ${column} in (0, 1) then 0 ${widths.join(' ')} else 8 end else octet_length(${column}) end`;
}

async function onPostgres(folder: string, path: string): Promise<Figure[]> {
  progress('PostgreSQL');
  const server = await startPostgres();
  try {
    const url = await server.createDatabase();
    const storeId = await emptyStore({ engine: 'postgres', url, poolSize: 2 });
    const client = new Client({ connectionString: server.adminUrl(new URL(url).pathname.slice(1)) });
    await client.connect();
    const ask = async (statement: string) =>
      (await client.query<Record<string, string>>(statement)).rows as readonly Record<string, string>[];
    const [before] = await ask('select pg_current_wal_lsn() as lsn');
    importFile(path, storeId, {
      FORETYPE_DATA: join(folder, 'postgres'),
      DATABASE_URL: url,
      FORETYPE_SECRET_KEY: randomBytes(32).toString('base64'),
    });
    const [wal] = await ask(`select pg_current_wal_lsn() - '${before?.lsn}' as bytes`);
    const names = await ask(
      `select attname as name from pg_attribute where attrelid = 'products'::regclass and attnum > 0 and not attisdropped`,
    );
    const [sums = {}] = await ask(
      `select ${names.map(({ name }) => `sum(pg_column_size(${name})) as ${name}`).join(', ')} from products`,
    );
    const [sizes] = await ask(
      `select pg_table_size('products') as table, pg_indexes_size('products') as indexes`,
    );
    await client.end();
    const columns = new Map(Object.entries(sums).map(([name, bytes]) => [name, Number(bytes)]));
    const all = { columns, table: Number(sizes?.table), indexes: Number(sizes?.indexes) };
    return figuresOf('PostgreSQL', all, Number(wal?.bytes), statSync(path).size);
  } finally {
    await server.stop();
  }
}

async function emptyStore(target: StorageTarget): Promise<string> {
  const [store] = await fillDatabase(target, 1, () => []);
  if (store === undefined) throw new Error('a store was made');
  return store.storeId;
}

/** Imports a file by a command that does the work itself, since no server is there; it builds no index. */
function importFile(path: string, storeId: string, settings: Readonly<Record<string, string>>): void {
  const main = fileURLToPath(new URL('../server/main.js', import.meta.url));
  execFileSync(process.execPath, [main, 'import', path, '--store', storeId, '--json'], {
    env: { ...process.env, FORETYPE_ENRICHMENT_PROVIDER: 'off', LOG_LEVEL: 'error', ...settings },
    stdio: 'pipe',
  });
}

/** Counts the bytes that this process and its ended children wrote (proc(5)); NaN if the system does not say. */
function writtenBytes(): number {
  const file = '/proc/self/io';
  if (!existsSync(file)) return Number.NaN;
  return Number(/^wchar: (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1]);
}
