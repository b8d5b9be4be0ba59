import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { productDocument } from '../../../test/search/documents.ts';
import { bytesOf } from '../engine.ts';
import { openIndex } from '../index-reader.ts';
import { createIndexWriter } from '../index-writer.ts';

const groupsOfDocuments = fc.array(fc.constantFrom(null, 'a', 'b', 'é', '𠮷'), {
  minLength: 1,
  maxLength: 12,
});

test('groups survive merges, deaths and changes of their members', () => {
  fc.assert(
    fc.property(fc.array(groupsOfDocuments, { minLength: 1, maxLength: 4 }), (batches) => {
      const writer = createIndexWriter({ locale: 'en' });
      const groups = new Map<string, string | null>();
      for (const batch of batches) {
        writer.apply(batch.map((group, number) => productDocument(`p${number}`, { group })));
        for (const [number, group] of batch.entries()) groups.set(`p${number}`, group);
      }
      for (const isMerged of [false, true]) {
        while (isMerged && writer.merge({ isAtRest: true }));
        const reader = openIndex(writer.snapshot());
        for (const [id, group] of groups) {
          assert.equal(reader.groupOf(id), group);
          const members = [...groups.keys()].filter((other) => groups.get(other) === group).sort();
          if (group !== null) assert.deepEqual(reader.membersOf([group]).get(group), members);
        }
        assert.deepEqual(reader.membersOf(['other']).get('other'), []);
      }
    }),
    { numRuns: 100 },
  );
});

test('an index without groups takes no bytes for them', () => {
  const bytesWith = (group: string | null) => {
    const writer = createIndexWriter({ locale: 'en' });
    writer.apply(Array.from({ length: 64 }, (_, number) => productDocument(`p${number}`, { group })));
    return bytesOf(writer.snapshot());
  };
  // Two bytes for each of 64 products, offsets of four bytes, and the name.
  assert.equal(bytesWith('g') - bytesWith(null), 64 * 2 + 2 * 4 + 8);
});
