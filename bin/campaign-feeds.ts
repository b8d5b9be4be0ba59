/**
 * `npm run campaign:feeds [COUNT] [SEED]`: lives through the worlds of 1,000 seeds, or COUNT, from SEED on, in which workers on feeds
 * die and stand still, clocks jump and documents break off. Exit code 1 at the first world in which something is lost, done twice or
 * half applied; its seed is named. Its clocks are simulated, so a world takes seconds. It calls no network; a COUNT that is no number
 * ends it with code 2.
 */
// Tests: none; its own run shows whether it works.
import { simulateFeeds } from '../test/support/simulate-feeds.ts';

const count = Number(process.argv[2] ?? 1_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run campaign:feeds [COUNT] [SEED], two integers, the first from 1.');
  process.exit(2);
}
const { seeds, runsCompleted, runsNotModified, runsFailed, kills, stalls, clockJumps } = await simulateFeeds(
  seed,
  count,
);
console.log(
  `${seeds} seeds from ${seed}: ${runsCompleted} runs completed (${runsNotModified} not modified) and ${runsFailed} first ` +
    `failures, with ${kills} workers killed, ${stalls} stalled beyond their lease, and ${clockJumps} jumps of the clock. ` +
    'Nothing was lost, done twice or half applied.',
);
process.exit(0);
