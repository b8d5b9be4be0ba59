/**
 * Answers the question what a second worker gives, and what workers cost each other: four shops of 25,000 rows, imported by one and by
 * two workers, in seconds and rows a second. Each count has a database of its own. An import that fails throws; more than two workers
 * are not measured.
 */
// Tests: none; `npm run bench` runs it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresDatabases, sharedPostgres } from '../test/support/postgres.ts';
import type { Child } from './child.ts';
import { writeCsvFile } from './csv-file.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { fillDatabase } from './filled-folder.ts';
import { type ServedFolder, serveFolder } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { UploadClient } from './upload-client.ts';

const shopCount = 4;
const rowsPerShop = 25_000;
const workerCounts = [1, 2];
/** The same on every node. */
const secretKey = randomBytes(32).toString('base64');
const rows = shopCount * rowsPerShop;

export const workers: Question = {
  name: 'workers',
  data: ['long-cards'],
  title: `One worker and two, ${shopCount} files of ${thousands(rowsPerShop)} rows imported at once, PostgreSQL`,
  reading:
    'Processor time of the workers is counted from the start of the imports until all are answerable. The API node ' +
    'and PostgreSQL are other processes on the same machine. They leave no processor time for a second worker on two ' +
    'cores, so rows a second say little here. Workers hold no indexes: an import is completed once the API node shows ' +
    'it. Two processes also start and compile twice, which counts with files as short as these.',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    try {
      const { products } = await loadSeeds('long-cards');
      const path = join(folder, 'bench.csv');
      await writeCsvFile(path, products, rowsPerShop);
      const server = await sharedPostgres();
      const taken: Taken[] = [];
      for (const count of workerCounts) taken.push(await measure(server, folder, path, count));
      return [...figuresOf(taken), sizeFigure(taken, statSync(path).size / rowsPerShop)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Taken {
  readonly seconds: number;
  /** Microseconds of processor time a row. */
  readonly workersUs: number;
  readonly nodeUs: number;
  /** Bytes of the whole database a row. */
  readonly databaseBytes: number;
}

function sizeFigure(taken: readonly Taken[], fileBytes: number): Figure {
  const bytes = taken[0]?.databaseBytes ?? Number.NaN;
  return {
    what: 'bytes in the database a row, without phrases',
    measured: thousands(bytes),
    against: `${thousands(fileBytes)} in the file`,
    ratio: (bytes / fileBytes).toFixed(1),
    goal: '',
  };
}

function figuresOf(taken: readonly Taken[]): Figure[] {
  const [one] = taken;
  return taken.flatMap((each, place) => {
    const name = workerCounts[place] === 1 ? 'one worker' : `${workerCounts[place]} workers`;
    const line = (what: string, pick: (of: Taken) => number): Figure => {
      const [measured, least] = [pick(each), one === undefined ? Number.NaN : pick(one)];
      return {
        what: `${name}: ${what}`,
        measured: thousands(measured),
        against: `${thousands(least)} one worker`,
        ratio: (measured / least).toFixed(2),
        goal: '',
      };
    };
    return [
      line('processor time of the workers a row, µs', ({ workersUs }) => workersUs),
      line('processor time of the API node a row, µs', ({ nodeUs }) => nodeUs),
      line('rows a second, until answerable', ({ seconds }) => rows / seconds),
    ];
  });
}

/** An API node and so many workers on a database of their own. */
async function measure(
  server: PostgresDatabases,
  folder: string,
  path: string,
  workerCount: number,
): Promise<Taken> {
  const url = await server.createDatabase();
  const stores = await fillDatabase({ engine: 'postgres', url, poolSize: 4 }, shopCount, () => []);
  const serve = (role: string, number: number) =>
    serveFolder(join(folder, `${workerCount}-${role}-${number}`), 'off', {
      DATABASE_URL: url,
      FORETYPE_SECRET_KEY: secretKey,
      FORETYPE_ROLE: role,
      FORETYPE_ENRICHMENT_PROVIDER: 'off',
    });
  const served: ServedFolder[] = [await serve('api', 1)];
  try {
    for (let number = 1; number <= workerCount; number += 1) served.push(await serve('worker', number));
    const [node, ...rest] = served;
    if (node === undefined) throw new Error('a node was started');
    const client = await UploadClient.setUp(node.origin, String(node.child.started.setup_link));
    progress(`${workerCount} workers: uploading`);
    const files: { readonly storeId: string; readonly fileId: string }[] = [];
    for (const { storeId } of stores) files.push({ storeId, fileId: await client.upload(storeId, path) });
    progress(`${workerCount} workers: importing`);
    const children = rest.map(({ child }) => child);
    const [start, workersBefore, nodeBefore] = [performance.now(), cpuOf(children), cpuOf([node.child])];
    await Promise.all(files.map(({ storeId, fileId }) => client.import(storeId, fileId, rowsPerShop)));
    const seconds = (performance.now() - start) / 1_000;
    return {
      seconds,
      workersUs: ((cpuOf(children) - workersBefore) * 1_000) / rows,
      nodeUs: ((cpuOf([node.child]) - nodeBefore) * 1_000) / rows,
      databaseBytes: (await sizeOf(url)) / rows,
    };
  } finally {
    await Promise.all(served.map(({ child }) => child.stop()));
    await server.dropDatabase(url);
  }
}

function cpuOf(children: readonly Child[]): number {
  return children.reduce((sum, child) => sum + (child.cpuMs() ?? Number.NaN), 0);
}

async function sizeOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: sizes } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(sizes[0]?.bytes);
  } finally {
    await client.end();
  }
}
