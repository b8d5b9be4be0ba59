/**
 * Answers the question what it costs to make a catalog of 100,000 rows answerable from nothing, beside PostgreSQL that loads and
 * indexes the same file. Processor time is seconds of all processes that take part. It compares costs, never qualities of answers; an
 * import that fails throws.
 */
// Tests: none; `npm run bench` runs it.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresServer, postmasterOf, startPostgres } from '../test/support/postgres.ts';
import { csvColumns, writeCsvFile } from './csv-file.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { fullTextWords } from './peers/postgres.ts';
import { familyMicros } from './processor-time.ts';
import { untilAtRest } from './service-at-rest.ts';
import { startServiceUnderTest } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { UploadClient } from './upload-client.ts';

const rowCount = 100_000;

export const fromNothing: Question = {
  name: 'from-nothing',
  data: ['long-cards'],
  title: `${thousands(rowCount)} products from nothing to answerable, processor time of all processes`,
  reading:
    'Ours is a service that starts on an empty folder or database and gets a CSV file by upload. It is measured until ' +
    'the import is completed, so that its products are answered, and until no merge is left. With PostgreSQL the ' +
    'processes of PostgreSQL count, too. PostgreSQL alone is `COPY` of the same file into a table with a stored ' +
    '`tsvector` (title, category with brand, description), a GIN index and `vacuum analyze`; all processes of the ' +
    'cluster count.',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    try {
      const { products } = await loadSeeds('long-cards');
      const path = join(folder, 'bench.csv');
      await writeCsvFile(path, products, rowCount);
      const peer = await withPostgres((server) => copyAndIndex(server, folder, path));
      const onSqlite = await importAndIndex(path, {}, null);
      const onPostgres = await withPostgres(async (server) =>
        importAndIndex(path, await settingsOf(server), server),
      );
      return [...figuresOf('SQLite', onSqlite, peer), ...figuresOf('PostgreSQL', onPostgres, peer)];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Seconds of processor time. */
interface Spent {
  readonly answerable: number;
  readonly merged: number;
}

function figuresOf(engine: string, { answerable, merged }: Spent, peer: number): Figure[] {
  const line = (what: string, seconds: number, goal: string): Figure => ({
    what: `on ${engine}: ${what}, s`,
    measured: seconds.toFixed(1),
    against: `${peer.toFixed(1)} COPY, GIN index, vacuum analyze`,
    ratio: (seconds / peer).toFixed(2),
    goal,
  });
  return [line('until answerable', answerable, '≤ 1.5'), line('until merged', merged, '')];
}

async function withPostgres<Result>(work: (server: PostgresServer) => Promise<Result>): Promise<Result> {
  const server = await startPostgres();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function settingsOf(server: PostgresServer): Promise<Record<string, string>> {
  const FORETYPE_SECRET_KEY = randomBytes(32).toString('base64');
  return { DATABASE_URL: await server.createDatabase(), FORETYPE_SECRET_KEY };
}

async function copyAndIndex(server: PostgresServer, folder: string, path: string): Promise<number> {
  progress('PostgreSQL: COPY, GIN index, vacuum analyze');
  // The server runs as somebody else where the bench is root.
  chmodSync(folder, 0o755);
  const url = await server.createDatabase();
  const client = new Client({ connectionString: server.adminUrl(new URL(url).pathname.slice(1)) });
  await client.connect();
  const words = fullTextWords('simple').replaceAll('attributes', 'description');
  const texts = csvColumns.filter((name) => name !== 'external_id').map((name) => `${name} text not null`);
  const before = familyMicros(postmasterOf(server));
  await client.query(
    `create table products (external_id text primary key, ${texts.join(', ')},
       words tsvector generated always as (${words}) stored)`,
  );
  await client.query(
    `copy products (${csvColumns.join(', ')}) from '${path}' (format csv, header, force_not_null *)`,
  );
  await client.query('create index on products using gin (words)');
  await client.query('vacuum analyze products');
  await client.end();
  return (familyMicros(postmasterOf(server)) - before) / 1e6;
}

/** `server`: where its store lies; null: on SQLite. */
async function importAndIndex(
  path: string,
  settings: Readonly<Record<string, string>>,
  server: PostgresServer | null,
): Promise<Spent> {
  progress(server === null ? 'a service on SQLite' : 'a service on PostgreSQL');
  const databaseMicros = () => (server === null ? 0 : familyMicros(postmasterOf(server)));
  const before = databaseMicros();
  const service = await startServiceUnderTest({ ...settings, FORETYPE_ENRICHMENT_PROVIDER: 'off' });
  const spent = () => (service.child.cpuMs() ?? Number.NaN) / 1e3 + (databaseMicros() - before) / 1e6;
  try {
    const client = await UploadClient.setUp(service.origin, String(service.child.started.setup_link));
    const fileId = await client.upload(service.storeId, path);
    await client.import(service.storeId, fileId, rowCount);
    const answerable = spent();
    await untilAtRest(service.child);
    return { answerable, merged: spent() };
  } finally {
    await service.stop();
  }
}
