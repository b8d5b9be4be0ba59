/**
 * Exchanges answered questions with the other processes on the same database: twice a second new ones are written into one row, and
 * rows of others are read when a click names a question that is not known here. Only keyed hashes are written; they are deleted after
 * three quarters of an hour. A write that fails is tried again with the same batch. Rows are read 500 at a time, with 10 s of overlap,
 * as clocks may differ by 5 s. What does not fit in a damaged row is ignored. It never sends a query, an address or a session.
 */
// Tests: test/scenarios/evidence-of-nodes.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import type { Bits64 } from '../../events/keyed-hash.ts';
import { repeat } from '../../jobs/repeat.ts';
import type { ShownDirectory } from '../../storage/events/tables.ts';
import { type ShownMemory, ShownRing, ShownTable } from './shown-table.ts';

/** The dependencies of an exchange. */
export interface ShownExchangeParts {
  readonly directory: ShownDirectory;
  readonly memory: ShownMemory;
  readonly clock: Clock;
  /** Questions could not be written; it is tried again. */
  readonly failed: (error: unknown) => void;
}

/** The two directions. */
export interface ShownExchange {
  /** Takes what others have written until now. */
  load(): Promise<void>;
  /** Writes what is new, and ends. */
  close(): Promise<void>;
}

/** Microseconds for which rows are kept: as long as the table remembers (shown-table.ts). */
const keptMicros = 1.5 * limits.shownMinutes * 60 * 1_000_000;
/** Microseconds of rows that are read a second time. Chosen: clocks differ, and a row may be committed after its time. */
const overlapMicros = 2 * limits.clockTolerableMs * 1_000;
/** Rows of one read. Chosen. */
const rowsPerPage = 500;
/** Microseconds between two deletions of old rows. Chosen. */
const pruneMicros = 60 * 1_000_000;
/** Words of an entry: a hash of two, and a count. */
const wordsPerEntry = 3;

/** Null where this process is the only one. */
export function startShownExchange(parts: ShownExchangeParts): ShownExchange | null {
  const { directory, memory, clock, failed } = parts;
  if (memory.ring === null) return null;
  const ring = new ShownRing(memory.ring);
  const reader = createReader(parts, ring);
  let prunedAt = 0;
  let unwritten: { readonly number: number; readonly entries: Uint8Array } | null = null;

  async function flush(): Promise<void> {
    const now = clock.nowMicros();
    if (unwritten === null) {
      const entries = pack(ring.take());
      if (entries !== null) unwritten = { number: ring.nextBatch(), entries };
    }
    if (unwritten !== null) {
      await directory.addShown({ node: memory.node, ...unwritten, createdAt: now });
      unwritten = null;
    }
    if (now - prunedAt < pruneMicros) return;
    prunedAt = now;
    await directory.deleteShownBefore(now - keptMicros);
  }

  const flushing = repeat(flush, limits.shownFlushMs, { failed });
  return {
    load: reader,
    async close() {
      await flushing.stop();
      await flush().catch(() => {});
    },
  };
}

/** Calls that come during a read share the next one, which sees everything written before they came. */
function createReader(
  { directory, memory, clock }: ShownExchangeParts,
  ring: ShownRing,
): () => Promise<void> {
  const table = new ShownTable(memory);
  /** The newest number of each process that was read. */
  const seen = new Map<string, number>();
  // The table already has what the thread before this one read: it must not count twice.
  let since = ring.readUntil;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function read(): Promise<void> {
    next = null;
    const now = clock.nowMicros();
    const nowSeconds = clock.monotonicMs() / 1_000;
    const from = Math.max(since, now - keptMicros);
    let after: { readonly node: string; readonly number: number } | null = null;
    for (;;) {
      const page = await directory.shownSince({
        since: from,
        except: memory.node,
        after,
        limit: rowsPerPage,
      });
      for (const batch of page) {
        if (batch.number <= (seen.get(batch.node) ?? 0)) continue;
        seen.set(batch.node, batch.number);
        const ageSeconds = Math.max(0, (now - batch.createdAt) / 1_000_000);
        for (const { times, ...question } of unpack(batch.entries)) {
          table.note(question, Math.floor(nowSeconds - ageSeconds), times);
        }
      }
      if (page.length < rowsPerPage) break;
      after = page.at(-1) ?? null;
    }
    since = now - overlapMicros;
    ring.readUntil = now;
  }

  return () => {
    next ??= reading.then(read, read);
    reading = next;
    return next;
  };
}

function pack(questions: ReadonlyMap<string, Bits64 & { readonly times: number }>): Uint8Array | null {
  if (questions.size === 0) return null;
  const words = new Int32Array(questions.size * wordsPerEntry);
  let at = 0;
  for (const { low, high, times } of questions.values()) {
    words.set([low, high, times], at);
    at += wordsPerEntry;
  }
  return new Uint8Array(words.buffer);
}

/** Reads the whole entries of a row. The rest of a damaged row is ignored: it must not cost others their evidence. */
function* unpack(entries: Uint8Array): Iterable<Bits64 & { readonly times: number }> {
  const entryBytes = wordsPerEntry * Int32Array.BYTES_PER_ELEMENT;
  const wholeBytes = entries.byteLength - (entries.byteLength % entryBytes);
  // A copy: what the driver gives is a part of a larger buffer, of which `slice` would be a view as well.
  const words = new Int32Array(new Uint8Array(entries.subarray(0, wholeBytes)).buffer);
  for (let at = 0; at < words.length; at += wordsPerEntry) {
    yield { low: words[at] ?? 0, high: words[at + 1] ?? 0, times: words[at + 2] ?? 0 };
  }
}
