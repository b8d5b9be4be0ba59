// Tests: test/api/limits.test.ts, test/api/events.test.ts.
/**
 * Limits of events, of popularity and of the evidence that clicks need; a part of `limits`. Three words are used throughout:
 * - **intent**: the whole query that a typed text was about to become (`usb c c` → `usb c cable`, record 0059);
 * - **worth**: how far an event moves a score, in clicks of now: 1 for a shopper's first click, less for further clicks of the
 *   same network, halved every 14 days;
 * - **query evidence**: the note in memory that this query was answered to this network lately. A click from a storefront key
 *   without it is worth nothing (record 0039).
 */
export const eventLimits = {
  /** Events in one call; a longer list is 422 `validation_failed` (Contract §8). */
  eventsPerBatch: 100,
  /** Code points of `phrase`; a longer one rejects its event (Contract §8). */
  eventPhraseMaxLength: 255,
  /** The largest `position`, counted from 1; a larger one rejects its event (Contract §8). */
  eventPositionMax: 1_000,
  /** The largest `quantity` of a purchase; a larger one rejects its event (Contract §8). */
  eventQuantityMax: 1_000_000,
  /** Characters of a `query_id`; a longer one rejects its event. An id has 22; more room is for ids of later versions. */
  queryIdMaxLength: 64,
  /**
   * Texts behind ids of answers that a store keeps in the database for a day; further ones are known to the process that answered
   * as long as it remembers them. Chosen.
   */
  answeredQueriesPerDay: 20_000,
  /** Texts behind ids of answers that a process remembers, of all stores: about 20 MB. Chosen. */
  answeredQueriesRemembered: 100_000,
  /** The greatest age of `occurred_at`; an older event is rejected. */
  eventAgeMaxMs: 24 * 3_600_000,
  /** An `occurred_at` up to this far ahead of our clock counts as now; beyond it the event is rejected. */
  eventAheadMaxMs: 5 * 60_000,
  /** The first events of a group wait this long for others to be written with. Chosen. */
  eventGatherMs: 40,
  /** Events that are written in one transaction; a group that is full is written at once. Chosen. */
  eventsPerTransaction: 2_000,
  /**
   * Events that wait to be written, counted apart for secret and for storefront keys. One store may take everything that is
   * free. Beyond it the answer is 503 with Retry-After.
   */
  eventsWaiting: 20_000,
  /**
   * Events of one store that one process keeps in a day (UTC), for secret and for storefront keys each, unless the operator
   * says otherwise; beyond it the answer is 429. Chosen: a flood must not fill the disk.
   */
  eventsPerDay: 5_000_000,
  /**
   * The parts of what is free in {@link eventsWaiting}, {@link eventsPerDay} and {@link shownWaitsMax} that a network may
   * take: a quarter, its /24 (IPv6: /48) half, and its /16 (IPv6: /32) all. Chosen: a network alone gets a fifth of the
   * whole, more than a busy shop's own proxy needs, and two wide ones leave a quarter.
   */
  eventNetworkParts: [4, 2, 1],
  /** Characters of the secret by which a shop signs its orders. Chosen: shorter ones can be guessed. */
  ordersSecretMinLength: 16,
  ordersSecretMaxLength: 255,
  /** An order as a shop’s system sends it; a larger one is 413. Chosen: several times an order of 100 lines. */
  orderMaxBytes: 1024 * 1024,
  /** Values of its JSON. Chosen: a line has about a hundred. */
  orderValuesMax: 200_000,
  /** Orders of a store that are being read; a further one is 503 with Retry-After, and shops send it again. Chosen. */
  ordersPerStore: 100,
  /** The time of a feed’s last order is written at most this often. Chosen: it is shown in minutes. */
  orderNotedMs: 10_000,
  /** Days for which single events are kept, unless the operator says otherwise. */
  eventsDays: 30,
  /** Minutes within which one session changes the popularity of a product, phrase or query once. */
  sessionMoveMinutes: 30,
  /** Query evidence is valid for this time: a click on a query that was answered earlier is worth nothing. */
  shownMinutes: 30,
  /**
   * The clicks of one request are checked against the answers that they name. All checks of a request may cost as many steps as
   * this many of the most expensive keystrokes. Chosen.
   */
  clickLookQuestions: 10,
  /** Queries whose evidence a process holds: 16 MiB, or half an hour of 500 queries a second. A power of two. Chosen. */
  shownPlaces: 2 ** 20,
  /** New query evidence that waits to be sent to other nodes; beyond it the oldest is not sent. A power of two. Chosen. */
  shownRingPlaces: 2 ** 14,
  /** The pause after which a node sends its new query evidence to the others. */
  shownFlushMs: 500,
  /** A click without query evidence waits this long for evidence from another node. Chosen. */
  shownWaitMs: 2_000,
  /** Queries that wait for evidence from other nodes, in one process; beyond it they do not wait. Chosen. */
  shownWaitsMax: 1_000,
  /**
   * The total worth of all clicks of one network, of its /24 (IPv6: /48) and of its /16 (IPv6: /32) on one thing. A used allowance
   * refills evenly within a day. Chosen: 20 networks, or 4 prefixes of either size, stay well below 50 shoppers.
   */
  clickAllowances: [2, 6, 10],
  /** Clicks of one network on one product that the figures count; a used allowance refills within a day. Chosen. */
  countedClicksPerNetwork: 30,
  /** Sessions, each from a different network, that must have used a typed query before others see it. */
  querySessionsMin: 3,
  /** The sessions of a typed query that is not shown yet are stored for this time. By then the day's salt is deleted, too. */
  sessionSaltHours: 48,
  /** Typed queries, the most popular, that discovery chooses from. */
  typedQueriesKept: 50,
  /** Typed queries, the most popular, that count as intents. Chosen: they are searched whenever a shopper's search ends. */
  intentsKept: 1_000,
  /** Scores of a product with an intent that one store keeps; each hour the weakest beyond it are deleted. Chosen. */
  intentScoresPerStore: 50_000,
  /** The least worth at which an intent ranks products. Measured (record 0060): a least worth of 20 helps less. */
  intentWorthMin: 10,
  /** The least worth at which a product counts for an intent. Chosen: the clicks of one network stay below it. */
  intentProductWorthMin: 2,
  /** A typed beginning counts for at most this many intents, the most popular that begin with it. Chosen. */
  intentsPerBeginning: 32,
  /** Answers change to new popularity at most once in this time (Contract §4, §8). */
  signalsApartMs: 4_000,
} as const;
