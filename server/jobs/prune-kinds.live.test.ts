import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAnyEngine } from '../../test/support/engines.ts';
import { storeRow } from '../../test/support/storage-rows.ts';
import { unavailable } from '../errors.ts';
import { DamageError } from '../storage/damage/damage.ts';
import { type PruneKind, pruneKinds, type WriteToStore } from './prune-kinds.ts';

/** Prunes in real transactions, with what each kind wrote that stayed, and how many transactions there were. */
async function prune(kinds: (note: (name: string) => PruneKind) => readonly PruneKind[]) {
  let result = { error: null as unknown, kept: [] as string[], transactions: 0 };
  await withAnyEngine(async (storage) => {
    const { id } = storeRow();
    await storage.directory.createStore(storeRow(), []);
    const noted: string[] = [];
    let transactions = 0;
    const write: WriteToStore = async (work) => {
      transactions += 1;
      const before = noted.length;
      try {
        return await storage.write(id, work);
      } catch (error) {
        noted.length = before;
        throw error;
      }
    };
    const note = (name: string): PruneKind => {
      return async () => {
        noted.push(name);
        return false;
      };
    };
    const error = await pruneKinds(write, kinds(note)).then(
      () => null,
      (problem: unknown) => problem,
    );
    result = { error, kept: noted, transactions };
  });
  return result;
}

test('kinds that end share one transaction', async () => {
  const { error, kept, transactions } = await prune((note) => [note('a'), note('b'), note('c')]);
  assert.deepEqual([error, kept, transactions], [null, ['a', 'b', 'c'], 1]);
});

test('a damaged kind keeps no other from its work', async () => {
  const damage = new DamageError('store_unavailable', 'A page is damaged.');
  const fail: PruneKind = () => Promise.reject(damage);
  const { error, kept } = await prune((note) => [note('a'), fail, note('b'), fail, note('c')]);
  assert.deepEqual([error, kept], [damage, ['a', 'b', 'c']]);
});

test('a database that is away ends the step', async () => {
  const away = unavailable('The database is away.', 1);
  const { error, kept, transactions } = await prune((note) => [() => Promise.reject(away), note('a')]);
  assert.deepEqual([error, kept, transactions], [away, [], 1]);
});
