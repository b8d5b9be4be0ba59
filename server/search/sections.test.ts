import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSections, packSections, type SectionName, sectionNames } from './sections.ts';

function pack(): SharedArrayBuffer {
  const empty = sectionNames.map((name) => [name, new Uint8Array(0)] as const);
  const sections = Object.fromEntries(empty) as Record<SectionName, Uint8Array>;
  return packSections({
    ...sections,
    counts: Uint32Array.of(7, 5),
    termBytes: Uint8Array.of(1, 2, 3),
    createdAt: Float64Array.of(1.5),
  });
}

test('sections come back as they were packed', () => {
  const sections = openSections(pack());
  assert.deepEqual(sections.integers('counts'), Uint32Array.of(7, 5));
  assert.deepEqual(sections.bytes('termBytes'), Uint8Array.of(1, 2, 3));
  assert.deepEqual(sections.doubles('createdAt'), Float64Array.of(1.5));
  assert.equal(sections.integers('titleWords').length, 0);
});

test('a buffer of another magic, version or section count is refused', () => {
  for (const word of [0, 1, 2]) {
    const buffer = pack();
    const header = new Uint32Array(buffer);
    header[word] = (header[word] ?? 0) + 1;
    assert.throws(() => openSections(buffer), /not an index segment of this format/);
  }
});
