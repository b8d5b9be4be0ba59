/**
 * Decides which store's data made a thread crash: the store at work in two crashes within ten minutes, or in one where memory ran out.
 * The next thread leaves that work alone for a time, which doubles with each further end. A store that merely was at work at the same
 * time is cleared by its first work that succeeds. Stores explain at most twenty ends within ten minutes: beyond that the thread
 * itself is of no use. It stops and starts nothing. Pauses are 5,000 ms at first and 300,000 ms at most; reasons are cut after 500
 * characters. An end without any work noted explains nothing and blames no store.
 */
// Tests: ./crash-blame.test.ts.
import type { Clock } from '../../clock.ts';
import type { HeldStore, StoreTask, StoreWork } from '../../jobs/quarantine.ts';

/** Milliseconds for which an end counts. Chosen. */
const calmMs = 600_000;

/** Ends that stores explain within that time, at most. Chosen: one store causes seven at the pauses below. */
const explainedMax = 20;

/** Explained ends within these milliseconds count as a row. Chosen: four times the longest pause before a start. */
const rowMs = 60_000;

/** Milliseconds for which work is left alone: `first`, then twice as long each time, at most `longest`. Chosen: a thread needs a second to start. */
const usualPausesMs = { first: 5_000, longest: 300_000 };

const reasonMaxLength = 500;

interface Suspect {
  readonly task: StoreTask;
  ends: number;
  endedMs: number;
  pauseMs: number;
  heldUntilMs: number;
  since: number | null;
  reason: string;
}

/** The ends of one kind of thread. */
export class CrashBlame {
  readonly #clock: Clock;
  readonly #pausesMs: typeof usualPausesMs;
  readonly #suspects = new Map<string, Suspect>();
  /** The times of ends that stores explain. */
  #explainedMs: number[] = [];
  /** Ends that no store explains, with the work that was under way. */
  #unexplained: { readonly atMs: number; readonly keys: ReadonlySet<string> }[] = [];

  constructor(clock: Clock, pausesMs = usualPausesMs) {
    this.#clock = clock;
    this.#pausesMs = pausesMs;
  }

  /** Notes that the thread ended at this work. Returns whether stores explain it, unless they explained too many ends. */
  note(tasks: readonly StoreTask[], error: Error): boolean {
    this.#forgetOld();
    const suspects = tasks.map((task) => this.#suspectOf(task));
    // Among works at the same time, one that was held before is the likelier reason.
    const held = suspects.filter(({ ends }) => ends >= endsUntilHeld);
    const charged = held.length > 0 ? held : likeliest(suspects, error);
    const nowMs = this.#clock.monotonicMs();
    for (const suspect of charged) {
      suspect.ends = isOutOfMemory(error) ? Math.max(endsUntilHeld, suspect.ends + 1) : suspect.ends + 1;
      suspect.endedMs = nowMs;
    }
    const guilty = charged.filter(({ ends }) => ends >= endsUntilHeld);
    if (guilty.length === 0) {
      this.#unexplained.push({ atMs: nowMs, keys: new Set(suspects.map(({ task }) => keyOf(task))) });
      return false;
    }
    for (const [index, suspect] of guilty.entries()) this.#hold(suspect, index, error);
    if (this.#explainedMs.length >= explainedMax) {
      this.#unexplained.push({ atMs: nowMs, keys: new Set() });
      return false;
    }
    this.#explainedMs.push(nowMs);
    const keys = new Set(guilty.map(({ task }) => keyOf(task)));
    this.#unexplained = this.#unexplained.filter((end) => end.keys.isDisjointFrom(keys));
    return true;
  }

  /** Unexplained ends within the last ten minutes. */
  unexplainedCount(): number {
    this.#forgetOld();
    return this.#unexplained.length;
  }

  /** Ends that stores explain, within the last minute. */
  explainedInRow(): number {
    const rowFromMs = this.#clock.monotonicMs() - rowMs;
    return this.#explainedMs.filter((atMs) => atMs > rowFromMs).length;
  }

  /** The stores and works to leave alone now. */
  held(): HeldStore[] {
    const nowMs = this.#clock.monotonicMs();
    return [...this.#suspects.values()]
      .filter(({ heldUntilMs }) => heldUntilMs > nowMs)
      .map(({ task, heldUntilMs, since, reason }) => ({
        ...task,
        state: { since: since ?? this.#clock.nowMicros(), cause: 'defect', reason },
        pauseMs: heldUntilMs - nowMs,
      }));
  }

  /** Clears a store after its work succeeded (null: all its work). One further end holds it again. */
  acquit(storeId: string, work: StoreWork | null): void {
    for (const suspect of this.#suspects.values()) {
      if (suspect.task.storeId !== storeId || (work !== null && suspect.task.work !== work)) continue;
      suspect.ends = Math.min(suspect.ends, endsUntilHeld - 1);
      suspect.since = null;
      suspect.heldUntilMs = 0;
    }
  }

  /** Holds a suspect. Several are tried again one after the other. */
  #hold(suspect: Suspect, index: number, { message }: Error): void {
    const { first, longest } = this.#pausesMs;
    suspect.pauseMs = suspect.pauseMs === 0 ? first : Math.min(2 * suspect.pauseMs, longest);
    suspect.heldUntilMs = this.#clock.monotonicMs() + suspect.pauseMs + index * first;
    suspect.since ??= this.#clock.nowMicros();
    suspect.reason = `a thread ended while it worked on this store: ${message}`.slice(0, reasonMaxLength);
  }

  #suspectOf(task: StoreTask): Suspect {
    const known = this.#suspects.get(keyOf(task));
    if (known !== undefined) return known;
    const suspect = { task, ends: 0, endedMs: 0, pauseMs: 0, heldUntilMs: 0, since: null, reason: '' };
    this.#suspects.set(keyOf(task), suspect);
    return suspect;
  }

  #forgetOld(): void {
    const longAgoMs = this.#clock.monotonicMs() - calmMs;
    for (const [key, { endedMs, heldUntilMs }] of this.#suspects) {
      if (Math.max(endedMs, heldUntilMs) <= longAgoMs) this.#suspects.delete(key);
    }
    this.#explainedMs = this.#explainedMs.filter((atMs) => atMs > longAgoMs);
    this.#unexplained = this.#unexplained.filter(({ atMs }) => atMs > longAgoMs);
  }
}

/** Ends at the same work from which it counts as the reason. Chosen: two are no accident. */
const endsUntilHeld = 2;

/** Documents of any length are the likelier reason why memory ran out than what is bounded by what the store may keep. */
function likeliest(suspects: readonly Suspect[], error: Error): readonly Suspect[] {
  const readers = suspects.filter(({ task }) => documentWorks.has(task.work));
  return isOutOfMemory(error) && readers.length > 0 ? readers : suspects;
}

const documentWorks: ReadonlySet<StoreWork> = new Set([
  'previews',
  'feed',
  'slow_feed',
  'import',
  'trial_import',
]);

function keyOf({ storeId, work }: StoreTask): string {
  return `${work} ${storeId}`;
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
