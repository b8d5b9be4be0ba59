/**
 * `foretype import undo IMPORT_ID`: takes an import or a run of a feed back, by the same code as the call of the API. It works beside a
 * running server, which answers with the products of before within 2 seconds. Ctrl-C leaves the rest to a second call. An import that
 * is unknown, under way, a trial run or older than 7 days ends it with code 1 and changes nothing.
 */
// Tests: test/scenarios/import-undo.test.ts.
import type { UndoBody } from '../../contract/imports.ts';
import { pluralOf } from '../../contract/plural.ts';
import { notFound } from '../errors.ts';
import { previewUndo, undoRun } from '../ingest/undo-run.ts';
import { presentUndoCounts } from '../operations/present-run.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import { type Command, jsonOption } from './command.ts';
import { withStorage } from './with-storage.ts';

/** Prints the numbers of the undo; with `--dry-run` the ones that it would have. */
export const importUndo: Command = {
  name: 'import undo',
  summary: 'take an import back, within 7 days after its end',
  operands: ['IMPORT_ID'],
  options: {
    store: { kind: 'value', placeholder: 'ID', required: true, help: 'the store of the import' },
    'dry-run': { kind: 'switch', help: 'say what would happen, and write nothing' },
    json: jsonOption,
  },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const { clock, config } = invocation;
      const [importId = ''] = invocation.operands;
      const storeId = invocation.value('store');
      if ((await storage.directory.findStore(storeId)) === null) {
        throw notFound(`store "${storeId}" (foretype store list shows them)`);
      }
      const leaving = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
      const environment = {
        ...{ clock, enrich: config.enrichmentProvider !== 'off', stopping: leaving.signal },
        inTurn: <Result>(_storeId: string, task: () => Promise<Result>) => task(),
      };
      const dryRun = invocation.has('dry-run');
      const { undo, wasDone } = dryRun
        ? await previewUndo(storage, { storeId, importId }, environment, leaving.signal)
        : await undoRun(
            storage,
            {
              ...{ storeId, importId, by: 'the command line' },
              finished: (writer, { filename: subject }) =>
                writer.audit.insert(
                  createAuditEntry(clock, { actor: null, action: 'import.undone', subject }),
                ),
            },
            environment,
          );
      const counts = presentUndoCounts(undo);
      invocation.print({ undo: counts, dry_run: dryRun }, describe(counts, { wasDone, dryRun }));
      return 0;
    }),
};

function describe(
  { restored, removed, changed_since: changedSince }: UndoBody,
  { wasDone, dryRun }: { readonly wasDone: boolean; readonly dryRun: boolean },
): string[] {
  const would = dryRun && !wasDone ? 'would be' : 'are';
  const products = (count: number) => `${count} ${pluralOf(count, 'product')}`;
  return [
    ...(wasDone ? ['The import was undone before. Nothing more is done.'] : []),
    `${products(restored)} ${would} as before the import; ${products(removed)} that it created ${would} erased.`,
    ...(changedSince > 0 ? [`${products(changedSince)} changed since then, and stay as they are.`] : []),
  ];
}
