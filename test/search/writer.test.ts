/** The life of an index: what a change leaves in its snapshots, and what merging keeps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchDocument } from '../../server/search/document/document.ts';
import { bytesOf, type IndexReader, type SynonymSettings } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { mergeSegments } from '../../server/search/indexing/merge-plan.ts';
import { findIds, noSignals, productDocument } from './documents.ts';

test('staged products show together once published', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.stage([productDocument('1', { title: 'Red lamp' })]);
  writer.stage([productDocument('2', { title: 'Blue lamp' })]);
  assert.deepEqual(findIds(openIndex(writer.snapshot()), 'lamp'), []);
  assert.equal(writer.stagedCount, 2);
  writer.publishStaged();
  assert.deepEqual(findIds(openIndex(writer.snapshot()), 'lamp'), ['2', '1']);
  assert.deepEqual([writer.snapshot().segments.length, writer.stagedCount], [1, 0]);
});

test('a segment built in steps buries products merged meanwhile', () => {
  const writer = createIndexWriter({ locale: 'en' });
  for (const id of ['1', '2', '3', '4']) writer.apply([productDocument(id, { title: 'Old' })]);
  writer.stage([productDocument('2', { title: 'New' })]);
  let stepCount = 0;
  for (const _ of writer.publishInSteps()) {
    stepCount += 1;
    if (stepCount === 2) assert.equal(writer.merge(), true);
    assert.deepEqual(findIds(openIndex(writer.snapshot()), 'old'), ['1', '2', '3', '4']);
  }
  assert.ok(stepCount > 10, `${stepCount}`);
  const reader = openIndex(writer.snapshot());
  assert.deepEqual([findIds(reader, 'old'), findIds(reader, 'new')], [['1', '3', '4'], ['2']]);
});

test('a product staged again replaces the one before', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.stage([productDocument('1', { title: 'Old' }), productDocument('2', { title: 'Other' })]);
  writer.stage([productDocument('1', { title: 'New' })]);
  writer.publishStaged();
  const reader = openIndex(writer.snapshot());
  assert.deepEqual(
    [findIds(reader, 'old'), findIds(reader, 'new'), findIds(reader, 'other')],
    [[], ['1'], ['2']],
  );
});

test('an empty index answers with nothing', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([]);
  const reader = openIndex(writer.snapshot());
  assert.deepEqual([reader.documentCount, writer.documentCount], [0, 0]);
  assert.deepEqual(reader.search('a', 5, noSignals).products, []);
  const nothing = { products: [], categories: [], suggestions: [], correctedQuery: null };
  assert.deepEqual(reader.discover(5, noSignals), { ...nothing, fromGraph: true });
});

test('the later of two versions in a batch wins', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([productDocument('1', { title: 'Old' }), productDocument('1', { title: 'New' })]);
  const reader = openIndex(writer.snapshot());
  assert.equal(reader.documentCount, 1);
  assert.deepEqual([findIds(reader, 'new'), findIds(reader, 'old')], [['1'], []]);
});

test('a snapshot keeps answering as it was published', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([productDocument('1', { title: 'Old' }), productDocument('2', { title: 'Old' })]);
  const before = writer.snapshot();
  const reader = openIndex(before);
  writer.apply([productDocument('1', { title: 'New' })]);
  while (writer.merge());
  assert.deepEqual(findIds(reader, 'old'), ['1', '2']);
  assert.deepEqual(findIds(openIndex(before), 'old'), ['1', '2']);
  assert.deepEqual(findIds(openIndex(writer.snapshot(), reader), 'old'), ['2']);
});

test('an older snapshot counts rightly beside a newer reader', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const lamp = (id: string, title: string) => productDocument(id, { title: 'x', categoryPath: [title] });
  writer.apply([lamp('1', 'Lamp B'), lamp('2', 'Lamp B'), lamp('3', 'Lamp A')]);
  const older = writer.snapshot();
  writer.apply([lamp('1', 'Other'), lamp('2', 'Lamp B')]);
  const newer = openIndex(writer.snapshot());
  const ask = (reader: typeof newer) => reader.search('lamp', 5, noSignals);
  assert.deepEqual(ask(newer).categories, ['Lamp A', 'Lamp B']);
  assert.deepEqual(ask(openIndex(older, newer)).categories, ['Lamp B', 'Lamp A']);
  assert.deepEqual(ask(openIndex(older, newer)).suggestions, ['Lamp B', 'Lamp A']);
});

test('a snapshot is the same object until something changes', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([productDocument('1')]);
  const snapshot = writer.snapshot();
  assert.equal(writer.snapshot(), snapshot);
  assert.equal(writer.merge(), false);
  assert.equal(writer.snapshot(), snapshot);
  writer.apply([productDocument('2')]);
  assert.notEqual(writer.snapshot(), snapshot);
});

test('new synonyms hold from the next snapshot on', () => {
  const writer = createIndexWriter({ locale: 'en', synonyms: { rules: [], common: false, version: 1 } });
  writer.apply([productDocument('1', { title: 'Television' })]);
  const before = writer.snapshot();
  const reader = openIndex(before);
  const rules = [{ from: ['telly'], to: ['television'] }];
  writer.setSynonyms({ rules, common: false, version: 2 });
  const after = writer.snapshot();
  assert.deepEqual(after.segments, before.segments);
  const { terms, ...settings } = after.synonyms;
  assert.deepEqual(settings, { common: false, version: 2 });
  assert.ok(terms !== null);
  assert.deepEqual([findIds(reader, 'telly'), findIds(openIndex(before), 'telly')], [[], []]);
  assert.deepEqual(findIds(openIndex(after, reader), 'telly'), ['1']);
  writer.setSynonyms({ rules: [], common: false, version: 3 });
  assert.deepEqual(findIds(openIndex(writer.snapshot(), openIndex(after)), 'telly'), []);
});

test('synonym rules are compiled by their writer, once per change', () => {
  const rules = Array.from({ length: 250 }, (_, rule) => ({ from: [`word ${rule}`], to: ['lamp'] }));
  const writer = createIndexWriter({ locale: 'en', synonyms: { rules, common: false, version: 1 } });
  writer.apply([productDocument('1', { title: 'Lamp' })]);
  const { synonyms } = writer.snapshot();
  // What crosses threads is no text of theirs but memory, and always the same one.
  assert.deepEqual(JSON.parse(JSON.stringify(synonyms)), { terms: {}, common: false, version: 1 });
  writer.apply([productDocument('1', { title: 'Lamp' }), productDocument('2', { title: 'Lamp' })]);
  writer.apply([productDocument('2', { title: 'Lamp' })]);
  assert.equal(writer.planMerge({ isAtRest: true })?.synonyms.terms, synonyms.terms);
  const { terms } = writer.snapshot().synonyms;
  assert.equal(terms, synonyms.terms);
  assert.equal(openIndex(writer.snapshot()).synonyms.terms, terms);
  assert.deepEqual(findIds(openIndex(writer.snapshot()), 'word 249'), ['1', '2']);
});

test('synonyms of a version that is there already change nothing', () => {
  const writer = createIndexWriter({ locale: 'en', synonyms: { rules: [], common: false, version: 2 } });
  const snapshot = writer.snapshot();
  writer.setSynonyms({ rules: [], common: false, version: 2 });
  assert.equal(writer.snapshot(), snapshot);
});

test('an index has the common synonyms of its language by default', () => {
  const isFound = (locale: string, synonyms?: SynonymSettings) => {
    const writer = createIndexWriter(synonyms === undefined ? { locale } : { locale, synonyms });
    writer.apply([productDocument('1', { title: 'Television' })]);
    return findIds(openIndex(writer.snapshot()), 'tv').length === 1;
  };
  assert.deepEqual(
    [isFound('en'), isFound('en', { rules: [], common: false, version: 1 }), isFound('fi')],
    [true, false, false],
  );
});

test('a segment whose products were all replaced is dropped', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([productDocument('1')]);
  writer.apply([productDocument('1', { createdAt: 1 }), productDocument('2')]);
  assert.equal(writer.snapshot().segments.length, 1);
  assert.equal(writer.documentCount, 2);
});

test('merging keeps the number of segments logarithmic', () => {
  const writer = createIndexWriter({ locale: 'en' });
  for (let number = 0; number < 300; number += 1) {
    writer.apply([productDocument(String(number))]);
    while (writer.merge());
    assert.ok(writer.snapshot().segments.length <= 3 * 5, `${number}`);
  }
  assert.equal(writer.documentCount, 300);
  assert.equal(findIds(openIndex(writer.snapshot()), 'product 299').length, 20);
});

test('a mostly dead segment is rewritten without its dead', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const documents = Array.from({ length: 9 }, (_, number) => productDocument(String(number)));
  writer.apply(documents);
  writer.apply(documents.slice(0, 5).map((document) => ({ ...document, createdAt: 1 })));
  assert.equal(writer.merge(), true);
  assert.equal(writer.merge(), false);
  const dead = writer
    .snapshot()
    .segments.flatMap(({ tombstones }) => Array.from(new Uint32Array(tombstones)));
  assert.deepEqual(dead, [0, 0]);
  assert.equal(openIndex(writer.snapshot()).documentCount, 9);
});

/** The card of each product, by id. */
function cardsOf(reader: IndexReader, ids: readonly string[]): string[] {
  const hits = reader.findProducts(ids, noSignals);
  return ids.map((id) => Buffer.from(hits.get(id)?.card ?? []).toString());
}

/** A product that differs from others of the id in its card alone. */
function priced(id: string, price: number): SearchDocument {
  return productDocument(id, { card: ['{"id":', JSON.stringify(id), ',"price":', `${price}`, '}'] });
}

test('a product with another card alone keeps its segment', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([priced('1', 1), priced('2', 1)]);
  const before = writer.snapshot();
  writer.stage([priced('2', 2)]);
  assert.equal(writer.stagedCount, 0);
  const after = writer.snapshot();
  assert.equal(after.segments[0]?.data, before.segments[0]?.data);
  assert.equal(after.segments[0]?.tombstones, before.segments[0]?.tombstones);
  assert.deepEqual(cardsOf(openIndex(before), ['2']), ['{"id":"2","price":1}']);
  const expected = ['{"id":"1","price":1}', '{"id":"2","price":2}'];
  assert.deepEqual(cardsOf(openIndex(after, openIndex(before)), ['1', '2']), expected);
  assert.ok(bytesOf(after) > bytesOf(before));
});

test('cards that change during a merge are kept by it', () => {
  const writer = createIndexWriter({ locale: 'en' });
  for (const id of ['1', '2', '3', '4']) writer.apply([priced(id, 1)]);
  writer.apply([priced('1', 2)]);
  const plan = writer.planMerge();
  assert.ok(plan !== null);
  writer.apply([priced('2', 2), priced('3', 2)]);
  writer.apply([priced('3', 3)]);
  // Back to the words of the plan, in a segment of its own: the merged one must not have a say.
  writer.apply([productDocument('4', { title: 'Other' })]);
  writer.apply([priced('4', 4)]);
  writer.adopt(plan, mergeSegments(plan));
  const prices = ['1', '2', '3', '4'].map((id, place) => `{"id":"${id}","price":${[2, 2, 3, 4][place]}}`);
  assert.deepEqual(cardsOf(openIndex(writer.snapshot()), ['1', '2', '3', '4']), prices);
  while (writer.merge({ isAtRest: true }));
  assert.deepEqual(cardsOf(openIndex(writer.snapshot()), ['1', '2', '3', '4']), prices);
  assert.ok(writer.snapshot().segments.every(({ cards }) => cards === undefined));
});

test('a store at rest holds each card once', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const documents = Array.from({ length: 8 }, (_, number) => String(number));
  writer.apply(documents.map((id) => priced(id, 1)));
  writer.apply(documents.slice(0, 4).map((id) => priced(id, 2)));
  assert.equal(writer.merge({ isAtRest: true }), false);
  writer.apply([priced('4', 2)]);
  assert.equal(writer.merge(), false);
  assert.equal(writer.merge({ isAtRest: true }), true);
  assert.equal(writer.snapshot().segments[0]?.cards, undefined);
});

test('short texts weigh by the remembered counts', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const attributes = Array.from({ length: 100 }, (_, place) => [`label ${place}`, place] as const);
  const wordy = (number: number) =>
    productDocument(`p${number}`, {
      attributes: attributes.map(([label, place]) => [label, `${'x '.repeat(495)}${number} ${place}`]),
    });
  writer.stage(Array.from({ length: 40 }, (_, number) => wordy(number)));
  assert.ok(writer.stagedWeight > 1, `${writer.stagedWeight}`);
});
