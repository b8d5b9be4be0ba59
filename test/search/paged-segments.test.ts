/** Tests what random catalogs seldom meet in paged segments: corrections by words that no live product holds any more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexReader } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { missedPages, reservePages } from '../../server/search/paged-segments.ts';
import { noSignals, productDocument } from './documents.ts';
import { PageSource } from './paged-index.ts';

test('a word is corrected to a live one without loaded pages', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const titles = ['aardvark', 'lamb', 'lamb', 'lamb', 'lamp'];
  writer.apply(titles.map((title, number) => productDocument(`p${number}`, { title })));
  const sofas = ['p1', 'p2', 'p3'].map((id) => productDocument(id, { title: 'sofa' }));
  writer.apply(sofas);
  const pages = new PageSource(8);
  pages.drop(writer, 'all');
  const reader = openIndex(writer.snapshot());
  const found = pages.ask(() => reader.search('lamq', 5, noSignals));
  assert.equal(found.correctedQuery, 'lamp');
  assert.ok(pages.fetched > 0);
});

test('a reader frees the memory of dropped pages', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(['red lamp', 'blue lamp'].map((title, number) => productDocument(`p${number}`, { title })));
  const pages = new PageSource(8);
  pages.drop(writer, 'all');
  const before = openIndex(writer.snapshot());
  // External ids are read from pages of their own, so they belong to the question.
  const idsOf = (reader: IndexReader) =>
    pages.ask(() => reader.search('lamp', 5, noSignals).products.map(({ externalId }) => externalId));
  const found = idsOf(before);
  const { fetched } = pages;
  pages.drop(writer, 'all');
  const after = openIndex(writer.snapshot(), before);
  assert.throws(
    () => after.search('lamp', 5, noSignals),
    (error) => missedPages(error) !== null,
  );
  assert.deepEqual(idsOf(after), found);
  assert.ok(pages.fetched > fetched);
});

test('a segment loaded again is distinguished from the earlier one', () => {
  const layout = { id: 1, tombstones: new SharedArrayBuffer(0), byteLength: 64, pageBytes: 8 };
  const generations = [reservePages(layout), reservePages(layout)].map(({ pages }) => pages?.generation);
  assert.notEqual(generations[0], generations[1]);
});

test('another kind of error is no missing page', () => {
  assert.equal(missedPages(new Error('a defect')), null);
});
