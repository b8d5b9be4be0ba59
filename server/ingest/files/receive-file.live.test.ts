/** Files that are let go while something may still need them, on both databases. */
import assert from 'node:assert/strict';
import { onBothEngines } from '../../../test/support/engines.ts';
import { openIngestShop } from '../../../test/support/ingest-shop.ts';
import { appendToFile, beginFile, completeFile, discardFile } from './receive-file.ts';
import { requestLinesImport } from './request-import.ts';

onBothEngines('a discarded file stays while an import uses it', async ({ storage }) => {
  const { storeId, environment } = await openIngestShop(storage);
  const files = storage.reader(storeId).files;
  const store = async () => {
    const { id: fileId } = await beginFile(storage, { storeId, name: 'api.ndjson' }, environment);
    await appendToFile(storage, { storeId, fileId, content: Buffer.from('{}\n') });
    await completeFile(storage, { storeId, fileId });
    return fileId;
  };
  const discard = (fileId: string) => discardFile(storage, { storeId, fileId }, (task) => task());
  const used = await store();
  const request = {
    storeId,
    fileId: used,
    hash: '',
    mode: 'upsert',
    dryRun: false,
    idempotencyKey: null,
  } as const;
  // Its caller may never hear of it: the answer can be lost after the commit.
  await requestLinesImport(storage, request, environment);
  await discard(used);
  assert.notEqual(await files.chunk(used, 0), null);
  const refused = await store();
  await discard(refused);
  assert.deepEqual([await files.chunk(refused, 0), await files.count()], [null, 1]);
});
