/** The limits of events and of popularity: a part of `limits`. */
export const eventLimits = {
  /** Events (Contract §8). Lengths in code points. */
  eventsPerBatch: 100,
  eventPhraseMaxLength: 255,
  eventPositionMax: 1_000,
  eventQuantityMax: 1_000_000,
  /** How far `occurred_at` may lie behind and before the present. */
  eventAgeMaxMs: 24 * 3_600_000,
  eventAheadMaxMs: 5 * 60_000,
  /** How long events wait for others, and how many are written in one transaction at most. */
  eventGatherMs: 40,
  eventsPerTransaction: 2_000,
  /**
   * Events that wait to be written, for secret and storefront keys apart; of what is free of it a store may take all.
   * Beyond it the answer is 503 with Retry-After.
   */
  eventsWaiting: 20_000,
  /**
   * Events of one store that one process keeps in a day by each kind of key, unless the operator says otherwise: a flood
   * must not fill the disk. Chosen.
   */
  eventsPerDay: 5_000_000,
  /**
   * Of the storefront's part of both, a network, its /24 (IPv6: /48) and its /16 (/32) may have one part in so many of what
   * is free. Chosen: alone a network has a fifth, more than a busy shop's own proxy needs, and two wide ones leave a quarter.
   */
  eventNetworkParts: [4, 2, 1],
  /** How long events stay as they came, unless the operator says otherwise. */
  eventsDays: 30,
  /** One session moves one thing once in so long. */
  sessionMoveMinutes: 30,
  /** A click counts where its query was asked no longer ago. */
  shownMinutes: 30,
  /** What looking at answers for the clicks of one request may cost: as much as so many of the dearest keystrokes. Chosen. */
  clickLookQuestions: 10,
  /** Questions that are remembered for that: 16 MiB, half an hour of 500 a second. A power of two. Chosen. */
  shownPlaces: 2 ** 20,
  /** Questions that wait to be handed to other nodes, which happens so often. A power of two. Chosen. */
  shownRingPlaces: 2 ** 14,
  shownFlushMs: 500,
  /** A click whose question is not known yet waits so long for that of another node. Chosen. */
  shownWaitMs: 2_000,
  /** Queries of clicks that wait for that at the same time in one process. Chosen. */
  shownWaitsMax: 1_000,
  /**
   * What all clicks of one network, of its /24 (IPv6: /48) and of its /16 (/32) are worth on one thing at once; what is
   * used comes back within a day. Chosen: 20 networks, or 4 prefixes of either size, stay below 50 shoppers with room.
   */
  clickAllowances: [2, 6, 10],
  /** Clicks of one network on one product that figures show, at once and again in each day. Chosen. */
  countedClicksPerNetwork: 30,
  /** Sessions that must have used a typed query before others see it. */
  querySessionsMin: 3,
  /** How long a session can be found by its id: so long its day's salt is kept. */
  sessionSaltHours: 48,
  /** Typed queries that discovery chooses from. */
  typedQueriesKept: 50,
  /** Typed queries, the most frequent, of which a beginning may be one. Chosen: they are read when a search ends. */
  intentsKept: 1_000,
  /** Products for what was meant whose popularity a store keeps; beyond it the weakest are forgotten, hourly. Chosen. */
  intentScoresPerStore: 50_000,
  /** What clicks with an intent are worth, from which on they rank its products. Measured (record 0060). */
  intentWorthMin: 10,
  /** What clicks on one product with the intent are worth, from which on it counts: one network alone stays below. */
  intentProductWorthMin: 2,
  /** Intents that a beginning stands for, the most popular of those that begin so. Chosen. */
  intentsPerBeginning: 32,
  /** New popularity shows in answers so often at most (Contract §4, §8). */
  signalsApartMs: 4_000,
} as const;
