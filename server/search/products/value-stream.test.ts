import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DocumentValues, type ValueStream } from './value-stream.ts';

const documentCount = 400;
/** Some lists are longer. */
const shortListMax = 20;
const meaning = Uint8Array.of(8, 140, 60, 252);

/** A list of ascending documents, some longer than what is read at once. */
const list = fc
  .uniqueArray(fc.nat(documentCount - 1), { maxLength: 200, size: 'max' })
  .map((documents) => documents.sort((left, right) => left - right));

/** Lists one after the other, with a byte for each posting. */
const streams = fc.array(list, { minLength: 1, maxLength: 4 }).map((lists): ValueStream => {
  const documents = Uint32Array.from(lists.flat());
  const bytes = documents.map((document, place) => (document + place) % meaning.length);
  let end = 0;
  const ends = [0, ...lists.map(({ length }) => (end += length))];
  return {
    documents,
    bytes: Uint8Array.from(bytes),
    start: 0,
    end,
    lists: Uint32Array.from(ends),
    meaning,
    isBound: false,
  };
});

/** The highest value of each document, one posting after the other. */
function naiveValues(wanted: readonly ValueStream[]): number[] {
  const values = Array.from({ length: documentCount }, () => 0);
  for (const { documents, bytes, start, end } of wanted) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at] ?? 0;
      values[document] = Math.max(values[document] ?? 0, meaning[bytes[at] ?? 0] ?? 0);
    }
  }
  return values;
}

test('values read by ranges equal those read at once', () => {
  const ends = fc.array(fc.nat(documentCount), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(streams, { maxLength: 3 }), ends, (wanted, ranges) => {
      const expected = naiveValues(wanted);
      const read = new DocumentValues(new Uint8Array(documentCount), wanted, [], shortListMax);
      for (const end of [...ranges, documentCount]) {
        const known = Array.from(read.upTo(end).subarray(0, end));
        assert.deepEqual(known, expected.slice(0, end));
      }
    }),
  );
});

test('postings of a long list wait for their range', () => {
  const documents = Uint32Array.from({ length: 300 }, (_, place) => place);
  const stream = { documents, bytes: new Uint8Array(300), start: 0, end: 300, meaning, isBound: false };
  const read = new DocumentValues(
    new Uint8Array(documentCount),
    [{ ...stream, lists: Uint32Array.of(0, 300) }],
    [],
    shortListMax,
  );
  assert.equal(read.upTo(100).indexOf(0), 100);
  assert.equal(read.upTo(200).indexOf(0), 200);
});
