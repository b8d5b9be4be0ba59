/**
 * `npm run campaign:oracle [COUNT] [SEED]`: holds the engine against the naive oracle on 100,000 random scenarios, or COUNT. They come
 * in batches with seeds of their own, counted up from SEED, so that a failure tells the batch to repeat. Exit code 1 at the first
 * difference, with the smallest scenario that shows it. A batch holds 1,000 scenarios. It uses no database and no network; the
 * engine's own limits of steps hold in it.
 */
// Tests: none; its own run shows whether it works.
import { assertEngineProperty } from '../test/search/engine-property.ts';

const batchSize = 1_000;

const count = Number(process.argv[2] ?? 100_000);
const firstSeed = Number(process.argv[3] ?? 1);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(firstSeed)) {
  console.error('Usage: npm run campaign:oracle [COUNT] [SEED], two integers, the first from 1.');
  process.exit(2);
}

const startedAt = performance.now();
for (let done = 0, seed = firstSeed; done < count; done += batchSize, seed += 1) {
  const runCount = Math.min(batchSize, count - done);
  assertEngineProperty({ runCount, seed });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${done + runCount} of ${count} scenarios hold, up to seed ${seed}, after ${seconds} s`);
}
