/** Every guard that `npm run campaign:guards` takes away. A new guard goes into the list of its subject. */
import { accessGuards } from './access.ts';
import { aiQueueGuards } from './ai-queue.ts';
import { batchesGuards } from './batches.ts';
import { collectionsGuards } from './collections.ts';
import { connectionsGuards } from './connections.ts';
import { connectorsGuards } from './connectors.ts';
import { damagedIndexGuards } from './damaged-indexes.ts';
import { damagedPageGuards } from './damaged-pages.ts';
import { damagedRowGuards } from './damaged-rows.ts';
import { damagedSettingsGuards } from './damaged-settings.ts';
import { durabilityGuards } from './durability.ts';
import { eventsGuards } from './events.ts';
import { feedsGuards } from './feeds.ts';
import type { Guard } from './guard.ts';
import { indexFilesGuards } from './index-files.ts';
import { ingestGuards } from './ingest.ts';
import { jobsGuards } from './jobs.ts';
import { keyGuards } from './keys.ts';
import { leasesGuards } from './leases.ts';
import { limitsGuards } from './limits.ts';
import { memoryGuards } from './memory.ts';
import { newCardGuards } from './new-cards.ts';
import { numberGuards } from './numbers.ts';
import { ordersGuards } from './orders.ts';
import { outboundGuards } from './outbound.ts';
import { outboundNamesGuards } from './outbound-names.ts';
import { packageGuards } from './packages.ts';
import { partialRowGuards } from './partial-rows.ts';
import { quarantineGuards } from './quarantine.ts';
import { rankingGuards } from './ranking.ts';
import { ratesGuards } from './rates.ts';
import { readsGuards } from './reads.ts';
import { strangerWaitsGuards } from './remote-waits.ts';
import { reviewGuards } from './review.ts';
import { safetyGuards } from './safety.ts';
import { searchGuards } from './search.ts';
import { secondFactorGuards } from './second-factors.ts';
import { sharesGuards } from './shares.ts';
import { shopChangesGuards } from './shop-changes.ts';
import { shopCheckGuards } from './shop-check.ts';
import { storedGuards } from './stored.ts';
import { suggestionGuards } from './suggestions.ts';
import { tenancyGuards } from './tenancy.ts';
import { threadsGuards } from './threads.ts';
import { typeGuards } from './types.ts';
import { undoGuards } from './undo.ts';
import { valueGuards } from './value.ts';
import { variantsGuards } from './variants.ts';

export const guards: readonly Guard[] = [
  ...accessGuards,
  ...keyGuards,
  ...tenancyGuards,
  ...limitsGuards,
  ...readsGuards,
  ...ratesGuards,
  ...storedGuards,
  ...searchGuards,
  ...rankingGuards,
  ...secondFactorGuards,
  ...suggestionGuards,
  ...newCardGuards,
  ...variantsGuards,
  ...typeGuards,
  ...reviewGuards,
  ...connectionsGuards,
  ...sharesGuards,
  ...shopCheckGuards,
  ...aiQueueGuards,
  ...outboundGuards,
  ...outboundNamesGuards,
  ...packageGuards,
  ...ingestGuards,
  ...partialRowGuards,
  ...batchesGuards,
  ...undoGuards,
  ...jobsGuards,
  ...strangerWaitsGuards,
  ...leasesGuards,
  ...connectorsGuards,
  ...shopChangesGuards,
  ...feedsGuards,
  ...ordersGuards,
  ...eventsGuards,
  ...valueGuards,
  ...collectionsGuards,
  ...durabilityGuards,
  ...indexFilesGuards,
  ...safetyGuards,
  ...quarantineGuards,
  ...damagedRowGuards,
  ...damagedIndexGuards,
  ...damagedPageGuards,
  ...damagedSettingsGuards,
  ...numberGuards,
  ...memoryGuards,
  ...threadsGuards,
];
