/**
 * The format of a backup before compression: one JSON value a line. The first line describes the backup; then come batches, each a
 * line that names table and columns and one line for each row; the last line has the number of rows and the SHA-256 of all lines
 * before. Values are those of the database, bytes a list with one text in base64; it is the same for both engines. A backup that is
 * damaged or incomplete rejects at its end: nothing of it may be kept. It reads and writes no file or database. Times are microseconds
 * since 1970; an unknown format or version rejects with a sentence.
 */
// Tests: test/storage/backup.test.ts.
import { createHash } from 'node:crypto';
import {
  isNotFinite,
  type OnLoss,
  type RowBatch,
  type Snapshot,
  type StoredValue,
} from '../storage/snapshots/snapshot.ts';

const formatName = 'foretype-backup';
const formatVersion = 1;

/** The description of a backup. */
export interface BackupHead {
  /** Microseconds. */
  readonly createdAt: number;
  readonly engine: string;
  readonly migrations: readonly number[];
  readonly productCount: number;
  /** The keys of sealed credentials, if the backup was made with them; else null. */
  readonly secretKeys: readonly string[] | null;
}

/** Callbacks for each written batch, and for rows that are left out because they cannot be read ({@link Snapshot}). */
export interface BackupWatch {
  readonly onBatch: (batch: RowBatch) => void;
  readonly onLoss?: OnLoss;
}

/** The lines of a backup, several at a time. */
export async function* writeBackup(
  snapshot: Snapshot,
  head: Omit<BackupHead, 'migrations' | 'productCount'>,
  { onBatch, onLoss }: BackupWatch,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  let rows = 0;
  yield hashed(
    toLine({
      format: formatName,
      version: formatVersion,
      created_at: head.createdAt,
      engine: head.engine,
      migrations: snapshot.migrations,
      products: snapshot.productCount,
      secret_keys: head.secretKeys,
    }),
  );
  for await (const batch of snapshot.batches(onLoss)) {
    const lines = [
      { table: batch.table, columns: batch.columns },
      ...batch.rows.map((row) => encodeRow(batch, row)),
    ];
    yield hashed(lines.map(toLine).join(''));
    rows += batch.rows.length;
    onBatch(batch);
  }
  yield toLine({ end: true, rows, sha256: hash.digest('hex') });
}

/** A backup that is being read: its description, then its rows. */
export interface BackupReading {
  readonly head: BackupHead;
  /** Rejects at the end if the backup is not whole; batches returned before must not be kept then. */
  batches(): AsyncIterable<RowBatch>;
}

/** Rejects with a plain error for a file that is no backup, or one of an unknown format. */
export async function readBackup(text: AsyncIterable<Uint8Array>): Promise<BackupReading> {
  const lines = readLines(text);
  const first = await lines.next();
  const firstLine = first.done === true ? '' : first.value;
  return { head: readHead(firstLine), batches: () => readBatches(firstLine, lines) };
}

/** The error of a file that is no backup, or not whole. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

function readHead(line: string): BackupHead {
  const head = parse(line);
  if (head.format !== formatName) throw new BackupFault('This is no backup of Foretype.');
  if (head.version !== formatVersion) {
    throw new Error(
      `The backup has the form ${head.version}; this version reads ${formatVersion}. Restore it with the version that made it, or a later one.`,
    );
  }
  return {
    createdAt: Number(head.created_at),
    engine: String(head.engine),
    migrations: listOf(head.migrations).map(Number),
    productCount: Number(head.products),
    secretKeys: head.secret_keys === null ? null : listOf(head.secret_keys).map(String),
  };
}

async function* readBatches(firstLine: string, lines: AsyncIterable<string>): AsyncGenerator<RowBatch> {
  const hash = createHash('sha256').update(`${firstLine}\n`);
  let count = 0;
  let batch: { table: string; columns: string[]; rows: StoredValue[][] } | null = null;
  for await (const line of lines) {
    const isRow = line.startsWith('[');
    if (isRow && batch !== null) {
      batch.rows.push(decodeRow(line));
      count += 1;
    } else {
      if (batch !== null) yield batch;
      const entry = parse(line);
      if (entry.end === true) {
        if (entry.rows === count && entry.sha256 === hash.digest('hex')) return;
        break;
      }
      batch = { table: String(entry.table), columns: listOf(entry.columns).map(String), rows: [] };
    }
    hash.update(`${line}\n`);
  }
  throw new BackupFault('The backup is damaged or incomplete: its checksum does not fit.');
}

/** Encodes a row. Throws for a number that JSON would write as `null`: a restore would fail at this row. */
function encodeRow({ table, columns }: RowBatch, row: readonly StoredValue[]): unknown[] {
  const place = row.findIndex(isNotFinite);
  if (place !== -1)
    throw new Error(`${table}.${columns[place]} holds ${row[place]}, which is no finite number.`);
  return row.map((value) => (value instanceof Uint8Array ? [Buffer.from(value).toString('base64')] : value));
}

function decodeRow(line: string): StoredValue[] {
  // Written by `encodeRow`; what another hand put there is found by the checksum, and nothing of it stays.
  const row = parseLine(line) as (Exclude<StoredValue, Uint8Array> | [string])[];
  return row.map((value) => (Array.isArray(value) ? Buffer.from(value[0], 'base64') : value));
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function parse(line: string): Record<string, unknown> {
  const value = parseLine(line);
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new BackupFault(notReadable);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new BackupFault(notReadable, { cause });
  }
}

const notReadable = 'This is no backup of Foretype, or it is damaged or incomplete.';

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Lines end with a line feed and with nothing else: texts may hold other separators. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    for (const piece of pieces.slice(0, -1)) {
      yield parts.join('') + piece;
      parts = [];
    }
    parts.push(pieces.at(-1) ?? '');
  }
}
