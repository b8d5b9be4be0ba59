import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, openSlab, textsOf } from '../../../test/search/columns.ts';
import { mergeColumns } from '../columns/column-merge.ts';
import { sortByCodePoints } from '../columns/text-order.ts';
import { mergeSpellingSections } from './spelling-merge.ts';
import { buildSpellingSections } from './spelling-sections.ts';

const term = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'ж', '한', '글'), minLength: 2, maxLength: 6 }),
  },
  fc.constantFrom('a1', '手机', 'a😀b', `${'a'.repeat(300)}b`, `${'a'.repeat(300)}c`, `b${'a'.repeat(300)}`),
);

test('merged sections are those of the merged terms', () => {
  const source = fc.uniqueArray(fc.tuple(term, fc.boolean()), { maxLength: 12, selector: ([text]) => text });
  fc.assert(
    fc.property(fc.array(source, { maxLength: 4 }), (sources) => {
      const terms = sources.map((all) => sortByCodePoints(all.map(([text]) => text)));
      const keep = sources.map((all, index) => {
        const wanted = new Map(all);
        return Uint8Array.from(terms[index] ?? [], (text) => (wanted.get(text) === true ? 1 : 0));
      });
      const { slab, maps } = mergeColumns(terms.map(columnOf), keep);
      const merged = mergeSpellingSections(
        slab,
        terms.map((texts, index) => ({
          sections: buildSpellingSections(texts),
          terms: maps[index] ?? new Int32Array(0),
        })),
      );
      assert.deepEqual(merged, buildSpellingSections(textsOf(openSlab(slab))));
    }),
    { numRuns: 500 },
  );
});
