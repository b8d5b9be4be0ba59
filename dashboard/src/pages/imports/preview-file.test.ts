import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile, readHead } from './preview-file.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');

function csv(rows: number): Blob {
  const lines = Array.from(
    { length: rows },
    (_, index) => `A${index},Shoe ${index},19.90,https://a.example/${index}`,
  );
  return new Blob([`external_id,title,price,url\n${lines.join('\n')}\n`]);
}

test('a small file is counted exactly and shown up to twenty rows', async () => {
  const preview = previewFile(await readHead(csv(30)), {}, nowMs);
  assert.ok(preview.result.ok && preview.isWhole);
  assert.equal(preview.rowCount, 30);
  assert.equal(preview.rows.length, 20);
  assert.equal(preview.rows[0]?.value.title, 'Shoe 0');
});

test('only the beginning of a large file is read, and its rows are estimated', async () => {
  const head = await readHead(csv(100_000));
  assert.equal(head.bytes.length, 256 * 1024);
  const preview = previewFile(head, {}, nowMs);
  assert.equal(preview.isWhole, false);
  assert.ok(Math.abs(preview.rowCount - 100_000) < 10_000, String(preview.rowCount));
});

test('a file without a required column is shown with what it has', async () => {
  const preview = previewFile(
    await readHead(new Blob(['id,title,url\n1,Shoe,https://a.example\n'])),
    {},
    nowMs,
  );
  assert.ok(!preview.result.ok);
  assert.deepEqual(preview.result.layout?.missing, ['price']);
  assert.deepEqual(preview.rows, []);
});
