/** The end of an import of a file, told to the store's webhooks in the transaction that writes it. */
import type { ImportRun } from '../../storage/records.ts';
import type { StoreWriter } from '../../storage/storage.ts';
import type { RunEnvironment } from '../leased-run.ts';

export async function announceEnd(
  writer: StoreWriter,
  run: ImportRun,
  { announce }: Pick<RunEnvironment, 'announce'>,
): Promise<void> {
  await announce(writer, { type: run.status === 'completed' ? 'import.completed' : 'import.failed', run });
}
