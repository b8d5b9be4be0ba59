/** Goal: what a run keeps of its rows comes back as it was, and is never more than a feed may take. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createDocumentReader } from '../ingest/readers/create-document-reader.ts';
import { DocumentError, type DocumentRow } from '../ingest/readers/document-reader.ts';
import { toFeedFault } from './feed-fault.ts';
import { RowSpool, readSpool } from './row-spool.ts';

function rowsOf(document: string): readonly DocumentRow[] {
  const reader = createDocumentReader('csv', { nowMs: 0, contentType: null });
  return [...reader.read(Buffer.from(document)), ...reader.end()];
}

test('rows that are kept come back as they were', () => {
  const rows = rowsOf('external_id,title,price,url\na,T,1,https://x/a\nb,"open\n');
  const spool = new RowSpool();
  assert.deepEqual([...spool.add(rows)], []);
  const kept = readSpool(spool.take() ?? new Uint8Array());
  assert.deepEqual(
    kept.map(({ row, line, id, value, fault }) => [row, line, id, value, fault?.code]),
    rows.map(({ row, line, id, value, fault }) => [row, line, id, value, fault?.code]),
  );
  assert.equal(spool.take(), null);
});

test('a small table with growing column names ends at the limit', () => {
  const names = Array.from({ length: 100 }, (_, at) => `${at}`.padStart(300, 'n'));
  const document = `external_id,title,price,url,${names.join()}\n${'a,T,1,https://x/a\n'.repeat(1_000)}`;
  const spool = new RowSpool(16 * 1024 * 1024);
  const keep = () => {
    // Chunks stay small, however many rows come at once.
    for (const chunk of spool.add(rowsOf(document))) assert.ok(chunk.byteLength < 2 * limits.fileChunkBytes);
  };
  assert.throws(keep, (error) => {
    assert.ok(error instanceof DocumentError);
    const fault = toFeedFault(error);
    return fault?.code === 'document_too_large' && /split it into several feeds/.test(fault.message);
  });
});
