/**
 * Keeps the directory's version and the list of stores that changed lately. Only the last change of each store is kept, so that one
 * that changes all the time displaces no other. For a version that is too old the answer is "any store may have changed" (null). The
 * last 100 changed stores are kept. A directory without its row throws a plain error: the migrations have not run.
 */
// Tests: test/storage/directory-changes.test.ts.
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { KeyDirectory } from './key-tables.ts';

/** Stores whose last change is kept. Chosen: at 44 bytes each the row stays on one page. */
export const changedStoresKept = 100;

type DirectoryState = Selectable<Schema['directory_state']>;

/** A version, and the store whose change raised the directory to it. */
type Change = readonly [version: number, storeId: string];

/**
 * First in its transaction, or right after the lock of a store: the row's lock makes changes of the directory take
 * turns, in one lock order.
 */
export async function raiseVersion(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): Promise<void> {
  const update = builder.updateTable('directory_state').where('id', '=', 1);
  const raise = update.set((expression) => ({ version: expression('version', '+', 1) }));
  const [state] = await transaction.query(raise.returningAll());
  await transaction.run(update.set(withChange(existing(state), storeId)));
}

export function changeDirectory({ builder, read }: Database): Pick<KeyDirectory, 'changesSince'> {
  const states = builder.selectFrom('directory_state');
  // Asked ten times a second by each process.
  const versionQuery = states.select('version').compile();
  const versionOnly = { compile: () => versionQuery };
  return {
    async changesSince(since) {
      const [{ version } = { version: null }] = await read(null, versionOnly);
      if (version !== null && version === since) return { version, stores: [] };
      const [state] = await read(null, states.selectAll());
      return changesOf(existing(state), since);
    },
  };
}

/** The new columns of a state whose version was just raised. */
function withChange(state: DirectoryState, storeId: string): Updateable<Schema['directory_state']> {
  const { version } = state;
  const isWhole = state.changes_until === version - 1;
  const others = isWhole ? readChanges(state.changes).filter(([, other]) => other !== storeId) : [];
  const forgotten = others[changedStoresKept - 1]?.[0];
  const kept: Change[] = [[version, storeId], ...others.slice(0, changedStoresKept - 1)];
  return {
    changes_since: forgotten ?? (isWhole ? state.changes_since : version - 1),
    changes_until: version,
    changes: kept.map((change) => change.join(':')).join(' '),
  };
}

function changesOf(
  state: DirectoryState,
  since: number | null,
): Awaited<ReturnType<KeyDirectory['changesSince']>> {
  const { version, changes_since, changes_until, changes } = state;
  const isKnown = since !== null && since >= changes_since && since <= version && changes_until === version;
  if (!isKnown) return { version, stores: null };
  return {
    version,
    stores: readChanges(changes).flatMap(([raisedTo, storeId]) => (raisedTo > since ? [storeId] : [])),
  };
}

/** The newest first. */
function readChanges(text: string): Change[] {
  return text.split(' ').map((change) => {
    const [version = '', storeId = ''] = change.split(':');
    return [Number(version), storeId];
  });
}

function existing(state: DirectoryState | undefined): DirectoryState {
  if (state === undefined) throw new Error('The directory has no version; run the migrations first.');
  return state;
}
