import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { someTime } from '../../test/support/storage-rows.ts';
import type { CatalogStatistics, RequestStatistics } from '../storage/records.ts';
import { emptyLatencies, latencyStep } from './latency-histogram.ts';
import { catalogOverTime, sumRequests } from './overview.ts';
import { bucketOf, rangeNames, toTimeRange } from './time-buckets.ts';

const hour = 3_600_000_000;
const minute = hour / 60;

function requestsAt(bucketAt: number, counts: Partial<RequestStatistics>): RequestStatistics {
  return { bucketAt, graph: 0, backend: 0, cached: 0, errors: 0, latencies: emptyLatencies(), ...counts };
}

test('every time since the first bucket has its bucket', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rangeNames), fc.nat(400 * 24 * 3_600), (name, seconds) => {
      const now = someTime + seconds * 1_000_000;
      const { from, bucketSeconds, bucketCount } = toTimeRange(name, now);
      const end = from + bucketCount * bucketSeconds * 1_000_000;
      assert.ok(end > now && end - bucketSeconds * 1_000_000 <= now);
      assert.equal(bucketOf(from), from);
    }),
  );
});

test('requests fall into the bucket of their time, older into none', () => {
  const range = toTimeRange('7d', someTime);
  const slow = emptyLatencies();
  slow[latencyStep(40)] = 4;
  const { buckets, totals } = sumRequests(
    [
      requestsAt(range.from - 5 * minute, { graph: 100 }),
      requestsAt(range.from, { graph: 1, latencies: slow }),
      requestsAt(range.from + 55 * minute, { cached: 3, errors: 4 }),
      requestsAt(range.from + hour, { backend: 4 }),
    ],
    range,
  );
  assert.equal(buckets.length, 168);
  const { p50Ms, p95Ms, ...first } = buckets[0] ?? {};
  assert.deepEqual(first, { at: range.from, graph: 1, backend: 0, cached: 3, errors: 4 });
  assert.ok((p50Ms ?? 0) > 30 && (p95Ms ?? 0) <= 50);
  assert.deepEqual([buckets[1]?.backend, buckets[1]?.p50Ms], [4, null]);
  assert.deepEqual(
    [totals.requests, totals.errors, totals.cachedShare, totals.graphShare],
    [12, 4, 3 / 8, 1 / 8],
  );
});

/** The size of the latest change before the end of the bucket, by looking at all of them. */
function sizeAt(sizes: readonly CatalogStatistics[], end: number): CatalogStatistics | undefined {
  return sizes.filter(({ bucketAt }) => bucketAt < end).at(-1);
}

test('the size of the catalog holds until the next change', () => {
  const range = toTimeRange('24h', someTime);
  const step = range.bucketSeconds * 1_000_000;
  const offsets = fc.uniqueArray(fc.integer({ min: -50, max: range.bucketCount }), { maxLength: 20 });
  const now = { inStock: 7, outOfStock: 8 };
  fc.assert(
    fc.property(offsets, (chosen) => {
      const sizes = chosen
        .toSorted((left, right) => left - right)
        .map((offset, index) => ({ bucketAt: range.from + offset * step, inStock: index, outOfStock: 1 }));
      const buckets = catalogOverTime(sizes, now, range);
      assert.deepEqual(buckets.at(-1), { at: range.from + (range.bucketCount - 1) * step, ...now });
      const byTime = new Map(buckets.map((bucket) => [bucket.at, bucket.inStock]));
      for (let index = 0; index < range.bucketCount - 1; index += 1) {
        const at = range.from + index * step;
        assert.equal(byTime.get(at), sizeAt(sizes, at + step)?.inStock);
      }
    }),
  );
});
