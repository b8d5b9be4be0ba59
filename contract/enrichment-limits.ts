/** Limits of phrases and of the queue that has them written (§1.4, §1.5); part of `limits`. */

/** Each with its unit in its name. */
export const enrichmentLimits = {
  /** Phrases of a product. Lengths count code points. */
  suggestionPhrasesPerProduct: 8,
  searchPhrasesPerProduct: 24,
  phraseMaxLength: 80,
  suggestionPhraseMaxWords: 6,
  searchPhraseMaxWords: 8,
  /** Of the type of a product: other names, and what speaks for it. */
  typeOtherNames: 8,
  typeEvidence: 4,
  typeEvidenceMaxLength: 120,
  /** Words and phrases that no generated phrase of a store may hold. */
  blocklistEntries: 500,
  /** Products that one call names. */
  productIdsPerCall: 500,
  /** Products that the offline generator is given, and a transaction writes, at a time. */
  enrichmentProductsPerWrite: 500,
  /** Stores whose queues one process works on at the same time. */
  enrichmentsAtOnce: 2,
  /** A store's queue is worked on for so long before that of another has its turn. */
  enrichmentTurnMs: 10_000,
  /** Chosen: and goes on for so long at most while it waits for a slow request all the same. */
  enrichmentOvertimeMs: 60_000,
  /** Chosen: a queue that waits for a request looks for new products so often. */
  enrichmentLookMs: 500,
  /** A product whose request failed so often is given up, until it changes or somebody asks for it: more than an hour. */
  enrichmentAttempts: 8,
  /** The pause of a product after a request without an answer, doubled with each, before jitter. */
  enrichmentAwayRetrySeconds: { first: 60, longest: 3_600 },
  /** The same two where an answer came that cannot be used. */
  enrichmentUnusableAttempts: 3,
  enrichmentRetrySeconds: { first: 5, longest: 900 },
  /** While the provider is busy and says nothing of when to come again, all wait for so long, doubled with each time. */
  enrichmentBusySeconds: { first: 1, longest: 300 },
  /**
   * Chosen: a store asks again after so long, where the provider refuses (its key or its model may be put right) or did
   * not answer, doubled with each such request in a row, before jitter.
   */
  enrichmentHoldSeconds: { first: 60, longest: 900 },
  /** A request whose worker has not renewed it for this long counts as over. */
  enrichmentCallMaxMs: 10 * 60_000,
  /** Days of usage that are shown; the days before that are kept for a year. */
  enrichmentUsageDays: 30,
  enrichmentUsageKeptDays: 400,
  /** Offline phrases wait for an import of their store, but no longer than this. */
  enrichmentImportWaitMs: 15 * 60_000,
} as const;
