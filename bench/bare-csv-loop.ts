/**
 * The limit of a CSV import: a loop that takes the file apart, hashes each row and upserts it into one SQLite table, 1,000 rows a
 * transaction, and does nothing else. Prints the seconds, also those of the processor, as JSON. It is no importer: it checks nothing,
 * and a file whose layout is not found throws. The database is a temporary one.
 */
// Tests: none; `npm run bench` runs it.
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createCsvReader } from '../csv/csv-reader.ts';
import type { CsvRow } from '../csv/csv-row.ts';
import { detectLayout } from '../csv/detect-layout.ts';
import { startCpuTime } from '../test/support/cpu-time.ts';
import { csvColumns } from './csv-file.ts';

const rowsPerTransaction = 1_000;

const [path = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
const database = new DatabaseSync(join(folder, 'bare.sqlite'));
database.exec(`
  pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000;
  pragma cache_size = -65536;
  create table products (store_id text, ${csvColumns.join(' text, ')} text, raw text, hash text,
    primary key (store_id, external_id)) strict`);
const upsert = database.prepare(`
  insert into products values (?, ${csvColumns.map(() => '?').join(', ')}, ?, ?)
  on conflict (store_id, external_id) do update set ${[...csvColumns, 'raw', 'hash'].map((name) => `${name} = excluded.${name}`).join(', ')}`);

const start = performance.now();
const processorMs = startCpuTime();
let waiting: CsvRow[] = [];
let reader: ReturnType<typeof createCsvReader> | null = null;
for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
  if (reader === null) {
    const detected = detectLayout(chunk, {}, { isWhole: false });
    if (!detected.ok) throw new Error(detected.message);
    reader = createCsvReader(detected.layout, {});
  }
  waiting.push(...reader.read(chunk));
  write(rowsPerTransaction);
}
waiting.push(...(reader?.end() ?? []));
write(1);
const taken = { seconds: (performance.now() - start) / 1_000, processorSeconds: processorMs() / 1_000 };
database.close();
rmSync(folder, { recursive: true });
console.log(JSON.stringify(taken));

function write(atLeast: number): void {
  while (waiting.length >= atLeast && waiting.length > 0) {
    database.exec('begin immediate');
    for (const { value } of waiting.slice(0, rowsPerTransaction)) {
      const raw = JSON.stringify(value);
      const hash = createHash('sha256').update(raw).digest('hex');
      upsert.run('store', ...csvColumns.map((name) => String(value[name] ?? '')), raw, hash);
    }
    database.exec('commit');
    waiting = waiting.slice(rowsPerTransaction);
  }
}
