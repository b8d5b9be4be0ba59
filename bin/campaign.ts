/**
 * `npm run campaign -- SUBJECT [size=N] [seed=N] [rate=N]`: one campaign of the table below, at full size unless another one is given;
 * `rate` is for the soak. Prints a line of figures for RELIABILITY.md, or ends with 1 at the first thing that may not be. An unknown
 * SUBJECT lists the table and ends with code 2. `size` counts the unit in the table; it never works on data that it did not make.
 */
// Tests: none; its own run shows whether it works.
import { flipBits } from '../test/support/campaigns/bit-flips.ts';
import type { Campaign } from '../test/support/campaigns/campaign.ts';
import { clockJumps } from '../test/support/campaigns/clock-jumps.ts';
import { cutFeeds } from '../test/support/campaigns/cut-feeds.ts';
import { malformedInputs } from '../test/support/campaigns/malformed.ts';
import { manyStores } from '../test/support/campaigns/many-stores.ts';
import { soak } from '../test/support/campaigns/soak.ts';
import { crossTenants } from '../test/support/campaigns/tenants.ts';
import { endThreads } from '../test/support/campaigns/thread-ends.ts';
import { xmlReadings } from '../test/support/campaigns/xml-readings.ts';

/** The campaigns, with the usual size of each and the unit of it. */
const campaigns: Readonly<
  Record<string, { readonly size: number; readonly of: string; readonly run: Campaign }>
> = {
  clocks: { size: 200, of: 'jumps', run: clockJumps },
  cuts: { size: 24_000, of: 'places', run: cutFeeds },
  malformed: { size: 1_000_000, of: 'inputs', run: malformedInputs },
  flips: { size: 1_000, of: 'damaged indexes', run: flipBits },
  tenants: { size: 100_000, of: 'operations', run: crossTenants },
  stores: { size: 10_000, of: 'stores', run: manyStores },
  threads: { size: 100, of: 'ends of threads', run: endThreads },
  xml: { size: 200_000, of: 'feeds', run: xmlReadings },
  soak: { size: 3_600, of: 'seconds', run: soak },
};

const [subject = '', ...words] = process.argv.slice(2);
const campaign = campaigns[subject];
const values = new Map(words.map((word) => word.split('=', 2) as [string, string]));
const size = Number(values.get('size') ?? campaign?.size);
const seed = Number(values.get('seed') ?? 1);
const rate = values.has('rate') ? Number(values.get('rate')) : undefined;
const isUnknown = [...values.keys()].some((name) => !['size', 'seed', 'rate'].includes(name));
if (
  campaign === undefined ||
  isUnknown ||
  !(size > 0) ||
  !Number.isInteger(seed) ||
  (rate !== undefined && !(rate > 0))
) {
  const lines = Object.entries(campaigns).map(([name, { size: full, of }]) => `  ${name} (${full} ${of})`);
  console.error(`Usage: npm run campaign -- SUBJECT [size=N] [seed=N] [rate=N]\n${lines.join('\n')}`);
  process.exit(2);
}
const beganAt = performance.now();
const log = (line: string) => console.log(`${Math.round((performance.now() - beganAt) / 1_000)} s: ${line}`);
const figures = await campaign.run({ size, seed, rate, log });
console.log(
  `${subject} size=${size} seed=${seed}, ${Math.round((performance.now() - beganAt) / 1_000)} s: ${figures}`,
);
process.exit(0);
