/**
 * `npm run campaign:kill -- SUBJECT [COUNT]`: kills a process (SIGKILL) again and again, COUNT times, and compares what comes after
 * with what would have been without. Exit code 1 at the first difference. SUBJECT is one of the table below; subjects that end in
 * `-postgres` are on PostgreSQL. `all` spreads COUNT (500 unless given) over all of them. An unknown SUBJECT lists the subjects and
 * ends with code 2. It kills only processes that it started, on data of its own.
 */
// Tests: none; its own run shows whether it works.
import { killBackups } from '../test/support/kill-backups.ts';
import { killBeforeDelivery } from '../test/support/kill-before-delivery.ts';
import { killEnrichment } from '../test/support/kill-enrichment.ts';
import { killEvents } from '../test/support/kill-events.ts';
import { killFeeds } from '../test/support/kill-feeds.ts';
import { killImports } from '../test/support/kill-imports.ts';
import { type KillReport, killIndexSaves, killSharedSaves } from '../test/support/kill-index-saves.ts';
import { killWrites } from '../test/support/kill-writes.ts';

type Engine = 'sqlite' | 'postgres';

/** Kills a subject so many times; resolves with a report for people. */
type Campaign = (kills: number) => Promise<string>;

const killWritesOn = (engine: Engine) => async (count: number) => {
  const { kills, acknowledged, cutShort } = await killWrites(engine, count);
  return (
    `${kills} kills on ${engine}: ${acknowledged} acknowledged products were there once, with their last price; ` +
    `${cutShort} requests without an answer were written as a whole or not at all.`
  );
};

const killEventsOn = (engine: Engine) => async (count: number) => {
  const { kills, events } = await killEvents(engine, count);
  return `${kills} kills on ${engine}: ${events} acknowledged events were stored, and counted, once.`;
};

const killImportsOn = (engine: Engine) => async (count: number) => {
  const { kills, duringImports, stores } = await killImports(engine, count);
  return (
    `${kills} kills on ${engine}, ${duringImports} of them in the midst of an import. The ${stores} stores had the ` +
    'products, counts, failures and history of an undisturbed one.'
  );
};

const feedSize = { products: 3_000, betweenPiecesMs: 15 };

const killFeedsOn = (engine: Engine) => async (count: number) => {
  const { kills, during, stores } = await killFeeds(engine, count, feedSize);
  const phases = Object.entries(during).map(([phase, number]) => `${number} while ${phase}`);
  return (
    `${kills} kills on ${engine}: ${phases.join(', ')}. The ${stores} stores had the products, counts, failures and ` +
    'history of an undisturbed one, and the feeds what they would have known.'
  );
};

const killDeliveriesOn = (engine: Engine) => async (count: number) => {
  for (let kill = 0; kill < count; kill += 1) await killBeforeDelivery(engine);
  return `${count} kills on ${engine}: each message was delivered after the next start, under its id.`;
};

const killEnrichmentOn = (engine: Engine) => async (count: number) => {
  const { kills, duringRequests, stores } = await killEnrichment(engine, count, 300);
  return (
    `${kills} kills on ${engine}, ${duringRequests} of them while requests were under way. Every product of the ` +
    `${stores} stores had its phrases, each stored once.`
  );
};

const killSaves = (save: (kills: number) => Promise<KillReport>) => async (count: number) => {
  const { kills, duringSaves, duringMerges, fromFiles, segmentFiles } = await save(count);
  return (
    `${kills} kills, ${duringSaves} of them in the midst of a save${duringMerges > 0 ? `, ${duringMerges} of a merge` : ''}. ` +
    `Every start after one answered as the database does, ${fromFiles} from what was saved, with ${segmentFiles} ` +
    'large segments.'
  );
};

/** The number of kills of a subject by itself, its part of `all`, and its campaign. */
const campaigns: Readonly<Record<string, readonly [count: number, part: number, run: Campaign]>> = {
  writes: [100, 60, killWritesOn('sqlite')],
  'writes-postgres': [50, 20, killWritesOn('postgres')],
  imports: [100, 40, killImportsOn('sqlite')],
  'imports-postgres': [100, 20, killImportsOn('postgres')],
  feeds: [50, 40, killFeedsOn('sqlite')],
  'feeds-postgres': [50, 20, killFeedsOn('postgres')],
  enrichment: [50, 30, killEnrichmentOn('sqlite')],
  'enrichment-postgres': [50, 20, killEnrichmentOn('postgres')],
  events: [50, 50, killEventsOn('sqlite')],
  'events-postgres': [50, 20, killEventsOn('postgres')],
  deliveries: [10, 10, killDeliveriesOn('sqlite')],
  'deliveries-postgres': [10, 10, killDeliveriesOn('postgres')],
  indexes: [200, 50, killSaves((kills) => killIndexSaves(kills))],
  merges: [100, 50, killSaves((kills) => killIndexSaves(kills, true))],
  'shared-indexes': [200, 20, killSaves(killSharedSaves)],
  backups: [
    50,
    40,
    async (count) => {
      const { kills, unfinishedBackups, unfinishedRestores } = await killBackups(count);
      return (
        `${kills} kills: ${unfinishedBackups} backups had not got their name, ${unfinishedRestores} databases were empty ` +
        'and were filled after all; the others were whole.'
      );
    },
  ],
};

const allParts = Object.values(campaigns).reduce((sum, [, part]) => sum + part, 0);

async function killAll(count: number): Promise<string> {
  for (const [subject, [, part, run]] of Object.entries(campaigns)) {
    const kills = Math.max(1, Math.round((count * part) / allParts));
    console.log(`${subject}: ${await run(kills)}`);
  }
  return `${count} kills in all: nothing acknowledged was lost, and nothing is there twice.`;
}

const [subject = '', count] = process.argv.slice(2);
const chosen = campaigns[subject];
if (chosen === undefined && subject !== 'all') {
  console.error(`There is no subject "${subject}": all, ${Object.keys(campaigns).join(', ')}.`);
  process.exit(2);
}
const [usual, , run] = chosen ?? [allParts, allParts, killAll];
console.log(await run(Number(count ?? usual)));
process.exit(0);
