/** Erases what is kept of a session, for whoever can name it: within two days, while its day's salt is there. */
import type { Storage } from '../storage/storage.ts';
import { hashesOfSession } from './sessions.ts';

/** Which session. */
export interface SessionErasure {
  readonly storeId: string;
  readonly sessionId: string;
}

/** Events that go in one transaction. */
const eventsPerStep = 500;

/**
 * Returns how many events went. What they added to popularity stays: it says nothing of anybody. `inTurn` runs a
 * transaction of the store when its turn comes.
 */
export async function eraseSession(
  storage: Storage,
  { storeId, sessionId }: SessionErasure,
  inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>,
): Promise<number> {
  const hashes = await hashesOfSession(storage.directory, storeId, sessionId);
  if (hashes.length === 0) return 0;
  let erased = 0;
  for (;;) {
    const gone = await inTurn(storeId, () =>
      storage.write(storeId, (writer) => writer.eraseSessions(hashes, eventsPerStep)),
    );
    erased += gone;
    if (gone < eventsPerStep) return erased;
  }
}
