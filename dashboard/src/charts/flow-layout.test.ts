import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layOutFlow } from './flow-layout.ts';

test('bands of a flow begin without gaps and end apart', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(counts, (all) => {
      const searches = all.reduce((sum, count) => sum + count, 0);
      const ends = all.map((count, index) => ({
        ...{ name: String(index), color: '--ink', isFound: index < 5 },
        ...{ count, share: count / searches },
      }));
      const found = ends.reduce((sum, { count, isFound }) => sum + (isFound ? count : 0), 0);
      const { height, start, found: through, ends: places } = layOutFlow({ searches, found, ends });
      let below = start.top;
      let free = 0;
      for (const [index, { bar, words, from }] of places.entries()) {
        assert.ok(Math.abs(from.top - below) < 1e-6, 'a band begins where the one above ends');
        below += from.height;
        assert.ok(words.top >= free - 1e-6 && bar.top >= words.top - 1e-6, 'an end is below the one before');
        free = words.top + words.height;
        assert.ok(words.height >= 40 && bar.top + bar.height <= free + 1e-6);
        if (index === 4 || index === places.length - 1) {
          const edge = through.top + through.height;
          if (ends[index]?.isFound) assert.ok(Math.abs(edge - below) < 1e-6, 'what was found');
        }
      }
      assert.ok(Math.abs(below - start.top - start.height) < 1e-6, 'the bands fill the beginning');
      assert.ok(start.top >= -1e-6 && start.top + start.height <= height + 1e-6);
    }),
  );
});
