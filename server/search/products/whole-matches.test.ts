import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headMeanings } from './intent.ts';
import type { ValueStream } from './value-stream.ts';
import { visitSingle } from './whole-matches.ts';

const documentCount = 8;

/** Documents that all hold a word with the same occurrence. */
function streamOf(documents: readonly number[], occurrence: number): ValueStream {
  const end = documents.length;
  const bytes = new Uint8Array(end).fill(occurrence);
  const lists = Uint32Array.of(0, end);
  const { elsewhere } = headMeanings.whole;
  return {
    documents: Uint32Array.from(documents),
    bytes,
    start: 0,
    end,
    lists,
    meaning: elsewhere,
    isBound: false,
  };
}

function visited(streams: readonly ValueStream[]): [number, number][] {
  const seen: [number, number][] = [];
  visitSingle(documentCount, streams, (document, grade) => seen.push([document, grade]));
  return seen;
}

test('a document counts once, by its best posting', () => {
  const [weak, strong] = [streamOf([1, 4], 1), streamOf([4, 6], 5)];
  const [[, low] = [], [, high] = []] = [...visited([weak]), ...visited([strong])].filter(([document]) =>
    [1, 6].includes(document),
  );
  assert.ok(low !== undefined && high !== undefined && low < high);
  assert.deepEqual(visited([weak, strong]), [
    [1, low],
    [4, high],
    [6, high],
  ]);
});
