import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveUpUnless, Misses, PagesMissing, SegmentPages } from './segment-pages.ts';
import { buildStringSlab, lowerBound, StringColumn } from './string-column.ts';

const pageBytes = 8;

/** A column of strings of four bytes, two a page, none of which is there; and the bytes to fill it with. */
function pagedColumn(strings: readonly string[]) {
  const { offsets, bytes } = buildStringSlab(strings);
  const data = new SharedArrayBuffer(bytes.length);
  const there = new SharedArrayBuffer(Math.ceil(bytes.length / pageBytes));
  const pages = new SegmentPages(7, data, { there, pageBytes, generation: 1 });
  const fill = (page: number) => pages.fill(page, bytes.subarray(page * pageBytes, (page + 1) * pageBytes));
  return { column: new StringColumn(offsets, new Uint8Array(data), pages), pages, fill };
}

/** The pages that a question lacks; fails where it lacks none. */
function missedBy(question: () => unknown): number[] {
  try {
    question();
  } catch (error) {
    assert.ok(error instanceof PagesMissing);
    return Array.from(error.take().values(), (numbers) => [...numbers]).flat();
  }
  return assert.fail('nothing was missing');
}

test('no string is read while its page is missing', () => {
  const { column, fill } = pagedColumn(['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee']);
  const whole = new StringColumn(Uint32Array.of(0, 4), Buffer.from('eeee'));
  const wanted = Buffer.from('eeee');
  const readers: ((column: StringColumn) => unknown)[] = [
    (read) => read.text(4),
    (read) => read.bytes(4).toString(),
    (read) => read.copyTo(4, Buffer.alloc(4), 0),
    (read) => read.compare(4, whole, 0),
    (read) => whole.compare(0, read, 4),
    (read) => read.compareBytes(4, wanted),
    (read) => read.comparePrefix(4, wanted),
  ];
  for (const read of readers)
    assert.deepEqual(
      missedBy(() => read(column)),
      [2],
    );
  assert.deepEqual(
    missedBy(() => giveUpUnless(column.isThere(4))),
    [2],
  );
  fill(2);
  assert.deepEqual(
    readers.map((read) => read(column)),
    ['eeee', 'eeee', 4, 0, 0, 0, 0],
  );
  assert.equal(column.isThere(4), true);
});

test('a search in missing pages also requests its next steps', () => {
  const strings = Array.from({ length: 64 }, (_, index) => String(1_000 + index));
  const { column, fill } = pagedColumn(strings);
  const wanted = Buffer.from('1003');
  const rounds: number[] = [];
  for (let found = -1; found < 0; ) {
    try {
      found = column.find(wanted);
      assert.equal(found, 3);
    } catch {
      const pages = missedBy(() => column.find(wanted));
      rounds.push(pages.length);
      for (const page of pages) fill(page);
    }
  }
  // Of 32 pages a search step by step would wait five times.
  assert.equal(rounds.length, 2);
  assert.equal(rounds[0], 7);
});

test('searches and looks pass on errors other than missing pages', () => {
  const defect = new Error('a defect');
  const fail = () => {
    throw defect;
  };
  assert.throws(() => lowerBound(0, 5, fail), defect);
  assert.throws(() => new Misses().add(defect), defect);
});

test('looks go on past missing pages and request all together', () => {
  const { column } = pagedColumn(Array.from({ length: 400 }, () => 'aaaa'));
  const look = (places: number) => {
    const misses = new Misses();
    for (let place = 0; place < places; place += 2) {
      try {
        column.text(place);
      } catch (error) {
        misses.add(error);
      }
    }
    misses.end();
  };
  assert.equal(missedBy(() => look(20)).length, 10);
  // So many that what comes next is likely to be needless.
  assert.equal(missedBy(() => look(400)).length, 64);
  assert.deepEqual(
    missedBy(() => giveUpUnless(false)),
    [],
  );
});

test('a page of another length is refused', () => {
  const { pages } = pagedColumn(['aaaa', 'bbbb', 'cccc']);
  assert.throws(() => pages.fill(0, new Uint8Array(7)), /page 0 has another length/);
  pages.fill(1, new Uint8Array(4));
});
