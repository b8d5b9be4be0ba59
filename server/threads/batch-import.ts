/** Imports of JSON batches, in turns (record 0041). */
import { limits } from '../../contract/limits.ts';
import {
  type ImportJsonRequest,
  type ImportJsonResult,
  importJson,
  prepareJsonImport,
  writeJsonImport,
} from '../ingest/import-json.ts';
import type { IngestEnvironment } from '../ingest/pipeline.ts';
import type { Storage } from '../storage/storage.ts';
import { createBatchTurns } from './batch-turns.ts';
import type { CallGate } from './call-gate.ts';
import type { FairQueue } from './fair-queue.ts';
import { createLongTurns } from './long-turns.ts';

interface BatchHands {
  readonly storage: Storage;
  readonly environment: IngestEnvironment;
  readonly gate: CallGate;
  /** Waits for the turn to write. */
  readonly inTurn: FairQueue['run'];
  /** Writes at a time. */
  readonly atOnce: number;
}

/** One batch of a store at a time. */
export function createBatchImport({ storage, environment, gate, inTurn: inWriteTurn, atOnce }: BatchHands) {
  const batches = createBatchTurns(atOnce);
  const longTurns = createLongTurns({ run: inWriteTurn }, atOnce);
  return (request: ImportJsonRequest): Promise<ImportJsonResult> => {
    const { storeId, body } = request;
    const inTurn = body.byteLength <= limits.shortBatchMaxBytes ? inWriteTurn : longTurns.run;
    const write = (work: () => Promise<ImportJsonResult>) => inTurn(storeId, () => gate(storeId, work));
    // It is read in the turn that writes it, as a single product is, and waits in no line of large ones.
    if (body.byteLength <= limits.smallBatchMaxBytes) {
      return write(() => importJson(storage, request, environment));
    }
    return batches.run(storeId, body.byteLength, {
      read: (inReadTurn) =>
        prepareJsonImport(storage, request, (slice) => inReadTurn(() => gate(storeId, async () => slice()))),
      write: (prepared) => write(() => writeJsonImport(storage, request, prepared, environment)),
    });
  };
}
