/**
 * HTTP to servers of strangers: documents that feeds fetch, and calls of webhooks. Neither the person who names the address nor the
 * server that answers is trusted. Connections go to public addresses only, checked when connecting; credentials stay with the origin
 * they were given for; everything has a limit; and a document counts only when its end is proven. Nothing here knows about feeds or
 * storage. A fault of the other side is an `OutboundError` with a code; times are milliseconds, sizes bytes.
 */
// Tests: ./content-coding.test.ts, ./send-post.live.test.ts.

/** The addresses that may be called. */
export interface OutboundPolicy {
  /** Permits `http:`, private addresses and any port (FORETYPE_ALLOW_PRIVATE_FEEDS). */
  readonly allowPrivate: boolean;
}

/** Credentials of a request; made by `parseCredentials`. */
export type Credentials =
  | { readonly type: 'basic'; readonly user: string; readonly password: string }
  | { readonly type: 'header'; readonly name: string; readonly value: string };

/** The version that an earlier answer named, sent back as a condition; null for a header that was absent. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Bounds on one call; those that are absent have the value of `contract/limits.ts` (Contract §6). */
export interface OutboundLimits {
  readonly redirectsMax: number;
  /** Milliseconds for each hop: name look-up, connection and TLS together. */
  readonly connectTimeoutMs: number;
  /** Longest wait for the next byte, and for the heads of all answers along the redirects together. */
  readonly idleTimeoutMs: number;
  /** The average rate at which a body must arrive over any `idleTimeoutMs` spent waiting for it. */
  readonly leastBytesPerSecond: number;
  /** Milliseconds from the call to the last byte read. */
  readonly totalTimeoutMs: number;
  /** Applies to the body as received, and again to the document after decompression. */
  readonly documentMaxBytes: number;
  /** The largest ratio of decompressed to received bytes, for documents larger than `inflationFreeBytes`. */
  readonly inflationMax: number;
  readonly inflationFreeBytes: number;
}

/** A document to fetch. */
export interface DocumentRequest {
  readonly url: string;
  readonly credentials: Credentials | null;
  /** Sent as a condition; without them a 304 is an error. */
  readonly validators: Validators | null;
  /**
   * Whether to accept a document whose end the transfer does not prove (no length, no chunks, no checksum). True where
   * the reader recognises the end itself, by a closing tag or bracket. If false, such a document fails as `truncated`.
   */
  readonly endShownByDocument: boolean;
  /** What is sent by POST, whose redirects are not followed. Absent for a GET. */
  readonly body?: { readonly contentType: string; readonly text: string };
  /** Whether an answer of any status is passed on, which `facts` tell. If absent, another than 200 is an error. */
  readonly takesAnyStatus?: boolean;
  /** Called once when the fetch is over, even if it failed, with the facts known so far. */
  readonly noteFacts?: (facts: HeadFacts & Partial<DocumentFacts>) => void;
  readonly limits?: Partial<OutboundLimits>;
}

/** A redirect that was followed. */
export interface RedirectFact {
  readonly status: number;
  /** The target without secrets. */
  readonly url: string;
}

/** Facts about a fetch once its headers have arrived, or never will. Plain data, shown on the page of a run. */
export interface HeadFacts {
  /** The address that was asked first; values of its query are left out. */
  readonly url: string;
  /** Null without an answer; the durations are null then too, since they would reveal what is behind an address. */
  readonly status: number | null;
  readonly redirects: readonly RedirectFact[];
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Null where it is private. */
  readonly remoteAddress: string | null;
  /** Durations of the last hop. */
  readonly connectMs: number | null;
  readonly firstByteMs: number | null;
}

/** Facts about a fetch after its end. */
export interface DocumentFacts extends HeadFacts {
  /** The archive that contained the document. */
  readonly archive: 'gzip' | 'zip' | null;
  /** Whether the transfer itself proved the end: by length, chunks or checksum. */
  readonly framed: boolean;
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
  /** The hash of the decoded bytes, in hexadecimal. */
  readonly sha256: string;
  /** Milliseconds for all redirects and the body. */
  readonly durationMs: number;
}

/** The answer to a DocumentRequest. */
export type DocumentAnswer =
  | { readonly kind: 'not-modified'; readonly facts: HeadFacts & { readonly durationMs: number } }
  | {
      readonly kind: 'document';
      readonly facts: HeadFacts;
      /** A header's text; several of one name are joined by commas. Null where there is none. */
      readonly header: (name: string) => string | null;
      /**
       * The decoded bytes, to be read once. Ends only at a proven end, else throws an OutboundError. Leaving the loop
       * early closes the connection.
       */
      readonly body: AsyncIterable<Uint8Array>;
      /** Returns all facts; only after the body was read to its end. */
      end(): DocumentFacts;
    };

/** A call of a webhook. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly limits?: Partial<Pick<OutboundLimits, 'connectTimeoutMs' | 'totalTimeoutMs'>>;
}

/** The answer to a PostRequest, of any status. */
export interface PostAnswer {
  readonly status: number;
  /** The beginning of the body, 1 KiB at most. */
  readonly bodyStart: string;
  readonly retryAfterMs: number | null;
}

/** Calls to servers of strangers. Each rejects with an OutboundError, or with the signal's reason once that is aborted. */
export interface Outbound {
  /** GET, redirects followed by hand. */
  fetchDocument(request: DocumentRequest, signal: AbortSignal): Promise<DocumentAnswer>;
  /** Makes one POST; redirects are returned, not followed. */
  post(request: PostRequest, signal: AbortSignal): Promise<PostAnswer>;
  /** Ends all calls in progress. */
  close(): Promise<void>;
}

/**
 * Messages tell a merchant what to do. They never contain an address that a name resolved to, nor anything from the body
 * of an answer, so that they cannot be used to explore a network.
 *
 * | code | meaning |
 * | --- | --- |
 * | `url_not_allowed` | the address, or one that it redirects to, breaks the rules by how it is written |
 * | `unreachable` | no connection: unknown name, not public, refused, or too slow; all look the same |
 * | `tls` | the certificate does not hold |
 * | `timed_out` | connected, but silent for too long, too slow, or not finished in time |
 * | `redirects` | too many redirects, or one that leads nowhere |
 * | `status` | an answer that is not 200 (nor 304, where that was asked for) |
 * | `malformed` | the answer breaks the rules of HTTP |
 * | `encoding` | the body is not compressed in the way it says, or in a way that is not supported |
 * | `truncated` | the document ended too early, or nothing proves that it is complete |
 * | `too_large` | the document is larger than allowed, or inflates like a zip bomb |
 */
export type OutboundErrorCode =
  | 'url_not_allowed'
  | 'unreachable'
  | 'tls'
  | 'timed_out'
  | 'redirects'
  | 'status'
  | 'malformed'
  | 'encoding'
  | 'truncated'
  | 'too_large';

/** Optional details of an OutboundError. */
export interface OutboundErrorOptions {
  /** The status of the answer, if there was one. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** A call that failed for a reason outside this service: `code` for programs, `message` for merchants. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;
  readonly status: number | null;

  constructor(code: OutboundErrorCode, message: string, options: OutboundErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? null;
  }
}
