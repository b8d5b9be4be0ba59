/** How fast is a CSV file of a million rows imported, in how much memory, and what do shoppers notice meanwhile? */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { measureInChild } from './child.ts';
import { writeCsvFile } from './csv-file.ts';
import { type Figure, percentile, progress, type Question, thousands } from './figures.ts';
import { type PacedLoad, runPacedLoad } from './paced-load.ts';
import { indexBytes, type ServiceUnderTest, startServiceUnderTest } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';
import { UploadClient } from './upload-client.ts';

const rowCount = 1_000_000;
const idleSeconds = 30;
/** A million products take some milliseconds a keystroke: at 100 a second the thread that answers was busy all the time. */
const perSecond = 20;
const sessionCount = 400;

export const importCsv: Question = {
  name: 'import-csv',
  title: `CSV import of ${thousands(rowCount)} rows through the dashboard's upload, SQLite`,
  reading:
    'The bare loop takes the same file apart with the same reader, hashes each row and upserts it into one table without ' +
    'a further index. The import validates, keeps snapshots, counts, queues and logs besides; its rows are answerable when it ' +
    'is completed. With 200,000 rows the pipeline takes 37 µs of processor time a row, the index thread 63, helper threads of V8 30: ' +
    'together they fill two cores. Segments are merged once the import is over. Memory is the ' +
    'resident set of the whole process, heaps of five threads included, less the index that is answered from. Keystrokes are asked at a pace that one thread can answer with a million ' +
    `products (${perSecond} a second; at 100 it is busy all the time, and every keystroke waits for those before it).`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    try {
      const { products } = await loadSeeds('long-cards');
      const path = join(folder, 'bench.csv');
      progress(`writing ${thousands(rowCount)} rows`);
      await writeCsvFile(path, products, rowCount);
      progress(`${Math.round(statSync(path).size / 1e6)} MB; the bare loop`);
      const bareSeconds = Number(await measureInChild('./bare-csv-loop.ts', [path]));
      const service = await startServiceUnderTest();
      try {
        const texts = typedKeystrokes(products, sessionCount).map(({ text }) => text);
        return await measure(service, texts, path, bareSeconds);
      } finally {
        await service.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  service: ServiceUnderTest,
  texts: readonly string[],
  path: string,
  bareSeconds: number,
): Promise<Figure[]> {
  const client = await UploadClient.setUp(service.origin, String(service.child.started.setup_link));
  await service.push(
    [{ external_id: 'first', title: 'Acme Kettle', price: 1, url: 'https://shop.example.com/' }],
    1,
  );
  let asked = 0;
  const load: Omit<PacedLoad, 'isOver'> = {
    origin: service.origin,
    headers: { 'x-api-key': service.keys.storefront },
    perSecond,
    nextPath() {
      const text = texts[asked % texts.length] ?? '';
      asked += 1;
      return `/api/v1/autocomplete?q=${encodeURIComponent(text)}`;
    },
  };
  const before = service.child.residentBytes();
  let isOver = false;
  let peakBytes = 0;
  const watching = (async () => {
    while (!isOver) {
      peakBytes = Math.max(peakBytes, service.child.residentBytes() - (await indexBytes(service.origin)));
      await pause(250);
    }
  })();
  const during = runPacedLoad({ ...load, isOver: () => isOver });
  const seconds = await importFile(client, service.storeId, path);
  isOver = true;
  await watching;
  const imported = await during;
  progress('until the index is merged and nothing goes on');
  await untilAtRest(service);
  progress(`idle, with ${thousands(rowCount)} products`);
  const end = performance.now() + idleSeconds * 1_000;
  const idle = await runPacedLoad({ ...load, isOver: () => performance.now() > end });
  const rate = (spent: number) => rowCount / spent;
  const line = (what: string, spent: number, goal: string): Figure => ({
    what,
    measured: thousands(rate(spent)),
    against: `${thousands(rate(bareSeconds))} bare parse and upsert`,
    ratio: (bareSeconds / spent).toFixed(2),
    goal,
  });
  const [p99, idleP99] = [percentile(imported, 0.99), percentile(idle, 0.99)];
  return [
    line('rows a second, from the start of the import until stored', seconds.stored, ''),
    line('rows a second, until answerable', seconds.answerable, '≥ 0.5'),
    {
      what: 'MB in memory beyond the index, at most',
      measured: (peakBytes / 1e6).toFixed(0),
      against: `${(before / 1e6).toFixed(0)} before the upload`,
      ratio: `+${((peakBytes - before) / 1e6).toFixed(0)} MB`,
      goal: '< 300 MB',
    },
    {
      what: 'p99 of keystrokes in ms during upload and import',
      measured: p99.toFixed(1),
      against: `${idleP99.toFixed(1)} idle, all products there`,
      ratio: (p99 / idleP99).toFixed(2),
      goal: '≤ 3',
    },
  ];
}

/** Seconds from the start of the import until everything was stored, and until it was answerable. */
async function importFile(
  client: UploadClient,
  storeId: string,
  path: string,
): Promise<{ stored: number; answerable: number }> {
  progress('uploading');
  const fileId = await client.upload(storeId, path);
  progress('importing');
  const start = performance.now();
  const importId = await client.startImport(storeId, fileId);
  let stored = 0;
  for (;;) {
    const run = await client.show(storeId, importId);
    const spent = (performance.now() - start) / 1_000;
    if (stored === 0 && (run.phase === 'indexing' || run.status === 'completed')) stored = spent;
    if (run.status === 'completed' && run.created_rows === rowCount) return { stored, answerable: spent };
    if (run.status === 'completed' || run.status === 'failed')
      throw new Error(`the import ended: ${run.error}`);
    await pause(100);
  }
}

/** Resolves when the process has done next to nothing for some seconds; after four minutes in any case. */
async function untilAtRest({ child }: ServiceUnderTest): Promise<void> {
  const deadline = performance.now() + 240_000;
  // An index that came to rest is merged further after five seconds.
  await pause(8_000);
  for (let before = child.cpuMs() ?? 0; performance.now() < deadline; ) {
    await pause(3_000);
    const now = child.cpuMs() ?? 0;
    if (now - before < 300) return;
    before = now;
  }
}
