/**
 * Tables and interface of the allowance of calls to the provider of phrases, which all stores and processes share. Times are
 * microseconds by the database's clock. It sets no limit: `decide` does. An unknown allowance counts as one without calls.
 */
// Tests: server/enrichment/allowance.test.ts.
import { byDefault, integer, text, time } from '../column.ts';
import { type RecordOf, table } from '../table.ts';

/** One row for each allowance that the whole deployment shares. */
export const allowances = table('allowances', {
  key: ['name'],
  columns: {
    name: text(),
    requests_at: time(),
    tokens_at: time(),
    /** No call may begin before this time: the provider asked for a pause. */
    blocked_until: time(),
    /** Number of times that the provider paused all stores since the last call that it answered. */
    failures: integer(),
    /** The store that makes the next call, if it asks again before `first_until`; empty if none waits. */
    first_waiting: byDefault(text()),
    first_until: byDefault(time()),
    /** The store that got the last 429; empty once a call was answered. */
    busy_store: byDefault(text()),
  },
});

/** Calls to the provider that are under way. A call ends at `kept_until` unless its owner keeps it. */
export const enrichmentCalls = table('enrichment_calls', {
  key: ['id'],
  columns: { id: text(), allowance: text(), owner: text(), kept_until: time() },
});

/** The columns of {@link AllowanceState}. */
export const allowanceState = allowances.omit('name');

/**
 * The part of the allowance that the calls of all processes have used. `requestsAt` and `tokensAt` are the times of GCRA
 * (ITU-T I.371): when each bucket will be full again.
 */
export type AllowanceState = RecordOf<typeof allowanceState>;

/** The state before a decision, with the calls under way. */
export interface AllowanceView extends AllowanceState {
  readonly callsUnderWay: number;
  /** The time by the database's clock. */
  readonly nowMicros: number;
}

/** The state after a decision, and the call that it begins or ends. */
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
  /** The time before which no call of this allowance may begin; 0 if none ever began. */
  allowancePausedUntil(name: string): Promise<number>;
  /** Keeps the owner's calls for another `keptMs` milliseconds. */
  keepCalls(owner: string, keptMs: number): Promise<void>;
}
