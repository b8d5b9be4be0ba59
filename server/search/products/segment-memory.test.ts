import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Segment } from '../segment/segment.ts';
import { SegmentMemory } from './segment-memory.ts';

test('what was asked for last of a segment is kept', () => {
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
