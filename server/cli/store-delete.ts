/**
 * `foretype store delete`: removes a store with everything that it owns, beside a running server or without one. Without `--yes` it
 * only says how many rows would go and ends with code 2; nothing is deleted then. It reports every 100,000 rows. A deletion that stops
 * in the middle is reported with the rows that are left, ends with code 1, and never gives the store back: the next call or server goes on. An
 * unknown store is code 1.
 */
// Tests: test/scenarios/store-delete.test.ts, test/api/dashboard-store.test.ts.
import { notFound } from '../errors.ts';
import { DamageError } from '../storage/damage/damage.ts';
import type { StoreDeletion } from '../storage/products/erasure-tables.ts';
import type { Storage } from '../storage/storage.ts';
import { deletedRows, finishDeletion } from '../stores/delete-store.ts';
import { type Command, type Invocation, jsonOption } from './command.ts';
import { withStorage } from './with-storage.ts';

/** Rows between two reports of progress. */
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
      if (!has('yes')) return await printWhatGoes(storage, { storeId, begun, print });
      if (begun === null && (await storage.directory.findStore(storeId)) === null)
        throw unknownStore(storeId);
      const { name } = await storage.deletions.begin(storeId, { at: clock.nowMicros(), by: null });
      const stopping = new AbortController().signal;
      const inTurn = <Result>(_storeId: string, task: () => Promise<Result>) => task();
      const progress = has('json') ? undefined : printProgress();
      const deletion = await finishDeletion(storage, storeId, { clock, inTurn, stopping }, progress).catch(
        (error: unknown) => {
          throw explainHold(name, error);
        },
      );
      const { products = 0, feeds = 0, ...others } = deletion.deleted;
      print({ deleted: { store: storeId, name, products, feeds, ...others } }, [
        `Store "${name}" was deleted: ${listCounts(deletion.deleted)}.`,
      ]);
      return 0;
    }),
};

/** Explains what has happened to the store and what has not when its deletion stops in the middle. */
function explainHold(name: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const begun = `The deletion of store "${name}" has begun and is not finished: its keys do not work any more, and some of its rows are left.`;
  // Damaged rows wait for a repair, as the reason says.
  const next = cause instanceof DamageError ? '' : ' The same command, or a running server, goes on with it.';
  return new Error(`${begun} ${reason}${next}`, { cause });
}

/** Exit code 2: nothing was deleted. */
async function printWhatGoes(
  storage: Storage,
  { storeId, begun, print }: { storeId: string; begun: StoreDeletion | null; print: Invocation['print'] },
): Promise<number> {
  if (begun !== null) {
    const isFinished = begun.finishedAt !== null;
    print({ deletion: { store: storeId, name: begun.name, finished: isFinished, deleted: begun.deleted } }, [
      isFinished
        ? `Store "${begun.name}" was deleted before.`
        : `Store "${begun.name}" is being deleted: its keys do not work any more. --yes goes on with it.`,
    ]);
    return 2;
  }
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw unknownStore(storeId);
  const counts = await storage.deletions.count(storeId);
  const { products = 0, feeds = 0, ...others } = counts;
  print({ would_delete: { store: storeId, name: store.name, products, feeds, ...others } }, [
    `Store "${store.name}" would be deleted, with everything that it owns: ${listCounts(counts)}.`,
    'Its keys stop working at once. Add --yes to delete it.',
  ]);
  return 2;
}

function unknownStore(storeId: string): Error {
  return notFound(`store "${storeId}" (foretype store list shows them)`);
}

/** Rows by table, the most first. */
function listCounts(counts: Readonly<Record<string, number>>): string {
  const named = Object.entries(counts)
    .sort(([, left], [, right]) => right - left)
    .map(([table, count]) => `${table.replaceAll('_', ' ')}: ${count.toLocaleString('en')}`);
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
