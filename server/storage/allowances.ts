/** The allowance of calls to the provider of phrases, which all stores and processes share. */
import { byDefault, integer, text, time } from './column.ts';
import { type RecordOf, table } from './table.ts';

/** One row for what the whole deployment shares. */
export const allowances = table('allowances', {
  key: ['name'],
  columns: {
    name: text(),
    requests_at: time(),
    tokens_at: time(),
    /** The provider asked for no calls until then. */
    blocked_until: time(),
    /** How often it paused all stores since the last call that was answered. */
    failures: integer(),
    /** The store that makes the next call, if it asks again before `first_until`; empty if none waits. */
    first_waiting: byDefault(text()),
    first_until: byDefault(time()),
    /** The store that had the last 429; empty if an answer came since. */
    busy_store: byDefault(text()),
  },
});

/** Calls under way. */
export const enrichmentCalls = table('enrichment_calls', {
  key: ['id'],
  columns: { id: text(), allowance: text(), owner: text(), kept_until: time() },
});

/** The columns of {@link AllowanceState}. */
export const allowanceState = allowances.omit('name');

/**
 * How far the calls of all processes have used up what is allowed. The two times are those of GCRA (ITU-T I.371): when
 * the bucket will be full again.
 */
export type AllowanceState = RecordOf<typeof allowanceState>;

/** What a decision finds. */
export interface AllowanceView extends AllowanceState {
  readonly callsUnderWay: number;
  /** By the database's clock. */
  readonly nowMicros: number;
}

/** What a decision leaves; a call under way counts as long as its owner keeps it. */
export interface AllowanceDecision<Result> {
  readonly state: AllowanceState;
  readonly begun?: { readonly id: string; readonly owner: string; readonly keptMs: number };
  readonly endedId?: string;
  readonly result: Result;
}

/** The allowance that all stores and processes share, by its name. */
export interface AllowanceDirectory {
  /** Decides under a lock, in a transaction of its own; `decide` is pure. */
  changeAllowance<Result>(
    name: string,
    decide: (view: AllowanceView) => AllowanceDecision<Result>,
  ): Promise<Result>;
  /** Until when no call of the name may begin; 0 if none ever began. */
  allowancePausedUntil(name: string): Promise<number>;
  /** The owner's calls go on. */
  keepCalls(owner: string, keptMs: number): Promise<void>;
}
