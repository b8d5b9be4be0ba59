import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { productDocument } from '../../../test/search/documents.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { IndexWriter, MergePlan } from '../../search/engine.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { mergeSegments } from '../../search/indexing/merge-plan.ts';
import { createMergeClient } from './merge-client.ts';

function dueMerge(): { readonly writer: IndexWriter; readonly plan: MergePlan } {
  const writer = createIndexWriter({ locale: 'en' });
  for (const id of ['1', '2', '3', '4']) writer.apply([productDocument(id)]);
  const plan = writer.planMerge();
  assert.ok(plan !== null);
  return { writer, plan };
}

test('the merge thread gives the local merge’s result', async () => {
  const { writer, plan } = dueMerge();
  const client = createMergeClient();
  const merged = await client.merge(plan);
  assert.ok(merged instanceof SharedArrayBuffer);
  assert.deepEqual(Buffer.from(new Uint8Array(merged)), Buffer.from(new Uint8Array(mergeSegments(plan))));
  writer.adopt(plan, merged);
  assert.equal(writer.documentCount, 4);
  await client.close();
});

test('a merge that fails rejects, and the next succeeds', async () => {
  const { plan } = dueMerge();
  const client = createMergeClient();
  const [segment] = plan.segments;
  assert.ok(segment !== undefined);
  const foreign = { ...plan, segments: [{ ...segment, data: new SharedArrayBuffer(4_096) }] };
  await assert.rejects(client.merge(foreign), /not an index segment/);
  assert.ok((await client.merge(plan)) instanceof SharedArrayBuffer);
  await client.close();
});

test('ending a merge thread rejects its merge and starts another', async () => {
  const { plan } = dueMerge();
  const client = createMergeClient();
  const merge = assert.rejects(client.merge(plan), /stopping|ended/);
  await client.close();
  await merge;
  assert.ok((await client.merge(plan)) instanceof SharedArrayBuffer);
  await client.close();
});

/** Only Linux reports it. */
function countMergeThreads(): number {
  const names = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'utf8'),
  );
  return names.filter((name) => name.trimEnd() === 'merge-thread').length;
}

test('a merge thread that waited too long is replaced', async () => {
  const { plan } = dueMerge();
  const client = createMergeClient(1);
  assert.ok((await client.merge(plan)) instanceof SharedArrayBuffer);
  if (process.platform === 'linux') {
    await waitUntil('the thread to end', () => countMergeThreads() === 0);
  }
  const both = await Promise.all([client.merge(plan), client.merge(plan)]);
  assert.ok(both.every((merged) => merged instanceof SharedArrayBuffer));
  await client.close();
});

test('a merge thread continues from merge to merge', async () => {
  if (process.platform !== 'linux') return;
  const { plan } = dueMerge();
  const client = createMergeClient();
  for (let merge = 0; merge < 2; merge += 1) {
    await client.merge(plan);
    assert.equal(countMergeThreads(), 1);
  }
  await client.close();
});
