import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDocument } from '../../test/search/documents.ts';
import type { IndexWriter, MergePlan } from '../search/engine.ts';
import { createIndexWriter } from '../search/index-writer.ts';
import { mergeSegments } from '../search/indexing/merge-plan.ts';
import { createMergeClient } from './merge-client.ts';

function dueMerge(): { readonly writer: IndexWriter; readonly plan: MergePlan } {
  const writer = createIndexWriter({ locale: 'en' });
  for (const id of ['1', '2', '3', '4']) writer.apply([productDocument(id)]);
  const plan = writer.planMerge();
  assert.ok(plan !== null);
  return { writer, plan };
}

test('the merge thread gives what merging here gives', async () => {
  const { writer, plan } = dueMerge();
  const client = createMergeClient();
  const merged = await client.merge(plan);
  assert.ok(merged instanceof SharedArrayBuffer);
  assert.deepEqual(Buffer.from(new Uint8Array(merged)), Buffer.from(new Uint8Array(mergeSegments(plan))));
  writer.adopt(plan, merged);
  assert.equal(writer.documentCount, 4);
  await client.close();
});

test('a merge that cannot be done rejects, and the next one is done', async () => {
  const { plan } = dueMerge();
  const client = createMergeClient();
  const [segment] = plan.segments;
  assert.ok(segment !== undefined);
  const foreign = { ...plan, segments: [{ ...segment, data: new SharedArrayBuffer(4_096) }] };
  await assert.rejects(client.merge(foreign), /not an index segment/);
  assert.ok((await client.merge(plan)) instanceof SharedArrayBuffer);
  await client.close();
});

test('a merge thread that is ended rejects its merge, and another takes its place', async () => {
  const { plan } = dueMerge();
  const client = createMergeClient();
  const merge = assert.rejects(client.merge(plan), /stopping|ended/);
  await client.close();
  await merge;
  assert.ok((await client.merge(plan)) instanceof SharedArrayBuffer);
  await client.close();
});
