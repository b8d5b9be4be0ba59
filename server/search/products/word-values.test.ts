import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDocument } from '../../../test/search/documents.ts';
import { createIndexWriter } from '../index-writer.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { DocumentValues } from './value-stream.ts';
import { firstsOf, SegmentMemory } from './word-values.ts';

test('the last values asked of a segment are kept', () => {
  const memory = new SegmentMemory<string>(3);
  const [segment, other] = [{} as Partial<Segment> as Segment, {} as Partial<Segment> as Segment];
  const made: string[] = [];
  const ask = (key: string, of = segment) =>
    memory.get(of, key, () => {
      made.push(key);
      return `${key}${made.length}`;
    });
  assert.equal(ask('a'), 'a1');
  assert.equal(ask('a'), 'a1');
  assert.equal(ask('a', other), 'a2');
  for (const key of ['b', 'c', 'a', 'd', 'a']) ask(key);
  assert.deepEqual(made, ['a', 'a', 'b', 'c', 'd']);
  // It made room for `d`.
  ask('b');
  assert.deepEqual(made.slice(5), ['b']);
});

const documents = Array.from({ length: 9 }, (_, number) =>
  productDocument(`p${number}`, { title: `lamp ${number}`, inStock: number < 6 }),
);

/** A segment of six documents in stock and three that are not. */
function segmentOf() {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(documents);
  const [segment] = writer.snapshot().segments;
  assert.ok(segment !== undefined);
  return LiveSegment.open(segment).segment;
}

/** A word that is worth so much in the documents, as far as these are there. */
function wordOf(worth: readonly number[]) {
  const documentValues = (bytes: Uint8Array) =>
    new DocumentValues(bytes, [], [(values) => values.set(worth)], 0);
  return { key: worth.join(), documentValues };
}

test('the first documents of each value are known by stock', () => {
  const firsts = firstsOf(segmentOf(), wordOf([5, 0, 5, 7, 5, 0, 5, 5, 7]), 2);
  assert.deepEqual(
    firsts.map(({ value, documents: first, isComplete }) => [value, Array.from(first), isComplete]),
    [
      [5, [0, 2], false],
      [7, [3], true],
      [5, [6, 7], true],
      [7, [8], true],
    ],
  );
});
