import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HeldCounts } from './held-counts.ts';

test('each document counts the words that hold it, and the highest count is known', () => {
  const documentCount = 70;
  const holders = fc.array(fc.uniqueArray(fc.nat(documentCount - 1)), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(holders, (words) => {
      const counts = HeldCounts.of(
        documentCount,
        words.map((documents) => ({
          markHolders: (bitmap: Uint32Array) => {
            for (const document of documents) {
              bitmap[document >>> 5] = (bitmap[document >>> 5] ?? 0) | (1 << (document & 31));
            }
          },
        })),
      );
      const expected = Array.from(
        { length: documentCount },
        (_, document) => words.filter((documents) => documents.includes(document)).length,
      );
      assert.deepEqual(
        expected.map((_, document) => counts.at(document)),
        expected,
      );
      assert.equal(counts.most, Math.max(...expected));
      for (let least = 1; least <= words.length; least += 1) {
        const bitmap = new Uint32Array(Math.ceil(documentCount / 32));
        counts.markFrom(least, bitmap);
        const marked = expected.map((_, document) => ((bitmap[document >>> 5] ?? 0) >>> (document & 31)) & 1);
        assert.deepEqual(
          marked,
          expected.map((count) => (count >= least ? 1 : 0)),
          `from ${least}`,
        );
      }
    }),
  );
});
