/**
 * Declares the source of a feed and what is read of it: a document, or a shop by its API. Types only. Times are milliseconds since
 * 1970.
 */
// Tests: test/api/feeds.test.ts.
import type { FeedFormat } from '../../contract/words/feeds.ts';
import type { DocumentRow } from '../ingest/readers/document-reader.ts';
import type {
  Credentials,
  DocumentFacts,
  HeadFacts,
  OutboundLimits,
  Validators,
} from '../outbound/outbound.ts';

/** The address of a document, and how to request it. */
export interface FeedSource {
  readonly url: string;
  readonly format: FeedFormat;
  readonly credentials: Credentials | null;
  readonly validators: Validators | null;
  /** The language of the store (BCP 47), for shops that have translations. */
  readonly locale: string;
  /** The time by which sales are on. */
  readonly nowMs: number;
  readonly limits?: Partial<OutboundLimits>;
  /** Called once the fetch is over, even if it failed, with the known facts about it. */
  readonly noteFacts?: (facts: FetchFacts) => void;
  /** The number of bytes after which rows end, if only the beginning is of interest; nothing is known of the rest. */
  readonly headBytes?: number;
  /** The number of rows after which a shop that is read by its API is left. Documents are read whole. */
  readonly headRows?: number;
  /** Given for shops only: then nothing is known of all other products. */
  readonly changes?: ChangesWanted;
}

/** What changed in a shop is read instead of everything. */
export interface ChangesWanted {
  /** The moment, by the clock of the shop, from which changes are wanted. */
  readonly sinceMs: number;
  /** The groups that the catalog has these products in; products without a group are left out. */
  readonly groupsOf: (externalIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Facts about a fetch; complete after a document. */
export type FetchFacts = HeadFacts &
  Partial<DocumentFacts> & {
    /** The clock of a shop when the reading began. */
    readonly shopTimeMs?: number;
  };

/** The answer: a document to read, or that it is the one of the last time. */
export type FeedDocument =
  | { readonly kind: 'not-modified'; readonly facts: FetchFacts }
  | {
      readonly kind: 'document';
      readonly facts: FetchFacts;
      /** The rows, to be read once. Throws an OutboundError or a DocumentError. */
      readonly rows: AsyncIterable<readonly DocumentRow[]>;
      /** Only after the last row. */
      end(): DocumentEnd;
    };

/** Facts after a proven end. */
export interface DocumentEnd {
  readonly facts: DocumentFacts;
  /** Whether a price depends on the day on which the document is read. */
  readonly isTimeBound: boolean;
  /** Whether all rows were read, not only as many as were asked for. */
  readonly isWhole: boolean;
}
