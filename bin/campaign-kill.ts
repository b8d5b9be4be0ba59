/**
 * `npm run campaign:kill -- SUBJECT [COUNT]`: kills a process again and again, COUNT times, and holds what comes after
 * against what would have been without. Exit code 1 at the first difference. Subjects: `indexes` (a process that saves
 * indexes, 200 times), `imports` (a service that imports files, 100 times on SQLite), `imports-postgres`, `feeds` (a
 * service that reads feeds, 50 times on SQLite), `feeds-postgres`, `deliveries` (a service that owes a message, 10 times on
 * SQLite), `deliveries-postgres`, `enrichment` (a service that has phrases written, 50 times on SQLite),
 * `enrichment-postgres`.
 */
import { killBeforeDelivery } from '../test/support/kill-before-delivery.ts';
import { killEnrichment } from '../test/support/kill-enrichment.ts';
import { killFeeds } from '../test/support/kill-feeds.ts';
import { killImports } from '../test/support/kill-imports.ts';
import { killIndexSaves, killSharedSaves } from '../test/support/kill-index-saves.ts';

const [subject = '', count] = process.argv.slice(2);

async function killImportsOn(engine: 'sqlite' | 'postgres'): Promise<string> {
  const { kills, duringImports, stores } = await killImports(engine, Number(count ?? 100));
  return (
    `${kills} kills on ${engine}, ${duringImports} of them in the midst of an import. The ${stores} stores had the ` +
    'products, counts, failures and history of an undisturbed one.'
  );
}

const feedSize = { products: 3_000, betweenPiecesMs: 15 };

async function killFeedsOn(engine: 'sqlite' | 'postgres'): Promise<string> {
  const { kills, during, stores } = await killFeeds(engine, Number(count ?? 50), feedSize);
  const phases = Object.entries(during).map(([phase, number]) => `${number} while ${phase}`);
  return (
    `${kills} kills on ${engine}: ${phases.join(', ')}. The ${stores} stores had the products, counts, failures and ` +
    'history of an undisturbed one, and the feeds what they would have known.'
  );
}

async function killDeliveriesOn(engine: 'sqlite' | 'postgres'): Promise<string> {
  const kills = Number(count ?? 10);
  for (let kill = 0; kill < kills; kill += 1) await killBeforeDelivery(engine);
  return `${kills} kills on ${engine}: each message was brought after the next start, under its id.`;
}

async function killEnrichmentOn(engine: 'sqlite' | 'postgres'): Promise<string> {
  const { kills, duringRequests, stores } = await killEnrichment(engine, Number(count ?? 50), 300);
  return (
    `${kills} kills on ${engine}, ${duringRequests} of them while requests were under way. Every product of the ` +
    `${stores} stores had its phrases, each stored once.`
  );
}

const campaigns: Readonly<Record<string, () => Promise<string>>> = {
  async indexes() {
    const { kills, duringSaves, fromFiles, segmentFiles } = await killIndexSaves(Number(count ?? 200));
    return (
      `${kills} kills, ${duringSaves} of them in the midst of a save. Every start after one answered as the database ` +
      `does, ${fromFiles} from saved indexes, with ${segmentFiles} segments in files of their own.`
    );
  },
  async 'shared-indexes'() {
    const { kills, fromFiles, segmentFiles } = await killSharedSaves(Number(count ?? 200));
    return (
      `${kills} kills. Every node that started after one answered as the database does, ${fromFiles} from shared ` +
      `indexes, with ${segmentFiles} segments in pages.`
    );
  },
  imports: () => killImportsOn('sqlite'),
  'imports-postgres': () => killImportsOn('postgres'),
  feeds: () => killFeedsOn('sqlite'),
  'feeds-postgres': () => killFeedsOn('postgres'),
  deliveries: () => killDeliveriesOn('sqlite'),
  'deliveries-postgres': () => killDeliveriesOn('postgres'),
  enrichment: () => killEnrichmentOn('sqlite'),
  'enrichment-postgres': () => killEnrichmentOn('postgres'),
};

const campaign = campaigns[subject];
if (campaign === undefined) {
  console.error(`There is no subject "${subject}": ${Object.keys(campaigns).join(', ')}.`);
  process.exit(2);
}
console.log(await campaign());
process.exit(0);
