import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PagedList, writeAround, writePage } from './write-page.ts';

interface Page {
  readonly rows: readonly { readonly id: number; readonly text: string }[];
  readonly next_cursor: string | null;
}

const maxBytes = 1_000;

/** A page of rows whose texts have these lengths, from a place on, and how many rows were read for it. */
async function pageOf(lengths: readonly number[], from: number, limit: number) {
  let readCount = 0;
  const list: PagedList<number> = {
    ...{ name: 'rows', limit, maxBytes },
    async read(last, most) {
      const begin = last === null ? from : last + 1;
      const ids = [...lengths.keys()].slice(begin, begin + most);
      readCount += ids.length;
      return ids;
    },
    show: (id) => ({ id, text: 'ä'.repeat(lengths[id] ?? 0) }),
    placeOf: String,
  };
  const bytes = await writePage(list);
  return { page: JSON.parse(Buffer.from(bytes).toString()) as Page, bytes: bytes.byteLength, readCount };
}

test('each row is on one page, ended by count or bytes', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }),
    fc.integer({ min: 1, max: 40 }),
    async (lengths, limit) => {
      const seen: number[] = [];
      for (let from = 0, isMore = true; isMore; ) {
        const { page, bytes } = await pageOf(lengths, from, limit);
        const { rows, next_cursor: cursor } = page;
        assert.ok(rows.length <= limit);
        assert.ok(rows.length === 1 || bytes < maxBytes + 100, `${bytes} bytes in ${rows.length} rows`);
        seen.push(...rows.map(({ id }) => id));
        isMore = cursor !== null;
        if (cursor !== null) {
          assert.ok(rows.length > 0, 'a page that is not the last one goes on');
          from = Number(Buffer.from(cursor, 'base64url').toString()) + 1;
        }
      }
      assert.deepEqual(seen, [...lengths.keys()]);
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

test('a page of large rows reads little beyond itself', async () => {
  const { page, readCount } = await pageOf(
    Array.from({ length: 200 }, () => 400),
    0,
    200,
  );
  assert.equal(page.rows.length, 1);
  assert.ok(readCount <= 8, `${readCount} rows were read`);
});

test('long rows behind short ones are read in small groups', async () => {
  let mostAsked = 0;
  const list: PagedList<number> = {
    ...{ name: 'rows', limit: 200, show: (id) => ({ id }), placeOf: String },
    async read(last, most) {
      mostAsked = Math.max(mostAsked, most);
      const begin = (last ?? 0) + 1;
      return Array.from({ length: most }, (_, index) => begin + index);
    },
  };
  const page = JSON.parse(Buffer.from(await writePage(list)).toString()) as Page;
  assert.equal(page.rows.length, 200);
  assert.equal(mostAsked, 16);
});

test('a read that ends early does not end its list', async () => {
  const list: PagedList<number> = {
    ...{ name: 'rows', limit: 10, show: (id) => ({ id }), placeOf: String },
    async read(last) {
      const next = (last ?? 0) + 1;
      return { rows: [next], isMore: next < 4 };
    },
  };
  const { rows, next_cursor: cursor } = JSON.parse(Buffer.from(await writePage(list)).toString()) as Page;
  assert.deepEqual([rows.map(({ id }) => id), cursor], [[1, 2, 3, 4], null]);
});

test('JSON text goes unchanged between the fields', () => {
  const odd = '{ "a":1e400,\t"a" : 1.0 }';
  const write = (before: object, after?: object) =>
    Buffer.from(writeAround(before, 'raw', odd, after)).toString();
  assert.equal(write({ id: 'ä' }, { z: null }), `{"id":"ä","raw":${odd},"z":null}`);
  assert.equal(write({ id: 1 }), `{"id":1,"raw":${odd}}`);
  assert.equal(write({}), `{"raw":${odd}}`);
});
