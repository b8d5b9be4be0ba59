/**
 * The operations that import products and files, done in the pipeline thread (§4.2, §4.3; Contract §5). A batch has at most 10,000
 * products and 32 MiB; faulty rows fail alone. A file in use, and more than 100 waiting imports, are `conflict`. They parse no file
 * themselves.
 */
// Tests: test/api/product-imports.test.ts, test/api/file-imports.test.ts.
import type { ImportSettings, importOperations } from '../../../contract/imports.ts';
import type { CsvSettings } from '../../../csv/layout.ts';
import { unavailable } from '../../errors.ts';
import { deleteFile } from '../../ingest/files/receive-file.ts';
import {
  cancelImport,
  type LinesRequest,
  requestImport,
  requestLinesImport,
} from '../../ingest/files/request-import.ts';
import type { ImportJsonRequest, ImportJsonResult } from '../../ingest/import-json.ts';
import type { RowOutcomes, RunEnvironment } from '../../ingest/leased-run.ts';
import { previewUndo, type UndoRunEnvironment, undoRun } from '../../ingest/undo-run.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentUndoCounts } from '../../operations/present-run.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import type { ImportRun } from '../../storage/records.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { presentImport } from './present-import.ts';
import { importIdOf, presentWithFile } from './read-imports.ts';

/** The parts from outside that writes need. */
interface ImportEnvironment extends Pick<RunEnvironment, 'clock' | 'newId' | 'announce'>, UndoRunEnvironment {
  readonly countRows: (rows: RowOutcomes) => void;
  /** Imports a batch in the turns of its store. */
  readonly importBatch: (request: ImportJsonRequest, cancelled: AbortSignal) => Promise<ImportJsonResult>;
}

/** A handler for each operation. Batches take the turns of their store by themselves. */
export function importWrites(
  storage: Storage,
  environment: ImportEnvironment,
): OperationHandlers<typeof importOperations, 'pipeline'> {
  async function record(
    storeId: string,
    actor: Actor | null,
    action: string,
    subject: string,
  ): Promise<void> {
    const entry = createAuditEntry(environment.clock, { actor, action, subject });
    await storage.write(storeId, (writer) => writer.audit.insert(entry));
  }
  /** Stores whose undo is being previewed: one at a time, since a preview reads every product of a run. */
  const previewing = new Set<string>();
  async function onePreview<Result>(storeId: string, preview: () => Promise<Result>): Promise<Result> {
    if (previewing.has(storeId)) throw unavailable('Another undo of this store is being previewed.', 1);
    previewing.add(storeId);
    return await preview().finally(() => previewing.delete(storeId));
  }
  return {
    async importProducts({ storeId, query, origin, body, lines, idempotencyKey }, { cancelled }) {
      const { dry_run: dryRun, mode } = query;
      if (lines != null) {
        const run = await requestLines(
          storage,
          { storeId, dryRun, mode, idempotencyKey, ...lines },
          environment,
        );
        return { message: messageOfQueued(dryRun), import: presentImport(run, origin) };
      }
      const batch = { storeId, body, mode, dryRun, idempotencyKey };
      const { run } = await environment.importBatch(batch, cancelled);
      if (!dryRun) environment.countRows(run);
      const message = dryRun ? 'Nothing was written: this was a dry run.' : 'Products have been upserted.';
      return { message, import: presentImport(run, origin) };
    },
    async importFile({ storeId, actor, origin, body }) {
      const { file_id: fileId, dry_run: dryRun } = body;
      const settings = settingsOf(body.settings);
      const run = await requestImport(storage, { storeId, fileId, dryRun, settings }, environment);
      if (!dryRun) await record(storeId, actor, 'import.requested', run.filename);
      const message = messageOfQueued(dryRun);
      return { message, import: await presentWithFile(storage.reader(storeId), run, origin) };
    },
    async cancelImport({ storeId, actor, origin, params }) {
      const run = await cancelImport(storage, { storeId, importId: importIdOf(params) }, environment);
      await record(storeId, actor, 'import.cancelled', run.filename);
      const message = 'The import was cancelled.';
      return { message, import: await presentWithFile(storage.reader(storeId), run, origin) };
    },
    async undoImport({ storeId, actor, callerName, params, query }, { cancelled }) {
      const request = {
        ...{ storeId, importId: importIdOf(params), by: callerName },
        finished: (writer: StoreWriter, run: ImportRun) =>
          writer.audit.insert(
            createAuditEntry(environment.clock, { actor, action: 'import.undone', subject: run.filename }),
          ),
      };
      const { undo, wasDone } = query.dry_run
        ? await onePreview(storeId, () => previewUndo(storage, request, environment, cancelled))
        : await undoRun(storage, request, environment);
      return { message: messageOf(wasDone, query.dry_run), undo: presentUndoCounts(undo) };
    },
  };
}

/** A repeated request gives the first import, and its lines are not kept. */
async function requestLines(
  storage: Storage,
  request: LinesRequest,
  environment: ImportEnvironment,
): Promise<ImportRun> {
  const { storeId, fileId } = request;
  const inTurn = <Result>(task: () => Promise<Result>) => environment.inTurn(storeId, task);
  const run = await inTurn(() => requestLinesImport(storage, request, environment));
  if (run.fileId !== fileId) await deleteFile(storage, { storeId, fileId }, inTurn);
  return run;
}

function messageOfQueued(dryRun: boolean): string {
  return dryRun ? 'The trial run was queued: nothing will be written.' : 'The import was queued.';
}

function messageOf(wasDone: boolean, dryRun: boolean): string {
  if (wasDone) return 'The import was undone before. Nothing more was done.';
  return dryRun ? 'Nothing was written: this was a dry run.' : 'The import has been undone.';
}

function settingsOf({ shop_url: shopUrl, ...settings }: ImportSettings): CsvSettings {
  return { ...settings, ...(shopUrl !== undefined && { shopUrl }) };
}
