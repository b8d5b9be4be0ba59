/**
 * Limits of calls to strangers’ servers; a part of `limits`. Beyond one of them the fetch or the message fails with a
 * reason, and is tried again as its feed or webhook says.
 */
// Tests: test/api/limits.test.ts.

/** Limits of documents that feeds fetch, and of calls of webhooks. */
export const outboundLimits = {
  /** Redirects that one fetch follows (Contract §6); one more fails it. */
  outboundRedirectsMax: 5,
  outboundConnectTimeoutMs: 10_000,
  /**
   * The part of the time to connect that a look-up may take. Chosen: half, so that a slow name server leaves time for the
   * rest.
   */
  outboundLookUpTimeoutMs: 5_000,
  outboundIdleTimeoutMs: 60_000,
  /** The least speed of a document, over any 60 s; a slower one fails. Chosen: as for bodies that arrive here. */
  outboundLeastBytesPerSecond: 4 * 1024,
  outboundTotalTimeoutMs: 15 * 60_000,
  documentMaxBytes: 2 * 1024 * 1024 * 1024,
  /**
   * A document of more than 16 MiB may have this many times the bytes received; a larger one counts as a bomb and
   * fails. Chosen: XML shrinks to a fiftieth.
   */
  documentInflationMax: 200,
  documentInflationFreeBytes: 16 * 1024 * 1024,
  outboundHeaderMaxBytes: 16 * 1024,
  /** Storage providers sign addresses that they redirect to. */
  redirectUrlMaxLength: 8 * 1024,
  /** A longer ETag or date is not kept. */
  validatorMaxLength: 1_024,
  /** Credentials of an address, in UTF-16 units. */
  outboundSecretMaxLength: 4_096,
  /** The longest Retry-After of a server that is kept; after it the server is asked again. */
  outboundRetryAfterMaxMs: 24 * 3_600_000,
  /** A call of a webhook, from its beginning to the end of the answer. */
  postTimeoutMs: 15_000,
  postAnswerShownBytes: 1_024,
  /**
   * The API of a shop: all its pages together, one page, the wait that it may ask for, and how often one request is sent
   * again. Chosen: the largest shops answer a thousand pages in two hours.
   */
  connectorTotalTimeoutMs: 4 * 3_600_000,
  connectorPageMaxBytes: 8 * 1024 * 1024,
  /**
   * Values of such a page, which is parsed at once, on the thread that writes for all stores: some 0.1 s (measured). Pages of 100
   * products have up to a hundred thousand.
   */
  connectorPageValuesMax: 250_000,
  /**
   * What a reading keeps while it lasts: categories of a shop, and options of its attributes; or the variants of one product. And the
   * bytes that they came in. Chosen: Shopify allows 2,048 variants.
   */
  connectorKeptMax: 100_000,
  connectorVariantsMax: 10_000,
  connectorKeptMaxBytes: 64 * 1024 * 1024,
  connectorWaitMaxMs: 5 * 60_000,
  connectorAttempts: 8,
  /** Attempts for a request that the shop fails by a fault of its own. Chosen. */
  connectorFaultAttempts: 3,
  /**
   * The pause between two readings of what changed in such a shop, and how far before the last one each begins: clocks of a
   * shop's machines differ, and its index of products may lag behind. Chosen: a price is answerable within minutes.
   */
  changesEveryMs: 5 * 60_000,
  changesOverlapMs: 5 * 60_000,
  /** A shop's clock that differs more from this one is not believed. Chosen. */
  clockDifferenceMaxMs: 24 * 3_600_000,
  /** A preview of such a shop ends after so many products. Chosen: five pages of most APIs. */
  connectorPreviewRows: 500,
  /** A check of a shop reads the beginning of a page, while somebody waits, and lists its first fields. Chosen. */
  shopCheckTimeoutMs: 20_000,
  shopCheckMaxBytes: 2 * 1024 * 1024,
  shopCheckInputs: 50,
  /** The search for a feed: addresses that are asked, and milliseconds for each but the first. Chosen. */
  feedSearchRequests: 6,
  feedSearchTimeoutMs: 5_000,
  /** The page is a stranger's, and its check runs beside the writes of all stores: no part of it may take work without end. Chosen. */
  shopCheckFields: 200,
  shopCheckScripts: 1_000,
  shopCheckLines: 5,
  shopCheckKeys: 10,
  shopCheckPolicies: 20,
  shopCheckPolicyMaxLength: 16 * 1024,
  /** A longer `data-target`, and a longer value that it would be compared with, is left to a browser. */
  shopCheckTargetMaxLength: 500,
  shopCheckValueMaxLength: 1_000,
  shopCheckFindings: 30,
  /** A longer sentence is cut; a longer text to copy is left out, since half of a directive is a wrong one. */
  shopCheckTextMaxLength: 4_096,
} as const;

/** Whether so many bytes were made of so few that they are no list of products but a bomb. */
export function isInflated(
  { received, decoded }: { readonly received: number; readonly decoded: number },
  {
    inflationMax,
    inflationFreeBytes,
  }: { readonly inflationMax: number; readonly inflationFreeBytes: number },
): boolean {
  return decoded > inflationFreeBytes && decoded > received * inflationMax;
}
