import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, previewFile, readHead } from './preview-file.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');

function csv(rows: number): Blob {
  const lines = Array.from(
    { length: rows },
    (_, index) => `A${index},Shoe ${index},19.90,https://a.example/${index}`,
  );
  return new Blob([`external_id,title,price,url\n${lines.join('\n')}\n`]);
}

test('a small file is counted exactly, with twenty rows shown', async () => {
  const preview = previewFile(await readHead(csv(30)), {}, nowMs);
  assert.ok(preview.result.ok && preview.isWhole);
  assert.equal(preview.rowCount, 30);
  assert.equal(preview.rows.length, 20);
  assert.equal(preview.rows[0]?.value.title, 'Shoe 0');
});

test('long rows are counted exactly beyond the sampled beginning', async () => {
  const description = 'A very long description. '.repeat(1_000);
  const lines = Array.from({ length: 27 }, (_, row) => `A${row},Shoe,1,https://a.example,${description}`);
  const file = new Blob([`external_id,title,price,url,description\n${lines.join('\n')}\n`]);
  assert.ok(file.size > 2 * 256 * 1024);
  const preview = previewFile(await readHead(file), {}, nowMs);
  assert.deepEqual([preview.isWhole, preview.rowCount], [true, 27]);
});

test('a large file is sampled and its rows are estimated', async () => {
  const head = await readHead(csv(100_000));
  assert.equal(head.bytes.length, 256 * 1024);
  const preview = previewFile(head, {}, nowMs);
  assert.equal(preview.isWhole, false);
  assert.ok(Math.abs(preview.rowCount - 100_000) < 10_000, String(preview.rowCount));
});

test('a file without a required column shows the others', async () => {
  const preview = previewFile(
    await readHead(new Blob(['id,title,url\n1,Shoe,https://a.example\n'])),
    {},
    nowMs,
  );
  assert.ok(!preview.result.ok);
  assert.deepEqual(preview.result.layout?.missing, ['price']);
  assert.deepEqual(preview.rows, []);
});

test('a Shopify export previews products once the shop address is given', async () => {
  const header =
    'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src';
  const rows =
    'boot,Trail Boot,<p>x</p>,Nordkap,Size,38,19.90,3,https://a.example/1.jpg\nboot,,,,,39,17.90,0,\n';
  const head = await readHead(new Blob([`${header}\n${rows}`]));
  const asked = previewFile(head, {}, nowMs).result;
  assert.ok(!asked.ok);
  assert.equal(asked.code, 'shop_url_missing');
  assert.equal(asked.layout?.format, 'shopify');
  const given = previewFile(head, { shopUrl: 'https://shop.example' }, nowMs);
  assert.ok(given.result.ok);
  assert.deepEqual(
    given.rows.map(({ value }) => value.url),
    ['https://shop.example/products/boot'],
  );
});

test('documents with field names are distinguished from CSV and web pages', async () => {
  const kinds = {
    '\ufeff<?xml version="1.0"?><rss/>': 'xml',
    ' [{"id": 1}]': 'json',
    '{"products": []}': 'json',
    '<!doctype html><html></html>': null,
    'id,title\n1,Shoe\n': null,
  };
  for (const [text, kind] of Object.entries(kinds)) {
    assert.equal(documentOf(await readHead(new Blob([text]))), kind, text);
  }
});
