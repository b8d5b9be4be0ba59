// Tests: test/scenarios/enrichment-limit.test.ts, test/storage/enrichment.test.ts.
/**
 * Limits of phrases and of their queue (§1.4, §1.5); a part of `limits`. A pause with `first` and `longest` begins with `first`,
 * doubles with each failure in a row up to `longest`, and varies by a quarter (jitter).
 */
export const enrichmentLimits = {
  /** Phrases of a product that may be shown as suggestions; a longer list is refused. */
  suggestionPhrasesPerProduct: 8,
  /** Phrases of a product that only match; a longer list is refused. */
  searchPhrasesPerProduct: 24,
  /** Phrases of a product in both lists. */
  phrasesPerProduct: 32,
  /** Code points of a phrase, or of a type's name; a longer one is refused. */
  phraseMaxLength: 80,
  /** Words of a suggestion phrase or of a type's name; a longer one is refused. */
  suggestionPhraseMaxWords: 6,
  /** Words of a search phrase, of another name of a type, or of an entry of the blocklist; a longer one is refused. */
  searchPhraseMaxWords: 8,
  /** Other names of a product's type. */
  typeOtherNames: 8,
  /** Texts stored as evidence for a product's type, strongest first; the rest is left out. */
  typeEvidence: 4,
  /** Code points of one such text; the rest is cut off. */
  typeEvidenceMaxLength: 120,
  /** Words and phrases that no generated phrase of a store may contain; a longer list is refused. */
  blocklistEntries: 500,
  /** Decisions on groups of phrases that a store has at a time; a further one is refused. */
  phraseDecisions: 1_000,
  /** Products that one search among phrases, or one count of a decision on words, looks through. */
  reviewedProducts: 20_000,
  /** Products that it reads at a time. Chosen: some milliseconds. */
  reviewedProductsPerRead: 500,
  /** Products that one call may name. */
  productIdsPerCall: 500,
  /** Products in one batch of the offline generator; their phrases are written in one transaction. */
  enrichmentProductsPerWrite: 500,
  /** Stores whose queues one process works on at the same time. */
  enrichmentsAtOnce: 2,
  /** The length of a store's turn, before the queue of another store is worked on. */
  enrichmentTurnMs: 10_000,
  /** A turn that waits for a slow request may last this much longer. Chosen. */
  enrichmentOvertimeMs: 60_000,
  /** The pause between two looks for new products while a queue waits for a request. Chosen. */
  enrichmentLookMs: 500,
  /**
   * Requests without an answer after which a product is given up, until it changes or somebody asks for it. With the pauses of
   * {@link enrichmentAwayRetrySeconds} they take two hours.
   */
  enrichmentAttempts: 8,
  /** The pause of a product after a request without an answer. */
  enrichmentAwayRetrySeconds: { first: 60, longest: 3_600 },
  /** Unusable answers after which a product is given up, until it changes or somebody asks for it. */
  enrichmentUnusableAttempts: 3,
  /** The pause of a product after an unusable answer. */
  enrichmentRetrySeconds: { first: 5, longest: 900 },
  /** The pause after a 429 of the provider without Retry-After, first of the store alone, then of all stores. */
  enrichmentBusySeconds: { first: 1, longest: 300 },
  /**
   * The pause of a store after a request that the provider refused (somebody may correct its key or model) or did not answer.
   * Chosen.
   */
  enrichmentHoldSeconds: { first: 60, longest: 900 },
  /** Days of usage that the API and the dashboard show. */
  enrichmentUsageDays: 30,
  /** Days of usage that are kept. */
  enrichmentUsageKeptDays: 400,
  /** Offline phrases wait this long for an import of their store, counted from its creation. */
  enrichmentImportWaitMs: 15 * 60_000,
} as const;
