/**
 * Decides what is tried again without asking the caller: reads; a transaction before its first statement; and a transaction whose work
 * only sends statements, if PostgreSQL says that it was undone or the connection was lost before the commit was sent. Once the commit
 * was sent its outcome is unknown, and only the caller can decide whether to write twice. A transaction runs at most 4 times, with 20
 * ms more before each run; after that its error goes to the caller. Unknown errors are never tried again.
 */
// Tests: ./retries.test.ts.

import { setTimeout } from 'node:timers/promises';

/** The stage that a transaction reached. */
export type Stage = 'begin' | 'work' | 'commit';

/** Serialization failure and deadlock: PostgreSQL has undone the transaction and asks to try it again. */
const undoneStates = new Set(['40001', '40P01']);

/** The session was ended: by an administrator, a crash, or a server that shuts down. */
const endedStates = /^(08...|57P0[12])$/;

const cutCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** A lost connection in the driver's words: it gives no code. */
const cutMessage = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether a read that failed with this error should be tried again. */
export function isRetryableRead(error: unknown): boolean {
  return isUndone(error) || isCut(error);
}

/** Runs of a transaction that is undone each time, at most. Chosen: the transactions in its way have ended by then, or have a fault. */
const undoneRunsMax = 4;
/** Pause before the second run; it grows by as much before each further one. Chosen. */
const pauseMs = 20;

/** A run of a transaction that failed. */
export interface FailedRun {
  readonly stage: Stage;
  /** Counts from 1. */
  readonly run: number;
  /** The work does nothing but send statements, which a further run would send once more. */
  readonly isRepeatable: boolean;
}

/** Whether to run the transaction again. */
export function isRetryableRun(error: unknown, { stage, run, isRepeatable }: FailedRun): boolean {
  if (stage === 'begin') return run === 1 && isCut(error);
  if (!isRepeatable) return false;
  if (isUndone(error)) return run < undoneRunsMax;
  return run === 1 && stage === 'work' && isCut(error);
}

/** Resolves once the transaction should run for the `run`th time: later each time, so that the others end first. */
export async function pauseBeforeRun(run: number): Promise<void> {
  await setTimeout(pauseMs * (run - 1));
}

function isUndone(error: unknown): boolean {
  return undoneStates.has(codeOf(error));
}

function isCut(error: unknown): boolean {
  const code = codeOf(error);
  return (
    endedStates.test(code) || cutCodes.has(code) || (error instanceof Error && cutMessage.test(error.message))
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
