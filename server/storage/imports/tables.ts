/**
 * Tables and interfaces of imports, their failed rows, the files that they read, and the keys by which a call is repeated safely. Times are
 * microseconds since 1970, UTC. No row is judged here. Bytes are of the rows as kept (512 MiB a run, 2 GiB a store, kept by
 * server/ingest/run-counts.ts); a damaged column is named when it is read.
 */
// Tests: test/storage/imports.test.ts.
import type { ImportSource, ImportStatus } from '../../../contract/words/product-import.ts';
import type { Problem } from '../../catalog/problem.ts';
import {
  byDefault,
  bytes,
  flag,
  integer,
  json,
  jsonText,
  listOf,
  object,
  optional,
  type Shape,
  text,
  time,
} from '../column.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** The number of times that a row code occurred, with the first few rows that have it. */
export interface Issue {
  readonly code: string;
  readonly count: number;
  readonly sampleRows: readonly number[];
}

/** A list of at least one problem: lists show the first. */
type Problems = readonly [Problem, ...Problem[]];

/** Failed rows. */
export const importFailures = storeTable('import_failures', {
  key: ['import_id', 'row'],
  columns: {
    import_id: text(),
    /** 1-based, a header not counted. */
    row: integer(),
    /** Physical line of a file; null for JSON. */
    line: optional(integer()),
    external_id: optional(text()),
    problems: json(listOf(object<Problem>()) as Shape<Problems>),
    /** The row as received; null if it was too long to keep. */
    raw: optional(jsonText(isAnything)),
  },
});

function isAnything(_value: unknown): _value is unknown {
  return true;
}

/** The columns of {@link RowReport}. */
export const rowReport = importFailures.pick('row', 'line', 'external_id', 'problems');

/** A row and its problems. */
export type RowReport = RecordOf<typeof rowReport>;

/** A row that failed. */
export interface Failure extends RowReport {
  /**
   * The row as received, as JSON text, so that it can be corrected; null if it was too long to keep, and in the failures
   * that come with an import, which would weigh too much.
   */
  readonly raw: string | null;
}

/** An import finds out what a file holds, or fetches a feed; writes rows; takes out of stock what a feed no longer holds; waits
 * until all of it can be found. */
export type ImportPhase = 'surveying' | 'fetching' | 'importing' | 'reconciling' | 'indexing';

/** How far an import was undone. */
export interface RunUndo {
  readonly startedAt: number;
  /** Null while products are left. */
  readonly finishedAt: number | null;
  /** The name of the person or key that asked for it last. */
  readonly by: string;
  /** Products that are what they were before. */
  readonly restored: number;
  /** Products that the import made and that were erased. */
  readonly removed: number;
  /** Products that something else has changed since, and that stay as they are. */
  readonly changedSince: number;
}

/** Imports, with the counters of their rows. */
export const imports = storeTable('imports', {
  key: ['id'],
  columns: {
    id: text(),
    source: text<ImportSource>(),
    filename: text(),
    status: text<ImportStatus>(),
    dry_run: flag(),
    error: optional(text()),
    /** `valid + failed + skipped`. */
    total_rows: integer(),
    processed_rows: integer(),
    /** `created + updated + unchanged +` rows superseded by a later row of the same id. */
    valid_rows: integer(),
    failed_rows: integer(),
    skipped_rows: integer(),
    created_rows: integer(),
    updated_rows: integer(),
    unchanged_rows: integer(),
    /** Products queued for enrichment. */
    queued_rows: integer(),
    /** Rows that were imported with a warning, such as an attribute that was cut. */
    warning_rows: integer(),
    issues: json(listOf(object<Issue>())),
    /** The first rows that were imported with a warning. */
    warnings: json(listOf(object<RowReport>())),
    /** Bytes of its failed rows, as they are kept. */
    failure_bytes: integer(),
    /** Failed rows that are counted, but were not kept or are no longer. */
    failures_dropped: integer(),
    /** The file that holds the rows; null for a JSON call, and once the file is gone. */
    file_id: optional(text()),
    /** The settings for reading the file, and the layout that was found: JSON text that only readers of files understand. */
    settings: optional(jsonText(object())),
    layout: optional(jsonText(object())),
    /** Null before and after the import of a file. */
    phase: optional(text<ImportPhase>()),
    /** False for runs of earlier versions: what they replaced was not kept. */
    keeps_replaced: byDefault(flag()),
    /** Null unless somebody undid it, or began to. */
    undo: optional(json(object<RunUndo>())),
    created_at: time(),
    /** The time of the last update; also the heartbeat of a run under way. */
    updated_at: time(),
  },
});

/** One import and what happened to its rows. */
export interface ImportRun extends RecordOf<typeof imports> {
  readonly storeId: string;
  /** The first failures (Contract §5: 100). */
  readonly failures: readonly Failure[];
}

/** The fields of an import that name and shape the file of its failed rows. `feedId` is the feed whose run it is. */
export interface FailedRowsFile extends Pick<ImportRun, 'filename' | 'layout' | 'failuresDropped'> {
  readonly feedId: string | null;
}

/** The columns of {@link RunName}. */
export const runName = imports.pick('id', 'source', 'filename');

/** The fields that name a run to people. */
export type RunName = RecordOf<typeof runName>;

/** The columns of {@link RunSource}. */
export const runSource = imports.pick('id', 'source', 'filename', 'created_at');

/** The source of an import. */
export interface RunSource extends RecordOf<typeof runSource> {
  /** The names by which rows of products name it: its id, and the beginning of it. */
  readonly names: readonly string[];
  /** The feed whose run it was; null for others, and for a feed that was deleted. */
  readonly feedId: string | null;
}

/** An import that wrote to the catalog, as overviews mark it. */
export interface RunMark extends Pick<ImportRun, 'id' | 'source' | 'status' | 'validRows' | 'createdAt'> {
  /** A person stopped it: it counts as `failed`, without a fault. */
  readonly isCancelled: boolean;
}

/** Files that were uploaded. Their bytes are in chunks. */
export const files = storeTable('files', {
  key: ['id'],
  columns: {
    id: text(),
    /** The merchant's name for it: text, never a path. */
    name: text(),
    bytes: integer(),
    chunk_count: integer(),
    /** Whether the whole file has arrived. */
    complete: flag(),
    created_at: time(),
  },
});

export type StoredFile = RecordOf<typeof files>;

/** The bytes of files, 1 MiB a row. */
export const fileChunks = storeTable('file_chunks', {
  key: ['file_id', 'number'],
  columns: {
    file_id: text(),
    /** The chunk's number, from 0 without gaps. */
    number: integer(),
    content: bytes(),
  },
});

/** The import that each call with an idempotency key made. */
export const idempotencyKeys = storeTable('idempotency_keys', {
  key: ['key'],
  columns: {
    key: text(),
    /** SHA-256 of the body. */
    request_hash: text(),
    import_id: text(),
    created_at: time(),
  },
});

export type IdempotencyRecord = RecordOf<typeof idempotencyKeys>;

/** Reads of the imports of one store and their failed rows. */
export interface ImportReader {
  find(importId: string): Promise<ImportRun | null>;
  /** Newest first, older than the given import id (ids sort by time). `without` leaves out those of one way in. */
  page(page: {
    readonly before: string | null;
    readonly limit: number;
    readonly without?: ImportRun['source'];
  }): Promise<ImportRun[]>;
  /** Returns failures in row order, after the given row. */
  failures(importId: string, page: { readonly afterRow: number; readonly limit: number }): Promise<Failure[]>;
  /** Returns what names the file of an import's failed rows, without its rows. */
  failedRowsFile(importId: string): Promise<FailedRowsFile | null>;
  /** Returns the bytes of the failed rows of all imports, as they are kept. */
  failureBytes(): Promise<number>;
  /** Imports that wait or are under way; runs of feeds are none. */
  countOpen(): Promise<number>;
  /** Imports since a time that were no dry runs, newest first. */
  marks(page: { readonly since: number; readonly limit: number }): Promise<RunMark[]>;
  /** The sources of imports, dry runs left out, newest first, older than the given import id. */
  sources(page: { readonly before: string | null; readonly limit: number }): Promise<RunSource[]>;
  /** The oldest ended imports that are before a time, or not among the newest `most`; the newest `kept` never are. */
  expired(bounds: {
    readonly createdBefore: number;
    readonly kept: number;
    readonly most: number;
    readonly limit: number;
  }): Promise<Pick<ImportRun, 'id' | 'createdAt'>[]>;
  /** The oldest imports that have ended and whose failed rows are kept. */
  oldestWithFailures(limit: number): Promise<string[]>;
}

/** Writes of the imports of one store and their failed rows. */
export interface ImportWriter {
  insert(run: ImportRun): Promise<void>;
  /** Everything of the run but its failures, which are rows of their own. */
  update(run: ImportRun): Promise<void>;
  /** Says why an import that has not ended waits. */
  noteWait(importId: string, why: string): Promise<void>;
  insertFailures(importId: string, failures: readonly Failure[]): Promise<void>;
  /** Adds to the bytes of the failed rows of all imports. */
  addFailureBytes(bytes: number): Promise<void>;
  /** Returns how many failures of the import went, at most `limit`. */
  deleteFailures(importId: string, limit: number): Promise<number>;
  /** Notes that none of the import's failed rows is kept, also in what all of them weigh. */
  noteFailuresDropped(importId: string): Promise<void>;
  /** Recounts the bytes of all imports' failed rows: nodes of the version before do not count them. */
  recountFailureBytes(): Promise<void>;
  delete(importId: string): Promise<void>;
}

/** Reads of the files of one store. */
export interface FileReader {
  find(fileId: string): Promise<StoredFile | null>;
  /** The bytes of one chunk, or null beyond the last and for a file that is gone. */
  chunk(fileId: string, number: number): Promise<Uint8Array | null>;
  /** Files by id; unknown ones are absent. */
  among(fileIds: readonly string[]): Promise<StoredFile[]>;
  count(): Promise<number>;
  /** Returns the bytes of all files, also of those that are still arriving or being deleted. */
  sumBytes(): Promise<number>;
  /** Counts the files in which runs of feeds keep their rows. */
  countSpools(): Promise<number>;
  /** Whether an import of the file that writes, or a trial run of it, waits or is under way. */
  isInUse(fileId: string): Promise<boolean>;
}

/** Writes of the files of one store. */
export interface FileWriter {
  insert(file: StoredFile): Promise<void>;
  /** Writes the next chunk of a file that is not complete; gives the file as it is then, or null without such a file. */
  appendChunk(fileId: string, content: Uint8Array): Promise<StoredFile | null>;
  /** Says whether all of it has arrived and it may be imported. */
  setComplete(fileId: string, complete: boolean): Promise<void>;
  /** Makes the file due for deletion at once, unless an import waits for it. */
  expire(fileId: string): Promise<void>;
  /** Does so to the oldest uploaded file that no import waits for; `isWhole`: to one that has arrived. */
  expireOldest(): Promise<void>;
  /** Deletes up to `limit` chunks from the end; the file itself when none is left. True while there are more. */
  delete(fileId: string, limit: number): Promise<boolean>;
}

/** Reads of the Idempotency-Keys of one store. */
export interface IdempotencyReader {
  find(key: string): Promise<IdempotencyRecord | null>;
}

/** Writes of the Idempotency-Keys of one store. */
export interface IdempotencyWriter {
  insert(record: IdempotencyRecord): Promise<void>;
  delete(key: string): Promise<void>;
  /** Deletes records older than the given time, oldest first. Returns how many went, at most `limit`. */
  deleteBefore(bounds: { readonly at: number; readonly limit: number }): Promise<number>;
}
