/**
 * Fetches the document of a feed and reads it in one pass. Rows arrive as they become complete; only after the last one is it proven
 * that the document is complete. It writes nothing. A document has at most 10,000,000 rows and 2 GiB; beyond either, and without a
 * proven end, it throws, and its caller must drop the rows. A check reads 256 KiB and takes 20 s at most.
 */
// Tests: ./feed-document.test.ts.

import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import type { FeedFormat } from '../../contract/words/feeds.ts';
import type { RunEnvironment } from '../ingest/leased-run.ts';
import {
  createDocumentReader,
  describeOtherKind,
  detectionBytes,
} from '../ingest/readers/create-document-reader.ts';
import { DocumentError, type DocumentRow } from '../ingest/readers/document-reader.ts';
import type {
  Credentials,
  DocumentAnswer,
  DocumentFacts,
  HeadFacts,
  Outbound,
  OutboundLimits,
  Validators,
} from '../outbound/outbound.ts';
import type { FeedEnvironment } from './feed-environment.ts';
import { toRefusal } from './feed-fault.ts';

/** The address of a document, and how to request it. */
export interface FeedSource {
  readonly url: string;
  readonly format: FeedFormat;
  readonly credentials: Credentials | null;
  readonly validators: Validators | null;
  /** The time by which sales are on. */
  readonly nowMs: number;
  readonly limits?: Partial<OutboundLimits>;
  /** Called once the fetch is over, even if it failed, with the known facts about it. */
  readonly noteFacts?: (facts: FetchFacts) => void;
  /** The number of bytes after which rows end, if only the beginning is of interest; nothing is known of the rest. */
  readonly headBytes?: number;
}

/** Facts about a fetch; complete after a document. */
export type FetchFacts = HeadFacts & Partial<DocumentFacts>;

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
}

/** Asks for the document. Rejects with an OutboundError. */
export async function openFeedDocument(
  outbound: Outbound,
  source: FeedSource,
  signal: AbortSignal,
): Promise<FeedDocument> {
  const { url, credentials, validators, noteFacts, limits: callLimits } = source;
  const answer = await outbound.fetchDocument(
    {
      ...{ url, credentials, validators },
      // A table of values shows nothing of its end; other documents are asked for it after they were read.
      endShownByDocument: source.format !== 'csv',
      ...(callLimits === undefined ? {} : { limits: callLimits }),
      ...(noteFacts === undefined ? {} : { noteFacts }),
    },
    signal,
  );
  return answer.kind === 'not-modified' ? answer : toFeedDocument(answer, source);
}

type ReadableAnswer = Extract<DocumentAnswer, { readonly kind: 'document' }>;

function toFeedDocument(
  answer: ReadableAnswer,
  { format, nowMs, headBytes = Number.POSITIVE_INFINITY }: FeedSource,
): Extract<FeedDocument, { readonly kind: 'document' }> {
  const { contentType } = answer.facts;
  const reader = createDocumentReader(format, { nowMs, contentType });
  const head = new DocumentHead();
  async function* readRows() {
    let bytesRead = 0;
    let rowCount = 0;
    for await (const chunk of answer.body) {
      await readingTurn();
      head.add(chunk);
      const rows = reader.read(chunk);
      rowCount += rows.length;
      if (rowCount > limits.documentRowsMax) throw tooManyRows();
      if (rows.length > 0) yield rows;
      bytesRead += chunk.byteLength;
      if (bytesRead >= headBytes) return;
    }
    const rows = reader.end();
    if (rows.length > 0) yield rows;
  }
  return {
    kind: 'document',
    facts: answer.facts,
    rows: named(readRows(), format, head),
    end() {
      const facts = answer.end();
      if (facts.framed || reader.provesEnd) return { facts, isTimeBound: reader.isTimeBound };
      const message =
        'The document may be cut off: neither its length nor its own end shows that all of it came. Have the server send a Content-Length.';
      throw new DocumentError('document_truncated', message);
    },
  };
}

/** The beginning of a document. */
class DocumentHead {
  #bytes = Buffer.alloc(0);

  add(chunk: Uint8Array): void {
    const missing = detectionBytes - this.#bytes.length;
    if (missing > 0) this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, missing)]);
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

/** Passes rows on; if the document is of another kind than its feed says, the error names that kind. */
async function* named<Row>(
  rows: AsyncIterable<Row>,
  format: FeedFormat,
  head: DocumentHead,
): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (error) {
    const isOther = error instanceof DocumentError && error.code === 'document_type';
    const message = isOther ? describeOtherKind(head.bytes, format) : null;
    throw message === null ? error : new DocumentError('document_type', message);
  }
}

function tooManyRows(): DocumentError {
  const most = limits.documentRowsMax.toLocaleString('en');
  const message = `The document holds more than ${most} rows; split it into several feeds.`;
  return new DocumentError('document_too_large', message);
}

let last: Promise<unknown> = Promise.resolve();

/** Resolves when it is the turn of a piece. Documents take turns in the order in which they ask. */
export function readingTurn(): Promise<void> {
  const turn = last.then(() => turnOfOthers());
  last = turn;
  return turn;
}

/** The parts of the process that a look needs. */
export interface CheckEnvironment
  extends Pick<FeedEnvironment, 'outbound' | 'clock'>,
    Pick<RunEnvironment, 'stopping'> {}

/**
 * Reads up to the first row, or the beginning where that shows none yet. Rejects with `feed_unreachable`,
 * `feed_unparsable` or `feed_url_forbidden`, and with `unavailable` once the process stops.
 */
export async function checkDocument(
  source: Pick<FeedSource, 'url' | 'format' | 'credentials'>,
  { outbound, clock, stopping }: CheckEnvironment,
): Promise<void> {
  try {
    const document = await openFeedDocument(
      outbound,
      {
        ...source,
        validators: null,
        nowMs: clock.nowMicros() / 1_000,
        limits: { totalTimeoutMs: limits.feedCheckTimeoutMs },
        headBytes: limits.feedCheckMaxBytes,
      },
      stopping,
    );
    if (document.kind === 'not-modified') return;
    for await (const rows of document.rows) if (rows.length > 0) return;
  } catch (error) {
    throw toRefusal(error, stopping);
  }
}
