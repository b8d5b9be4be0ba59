/**
 * HTTP to strangers' servers: documents that feeds fetch, and calls of webhooks. Whoever names the address is not
 * trusted, nor is whoever answers. Only public addresses are reached, whatever a name resolves to at the moment of
 * connecting; credentials stay with the origin they were given for; everything has a limit; and a document counts
 * only when its end is proven. It knows neither feeds nor storage.
 */

/** What may be called. */
export interface OutboundPolicy {
  /** Permits `http:`, private addresses and any port (FORETYPE_ALLOW_PRIVATE_FEEDS). */
  readonly allowPrivate: boolean;
}

/** Credentials of a request; made by `parseCredentials`. */
export type Credentials =
  | { readonly type: 'basic'; readonly user: string; readonly password: string }
  | { readonly type: 'header'; readonly name: string; readonly value: string };

/** What an earlier answer said of its version, to be sent back; null where it said nothing. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Bounds on one call; those that are absent have the value of `contract/limits.ts` (Contract §6). */
export interface OutboundLimits {
  readonly redirectsMax: number;
  /** Of each hop: name, connection and TLS together. */
  readonly connectTimeoutMs: number;
  /** Longest wait for the next byte, and for the heads of all answers on the way together. */
  readonly idleTimeoutMs: number;
  /** Of a body so much must come on the average of any `idleTimeoutMs` that are waited for it. */
  readonly leastBytesPerSecond: number;
  /** From the call to the last byte read. */
  readonly totalTimeoutMs: number;
  /** Of the body as received, and again of the document after decompression. */
  readonly documentMaxBytes: number;
  /** A document that is larger than `inflationFreeBytes` may be so many times as large as what was received. */
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
   * Whether a document is taken whose end the transfer does not prove (neither length, nor chunks, nor a checksum).
   * True where the reader knows a document's end by itself: a closing tag or bracket. False fails as `truncated`.
   */
  readonly endShownByDocument: boolean;
  /** Called once the fetch is over, also where it failed, with what is known of it. */
  readonly noteFacts?: (facts: HeadFacts & Partial<DocumentFacts>) => void;
  readonly limits?: Partial<OutboundLimits>;
}

/** A redirect that was followed: what answered, with what. */
export interface RedirectFact {
  readonly status: number;
  /** Where it led to, without secrets. */
  readonly url: string;
}

/** What is known of a fetch once its headers are there, or will never be. Plain data, shown on the page of a run. */
export interface HeadFacts {
  /** The address that was asked first; values of its query are left out. */
  readonly url: string;
  /** Null where nothing was answered; then there are no durations either: they would tell what is behind an address. */
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

/** What is known of a fetch after its end. */
export interface DocumentFacts extends HeadFacts {
  /** The file that wrapped the document inside the answer. */
  readonly archive: 'gzip' | 'zip' | null;
  /** Whether the transfer itself proved the end, by length, chunks or checksum. */
  readonly framed: boolean;
  readonly bytesReceived: number;
  readonly bytesDecoded: number;
  /** Of the decoded bytes, in hexadecimal. */
  readonly sha256: string;
  /** All redirects and the body. */
  readonly durationMs: number;
}

/** The answer to a DocumentRequest. */
export type DocumentAnswer =
  | { readonly kind: 'not-modified'; readonly facts: HeadFacts & { readonly durationMs: number } }
  | {
      readonly kind: 'document';
      readonly facts: HeadFacts;
      /**
       * The decoded bytes, to be read once. Ends only at a proven end, else throws an OutboundError. Leaving the loop
       * early closes the connection.
       */
      readonly body: AsyncIterable<Uint8Array>;
      /** All facts; only after the body was read to its end. */
      end(): DocumentFacts;
    };

/** A call of a webhook. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly limits?: Partial<Pick<OutboundLimits, 'connectTimeoutMs' | 'totalTimeoutMs'>>;
}

/** The answer to a PostRequest, whatever its status. */
export interface PostAnswer {
  readonly status: number;
  /** The beginning of the body, 1 KiB at most. */
  readonly bodyStart: string;
  readonly retryAfterMs: number | null;
}

/** Calls to strangers. All reject with an OutboundError, or with the signal's reason once it is aborted. */
export interface Outbound {
  /** GET, redirects followed by hand. */
  fetchDocument(request: DocumentRequest, signal: AbortSignal): Promise<DocumentAnswer>;
  /** One POST; a redirect is an answer like any other. */
  post(request: PostRequest, signal: AbortSignal): Promise<PostAnswer>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
