/**
 * Lists every operation of the service. The HTTP side makes routes and the OpenAPI document of them; clients take their
 * types. It adds nothing to a declaration. Threads and bundles must import its types only, since the schemas are slow
 * to load.
 */
// Tests: test/api/documents.test.ts, test/api/examples.test.ts.
import { alertOperations } from './alerts.ts';
import { analyticsOperations } from './analytics.ts';
import { keystrokeCalls } from './autocomplete.ts';
import { collectionOperations } from './collections.ts';
import { enrichmentOperations } from './enrichment.ts';
import { eventCalls, eventOperations } from './events.ts';
import { feedOperations } from './feeds.ts';
import { healthOperations } from './health.ts';
import { importOperations } from './imports.ts';
import { keyOperations } from './keys.ts';
import { memberOperations } from './members.ts';
import { merchandisingOperations } from './merchandising.ts';
import { orderCalls } from './orders.ts';
import { overviewOperations } from './overview.ts';
import { phraseReviewOperations } from './phrase-review.ts';
import { playgroundOperations } from './playground.ts';
import { productOperations } from './products.ts';
import { rankingOperations } from './ranking.ts';
import { searchOperations } from './searches.ts';
import { shopCheckOperations } from './shop-check.ts';
import { storeOperations } from './stores.ts';
import { synonymOperations } from './synonyms.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation by name. */
export const operations = {
  ...analyticsOperations,
  ...collectionOperations,
  ...enrichmentOperations,
  ...eventOperations,
  ...feedOperations,
  ...healthOperations,
  ...importOperations,
  ...keyOperations,
  ...memberOperations,
  ...merchandisingOperations,
  ...overviewOperations,
  ...phraseReviewOperations,
  ...playgroundOperations,
  ...productOperations,
  ...rankingOperations,
  ...searchOperations,
  ...shopCheckOperations,
  ...storeOperations,
  ...synonymOperations,
  ...webhookOperations,
  ...alertOperations,
} as const;
/** The type of {@link operations}, by which clients know routes, bodies and answers. */
export type ServiceOperations = typeof operations;

/** The calls that the document of the API describes: operations, and calls whose routes are written by hand. */
export const describedCalls = { ...operations, ...keystrokeCalls, ...eventCalls, ...orderCalls } as const;
