import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { catalogDocuments, loadCatalog, readRowsOfFile } from './eval-files.ts';

const context = { currency: 'EUR', locale: 'en' };

/** Writes a file of its own, gives its path to the work, and removes it. */
function withFile(name: string, content: string | Uint8Array, work: (file: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-eval-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, content);
    work(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('an unreadable evaluation file says why', () => {
  assert.throws(() => readRowsOfFile('/absent/a.csv'), {
    message: /^\/absent\/a\.csv cannot be read: ENOENT/,
  });
  assert.throws(() => readRowsOfFile('a.xlsx'), { message: /^a\.xlsx is none of \.csv, \.json/ });
  withFile('torn.csv.gz', gzipSync('query,external_id\n').subarray(0, 20), (file) =>
    assert.throws(() => readRowsOfFile(file), { message: /cannot be read: unexpected end/ }),
  );
});

test('packed evaluation rows equal plain ones', () => {
  const text = 'a,b\n1,2\n';
  for (const [name, content] of [
    ['rows.csv', text],
    ['rows.CSV.GZ', gzipSync(text)],
  ] as const) {
    withFile(name, content, (file) =>
      assert.deepEqual(readRowsOfFile(file), [{ file, row: 1, value: { a: '1', b: '2' } }]),
    );
  }
});

test('an evaluation catalog fails bad rows and keeps the last duplicate', () => {
  const url = 'https://shop.example/p';
  const rows = [
    { external_id: 'a', title: 'Old', price: 1, url },
    { external_id: 'b', title: 'Wrong', price: -1, url },
    { external_id: 'c', title: 'Lamp', price: '2,50 USD', url, category: 'Home > Lamps', colour: 'red' },
    { external_id: 'a', title: 'New', price: 1, url },
  ];
  const type = { name: 'lamp', otherNames: ['light'], confidence: 1, evidence: [] };
  const phrases = new Map([['c', { suggestionPhrases: ['red lamp'], searchPhrases: ['night light'], type }]]);
  withFile('catalog.json', JSON.stringify(rows), (file) => {
    const { products, counts } = loadCatalog(file, context);
    const documents = catalogDocuments(products, context, phrases);
    assert.deepEqual(counts, { rowCount: 4, failedRowCount: 1, productCount: 2 });
    assert.deepEqual(
      documents.map(({ externalId, title, suggestionPhrases }) => [externalId, title, suggestionPhrases]),
      [
        ['a', 'New', []],
        ['c', 'Lamp', ['red lamp']],
      ],
    );
    assert.deepEqual([documents[0]?.type, documents[1]?.type?.otherNames], [null, ['light']]);
    assert.deepEqual(documents[1]?.categoryPath, ['Home', 'Lamps']);
    assert.deepEqual(documents[1]?.attributes, [['colour', 'red']]);
    assert.match(documents[1]?.card.join('') ?? '', /"price":"2\.50","currency":"USD"/);
    assert.equal(new Set(documents.map(({ productId }) => productId)).size, 2);
    assert.deepEqual(loadCatalog(file, context), { products, counts });
    assert.deepEqual(catalogDocuments(products, context, phrases), documents);
  });
});

test('a Google feed is a catalog of an evaluation too', () => {
  const item = (id: string) =>
    `<item><g:id>${id}</g:id><title>Lamp ${id}</title><link>https://x/${id}</link><g:price>5 EUR</g:price></item>`;
  const feed = (end: string) =>
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${item('1')}${item('2')}</channel>${end}`;
  withFile('feed.xml.gz', gzipSync(feed('</rss>')), (file) =>
    assert.deepEqual(
      loadCatalog(file, context).products.map(({ externalId, title }) => [externalId, title]),
      [
        ['1', 'Lamp 1'],
        ['2', 'Lamp 2'],
      ],
    ),
  );
  withFile('feed.xml', feed(''), (file) =>
    assert.throws(() => loadCatalog(file, context), { message: /feed\.xml is no feed: / }),
  );
});

test('a catalog without a valid product is refused', () => {
  withFile('catalog.csv', 'external_id,title\n1,Lamp\n', (file) =>
    assert.throws(() => loadCatalog(file, context), { message: /catalog\.csv holds no valid product\.$/ }),
  );
});
