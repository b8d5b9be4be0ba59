import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { inBatches, rowBytes } from './leased-run.ts';
import type { RawRow } from './prepare-rows.ts';

async function batchesOf(values: readonly unknown[]): Promise<(readonly RawRow[])[]> {
  async function* rows() {
    for (const [index, value] of values.entries()) yield [{ row: index + 1, line: null, value }];
  }
  return await Array.fromAsync(inBatches(rows(), 0, new AbortController().signal));
}

test('a batch of long rows ends at eight MiB', async () => {
  const items = 5_000;
  const long = { text: 'a'.repeat(500_000), list: Array.from({ length: items }, () => ({})) };
  const batches = await batchesOf(Array.from({ length: 100 }, () => long));
  const most = limits.rowBytesPerTransaction + rowBytes({ value: long });
  for (const batch of batches) {
    const bytes = batch.length * (2 * 500_000 + 32 * items);
    assert.ok(bytes < most, `${bytes} bytes`);
  }
  assert.deepEqual(
    batches.flat().map(({ row }) => row),
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
  assert.ok(batches.length > 10, `${batches.length} batches`);
});

test('a batch of short rows ends at a thousand', async () => {
  const batches = await batchesOf(Array.from({ length: 2_500 }, () => ({ title: 'Lamp' })));
  assert.deepEqual(
    batches.map(({ length }) => length),
    [1_000, 1_000, 500],
  );
});
