/**
 * Every limit of the public surface and of the machinery behind it, each with its unit in its name.
 * Numbers marked with a paragraph are specified; the others were chosen; docs/operating.md names those
 * that operators meet.
 */
// Tests: server/http/admission/route-limits.test.ts, test/api/network-limits.test.ts.
import { enrichmentLimits } from './enrichment-limits.ts';
import { eventLimits } from './event-limits.ts';
import { heldLimits } from './held-limits.ts';
import { outboundLimits } from './outbound-limits.ts';
import { peopleLimits } from './people-limits.ts';
import { queryLimits } from './query-limits.ts';
import { shutdownLimits } from './shutdown-limits.ts';
import { storedLimits } from './stored-limits.ts';

/** Every limit, by name. */
export const limits = {
  /** The largest body of products, decompressed; a larger one is 413. */
  bodyMaxBytes: 32 * 1024 * 1024,
  /** Products of one batch; more are 413. */
  productsPerBatch: 10_000,
  /** A larger batch is read beside the writes of others. Chosen: some 200 ms of reading. */
  smallBatchMaxBytes: 2 * 1024 * 1024,
  /** A larger batch waits in the line of long writes. Chosen: some 600 of the smallest products, 0.2 s of writing on SQLite. */
  shortBatchMaxBytes: 64 * 1024,
  /** Bounds of a JSON body (chosen: the deepest needs six levels, a full product some 200 values, the most rules 150,000). */
  jsonBounds: { levels: 64, values: 1_500_000, valuesPerItem: 20_000, valuesOfSettings: 200_000 },
  /** Requests that a connection sends before the answers to those before them (chosen: browsers send none). */
  requestsAheadMax: 8,
  headerTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  /** The largest body of a call that names no other size. */
  bodyDefaultMaxBytes: 64 * 1024,
  /** While a body arrives, this much must come in each window; a slower one is answered 408 (chosen: half of EDGE). */
  bodyWindowMs: 10_000,
  bodyLeastBytesPerSecond: 4 * 1024,
  /**
   * Once a body came in `count` pieces, they must have had `leastBytes` on average: each costs as much as 20 KiB in a whole
   * (measured).
   */
  bodySmallPieces: { count: 256, leastBytes: 32 },
  /** The least memory that a piece of a body counts for: its bytes, and an object around them (measured: 390 bytes). */
  bodyPieceHeldBytes: 512,
  /** An upload of a file may take this long to arrive. */
  uploadTimeoutMs: 2 * 3_600_000,
  /** Bytes around a file in the body of an upload: boundaries and headers of its parts. */
  uploadEnvelopeMaxBytes: 64 * 1024,
  ...shutdownLimits,

  /** The tolerated difference from the clock of the database; beyond it times are wrong, and nodes disagree on what is due. */
  clockTolerableMs: 5_000,

  /** Product fields (§2.1; Contract §4). Lengths count code points. */
  titleMaxLength: 255,
  categoryMaxLength: 255,
  externalIdMaxLength: 255,
  urlMaxLength: 2_048,
  descriptionMaxLength: 10_000,
  /** HTML beyond this length is not read: the text that is shown would be cut before it in any case. */
  descriptionSourceMaxLength: 1_000_000,
  fieldMaxLength: 255,
  priceIntegerDigits: 12,
  attributesPerProduct: 100,
  attributeLabelMaxLength: 64,
  attributeValueMaxLength: 1_000,
  imagesPerProduct: 50,
  /** Nesting of attribute objects that is still flattened; deeper values are written as JSON text. */
  attributeDepth: 8,

  /** Failures of an import (Contract §5). */
  failureValueMaxLength: 200,
  failuresShownInImport: 100,
  warningsShownInImport: 100,
  /** A failed row is kept as received, for its correction; a longer one is kept without its content. */
  failureRawMaxLength: 64 * 1024,
  issueSampleRows: 5,

  /** CSV files (§2.2). Lengths in UTF-16 units. */
  csvColumnsMax: 500,
  /** All column names together: each row is kept with them. Chosen: the widest exports of shops need a tenth. */
  csvHeaderMaxLength: 32 * 1024,
  /** A quoted cell that runs further was never closed: its row fails, and reading goes on at the next line. */
  csvCellMaxLength: 1024 * 1024,
  csvQuotedMaxLines: 1_000,
  csvRecordMaxLength: 4 * 1024 * 1024,
  /** Consecutive rows of one product in an export that has a row a variant or picture (chosen: Shopify allows 2,048). */
  csvRowsPerProduct: 5_000,

  /** Documents of feeds (Contract §6). Lengths in UTF-16 units. */
  itemMaxLength: 1024 * 1024,
  /** Rows of a document: of each id eight bytes are held (chosen: of 2 GiB that leaves a row 200 bytes). */
  documentRowsMax: 10_000_000,
  /** Elements or brackets inside one another (chosen: feeds need six). */
  documentDepth: 32,
  /** Text, comment or tag that is read to its end: more than an item, so that one too large fails alone (chosen). */
  xmlTokenMaxLength: 16 * 1024 * 1024,
  xmlAttributesMax: 64,
  /** Namespaces that hold at one place (chosen: feeds declare a handful); each declaration copies those around it. */
  xmlNamespacesMax: 100,
  /** Characters that XML does not allow and unknown entities fail their item; a document of them is none (chosen). */
  xmlTextFaultsMax: 10_000,

  /** Files that are handed in (Contract §5), and their imports. */
  fileMaxBytes: 2 * 1024 * 1024 * 1024,
  fileChunkBytes: 1024 * 1024,
  /** A file that is not imported for good by then is deleted. */
  fileKeptHours: 24,
  /** Rows that are written in one transaction: a stop loses no more than that of an import's progress. */
  rowsPerTransaction: 1_000,
  /** Memory that those rows take, about; the last of them comes on top. Chosen: 1,000 rows of 4,000 characters. */
  rowBytesPerTransaction: 8 * 1024 * 1024,
  /** Imports at work at the same time in one process, and as many trial runs; the others wait, those that had their turn with what they know. */
  importsAtOnce: 2,
  /** A job works this long before others have their turn. */
  jobTurnMs: 10_000,
  /** Chosen: jobs of one kind that a process holds, at work or between two turns. Each may hold some 100 MiB. */
  jobsHeldMax: 32,
  /** Chosen: beyond those, a job that had this many turns makes room for one that waits. The worker that resumes it reads its file again. */
  jobTurnsMin: 12,
  /** A job whose worker has sent no sign of life for this long is taken by another. */
  leaseMs: 5_000,
  /** The pause between two signs of life of a worker, at which an import's counters move as well. */
  heartbeatMs: 1_000,
  /** Ids that occur in several rows of one file; a file with more fails. */
  repeatedIdsMax: 1_000_000,
  /** Files of one store; beyond it the oldest file that no import needs is deleted. */
  filesPerStore: 20,
  /** Imports of one store that wait or are under way. */
  importsWaitingPerStore: 100,
  /** Attempts of a job that made no progress; after the last one it fails. */
  jobAttempts: 20,

  ...storedLimits,
  ...outboundLimits,

  /** Feeds (§2.4; Contract §6). What a call to a stranger may take stands with the outbound limits. */
  feedsPerStore: 100,
  /** Feeds under way in one process, beside imports of files; the others wait. Chosen: most of the time for strangers. */
  feedsAtOnce: 16,
  /** Feeds of one store that are read at once, over all processes: slow servers leave room for the feeds of seven others. */
  feedsAtOncePerStore: 2,
  /** While others wait, slow fetches leave their places after this time. Chosen: as long as a server may take to begin. */
  feedPlaceMs: outboundLimits.outboundIdleTimeoutMs,
  /** Feeds that left their places, under way in one process beside the others, one of each store; they stay. Chosen. */
  slowFeedsAtOnce: 8,
  /** Rows of one run between its fetch and its import. Chosen: twice a document, since rows of a table name their columns. */
  feedSpoolMaxBytes: 4 * 1024 * 1024 * 1024,
  feedMaxRemovalPercentDefault: 50,
  /** The number of products in stock from which the guard works: a shop with fewer may change all of them. */
  feedRemovalGuardFrom: 50,
  /** The first bytes of a document that registration reads until it has the first row, and how long that may take. */
  feedCheckMaxBytes: 256 * 1024,
  feedCheckTimeoutMs: 20_000,
  /** A preview reads the whole document, but no longer than somebody waits. */
  feedPreviewTimeoutMs: 60_000,
  feedPreviewSample: 10,
  /** Previews under way in one process, at most one a store; the others wait. Chosen: each may hold as much memory as a run, and no bound counts it. */
  feedPreviewsAtOnce: 4,
  /** While others wait, slow previews leave their places after this time. Chosen: most documents are read within it. */
  feedPreviewPlaceMs: 10_000,
  /** Previews that left their places, under way in one process beside the others, at most one a store; they stay. Chosen. */
  slowFeedPreviewsAtOnce: 2,
  /** Checks and previews of one store under way. Beyond it the answer is 503 with Retry-After. */
  feedCallsPerStore: 4,
  /**
   * Each run is put off by up to this share of its interval, so that feeds registered in one hour do not run together.
   */
  feedJitterPercent: 5,

  /** Unknown query parameters that a refusal names, and how much of each name it repeats. */
  parametersNamed: 20,
  parameterShownLength: 50,

  /** Lists. */
  pageSizeDefault: 50,
  pageSizeMax: 200,

  /** The length of a stretch of figures, and the days and entries that the dashboard keeps. Chosen: a month of requests, a quarter of what merchants may have to explain. */
  statisticsBucketSeconds: 300,
  statisticsDays: 30,
  changesPerProduct: 50,
  changesDays: 90,
  /** Days for which ids of erased products are kept, since an index that was saved before must drop them. Chosen: longer than anybody keeps one. */
  erasuresDays: 400,
  changeValueMaxLength: 200,
  importsDays: 90,
  /** The newest imports of a store stay, however old. */
  importsKept: 20,
  /** Products without an image or a category that the overview counts; it says "at least" where there are as many. */
  missingCountMax: 20_000,
  /** Imports that the overview marks. */
  runMarksShown: 100,
  /** Products that a search in the dashboard finds. */
  productsFoundMax: 50,
  /** Places of an answer that are looked at to say why a product is not in it. */
  placesLookedAt: 1_000,

  /** Autocomplete (§4.7, §8). */
  queryMaxLength: 100,
  autocompleteLimitDefault: 5,
  autocompleteLimitMax: 20,
  ...queryLimits,
  answerCacheSeconds: 60,
  /** The least pause between two looks for changes that no call waits for (Contract §4: long runs once a second). */
  pollsApartMs: 1_000,
  /**
   * The time for which the load of one store may keep a starting node from being ready; the load goes on after it
   * (chosen).
   */
  storeLoadMaxMs: 30_000,
  answerCacheMaxBytes: 64 * 1024 * 1024,

  /** Synonyms of a store. */
  synonymRules: 2_000,
  /** Terms of a two-way rule, and of each side of a one-way rule. */
  synonymTermsPerList: 20,
  /** Terms of all rules together: the index thread compiles this many in about a tenth of a second. */
  synonymTerms: 5_000,
  /** A run of a script without spaces counts as one word. */
  synonymTermMaxWords: 6,
  /** Characters of scripts without spaces in one term. */
  synonymTermMaxRunCharacters: 40,
  /** Code points of a term. */
  synonymTermMaxLength: 80,
  /** Other words that are tried for the words of one query. */
  synonymMatchesPerQuery: 16,

  /** Merchandising of a store. */
  merchandisingRules: 500,
  /** Pins of a rule, and products that it hides. */
  merchandisingProductsPerList: 100,
  merchandisingBoosts: 20,
  merchandisingWeightMax: 10,
  /** Products that are read together to find those of boosted brands and categories. */
  merchandisingProductsPerRead: 2_000,
  /** Previews of one store under way, of which one reads the catalog. Beyond it the answer is 503 with Retry-After. Chosen. */
  rulePreviewsPerStore: 4,

  /** Smart collections of a store. Lengths count code points. */
  collectionsPerStore: 200,
  collectionConditions: 20,
  collectionSlugMaxLength: 80,
  collectionDescriptionMaxLength: 1_000,
  /** Text that a condition compares with. */
  collectionValueMaxLength: 255,
  /** A century: an age beyond it is a mistake. */
  collectionAgeDaysMax: 36_500,
  /** Changed products that are looked at together, and about how many of their places one transaction writes. */
  collectionProductsPerStep: 500,
  collectionPlacesPerStep: 4_000,
  /** New rules that are held against the catalog at the same time; more wait until these answer. */
  collectionsBuiltTogether: 25,
  /** The pause between two looks for changes that collections must follow, and the least pause between two looks that found some. */
  collectionsPollMs: 500,
  collectionsPauseMs: 150,
  /** Products that a preview and suggestions look at; beyond them counts are estimates. */
  collectionProductsLookedAt: 20_000,
  collectionPreviewSample: 12,
  collectionsSuggested: 12,
  collectionSuggestionSample: 4,

  /** Webhooks of a store. */
  webhooksPerStore: 10,
  /** The pause after each failed attempt, before jitter; after the last one the message is given up. */
  webhookDelaySeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  /** Messages on their way in one process; of one store; each webhook gets one after the other. */
  deliveriesAtOnce: 16,
  deliveriesAtOncePerStore: 4,
  /** The slots of {@link deliveriesAtOnce} kept for stores whose webhooks answered quickly of late. Chosen: half. */
  quickDeliverySlots: 8,
  /**
   * A call of at least `slowCallMs` makes its store slow for `slowCallFactor` times its length: after a time-out ten
   * minutes. Chosen.
   */
  slowCallMs: 1_000,
  slowCallFactor: 40,
  /** A webhook that took no message for this long is switched off. */
  webhookFailingDays: 5,
  /** Hours after a rotation in which messages are also signed with the previous secret. */
  webhookRotationHours: 24,
  /**
   * Messages in the log of a webhook, and the days for which it keeps them. Waiting messages beyond that are given up
   * at once.
   */
  deliveriesKept: 1_000,
  deliveriesDays: 30,

  ...enrichmentLimits,
  ...eventLimits,

  /** Searches and what is known of them. A pause this long ends a search. */
  searchPauseMs: 30_000,
  /** Visitors that must have searched a query within a day before its text is shown. */
  queryVisitorsMin: 3,
  /** Callers whose typing is followed, and how long one is remembered for a click after the last key. Chosen. */
  callersRemembered: 20_000,
  callerForgottenMs: 30 * 60_000,
  /** Queries whose visitors are remembered while they are too few to show the query. Chosen. */
  visitedQueriesRemembered: 50_000,
  /** Distinct queries of a store and day; more count in the totals alone. */
  queriesPerStoreAndDay: 10_000,
  /** Places and letters of clicks that are counted apart; a larger one counts as the last. */
  clickPositionsKept: 10,
  clickLettersKept: 20,
  /** Days for which daily figures are kept. */
  searchStatisticsDays: 400,
  /** The pause between two writes of counted searches: a click shows within ten seconds. */
  searchesFlushMs: 4_000,
  /** A share of fewer searches is null: it would say nothing. */
  shareCountMin: 30,
  /** Days and entries of figures, if the caller names none, and the most entries. */
  analyticsDaysDefault: 30,
  analyticsLimitDefault: 20,
  analyticsLimitMax: 1_000,
  /** A list of figures ends there at the latest: the figures before a place are held while it is read. Chosen. */
  analyticsEntriesMax: 500_000,

  /** Idempotency-Key (Contract §5). */
  idempotencyKeyMaxLength: 255,
  idempotencyHours: 24,

  ...heldLimits,
  /** Writes of one store under way. Beyond it the answer is 503 with Retry-After. */
  writesPerStore: 1_024,
  /** Reads of one store that run outside the HTTP thread, but for pages, which `pagesWaiting` bounds. Beyond it the answer is 503 with Retry-After. */
  readsPerStore: 1_024,

  /**
   * The budgets of a network's /24 (IPv6: /48) and /16 (/32), as multiples of its own nested budget.
   * Chosen: a town's worth of offices signs in less often, and a /32 of guesses leaves most of two cores.
   */
  widerBudgetFactors: [10, 50],

  ...peopleLimits,

  /** The most that metrics are collected, and the database is pinged for `/readyz`, however many callers ask. */
  metricsRate: { everyMs: 1_000, burst: 10 },
  readinessRate: { everyMs: 100, burst: 1 },

  /** Keys and stores kept in memory by the HTTP thread. */
  apiKeyCacheEntries: 50_000,
  /** Keys and sessions that were found unknown are refused from memory for this long. */
  unknownCredentialSeconds: 3,
  directoryPollMs: 100,
} as const;

/** A token bucket: `perSecond` tokens flow in, at most `burst` are kept. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Request rates (Contract §1, FORETYPE_RATE_LIMIT). An address counts as its network: an IPv4 /32, an IPv6 /64. */
export const rateLimits = {
  autocompletePerAddress: { perSecond: 100, burst: 500 },
  eventsPerAddress: { perSecond: 50, burst: 200 },
  /** Pages of a collection's products, which the database is asked for each time. Chosen. */
  collectionsPerNetwork: { perSecond: 20, burst: 200 },
  /** Answers that are looked at once more for clicks of one network, and of all secret keys of one store. Chosen. */
  clickLooksPerNetwork: { perSecond: 10, burst: 100 },
  clickLooksPerStore: { perSecond: 100, burst: 1_000 },
  /** Requests with events of one key, from all addresses together. Chosen. */
  eventsPerKey: { perSecond: 1_000, burst: 5_000 },
  managementPerKey: { perSecond: 100, burst: 1_000 },
  /** The same of all secret keys and sessions of one store together, however many there are. Chosen: four keys at full rate. */
  managementPerStore: { perSecond: 400, burst: 2_000 },
  /** Invitations, new keys and checks of shop pages of one store an hour, by all of its members together. Chosen. */
  invitationsPerStore: { perSecond: 200 / 3_600, burst: 200 },
  keysPerStore: { perSecond: 50 / 3_600, burst: 50 },
  shopChecksPerStore: { perSecond: 60 / 3_600, burst: 20 },
  /** Pages and calls that take neither key nor session and that are not answered from memory. Chosen. */
  anonymousPerNetwork: { perSecond: 20, burst: 200 },
  /** Look-ups of keys and sessions that turn out unknown: each reads the database. Nested. Chosen. */
  unknownCredentialsPerNetwork: { perSecond: 5, burst: 100 },
  /** Tries to sign in from one network: ten a minute. Nested. */
  signInPerAddress: { perSecond: 10 / 60, burst: 10 },
  /**
   * Tries to sign in to one account, from any address: six a minute, since one account is guessed at from many. Chosen.
   */
  signInPerAccount: { perSecond: 6 / 60, burst: 20 },
} as const satisfies Record<string, RateLimit>;

/** The plans that a store can have (Contract §2). */
export type PlanName = 'free' | 'starter' | 'growth' | 'unlimited';

/**
 * The products that a store of a plan may have, and those with phrases (§8; Contract §2). `null` means without limit.
 */
export interface Plan {
  readonly products: number | null;
  readonly enriched: number | null;
}

/** The limits of each plan; products beyond them are left out and counted in `skipped_rows`. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  free: { products: 100, enriched: 5 },
  starter: { products: 5_000, enriched: 1_000 },
  growth: { products: 100_000, enriched: 20_000 },
  unlimited: { products: null, enriched: null },
};
