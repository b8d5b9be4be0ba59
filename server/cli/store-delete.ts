/** `foretype store delete`: removes a store with everything that it owns, beside a running server or without one. */
import { notFound } from '../errors.ts';
import type { StoreDeletion } from '../storage/erasures.ts';
import type { Storage } from '../storage/storage.ts';
import { deletedRows, finishDeletion } from '../stores/delete-store.ts';
import { type Command, jsonOption, UsageError } from './command.ts';
import { withStorage } from './with-storage.ts';

/** How often a person is shown how far it is. */
const progressRows = 100_000;

/** Says what would go, unless it is confirmed. Called again, it goes on with a deletion that was cut short. */
export const storeDelete: Command = {
  name: 'store delete',
  summary: 'delete a store with everything that it owns: there is no way back',
  operands: ['STORE_ID'],
  options: {
    yes: { kind: 'switch', help: 'do it; without this it only says what would be deleted' },
    json: jsonOption,
  },
  run: ({ config, clock, operands, has, print }) =>
    withStorage(config, async (storage) => {
      const [storeId = ''] = operands;
      const begun = await storage.deletions.find(storeId);
      if (!has('yes')) await refuse(storage, storeId, begun);
      if (begun === null && (await storage.directory.findStore(storeId)) === null)
        throw unknownStore(storeId);
      const { name } = await storage.deletions.begin(storeId, { at: clock.nowMicros(), by: null });
      const stopping = new AbortController().signal;
      const inTurn = <Result>(_storeId: string, task: () => Promise<Result>) => task();
      const deletion = await finishDeletion(
        storage,
        storeId,
        { clock, inTurn, stopping },
        has('json') ? undefined : printProgress(),
      );
      const { products = 0, feeds = 0, ...others } = deletion.deleted;
      print({ deleted: { store: storeId, name, products, feeds, ...others } }, [
        `Store "${name}" was deleted: ${listCounts(deletion.deleted)}.`,
      ]);
      return 0;
    }),
};

/** Throws UsageError that says what would be deleted. */
async function refuse(storage: Storage, storeId: string, begun: StoreDeletion | null): Promise<never> {
  if (begun !== null) {
    const state = begun.finishedAt === null ? 'is being deleted; --yes finishes it' : 'was deleted before';
    throw new UsageError(`Store "${begun.name}" ${state}.`);
  }
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw unknownStore(storeId);
  const counts = listCounts(await storage.deletions.count(storeId));
  throw new UsageError(
    `This would delete store "${store.name}" with ${counts}. Its keys stop working at once. Add --yes to delete it.`,
  );
}

function unknownStore(storeId: string): Error {
  return notFound(`store "${storeId}" (foretype store list shows them)`);
}

/** Rows by table, the most first. */
function listCounts(counts: Readonly<Record<string, number>>): string {
  const named = Object.entries(counts)
    .sort(([, left], [, right]) => right - left)
    .map(([table, count]) => `${count.toLocaleString('en')} ${table.replaceAll('_', ' ')}`);
  return named.length === 0 ? 'nothing in it' : named.join(', ');
}

function printProgress(): (deletion: StoreDeletion) => void {
  let shownRows = 0;
  return (deletion) => {
    const rows = deletedRows(deletion);
    if (rows < shownRows + progressRows) return;
    shownRows = rows;
    process.stderr.write(`${rows.toLocaleString('en')} rows deleted\n`);
  };
}
