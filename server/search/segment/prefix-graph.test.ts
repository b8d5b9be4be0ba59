import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findIds, indexOf, noSignals, productDocument } from '../../../test/search/documents.ts';
import { segmentsOf } from '../../../test/search/segments.ts';
import { openIndex } from '../index-reader.ts';
import { createIndexWriter } from '../index-writer.ts';
import { packTiers } from '../products/product-rank.ts';
import { fold } from '../text/fold.ts';
import { indexTerms, scanWords } from '../text/words.ts';

const graph = { minPostings: 2, minPairTitles: 1, pairsPerDocument: 100, listLength: 3, suggestionCount: 2 };

const documents = fc
  .array(
    fc.record({
      title: fc
        .array(fc.constantFrom('red', 'redwood', 'Réd', 'lamp', 'lamps', '手机', 'wi-fi', '2.5', 'read'), {
          minLength: 1,
          maxLength: 3,
        })
        .map((words) => words.join(' ')),
      brand: fc.constantFrom(null, null, 'Redo', 'Lamp'),
      inStock: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((fields, number) => productDocument(`p${number}`, fields)));

/** Every beginning of a word of the documents, with the postings behind it: one for each product and word. */
function countBeginnings(
  all: readonly { readonly title: string; readonly brand: string | null }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, brand } of all) {
    const terms = new Set([title, brand ?? ''].flatMap((text) => indexTerms(scanWords(fold(text)))));
    for (const term of terms) {
      const letters = Array.from(term);
      letters.forEach((_, last) => {
        const prefix = letters.slice(0, last + 1).join('');
        counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
      });
    }
  }
  return counts;
}

test('Contract §7 only a beginning of many postings has a ranked list', () => {
  fc.assert(
    fc.property(documents, (all) => {
      fc.pre(all.length > 0);
      const [live] = segmentsOf([all], graph);
      const plain = indexOf(all);
      assert.ok(live !== undefined);
      for (const [prefix, count] of countBeginnings(all)) {
        const list = live.segment.graph.find(prefix);
        // `2.` is read as 2, and so is no beginning that anybody asks for.
        const isAsked = !prefix.endsWith('.');
        assert.equal(list !== null, isAsked && count > graph.minPostings, prefix);
        assert.equal(live.segment.graph.isHeavy(prefix), list !== null);
        if (list === null) continue;
        const { products } = plain.search(prefix, graph.listLength, noSignals);
        const listed: string[] = Array.from(list.documents, (document) =>
          live.segment.productIds.text(document),
        );
        assert.deepEqual(
          listed,
          products.map(({ productId }) => productId),
        );
        assert.deepEqual(
          Array.from(list.tiers),
          products.map(({ tiers }) =>
            packTiers(0, tiers.inStock, tiers.exactTitle, tiers.titlePrefix, tiers.intent),
          ),
        );
        assert.equal(list.isComplete, products.length < graph.listLength);
      }
    }),
  );
});

/** Five products that begin alike, the listed ones first. */
const five = ['a', 'b', 'c', 'd', 'e'].map((id) => productDocument(id, { title: `red ${id}` }));

test('a list answers until too many of its products died', () => {
  const writer = createIndexWriter({ locale: 'en', graph });
  writer.apply(five);
  const ask = () => {
    const { products, fromGraph } = openIndex(writer.snapshot()).search('re', 2, noSignals);
    return { ids: products.map(({ productId }) => productId), fromGraph };
  };
  assert.deepEqual(ask(), { ids: ['a', 'b'], fromGraph: true });
  writer.apply([productDocument('a', { title: 'blue' })]);
  assert.deepEqual(ask(), { ids: ['b', 'c'], fromGraph: true });
  writer.apply([productDocument('b', { title: 'blue' })]);
  assert.deepEqual(ask(), { ids: ['c', 'd'], fromGraph: false });
});

test('popularity applies to listed and unlisted products', () => {
  const writer = createIndexWriter({ locale: 'en', graph });
  writer.apply(five);
  const signals = {
    ...noSignals,
    products: new Map([
      ['e', 2],
      ['d', 1],
    ]),
  };
  const reader = openIndex(writer.snapshot());
  assert.deepEqual(findIds(reader, 're', 3, signals), ['e', 'd', 'a']);
  assert.equal(reader.search('re', 3, signals).fromGraph, true);
});

test('popularity adds unlisted products where titles name none', () => {
  const writer = createIndexWriter({ locale: 'en', graph });
  writer.apply(five.map((document) => ({ ...document, title: document.productId, brand: 'Red' })));
  const signals = { ...noSignals, products: new Map([['e', 2]]) };
  assert.deepEqual(findIds(openIndex(writer.snapshot()), 're', 2, signals), ['e', 'a']);
});

test('a list made with other synonyms is not asked', () => {
  const writer = createIndexWriter({ locale: 'en', graph });
  const scarlet = productDocument('z', { title: 'scarlet' });
  writer.apply([...five, scarlet]);
  writer.setSynonyms({ rules: [{ from: ['red'], to: ['scarlet'] }], common: false, version: 1 });
  const reader = openIndex(writer.snapshot());
  assert.deepEqual(findIds(reader, 'red', 6), ['a', 'b', 'c', 'd', 'e', 'z']);
  assert.equal(reader.search('red', 2, noSignals).fromGraph, false);
  while (writer.merge());
  assert.equal(openIndex(writer.snapshot(), reader).search('red', 2, noSignals).fromGraph, true);
});
