/**
 * Goal: what is in no document is found without holding the documents of all feeds at once.
 * Method: lists of ids, and the memory of the process whenever another one is read.
 */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AbsentProducts } from '../../server/feeds/absent-products.ts';
import { DocumentIds } from '../../server/feeds/document-ids.ts';
import { IdHashes } from '../../server/ingest/id-hashes.ts';
import { onBothEngines, onSqlite } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function hashesOf(ids: readonly string[]): IdHashes {
  const hashes = new IdHashes();
  for (const id of ids) hashes.add(id);
  return hashes;
}

const signal = new AbortController().signal;
const run = { feedId: 'own', runId: 'own run' };

// Not on PostgreSQL, whose client keeps copies of what it received for a while.
onSqlite('one list of other feeds’ ids is in memory at once', async ({ storage }) => {
  const [storeId, listBytes] = [uuidOf(1), 2_000_000];
  await storage.directory.createStore({ ...storeRow(), id: storeId }, []);
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  for (const number of numbers) {
    const list = new Float64Array(listBytes / 8).fill(number);
    const ids = new Uint8Array(list.buffer);
    const content = { feedId: `feed ${number}`, runId: 'run' };
    await storage.write(storeId, (writer) => writer.feeds.writeContent(content, [ids]));
  }
  const reader = storage.reader(storeId);
  const heldBytes: number[] = [];
  const watched = {
    ...reader,
    feeds: {
      ...reader.feeds,
      removableIds: () => Promise.resolve(['absent']),
      content(of: typeof run) {
        collectGarbage();
        heldBytes.push(process.memoryUsage().arrayBuffers);
        return reader.feeds.content(of);
      },
    },
  };
  const own = DocumentIds.of(hashesOf(['1']));
  const absent = await AbsentProducts.find(watched, { run, own, fence: 0, stopping: signal });
  assert.deepEqual([absent.first(9), heldBytes.length], [['absent'], numbers.length]);
  const grownBytes = Math.max(...heldBytes) - (heldBytes[0] ?? 0);
  assert.ok(grownBytes < 3 * listBytes, `${grownBytes} bytes more`);
});

onBothEngines('documents that arrive during a removal shrink the absent ids', async ({ storage }) => {
  const storeId = uuidOf(1);
  await storage.directory.createStore({ ...storeRow(), id: storeId }, []);
  const bring = (feedId: string, runId: string, ids: readonly string[]) =>
    storage.write(storeId, (writer) =>
      writer.feeds.writeContent({ feedId, runId }, DocumentIds.of(hashesOf(ids)).toParts()),
    );
  await bring('own', 'own run', ['a']);
  await bring('other', 'first', ['b']);
  const stored = storage.reader(storeId);
  const removableIds = () => Promise.resolve(['a', 'b', 'c', 'd', 'e', 'f']);
  const reader = { ...stored, feeds: { ...stored.feeds, removableIds } };
  const absent = await AbsentProducts.find(reader, { run, own: null, fence: 0, stopping: signal });
  assert.deepEqual([absent.count, absent.first(2), absent.isAlone], [4, ['c', 'd'], false]);
  absent.leaveOut(2);
  await bring('other', 'second', ['c', 'e']);
  await absent.catchUp(reader);
  assert.deepEqual([absent.count, absent.first(9)], [1, ['f']]);
  await bring('third', 'first', ['f']);
  await absent.catchUp(reader);
  assert.equal(absent.count, 0);
});

onBothEngines('ids of two documents are united, each once', async ({ storage }) => {
  const storeId = uuidOf(1);
  await storage.directory.createStore({ ...storeRow(), id: storeId }, []);
  const both = DocumentIds.of(hashesOf(['a', 'b'])).with(DocumentIds.of(hashesOf(['b', 'c'])));
  await storage.write(storeId, (writer) => writer.feeds.writeContent(run, both.toParts()));
  const reader = storage.reader(storeId);
  const read = await DocumentIds.read(reader, run);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((id) => read.has(id)),
    [true, true, true, false],
  );
  assert.equal(both.toParts()[0]?.byteLength, 24);
  assert.deepEqual(
    [await reader.feeds.contentOf('own'), await reader.feeds.contentOf('other')],
    ['own run', null],
  );
});
