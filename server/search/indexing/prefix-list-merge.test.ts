import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { productDocument } from '../../../test/search/documents.ts';
import { segmentsOf } from '../../../test/search/segments.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { createIndexWriter } from '../index-writer.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import { mergeSegments } from './merge-plan.ts';

const graph = { minPostings: 2, minPairTitles: 1, pairsPerDocument: 100, listLength: 3, suggestionCount: 2 };

const word = fc.constantFrom('red', 'redo', 'reed', 'lamp', 'lamps');

/** Products written one batch after the other; a number that comes again makes an older product die. */
const batches = fc.array(
  fc.array(
    fc.record({
      number: fc.nat(25),
      words: fc.array(word, { minLength: 1, maxLength: 2 }),
      inStock: fc.boolean(),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  { minLength: 1, maxLength: 4 },
);

const beginnings = ['r', 're', 'red', 'redo', 'ree', 'l', 'la', 'lam', 'lamp', 'lamps'];

test('a merged segment has the lists of one built at once', () => {
  fc.assert(
    fc.property(batches, (all) => {
      const writer = createIndexWriter({ locale: 'en', graph });
      const written = all.map((batch) =>
        batch.map(({ number, words, inStock }) =>
          productDocument(`p${number}`, { title: words.join(' '), inStock }),
        ),
      );
      for (const batch of written) writer.apply(batch);
      const { segments, locale, synonyms } = writer.snapshot();
      const data = mergeSegments({
        locale,
        synonyms,
        shape: graph,
        segments,
        documentCount: 0,
      });
      const merged = LiveSegment.open({ id: 1, data, tombstones: new SharedArrayBuffer(4) });
      const latest = new Map(written.flat().map((document) => [document.productId, document]));
      const [built] = segmentsOf([[...latest.values()]], graph);
      const listsOf = (live: LiveSegment | undefined) =>
        beginnings.map((beginning) => live?.segment.graph.find(beginning));
      assert.deepEqual(listsOf(merged), listsOf(built));
    }),
    { numRuns: caseCount(300) },
  );
});
