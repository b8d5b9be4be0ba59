/**
 * How fast is a large CSV file imported, in how much memory, and what do shoppers notice meanwhile? Twice: with so many rows that it
 * takes a few minutes, and with a million, whose merges are what takes memory. 300,000 and 1,000,000 rows, 20 keystrokes a second
 * meanwhile; memory is bytes, latencies are milliseconds. An import that fails, or a keystroke not answered 200, throws; a missed goal
 * only shows.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from './asked-twice.ts';
import { measureInChild } from './child.ts';
import { writeCsvFile } from './csv-file.ts';
import { type Figure, percentile, progress, type Question, thousands } from './figures.ts';
import { type PacedLoad, runPacedLoad } from './paced-load.ts';
import { untilAtRest } from './service-at-rest.ts';
import {
  firstAnswer,
  indexBytes,
  type ServiceUnderTest,
  serveFolder,
  startServiceUnderTest,
} from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';
import { UploadClient } from './upload-client.ts';

const idleSeconds = 30;
/** A million products take some milliseconds a keystroke: at 100 a second the thread that answers was busy all the time. */
const perSecond = 20;
const sessionCount = 400;

const usualRows = 300_000;
const manyRows = 1_000_000;

export const importCsv: Question = {
  name: 'import-csv',
  data: ['long-cards', 'keystrokes'],
  title: titleOf(usualRows),
  reading:
    'The bare loop reads the same file with the same reader, hashes each row and upserts it into one table without ' +
    'another index. The import also validates, keeps snapshots, counts, queues and logs; its rows are answerable when ' +
    'it is completed. With 200,000 rows the pipeline takes 33 µs of processor time a row, the index thread 51, and ' +
    'helper threads of V8 26: together they use both cores. Segments are merged and phrases written once the import ' +
    `is over. Idle is another service on the same folder, without phrases. With ${thousands(manyRows)} rows ` +
    '(`import-csv-million`) a row costs more, also in the bare loop. Keystrokes are asked at a pace that one thread ' +
    `can answer with a million products (${perSecond} a second; at 100 it is always busy, and every keystroke waits ` +
    'for those before it).',
  run: () => run(usualRows, keystrokeFigures),
};

export const importCsvMillion: Question = {
  name: 'import-csv-million',
  data: ['long-cards', 'keystrokes'],
  title: titleOf(manyRows),
  reading:
    'The bare loop reads the same file with the same reader, hashes each row and upserts it into one table without ' +
    'another index. The import also validates, keeps snapshots, counts, queues and logs; its rows are answerable when ' +
    'it is completed. The pipeline takes 42 µs of processor time a row (a third of it in SQLite); building and ' +
    'merging the index take the rest. Together they use both cores, so the rate is what one core for each allows. ' +
    'Memory is the resident set of the whole process, including the heaps of five threads, without the index that ' +
    'answers. Its peak is the largest merge, which takes several times the size of its result. Keystrokes are asked ' +
    'at a pace that one thread can answer with a million products (20 a second; at 100 it is always busy, and every ' +
    'keystroke waits for those before it). They are not compared here.',
  run: () => run(manyRows, (_, taken) => Promise.resolve([memoryFigure(taken)])),
};

function titleOf(rows: number): string {
  return `CSV import of ${thousands(rows)} rows through the dashboard's upload, SQLite`;
}

type Load = Omit<PacedLoad, 'isOver'>;

/** The output of the bare loop. */
interface BareLoop {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** The measurements of an import: seconds, bytes, milliseconds of each keystroke meanwhile. */
interface Taken {
  readonly stored: number;
  readonly answerable: number;
  readonly processorSeconds: number;
  readonly residentBefore: number;
  readonly peakBytes: number;
  readonly latencies: readonly number[];
}

/** `more`: further figures, taken from a service that has imported. */
async function run(
  rows: number,
  more: (service: ServiceUnderTest, taken: Taken, load: Load) => Promise<readonly Figure[]>,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  try {
    const { products } = await loadSeeds('long-cards');
    const path = join(folder, 'bench.csv');
    progress(`writing ${thousands(rows)} rows`);
    await writeCsvFile(path, products, rows);
    progress(`${Math.round(statSync(path).size / 1e6)} MB; the bare loop`);
    const bare = (await measureInChild('./bare-csv-loop.ts', [path])) as BareLoop;
    const service = await startServiceUnderTest();
    try {
      const load = loadOf(
        service,
        typedKeystrokes(products, sessionCount).map(({ text }) => text),
      );
      const taken = await importUnderLoad(service, load, path, rows);
      const rate = (what: string, seconds: number, goal: string): Figure => ({
        what,
        measured: thousands(rows / seconds),
        against: `${thousands(rows / bare.seconds)} bare parse and upsert`,
        ratio: (bare.seconds / seconds).toFixed(2),
        goal,
      });
      return [
        rate('rows a second, from the start of the import until stored', taken.stored, ''),
        rate('rows a second, until answerable', taken.answerable, '≥ 0.5'),
        {
          what: 'processor time of a row until answerable, keystrokes meanwhile included, µs',
          measured: ((taken.processorSeconds * 1e6) / rows).toFixed(0),
          against: `${((bare.processorSeconds * 1e6) / rows).toFixed(0)} bare parse and upsert`,
          ratio: (taken.processorSeconds / bare.processorSeconds).toFixed(2),
          goal: '≤ 2',
        },
        ...(await more(service, taken, load)),
      ];
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Texts by turns. */
function loadOf({ origin, keys }: ServiceUnderTest, texts: readonly string[]): Load {
  let asked = 0;
  return {
    origin,
    headers: { 'x-api-key': keys.storefront },
    perSecond,
    nextPath() {
      const text = texts[asked % texts.length] ?? '';
      asked += 1;
      return pathOf(text);
    },
  };
}

async function importUnderLoad(
  service: ServiceUnderTest,
  load: Load,
  path: string,
  rows: number,
): Promise<Taken> {
  const client = await UploadClient.setUp(service.origin, String(service.child.started.setup_link));
  await service.push(
    [{ external_id: 'first', title: 'Acme Kettle', price: 1, url: 'https://shop.example.com/' }],
    1,
  );
  const residentBefore = service.child.residentBytes();
  let isOver = false;
  let peakBytes = 0;
  const watching = (async () => {
    while (!isOver) {
      peakBytes = Math.max(peakBytes, service.child.residentBytes() - (await indexBytes(service.origin)));
      await pause(250);
    }
  })();
  const during = runPacedLoad({ ...load, isOver: () => isOver });
  progress('uploading');
  const fileId = await client.upload(service.storeId, path);
  progress('importing');
  const beforeMs = service.child.cpuMs() ?? Number.NaN;
  const seconds = await client.import(service.storeId, fileId, rows);
  const processorSeconds = ((service.child.cpuMs() ?? Number.NaN) - beforeMs) / 1_000;
  isOver = true;
  await watching;
  return { ...seconds, processorSeconds, residentBefore, peakBytes, latencies: await during };
}

function memoryFigure({ residentBefore, peakBytes }: Taken): Figure {
  return {
    what: 'MB in memory beyond the index, at most',
    measured: (peakBytes / 1e6).toFixed(0),
    against: `${(residentBefore / 1e6).toFixed(0)} before the upload`,
    ratio: `+${((peakBytes - residentBefore) / 1e6).toFixed(0)} MB`,
    goal: '< 300 MB',
  };
}

/** The service that imported has phrases of all products to write, which takes minutes: another one is idle, without phrases. */
async function keystrokeFigures(
  service: ServiceUnderTest,
  { latencies }: Taken,
  load: Load,
): Promise<Figure[]> {
  progress('idle, with all products');
  await service.child.stop();
  const { origin, child } = await serveFolder(service.folder, 'off', { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
  try {
    await firstAnswer(origin, service.keys.storefront);
    await untilAtRest(child);
    const ask = () => {
      const end = performance.now() + idleSeconds * 1_000;
      return runPacedLoad({ ...load, origin, isOver: () => performance.now() > end });
    };
    // Code is warm after that, as it is at the end of an import.
    await ask();
    const [p99, idleP99] = [percentile(latencies, 0.99), percentile(await ask(), 0.99)];
    return [
      {
        what: 'p99 of keystrokes in ms during upload and import',
        measured: p99.toFixed(1),
        against: `${idleP99.toFixed(1)} idle, all products there`,
        ratio: (p99 / idleP99).toFixed(2),
        goal: '≤ 3',
      },
    ];
  } finally {
    await child.stop();
  }
}
