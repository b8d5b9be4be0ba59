/**
 * Keeps the stores on which one kind of work fails, while it goes on for all others: each has a reason and is tried again after pauses
 * that grow from 1 s to 5 min. A database that is away is no store's fault and puts none here. It repairs nothing. At most 100 rows of
 * a store are kept, 5 of them named, in 500 characters.
 */
// Tests: ./quarantine.test.ts.
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { type DamagedRow, describeDamage } from '../storage/damage/damage.ts';
import { type JobKind, jobKinds } from '../storage/records.ts';

/**
 * Kinds of work for stores; one kind that fails does not stop the others. `deletion` works on stores that are otherwise deleted;
 * `calls` met rows that cannot be read; `memory` is no work: a store's index found no place in memory.
 */
export type StoreWork =
  | 'index'
  | 'memory'
  | 'popularity'
  | 'collections'
  | 'deletion'
  | 'writes'
  | 'reads'
  | 'previews'
  | 'calls'
  | JobKind;

const storeWorks: readonly string[] = [
  ...['index', 'popularity', 'collections', 'deletion', 'writes', 'reads', 'previews'],
  ...jobKinds,
];

/** Whether the text names a kind of work. */
export function isStoreWork(text: string): text is StoreWork {
  return storeWorks.includes(text);
}

/** Work of one kind on one store. */
export interface StoreTask {
  readonly storeId: string;
  readonly work: StoreWork;
}

/** A task that probably ended a thread; plain data. */
export interface HeldStore extends StoreTask {
  readonly state: QuarantineState;
  /** Milliseconds for which it is left alone from now on. */
  readonly pauseMs: number;
}

/**
 * `row`: some rows cannot be read and are left out; `page`: a part of the database cannot; `memory`: the store's index has no
 * place in memory; `defect`: anything else.
 */
export type QuarantineCause = 'row' | 'page' | 'memory' | 'defect';

/** Why a store is in quarantine. */
export interface QuarantineState {
  /** Microseconds since the epoch. */
  readonly since: number;
  readonly cause: QuarantineCause;
  /** The reason in words, for the people who run the service. */
  readonly reason: string;
  /** The first of the rows that cannot be read (at most 100), and how many there are; only with cause `row`. */
  readonly rows?: readonly DamagedRow[];
  readonly rowCount?: number;
}

/** Sent when a store enters or leaves, or its reason changes; plain data. */
export interface QuarantineNotice {
  readonly storeId: string;
  /** Null: all work, since the store was deleted. */
  readonly work: StoreWork | null;
  /** Null: the work succeeds again. */
  readonly state: QuarantineState | null;
}

/** The settings of a quarantine. */
export interface QuarantineSettings {
  readonly work: StoreWork;
  readonly clock: Clock;
  readonly notify: (notice: QuarantineNotice) => void;
  /** Tasks to leave alone from the start, of this work and others; they were reported already. */
  readonly held?: readonly HeldStore[];
}

interface Entry {
  state: QuarantineState;
  /** Whether the work fails as a whole; otherwise it succeeds except for some rows. */
  isFailing: boolean;
  pauseMs: number;
  /** The time of the next try, by the clock's monotonic time. */
  dueMs: number;
  /** The work is not done before this time, since it may end the thread. */
  readonly heldUntilMs: number;
}

type Fault = Pick<QuarantineState, 'cause' | 'reason'> & { readonly rows: readonly DamagedRow[] };

/** Milliseconds between two tries: `first`, then twice as long each time, at most `longest`. Chosen. */
const pausesMs = { first: 1_000, longest: 300_000 };

/** Rows named in a reason; the rest is counted. Chosen. */
const rowsNamed = 5;
/** Rows kept for a store, at most; the rest is counted. Chosen. */
export const rowsKept = 100;
const reasonMaxLength = 500;

/** The stores on which one kind of work fails. */
export class Quarantine {
  readonly #settings: QuarantineSettings;
  readonly #entries = new Map<string, Entry>();

  constructor(settings: QuarantineSettings) {
    this.#settings = settings;
    const nowMs = settings.clock.monotonicMs();
    for (const { storeId, work, state, pauseMs } of settings.held ?? []) {
      if (work !== settings.work) continue;
      const dueMs = nowMs + pauseMs;
      const entry = { state, isFailing: true, pauseMs: pausesMs.first, dueMs, heldUntilMs: dueMs };
      this.#entries.set(storeId, entry);
    }
  }

  /** Whether the work is left alone, since it probably ended the previous thread. */
  isHeld(storeId: string): boolean {
    return this.heldForMs(storeId) > 0;
  }

  /** Milliseconds for which the work is left alone from now on; 0 if it is not. */
  heldForMs(storeId: string): number {
    const { heldUntilMs = 0 } = this.#entries.get(storeId) ?? {};
    return Math.max(0, heldUntilMs - this.#settings.clock.monotonicMs());
  }

  /** Whether the work fails as a whole: it is done only for a store that {@link takeDue} gives. */
  isFailing(storeId: string): boolean {
    return this.#entries.get(storeId)?.isFailing === true;
  }

  /** The stores for which {@link isFailing} is true. */
  failingStores(): string[] {
    return Array.from(this.#entries).flatMap(([storeId, { isFailing }]) => (isFailing ? [storeId] : []));
  }

  /** Stores whose pause is over; the next one begins, and is longer. */
  takeDue(): string[] {
    const now = this.#settings.clock.monotonicMs();
    const due: string[] = [];
    for (const [storeId, entry] of this.#entries) {
      if (now < entry.dueMs) continue;
      entry.pauseMs = Math.min(entry.pauseMs * 2, pausesMs.longest);
      entry.dueMs = now + entry.pauseMs;
      due.push(storeId);
    }
    return due;
  }

  /** Milliseconds before the next try, longer each time: for callers that do not use {@link takeDue}. */
  nextPauseMs(storeId: string): number {
    const entry = this.#entries.get(storeId);
    if (entry === undefined) return pausesMs.first;
    const { pauseMs } = entry;
    entry.pauseMs = Math.min(pauseMs * 2, pausesMs.longest);
    return pauseMs;
  }

  /** Notes that the work failed. Returns false, and notes nothing, if that is not the store's fault. */
  fail(storeId: string, error: unknown): boolean {
    if (!isStoreFault(error)) return false;
    this.#enter(storeId, true, { cause: causeOf(error), reason: reasonOf(error), rows: rowsOf(error) });
    return true;
  }

  /** Notes that the work succeeded except for these rows; without any, the store leaves. */
  leaveOut(storeId: string, rows: readonly DamagedRow[]): void {
    if (rows.length === 0) this.end(storeId);
    else this.#enter(storeId, false, { cause: 'row', reason: reasonOfRows(rows), rows });
  }

  /** Notes that the store's index has no place in memory, until {@link end}. */
  note(storeId: string, reason: string): void {
    this.#enter(storeId, true, { cause: 'memory', reason, rows: [] });
  }

  /** Notes that the work succeeded, or that there is none any more. */
  end(storeId: string): void {
    if (this.#entries.delete(storeId)) this.#notify(storeId, null);
  }

  /** Notes that the store was deleted: no work but the deletion can fail on it any more. */
  noteDeleted(storeId: string): void {
    this.#entries.delete(storeId);
    this.#settings.notify({ storeId, work: null, state: null });
  }

  #enter(storeId: string, isFailing: boolean, { cause, reason, rows }: Fault): void {
    const { clock } = this.#settings;
    const known = this.#entries.get(storeId);
    const since = known?.state.since ?? clock.nowMicros();
    const state = { since, cause, reason, rows: rows.slice(0, rowsKept), rowCount: rows.length };
    if (known === undefined) {
      const pauseMs = pausesMs.first;
      const nowMs = clock.monotonicMs();
      this.#entries.set(storeId, { state, isFailing, pauseMs, dueMs: nowMs + pauseMs, heldUntilMs: nowMs });
    } else {
      known.isFailing = isFailing;
      if (known.state.reason === reason && hasSameRows(known.state, state)) return;
      known.state = state;
    }
    this.#notify(storeId, state);
  }

  #notify(storeId: string, state: QuarantineState | null): void {
    this.#settings.notify({ storeId, work: this.#settings.work, state });
  }
}

function hasSameRows(before: QuarantineState, now: QuarantineState): boolean {
  const namesOf = ({ rows = [] }: QuarantineState) => rows.map(describeDamage).join();
  return before.rowCount === now.rowCount && namesOf(before) === namesOf(now);
}

/** Whether an error is about one store. Refusals meant for a caller, and an unreachable database, are no store's fault. */
export function isStoreFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'store_unavailable';
}

/** The cause of a store's fault. Errors that crossed a thread are plain AppErrors, no DamageErrors. */
function causeOf(error: unknown): QuarantineCause {
  if (!(error instanceof AppError)) return 'defect';
  return error.row === null ? 'page' : 'row';
}

function rowsOf(error: unknown): DamagedRow[] {
  return error instanceof AppError && error.row !== null ? [error.row] : [];
}

function reasonOf(error: unknown): string {
  const rows = rowsOf(error);
  if (rows.length > 0) return reasonOfRows(rows);
  return String(error instanceof AppError ? error.message : error).slice(0, reasonMaxLength);
}

function reasonOfRows(rows: readonly DamagedRow[]): string {
  const named = rows.slice(0, rowsNamed).map(describeDamage).join('; ');
  const more = rows.length > rowsNamed ? `; and ${rows.length - rowsNamed} more` : '';
  const what = rows.length === 1 ? '1 row cannot be read' : `${rows.length} rows cannot be read`;
  return `${what}: ${named}${more}`.slice(0, reasonMaxLength);
}
