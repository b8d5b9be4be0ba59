/** Goal: a document is known to be time-bound exactly where a price was weighed by a period, however that is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../../test/support/read-document.ts';

const current = '2026-01-01T00:00Z/2027-01-01T00:00Z';

function googleXml(period: string): string {
  return `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id>
    <g:title>Sofa</g:title><g:link>https://shop.example/1</g:link><g:price>10 EUR</g:price>
    <g:sale_price>9 EUR</g:sale_price>${period}</item></channel></rss>`;
}

function googleCsv(header: string, period: string): string {
  return `id,title,link,price,image_link,sale_price,${header}\n1,Sofa,https://shop.example/1,10,,9,${period}\n`;
}

function utf16(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}

test('a dated sale in any spelling makes its document time-bound', () => {
  const xml = googleXml(`<g:sale_price_effective_date>${current}</g:sale_price_effective_date>`);
  const headers = [
    'sale_price_effective_date',
    'sale price effective date',
    'Sale Price Effective Date',
    'sale-price-effective-date',
    'SALE_PRICE_EFFECTIVE_DATE',
    'g:sale_price_effective_date',
  ];
  const woocommerce = `ID,Type,Name,Regular price,Sale price,Date sale price starts,Date sale price ends,Permalink
1,simple,Sofa,10,9,2026-01-01,2027-01-01,https://shop.example/1\n`;
  const documents = [
    ['google_xml', xml],
    ['google_xml', utf16(xml)],
    ...headers.map((header) => ['csv', googleCsv(header, current)] as const),
    ['csv', utf16(googleCsv('sale_price_effective_date', current))],
    ['csv', woocommerce],
  ] as const;
  for (const [format, document] of documents) {
    const { rows, isTimeBound } = readDocument(format, document);
    const [row] = rows.map(({ value }) => value as Readonly<Record<string, unknown>>);
    const price = String(row?.price).replace(' EUR', '');
    assert.deepEqual([price, isTimeBound], ['9', true], document.toString());
  }
});

test('a document with undated prices is not time-bound', () => {
  const documents = [
    ['google_xml', googleXml('')],
    ['google_xml', googleXml('<!-- sale_price_effective_date -->')],
    ['csv', googleCsv('sale_price_effective_date', '')],
    ['json', '[{"id":1,"sale_price_effective_date":"2026-01-01/2027-01-01"}]'],
  ] as const;
  for (const [format, document] of documents) {
    assert.equal(readDocument(format, document).isTimeBound, false, document);
  }
});
