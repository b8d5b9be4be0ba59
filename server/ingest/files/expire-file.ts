/** Deleting a file whose time is over, unless it is being imported. */
import type { ClaimedJob } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import type { RunEnvironment } from '../leased-run.ts';
import { deleteFile } from './receive-file.ts';

/** An import under way puts the end off by an hour. */
export async function expireFile(
  storage: Storage,
  { id, storeId, subject: fileId, runAt }: ClaimedJob,
  { inTurn }: Pick<RunEnvironment, 'inTurn'>,
): Promise<void> {
  const laterMs = 3_600 * 1_000;
  const isPutOff = await inTurn(storeId, () =>
    storage.write(storeId, async (writer) => {
      // From here on no import takes it: it goes in several steps.
      if (!(await writer.isFileInUse(fileId))) await writer.setFileComplete(fileId, false);
      else await writer.postponeJob(id, runAt + laterMs * 1_000);
      return await writer.isFileInUse(fileId);
    }),
  );
  if (isPutOff) return;
  await deleteFile(storage, { storeId, fileId }, (task) => inTurn(storeId, task));
  await inTurn(storeId, () => storage.write(storeId, (writer) => writer.deleteJob(id)));
}
