/** What requests, answers and connections may hold, and how answers must be taken. */
export const heldLimits = {
  /**
   * Bodies of requests under way, decompressed; beyond it the answer is 503 with Retry-After. The first 64 KiB of each
   * body count apart, so that small ones come through while large ones are under way, and so do those of strangers and of
   * storefront keys. A sender may hold at most as much as is still free.
   */
  largeBodiesHeldMaxBytes: 128 * 1024 * 1024,
  smallBodiesHeldMaxBytes: 64 * 1024 * 1024,
  strangersBodiesHeldMaxBytes: 32 * 1024 * 1024,
  /** A body of synonyms, all of them. */
  synonymsBodyMaxBytes: 8 * 1024 * 1024,
  /** A rule of merchandising, or the columns of a file, as the dashboard sends them. */
  formBodyMaxBytes: 1024 * 1024,
  /** Answers that wait to be taken, likewise. */
  answersHeldMaxBytes: 128 * 1024 * 1024,
  strangersAnswersHeldMaxBytes: 64 * 1024 * 1024,
  /** While an answer waits, so much must be taken in each window, or its connection ends (chosen: as of bodies). */
  answerWindowMs: 10_000,
  answerLeastBytesPerSecond: 4 * 1024,
  /** A longer answer is handed over in pieces of this size, so that it is seen how much of it was taken. */
  answerPieceBytes: 16 * 1024,
  /** A page of a list ends once its entries weigh so much, whatever its `limit`; one entry is always in it. */
  pageMaxBytes: 4 * 1024 * 1024,
  /** The same of cards, which anybody with a storefront key may ask for. */
  cardPageMaxBytes: 1024 * 1024,
  /** Stores whose pages one HTTP thread waits for at the same time, one each; each counts as a full one while it is made. */
  pagesMadeAtOnce: 4,
  /**
   * Pages that wait for that or are being made; those for strangers are counted apart. A holder may have at most what is
   * free. Beyond it the answer is 503 with Retry-After. Chosen: a store alone may have 1,024.
   */
  pagesWaiting: 2_048,
  /** What counts for an answer that is made while it is sent. */
  answerStreamHeldBytes: 1024 * 1024,
  /** Changes of one person under way, such as to a session; beyond it the answer is 503. Chosen: pages send some ten at once. */
  changesPerPerson: 100,
  /**
   * Checks of whether a network is known that may wait; each reads one row. Beyond this number, the network with the most
   * waiting checks is answered 503. Chosen.
   */
  networkLooksWaiting: 200,
  /** A TLS handshake. Chosen: as headers. */
  handshakeTimeoutMs: 10_000,
  /** Between two requests a connection may wait for so long; while more than half of them are open, strangers' for the second. */
  keepAliveMs: 72_000,
  crowdedKeepAliveMs: 5_000,
  /**
   * Connections that wait for a thread to accept them; the system bounds it (net.core.somaxconn). Beyond it they try again a second
   * later, and later still. Chosen: a burst of shoppers while a thread is busy for a moment.
   */
  connectionsWaiting: 4_096,
  /** Connections of one process where descriptors allow more, and where their limit is not known. Chosen. */
  connectionsMax: 16_384,
  connectionsMaxElsewhere: 2_048,
  /** Doctor warns below it. Chosen: thousands of shoppers, besides what the service opens. */
  descriptorsTolerable: 4_096,
} as const;
