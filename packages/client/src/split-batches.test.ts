import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caseCount } from '../../../test/support/case-count.ts';
import { isRereadable, splitBatches, toLines } from './split-batches.ts';

const rows = fc.array(fc.oneof(fc.record({ external_id: fc.string({ unit: 'grapheme' }) }), fc.jsonValue()));

async function* oneByOne<Row>(list: readonly Row[]): AsyncGenerator<Row> {
  yield* list;
}

test('batches hold all products in order within both limits', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 40, max: 300 }),
      async (list, countMax, bytesMax) => {
        const batches = await Array.fromAsync(splitBatches(oneByOne(list), countMax, bytesMax));
        const read = batches.map(({ body }) => (JSON.parse(body) as { products: unknown[] }).products);
        assert.deepEqual(read.flat(), JSON.parse(JSON.stringify(list)));
        batches.forEach(({ body, count }, index) => {
          assert.equal(read[index]?.length, count);
          assert.ok(count <= countMax);
          const bytes = Buffer.byteLength(body);
          assert.ok(bytes <= bytesMax || count === 1);
          // The next product would have found no room.
          const next = JSON.stringify(read[index + 1]?.[0]);
          if (next !== undefined)
            assert.ok(count === countMax || bytes + 1 + Buffer.byteLength(next) > bytesMax);
        });
      },
    ),
    { numRuns: caseCount(400) },
  );
});

test('lines hold each product once, in pieces of size', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (list) => {
      const text = await new Response(toLines(list)).text();
      const read = text.split('\n').slice(0, -1);
      assert.deepEqual(
        read.map((line) => JSON.parse(line)),
        JSON.parse(JSON.stringify(list)),
      );
    }),
    { numRuns: caseCount(200) },
  );
  const pieces = await Array.fromAsync(toLines(Array.from({ length: 20_000 }, (_, id) => ({ id }))));
  assert.ok(
    pieces.length > 2 && pieces.slice(0, -1).every(({ length }) => length >= 65_536),
    `${pieces.length}`,
  );
});

test('a reader that leaves ends the products it read', async () => {
  let isOpen = true;
  function* read() {
    try {
      for (;;) yield { title: 'x'.repeat(70_000) };
    } finally {
      isOpen = false;
    }
  }
  const reader = toLines(read()).getReader();
  await reader.read();
  await reader.cancel();
  assert.equal(isOpen, false);
});

test('a row without JSON is sent for refusal by name', async () => {
  const [batch] = await Array.fromAsync(splitBatches([undefined, () => 1], 9, 900));
  assert.equal(batch?.body, '{"products":[null,null]}');
});

test('only rows that start again count as readable', () => {
  assert.equal(isRereadable([1]), true);
  assert.equal(isRereadable(new Set([1])), true);
  assert.equal(isRereadable([1].values()), false);
  assert.equal(isRereadable(oneByOne([1])), false);
  assert.equal(isRereadable(new ReadableStream()), false);
});
