import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openSections,
  packSections,
  readSections,
  type SectionArray,
  type SectionName,
  sectionNames,
} from './sections.ts';

type Sections = Record<SectionName, SectionArray>;

/** Returns all sections, empty but for these. */
function empty(filled: Partial<Sections>): Sections {
  const all = sectionNames.map((name) => [name, new Uint8Array(0)] as const);
  return { ...(Object.fromEntries(all) as Sections), ...filled };
}

function pack(): SharedArrayBuffer {
  return packSections(
    empty({
      counts: Uint32Array.of(7, 5),
      wordBytes: Uint8Array.of(1, 2, 3),
      createdAt: Float64Array.of(1.5),
    }),
  );
}

test('sections come back as they were packed', () => {
  const sections = openSections(pack());
  assert.deepEqual(sections.integers('counts'), Uint32Array.of(7, 5));
  assert.deepEqual(sections.bytes('wordBytes'), Uint8Array.of(1, 2, 3));
  assert.deepEqual(sections.doubles('createdAt'), Float64Array.of(1.5));
  assert.equal(sections.integers('titleWords').length, 0);
});

test('a buffer of another magic, version or count is refused', () => {
  for (const word of [0, 1, 2]) {
    const buffer = pack();
    const header = new Uint32Array(buffer);
    header[word] = (header[word] ?? 0) + 1;
    assert.throws(() => openSections(buffer), /not an index segment of this format/);
  }
});

test('sections that were not packed yet are read alike', () => {
  const sections = readSections(empty({ wordBytes: Uint8Array.of(1, 2, 3), counts: Uint32Array.of(7, 5) }));
  assert.deepEqual(sections.bytes('wordBytes'), Uint8Array.of(1, 2, 3));
  assert.deepEqual(sections.integers('counts'), Uint32Array.of(7, 5));
});

test('packing does not hold large sections twice', () => {
  const titleBytes = new Uint8Array(1024 * 1024).fill(7);
  const wordBytes = Uint8Array.of(1);
  const sections = openSections(packSections(empty({ titleBytes, wordBytes })));
  assert.deepEqual([titleBytes.length, wordBytes.length], [0, 1]);
  assert.equal(sections.bytes('titleBytes').at(-1), 7);
});

test('integers take two bytes where all of a section fit', () => {
  const narrow = Uint32Array.of(0, 7, 0xffff);
  const wide = Uint32Array.of(1, 0x1_0000);
  const packed = openSections(packSections(empty({ codeDocuments: narrow, newestDocuments: wide })));
  assert.deepEqual(packed.narrowed('codeDocuments'), Uint16Array.from(narrow));
  assert.deepEqual(packed.narrowed('newestDocuments'), wide);
  assert.equal(packed.narrowed('suggestionsByKey').length, 0);
});
