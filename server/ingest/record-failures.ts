/**
 * Failed rows as they are kept: whole while their run and their store have room, then without the row's text, and beyond
 * the bound not at all. Counts and issues of the run are true in any case. pruneStore makes room, oldest runs first.
 */
import { limits } from '../../contract/limits.ts';
import type { Failure, ImportRun } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** What of a run says how its failed rows are kept. */
export type FailuresKept = Pick<ImportRun, 'failureBytes' | 'failuresDropped'>;

/** Writes further failures of the run within the caller's transaction, which writes the record with what is returned. */
export async function recordFailures(
  writer: Pick<StoreWriter, 'failureBytes' | 'insertFailures' | 'addFailureBytes'>,
  run: FailuresKept & Pick<ImportRun, 'id'>,
  failures: readonly Failure[],
): Promise<FailuresKept> {
  let { failureBytes, failuresDropped } = run;
  if (failures.length === 0) return { failureBytes, failuresDropped };
  // Under the store's lock, so that runs beside this one are counted.
  let ofStore = await writer.failureBytes();
  const kept: Failure[] = [];
  for (const failure of failures) {
    const filled = Math.max(
      failureBytes / limits.runFailuresMaxBytes,
      ofStore / limits.storeFailuresMaxBytes,
    );
    if (filled >= 1) break;
    const recorded = filled < limits.failureTextShare ? failure : { ...failure, raw: null };
    kept.push(recorded);
    failureBytes += bytesOf(recorded);
    ofStore += bytesOf(recorded);
  }
  await writer.insertFailures(run.id, kept);
  await writer.addFailureBytes(failureBytes - run.failureBytes);
  failuresDropped += failures.length - kept.length;
  return { failureBytes, failuresDropped };
}

/** Ids, numbers and what a database adds to a row. Chosen. */
const rowBytes = 160;

function bytesOf({ raw, externalId, problems }: Failure): number {
  return rowBytes + Buffer.byteLength(`${raw ?? ''}${externalId ?? ''}${JSON.stringify(problems)}`);
}
