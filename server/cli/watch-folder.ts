/**
 * `foretype import --watch FOLDER`: imports each complete file that is dropped into a folder, oldest first, and moves it to `done/` or
 * `failed/` with a report. Each drop is imported once, also after a kill: the queue of imports keeps a key of its content, and the
 * journal says how far it came. Where files cannot be moved they stay, and are imported again only with another content. It works as
 * `foretype import` does, with or without a server. A database, a server or a folder that is away, and a store that takes no further
 * file now, are waited for; with `once` for half a minute. One watcher a folder.
 */
// Tests: test/scenarios/watched-folders.test.ts.
import { mkdirSync, readdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import type { CsvSettings } from '../../csv/layout.ts';
import { formatTimestamp } from '../clock.ts';
import { AppError } from '../errors.ts';
import { holderOf } from '../process/storage-lock.ts';
import { LockHeld, lockForServing, type ServingLock } from '../storage/open-storage.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Invocation } from './command.ts';
import { listenToFolder } from './folder-events.ts';
import { awaitImport, resultOf } from './follow-import.ts';
import { FileChanged, handInFile, hashOfFile } from './hand-in-file.ts';
import { FileWatch, isSameFile, type SeenFile } from './settled-files.ts';
import { type HandedFile, openJournal, type WatchJournal, watchStateFile } from './watch-journal.ts';

/** A folder whose files go to a store. */
export interface WatchedFolder {
  readonly storeId: string;
  readonly folder: string;
  readonly settings: CsvSettings;
  /** Patterns of names, such as `*.csv`. */
  readonly patterns: readonly string[];
  /** For how long a complete file has not changed. */
  readonly settleMs: number;
  /** Ends once no file waits, or after some faults in a row. */
  readonly once: boolean;
}

/**
 * Watches until a signal, or with `once` until no file waits. Exit code 0; 1 if `once` met a failed import. With `once`, rejects with
 * the fault that lasts.
 */
export async function watchFolder(
  storage: Storage,
  { folder: given, ...watched }: WatchedFolder,
  invocation: Invocation,
): Promise<number> {
  const folder = findFolder(given);
  const lock = lockFolder(folder, invocation);
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    const watcher = new Watcher(storage, { folder, ...watched }, invocation, leaving.signal);
    return await watcher.run();
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    lock.release();
  }
}

function findFolder(folder: string): string {
  try {
    if (statSync(folder).isDirectory()) return realpathSync(folder);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${folder} cannot be watched (${reason}).`, { cause });
  }
  throw new Error(`${folder} cannot be watched: it is no folder.`);
}

/** The name of the lock in a watched folder. */
const lockName = '.foretype-watch';

/** In the folder itself, which other machines may share; in the data folder where it cannot be written. */
function lockFolder(folder: string, { config, clock }: Invocation): ServingLock {
  const files = [join(folder, lockName), watchStateFile(config.dataFolder, folder)];
  let fault: unknown = null;
  for (const file of files) {
    try {
      return lockForServing({ engine: 'sqlite', file }, holderOf('foretype import --watch', clock));
    } catch (error) {
      fault = error;
      if (!(error instanceof LockHeld)) continue;
      const who =
        error.holder === null ? '' : ` (process ${error.holder.process}, since ${error.holder.since})`;
      throw new Error(`${folder} is watched already${who}. Stop that process first.`, { cause: error });
    }
  }
  throw fault;
}

/** The Idempotency-Key of a content under this name. */
function keyOfContent({ name }: SeenFile, hash: string): string {
  return `watch ${hash} ${name.slice(0, 150)}`;
}

/** Milliseconds before the next try after a fault, doubled each time up to the longest. Chosen. */
const [firstRetryMs, longestRetryMs] = [1_000, 60_000];
/** Tries with `once`, which last for half a minute. Chosen: a job that is started again and again must end. */
const triesOnce = 6;

class Watcher {
  readonly #storage: Storage;
  readonly #watched: WatchedFolder;
  readonly #invocation: Invocation;
  readonly #leaving: AbortSignal;
  readonly #journal: WatchJournal;
  readonly #files: FileWatch;
  readonly #namedLinks = new Set<string>();
  #failedCount = 0;

  constructor(storage: Storage, watched: WatchedFolder, invocation: Invocation, leaving: AbortSignal) {
    this.#storage = storage;
    this.#watched = watched;
    this.#invocation = invocation;
    this.#leaving = leaving;
    this.#journal = openJournal(invocation.config.dataFolder, watched.folder, watched.storeId);
    this.#files = new FileWatch(watched.settleMs);
  }

  async run(): Promise<number> {
    const { folder, once } = this.#watched;
    const events = listenToFolder(folder, (name) => name.startsWith(lockName));
    this.#log('watching', { folder }, `watching ${folder}`);
    try {
      let faults = 0;
      for (let retryMs = firstRetryMs; !this.#leaving.aborted; ) {
        let nextMs: number | null;
        try {
          nextMs = await this.#lookOnce();
          retryMs = firstRetryMs;
          faults = 0;
          if (once && nextMs === null) return this.#failedCount === 0 ? 0 : 1;
        } catch (error) {
          await this.#checkStore(error);
          faults += 1;
          if (once && faults === triesOnce) throw error;
          nextMs = retryMs;
          retryMs = Math.min(retryMs * 2, longestRetryMs);
        }
        await events.wait(nextMs, this.#leaving);
      }
      return 0;
    } finally {
      events.close();
      this.#log('stopped', { folder }, 'stopped');
    }
  }

  /** Imports what is complete; gives the milliseconds until another file may be, null where none is on its way. */
  async #lookOnce(): Promise<number | null> {
    const files = this.#list();
    await this.#forgetGone(files);
    const waiting = files.filter((file) => this.#journal.find(file)?.stays !== true);
    const { ready, nextMs } = this.#files.look(waiting, this.#invocation.clock.monotonicMs());
    for (const file of ready) {
      if (this.#leaving.aborted) return null;
      await this.#take(file);
    }
    // Files that came meanwhile, and one that turned out to be incomplete.
    return ready.length > 0 ? 0 : nextMs;
  }

  #list(): SeenFile[] {
    const { folder, patterns } = this.#watched;
    const entries = readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .filter(({ name }) => patterns.some((pattern) => matchesGlob(name, pattern)));
    this.#nameLinks(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
    return entries.filter((entry) => entry.isFile()).flatMap(({ name }) => this.#seen(name) ?? []);
  }

  /** Says of each link once that it is no file: what it points to may be anywhere, and moving the link would not move it. */
  #nameLinks(names: readonly string[]): void {
    for (const name of names.filter((one) => !this.#namedLinks.has(one))) {
      this.#namedLinks.add(name);
      this.#log(
        'ignored',
        { file: name },
        `${name} is ignored: it is a symbolic link. Put the file itself here.`,
      );
    }
  }

  /** Null for a file that is gone. */
  #seen(name: string): SeenFile | null {
    const found = statSync(join(this.#watched.folder, name), { throwIfNoEntry: false });
    return found === undefined ? null : { name, size: found.size, mtimeMs: found.mtimeMs };
  }

  /** Files that were moved away, by this watcher before it was killed or by people. */
  async #forgetGone(files: readonly SeenFile[]): Promise<void> {
    for (const entry of this.#journal.list()) {
      if (!files.some(({ name }) => name === entry.name)) await this.#forgetKey(entry);
    }
  }

  async #take(file: SeenFile): Promise<void> {
    const { storeId } = this.#watched;
    const entry = this.#journal.find(file) ?? (await this.#handIn(file));
    if (entry === null) return;
    const followed = { storeId, importId: entry.importId };
    const { run, isOver } = await awaitImport(this.#storage, followed, this.#invocation, {
      leaving: this.#leaving,
      show: () => {},
    });
    if (isOver) await this.#conclude(entry, run);
  }

  /** Null where nothing is to be imported: the file was written to meanwhile, or stays and has the content of before. */
  async #handIn(file: SeenFile): Promise<HandedFile | null> {
    const { storeId, folder, settings } = this.#watched;
    const path = join(folder, file.name);
    const stays = this.#journal.list().find((entry) => entry.name === file.name && entry.stays);
    if (stays?.key != null && stays.key === keyOfContent(file, await hashOfFile(path))) {
      this.#journal.note({ ...stays, ...file });
      return null;
    }
    let key: string | null = null;
    const keyOf = (hash: string) => {
      key = keyOfContent(file, hash);
      return key;
    };
    const given = { storeId, path, dryRun: false, settings, keyOf };
    try {
      const { id } = await handInFile(this.#storage, given, this.#invocation, () => {});
      const entry = { ...file, importId: id, key, stays: false };
      this.#journal.note(entry);
      return entry;
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
      this.#waitAgain(file);
      return null;
    }
  }

  #waitAgain({ name }: SeenFile): void {
    this.#files.forget(name);
    this.#log('waiting', { file: name }, `${name} is still being written`);
  }

  async #conclude(entry: HandedFile, run: ImportRun): Promise<void> {
    const now = this.#seen(entry.name);
    // What was imported was not all of it: the key is another one for the whole content.
    if (now !== null && !isSameFile(now, entry)) {
      this.#journal.forget(entry.name);
      return this.#waitAgain(entry);
    }
    if (run.status === 'failed') this.#failedCount += 1;
    const { result, lines } = resultOf(run, this.#invocation.config);
    const movedTo = this.#move(entry, run, result);
    if (movedTo === null) this.#journal.note({ ...entry, stays: true });
    else await this.#forgetKey(entry);
    const event = run.status === 'completed' ? 'imported' : 'failed';
    this.#log(event, { file: entry.name, moved_to: movedTo, ...result }, lines.join(' '));
  }

  /** Puts the file and a report of its import into `done/` or `failed/`; null where the folder cannot be written. */
  #move({ name }: HandedFile, run: ImportRun, report: object): string | null {
    const { folder } = this.#watched;
    const place = join(folder, run.status === 'completed' ? 'done' : 'failed');
    // The same after a kill in between.
    const target = join(place, `${formatTimestamp(run.createdAt).replace(/[:.]/g, '-')}-${name}`);
    try {
      mkdirSync(place, { recursive: true });
      writeFileSync(`${target}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
      renameSync(join(folder, name), target);
      return target;
    } catch (error) {
      // Somebody else moved or removed it.
      if (this.#seen(name) === null) return target;
      const reason = error instanceof Error ? error.message : String(error);
      this.#log('stays', { file: name, reason }, `${name} stays where it is (${reason})`);
      return null;
    }
  }

  /** The same content may be dropped again, and is then imported again. */
  async #forgetKey({ name, key }: HandedFile): Promise<void> {
    if (key !== null) {
      await this.#storage.write(this.#watched.storeId, (writer) => writer.idempotency.delete(key));
    }
    this.#journal.forget(name);
  }

  /** Rethrows the fault if the store is gone; anything else is tried again. */
  async #checkStore(error: unknown): Promise<void> {
    const isAway = error instanceof AppError && error.code === 'unavailable';
    const { storeId } = this.#watched;
    const isThere = isAway || (await this.#storage.directory.findStore(storeId).catch(() => true));
    if (isThere === null) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    this.#log('waiting', { reason }, `waiting: ${reason}`);
  }

  #log(event: string, fields: object, line: string): void {
    const time = formatTimestamp(this.#invocation.clock.nowMicros());
    this.#invocation.print({ time, event, ...fields }, [`${time} ${line}`]);
  }
}
