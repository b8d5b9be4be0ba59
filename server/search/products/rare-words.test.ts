import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { uniteValues } from './intent.ts';
import { gatherHolders, SortedBounds } from './rare-words.ts';
import { boundStream, type ValueStream } from './value-stream.ts';

const documentCount = 40;
const meaning = Uint8Array.of(8, 140, 60, 252);

/** Documents in any order, each with a byte. */
const exactStreams = fc
  .uniqueArray(fc.tuple(fc.nat(documentCount - 1), fc.nat(meaning.length - 1)), {
    selector: ([document]) => document,
    maxLength: 12,
  })
  .map(
    (postings): ValueStream => ({
      documents: Uint32Array.from([0, ...postings.map(([document]) => document)]),
      bytes: Uint8Array.from([0, ...postings.map(([, byte]) => byte)]),
      // The postings of a term are a part of a table.
      start: 1,
      end: postings.length + 1,
      lists: Uint32Array.of(1, postings.length + 1),
      meaning,
      isBound: false,
    }),
  );
const boundStreams = fc
  .uniqueArray(fc.nat(documentCount - 1), { maxLength: 6 })
  .map((documents) => boundStream(Uint32Array.from(documents), 178));
const words = fc.array(
  fc
    .tuple(fc.array(exactStreams, { maxLength: 3 }), fc.array(boundStreams, { maxLength: 1 }))
    .map(([exact, bounds]) => [...exact, ...bounds]),
  { minLength: 1, maxLength: 4 },
);

/** Returns the value of each word in each document, one posting after the other. */
function naiveHolders(wanted: readonly (readonly ValueStream[])[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [place, streams] of wanted.entries()) {
    for (const { documents, bytes, start, end, meaning: worth, isBound } of streams) {
      for (let at = start; at < end; at += 1) {
        const document = documents[at] ?? 0;
        const values = found.get(document) ?? wanted.map(() => 0);
        found.set(document, values);
        const value = worth[bytes[at] ?? 0] ?? 0;
        const known = values[place] ?? 0;
        values[place] = isBound ? uniteValues(known, value) : Math.max(known, value);
      }
    }
  }
  return found;
}

test('holders of rare words are gathered once with their values', () => {
  fc.assert(
    fc.property(words, (wanted) => {
      const rare = wanted.map((streams, place) => ({ place, streams }));
      const { documents, values, held } = gatherHolders(documentCount, wanted.length, rare);
      const found = Array.from(documents, (document, holder) => {
        const own = Array.from(values.subarray(holder * wanted.length, (holder + 1) * wanted.length));
        assert.equal(held[holder], own.filter((value) => value > 0).length);
        return [document, own] as const;
      });
      assert.deepEqual(new Map(found), naiveHolders(wanted));
      assert.equal(new Set(documents).size, documents.length);
    }),
    { numRuns: 500 },
  );
});

test('products come by best tiers, equal ones unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 50 }), (all) => {
      const sorted = new SortedBounds(Uint16Array.from(all), 21);
      const expected = Array.from(all.keys()).sort((left, right) => (all[left] ?? 0) - (all[right] ?? 0));
      for (const place of expected) {
        assert.equal(sorted.tiers, all[place]);
        assert.equal(sorted.take(), place);
      }
      assert.equal(sorted.tiers, Number.POSITIVE_INFINITY);
    }),
  );
});
