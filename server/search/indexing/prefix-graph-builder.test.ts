import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findIds, indexOf, noSignals, productDocument } from '../../../test/search/documents.ts';
import { segmentsOf } from '../../../test/search/segments.ts';
import { openIndex } from '../index-reader.ts';
import { createIndexWriter } from '../index-writer.ts';

const words = ['red', 'redwood', 'lamp', 'lamps', 'oak'];
const graph = { minPostings: 0, minPairTitles: 2, pairsPerDocument: 100, listLength: 3, suggestionCount: 2 };

const documents = fc
  .array(
    fc.record({
      title: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
      inStock: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((all) =>
    all.map(({ title, inStock }, number) =>
      productDocument(`p${number}`, { title: title.join(' '), inStock }),
    ),
  );

/** Every word with every beginning of a word, and how many titles hold both. */
function countPairs(titles: readonly string[]): Map<string, number> {
  const beginnings = new Set(words.flatMap((word) => Array.from(word, (_, last) => word.slice(0, last + 1))));
  const counts = new Map<string, number>();
  for (const word of words) {
    for (const beginning of beginnings) {
      // A word that comes twice counts once.
      if (beginning === word) continue;
      const holdsBoth = (title: string) => {
        const held = title.split(' ');
        return held.includes(word) && held.some((other) => other.startsWith(beginning));
      };
      counts.set(`${word} ${beginning}`, titles.filter(holdsBoth).length);
    }
  }
  return counts;
}

test('a pair in many titles has the ranking’s list', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const [live] = segmentsOf([all], graph);
      assert.ok(live !== undefined);
      const reader = indexOf(all);
      for (const [pair, count] of countPairs(all.map(({ title }) => title))) {
        const list = live.segment.graph.find(pair);
        assert.equal(list !== null, count > graph.minPairTitles, pair);
        if (list === null) continue;
        const listed: string[] = Array.from(list.documents, (document) =>
          live.segment.productIds.text(document),
        );
        assert.deepEqual(listed, findIds(reader, pair, graph.listLength));
      }
    }),
  );
});

test('lists go to the pairs with most titles', () => {
  const titles = ['red lamp', 'red lamp', 'red lamp', 'oak red', 'oak red', 'oak red', 'oak red'];
  const all = titles.map((title, number) => productDocument(`p${number}`, { title }));
  const listed = (pairsPerDocument: number) => {
    const [live] = segmentsOf([all], { ...graph, pairsPerDocument });
    return ['oak red', 'red oak', 'red lamp', 'lamp red'].filter((pair) => live?.segment.graph.find(pair));
  };
  assert.deepEqual(listed(100), ['oak red', 'red oak', 'red lamp', 'lamp red']);
  // Beginnings of both words stand beside each of them: twelve pairs of four titles, and then those of three.
  assert.deepEqual(listed(12 / 7), ['oak red', 'red oak']);
});

test('a list answers a pair of words until it ends', () => {
  const writer = createIndexWriter({ locale: 'en', graph });
  writer.apply(['a', 'b', 'c', 'd', 'e'].map((id) => productDocument(id, { title: `red lamp ${id}` })));
  const ask = () => findIds(openIndex(writer.snapshot()), 'red la', 2, noSignals);
  assert.deepEqual(ask(), ['a', 'b']);
  writer.apply([productDocument('a', { title: 'oak' }), productDocument('b', { title: 'oak' })]);
  assert.deepEqual(ask(), ['c', 'd']);
  writer.apply([productDocument('c', { title: 'oak' })]);
  assert.deepEqual(ask(), ['d', 'e']);
});
