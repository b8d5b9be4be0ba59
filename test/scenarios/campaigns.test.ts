/**
 * Goal: the campaigns of RELIABILITY.md hold on every day, in small rounds of other inputs than those of the full ones.
 * Method: `npm run campaign -- SUBJECT` does the same with more; see each campaign's own head.
 */
import { test } from 'node:test';
import { flipBits } from '../support/campaigns/bit-flips.ts';
import type { Campaign } from '../support/campaigns/campaign.ts';
import { clockJumps } from '../support/campaigns/clock-jumps.ts';
import { cutFeeds } from '../support/campaigns/cut-feeds.ts';
import { malformedInputs } from '../support/campaigns/malformed.ts';
import { manyStores } from '../support/campaigns/many-stores.ts';
import { soak } from '../support/campaigns/soak.ts';
import { crossTenants } from '../support/campaigns/tenants.ts';
import { endThreads } from '../support/campaigns/thread-ends.ts';

const shape = { requestsPerSecond: 50, stores: 2, productsPerStore: 200, runEveryMs: 1_500 };

/** Each rejects at the first thing that may not be. */
const rounds: readonly (readonly [title: string, size: number, run: Campaign])[] = [
  ['feeds that break off anywhere take nothing out of stock', 50, cutFeeds],
  ['malformed inputs over every door fail nothing and kill no thread', 2_000, malformedInputs],
  ['stores that ask for each other are shown nothing', 80, crossTenants],
  ['bits that flip in saved indexes change no answer', 10, flipBits],
  ['a clock that jumps by days fails no work of stores', 2, clockJumps],
  ['many stores in one process answer after a restart', 12, (options) => manyStores(options, 0)],
  ['threads that end in the midst of work lose nothing', 2, endThreads],
  ['steady traffic with imports and feeds fails nowhere', 4, (options) => soak(options, shape)],
];

for (const [title, size, run] of rounds) {
  test(title, async () => {
    await run({ size, seed: 18, log: () => {} });
  });
}
