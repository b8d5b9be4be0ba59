import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ScoreLayers } from './score-layers.ts';

const changes = fc.array(fc.tuple(fc.integer({ max: 60, min: 0 }).map(String), fc.double({ noNaN: true })));

test('scores that were changed again and again are those of a plain map, and earlier ones stay', () => {
  fc.assert(
    fc.property(fc.array(changes), (rounds) => {
      const plain = new Map(Array.from({ length: 40 }, (_, key) => [String(key), key] as const));
      let scores: ReadonlyMap<string, number> = new Map(plain);
      const earlier: [ReadonlyMap<string, number>, Map<string, number>][] = [];
      for (const round of rounds) {
        scores = ScoreLayers.change(scores, round);
        for (const [key, score] of round) plain.set(key, score);
        earlier.push([scores, new Map(plain)]);
      }
      for (const [made, expected] of earlier) {
        assert.deepEqual(new Map(made), expected);
        assert.equal(made.size, expected.size);
        const seen = new Map<string, number>();
        made.forEach((score, key) => {
          seen.set(key, score);
        });
        assert.deepEqual(seen, expected);
        assert.deepEqual(new Set(made.keys()), new Set(expected.keys()));
        assert.equal([...made.values()].length, expected.size);
        for (const key of ['0', '39', '50', '61']) {
          assert.deepEqual([made.get(key), made.has(key)], [expected.get(key), expected.has(key)]);
        }
      }
    }),
  );
});
