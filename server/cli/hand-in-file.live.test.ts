/** Files that cannot be handed in now, through no fault of theirs. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../contract/limits.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { openIngestShop } from '../../test/support/ingest-shop.ts';
import { newId } from '../ids.ts';
import { pendingRun } from '../ingest/run-counts.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { handInFile } from './hand-in-file.ts';

const createdAt = 1;

/** Hands a good file in while the store is full, and gives how many files and imports there are then. */
async function handInWhere(
  storage: Storage,
  fill: (writer: StoreWriter) => Promise<void>,
  refusal: object,
): Promise<readonly [files: number, imports: number]> {
  const { storeId, environment } = await openIngestShop(storage);
  await storage.write(storeId, fill);
  const folder = mkdtempSync(join(tmpdir(), 'handed-'));
  const path = join(folder, 'lamps.csv');
  writeFileSync(path, 'external_id,title,price,url\na,Lamp,5,https://shop.example/a');
  const file = { storeId, path, dryRun: false, settings: {} };
  try {
    await assert.rejects(
      handInFile(storage, file, environment, () => {}),
      refusal,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { files, imports } = storage.reader(storeId);
  return [await files.count(), (await imports.page({ before: null, limit: 200 })).length];
}

onBothEngines('a store without room is no fault of a file', async ({ storage }) => {
  const bytes = limits.storeFilesMaxBytes;
  const full = { id: newId(), name: 'full', bytes, chunkCount: 0, complete: false, createdAt };
  const left = await handInWhere(storage, (writer) => writer.files.insert(full), {
    code: 'payload_too_large',
  });
  assert.deepEqual(left, [1, 0], 'no failed import');
});

onBothEngines('a file whose import is refused is not kept', async ({ storage }) => {
  const fill = async (writer: StoreWriter) => {
    const storeId = writer.store.id;
    for (let place = 0; place < limits.importsWaitingPerStore; place += 1) {
      const identity = { id: newId(), storeId, source: 'csv', filename: 'waits.csv', dryRun: false } as const;
      await writer.imports.insert(pendingRun({ ...identity, fileId: null, settings: null, createdAt }));
    }
  };
  const left = await handInWhere(storage, fill, { code: 'conflict' });
  assert.deepEqual(left, [0, limits.importsWaitingPerStore]);
});
