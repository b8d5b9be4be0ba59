/**
 * Imports JSON batches, in turns (record 0041). Batches of up to `smallBatchMaxBytes` are read in the turn that writes them; larger
 * ones are read slice by slice before. Faulty rows are reported in the answer, never thrown. A batch has at most 32 MiB; up to 64 KiB
 * it is a short turn, up to 2 MiB it is read in its turn. It is never written twice, and a body that is no JSON rejects with
 * `malformed_json` as a whole.
 */
// Tests: ./batch-import.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import {
  type ImportJsonRequest,
  type ImportJsonResult,
  importJson,
  prepareJsonImport,
  writeJsonImport,
} from '../../ingest/import-json.ts';
import type { IngestEnvironment } from '../../ingest/pipeline.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CallGate } from '../crashes/call-gate.ts';
import type { FairQueue } from '../fairness/fair-queue.ts';
import { createBatchTurns, type InTurn } from './batch-turns.ts';

interface BatchDependencies {
  readonly storage: Storage;
  readonly environment: IngestEnvironment;
  readonly gate: CallGate;
  /** The turns of all writes. */
  readonly turns: Pick<FairQueue, 'run' | 'runLong'>;
  /** Writes at a time. */
  readonly atOnce: number;
}

/** One batch of a store at a time. A long one of a caller who is gone before its turn to write is not written. */
export function createBatchImport({ storage, environment, gate, turns, atOnce }: BatchDependencies) {
  const batches = createBatchTurns(atOnce);
  return (request: ImportJsonRequest, cancelled?: AbortSignal): Promise<ImportJsonResult> => {
    const { storeId, body } = request;
    const bytes = body.byteLength;
    const write = (work: () => Promise<ImportJsonResult>) =>
      bytes <= limits.shortBatchMaxBytes
        ? turns.run(storeId, () => gate(storeId, work))
        : turns.runLong(storeId, () => gate(storeId, work), cancelled);
    // It is read in the turn that writes it, as a single product is, and waits in no line of large ones.
    if (bytes <= limits.smallBatchMaxBytes) return write(() => importJson(storage, request, environment));
    const read = (inReadTurn: InTurn) =>
      prepareJsonImport(storage, request, (slice) => inReadTurn(() => gate(storeId, async () => slice())));
    return batches.run(
      { storeId, bytes, cancelled },
      { read, write: (prepared) => write(() => writeJsonImport(storage, request, prepared, environment)) },
    );
  };
}
