// Tests: test/api/limits.test.ts.
/**
 * The most that one store may keep in the database that all stores share; a part of `limits`. Beyond it the newest is
 * refused or the oldest is deleted, as the comment of each limit says.
 */
export const storedLimits = {
  /**
   * Bytes of all files of a store, the spools of its feeds among them; beyond it a file is refused, and a run of a feed
   * fails. Chosen: four of the largest files, or the spools of two runs. From half of it on the oldest file that was handed in goes.
   */
  storeFilesMaxBytes: 8 * 1024 * 1024 * 1024,
  /**
   * Bytes of the failed rows of a run, and of all runs of a store; beyond it they are counted and not kept, and from a
   * share of it on kept without the row's text. Once an hour the oldest runs make room until a store is at half of it.
   * Chosen: a run keeps about 800,000 rows of 700 bytes, and a store the newest of its runs.
   */
  runFailuresMaxBytes: 512 * 1024 * 1024,
  storeFailuresMaxBytes: 2 * 1024 * 1024 * 1024,
  failureTextShare: 0.75,
  /**
   * Columns of the file of failed rows, their names together in UTF-16 units, and lines of one row: the rest is left out, which the
   * row's line says. Chosen: twice what a CSV file has, since cells without a column come as columns; as many lines as real rows fill.
   */
  failedRowsColumnsMax: 1_000,
  failedRowsHeaderMaxLength: 64 * 1024,
  failedRowLinesMax: 500,
  /** The warnings in the record of an import, as JSON. Chosen: a hundred of 650 characters; most have 400. */
  warningsMaxLength: 64 * 1024,
  /**
   * Days after the end of an import within which it can be undone (Contract §10), and days from its beginning for which what it
   * replaced is kept. Chosen: an import takes less than a day.
   */
  undoDays: 7,
  replacedDays: 8,
  /** Imports and entries of the audit log that a store keeps; once an hour the oldest beyond it go. Chosen: months of a busy shop. */
  importsMax: 100_000,
  auditEntriesMax: 100_000,
  /** Origins that a key names, each the longest name of a host with its scheme and port. Chosen. */
  originsPerKey: 100,
  originMaxLength: 270,
  /** Keys of a store that work, beyond which its people and keys make no further one; the operator's command does (Contract §2). Chosen. */
  keysMax: 200,
  /** Days until the end of a key, at most. Chosen: ten years; a key that is to last longer has no end. */
  keyEndMaxDays: 3_650,
  /** Hours for which a key works beside its successor, at most. Chosen: a month, in which every program is deployed once. */
  keyOverlapMaxHours: 720,
  /** Days before the end of a key from which people are warned, and after it for which they are reminded. Chosen. */
  keyWarningDays: 14,
  /** Revoked keys that lists show, those that were revoked last. Chosen. */
  revokedKeysShown: 100,
  /** Members and open invitations of a store. Chosen. */
  peopleMax: 500,
  /**
   * Ranking settings of a store: boosts, each a bit of a product's 32. A preview asks so many searches, shows so many places of each,
   * and looks for a product among so many. Chosen.
   */
  rankingBoosts: 20,
  rankingPreviewSearches: 20,
  rankingPreviewPlaces: 5,
  rankingPreviewLooks: 20,
} as const;
