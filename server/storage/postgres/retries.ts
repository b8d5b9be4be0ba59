/**
 * What may be tried once more without asking anybody. Reads may. So may a transaction before its first statement; one
 * whose work only sends statements also where PostgreSQL says that it was undone, or where the connection was lost
 * before the commit was sent. After the commit was sent nobody knows how it ended, and only the caller can tell whether
 * twice is too often.
 */

/** How far a transaction got. */
export type Stage = 'begin' | 'work' | 'commit';

/** Serialization failure and deadlock: PostgreSQL has undone the transaction and asks to try it again. */
const undoneStates = new Set(['40001', '40P01']);

/** The session was ended: by an administrator, a crash, or a server that shuts down. */
const endedStates = /^(08...|57P0[12])$/;

const cutCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** As the driver says it, without a code. */
const cutMessage = /^(Connection terminated|Client has encountered a connection error)/;

/** Whether a read that failed so is worth another try. */
export function mayReadAgain(error: unknown): boolean {
  return isUndone(error) || isCut(error);
}

/** `isRepeatable`: the work does nothing but send statements, which a second run would send once more. */
export function mayRunAgain(error: unknown, stage: Stage, isRepeatable: boolean): boolean {
  if (stage === 'begin') return isCut(error);
  if (!isRepeatable) return false;
  return isUndone(error) || (stage === 'work' && isCut(error));
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
