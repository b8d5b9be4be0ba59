// Tests: test/api/limits.test.ts.
/**
 * Limits of the memory that requests, answers and connections may use, and of how slowly clients may read; a part of
 * `limits`. They count bytes after decompression, in one process. Beyond each of them the comment says what callers
 * get.
 */
export const heldLimits = {
  /**
   * Bodies of requests under way, decompressed; beyond it the answer is 503 with Retry-After. The first 64 KiB of each body count
   * separately, so small bodies pass while large ones arrive. Bodies of strangers and of storefront keys count separately, too. A
   * sender may use at most as much as is still free.
   */
  largeBodiesHeldMaxBytes: 128 * 1024 * 1024,
  smallBodiesHeldMaxBytes: 64 * 1024 * 1024,
  strangersBodiesHeldMaxBytes: 32 * 1024 * 1024,
  /** The body of a store's synonyms. */
  synonymsBodyMaxBytes: 8 * 1024 * 1024,
  /** A rule of merchandising, or the columns of a file, as the dashboard sends them. */
  formBodyMaxBytes: 1024 * 1024,
  /** Rows of a file that are checked before it is sent. Chosen: a person looks at no more. */
  rowsChecked: 20,
  /** Answers that clients have not read yet, likewise. */
  answersHeldMaxBytes: 128 * 1024 * 1024,
  strangersAnswersHeldMaxBytes: 64 * 1024 * 1024,
  /** While an answer waits, the client must read this much in each window, or the connection ends (chosen: as for bodies). */
  answerWindowMs: 10_000,
  answerLeastBytesPerSecond: 4 * 1024,
  /** A longer answer is written in pieces of this size, to measure how much the client has read. */
  answerPieceBytes: 16 * 1024,
  /** A page of a list ends once its entries have this size, even below its `limit`; it always has at least one entry. */
  pageMaxBytes: 4 * 1024 * 1024,
  /** The same for cards, which any storefront key may request. */
  cardPageMaxBytes: 1024 * 1024,
  /** Stores whose pages one HTTP thread requests at the same time, one page each; a page counts as a full one until it is ready. */
  pagesMadeAtOnce: 4,
  /**
   * Pages that wait or are being read; pages for strangers count separately. A store or network may have at most as many as are
   * free. Beyond it the answer is 503 with Retry-After. Chosen: a store alone may have 1,024.
   */
  pagesWaiting: 2_048,
  /** The size that counts for an answer that is generated while it is sent. */
  answerStreamHeldBytes: 1024 * 1024,
  /** Pending changes of one person, such as to a session; beyond it the answer is 503. Chosen: pages send about ten at once. */
  changesPerPerson: 100,
  /**
   * Checks of whether a network is known that may wait; each reads one row. Beyond this number, the network with the most
   * waiting checks is answered 503. Chosen.
   */
  networkLooksWaiting: 200,
  /** A TLS handshake. Chosen: the same as for headers. */
  handshakeTimeoutMs: 10_000,
  /**
   * A connection may be idle this long between two requests; the second value applies to strangers while more than half of all
   * connections are open.
   */
  keepAliveMs: 72_000,
  crowdedKeepAliveMs: 5_000,
  /**
   * Connections that wait for a thread to accept them; the system limits it (net.core.somaxconn). Beyond it clients try again after
   * a second, then after longer pauses. Chosen: a burst of shoppers while a thread is busy for a moment.
   */
  connectionsWaiting: 4_096,
  /** Connections of one process if file descriptors allow more, or if their limit is unknown. Chosen. */
  connectionsMax: 16_384,
  connectionsMaxElsewhere: 2_048,
  /**
   * `foretype doctor` warns below this number of file descriptors. Chosen: thousands of shoppers, and what the service opens
   * itself.
   */
  descriptorsTolerable: 4_096,
  /** Characters of the stored products that one batch of partial rows changes. Chosen: 10,000 products of 3,000 characters. */
  patchedMaxLength: 32 * 1024 * 1024,
} as const;
