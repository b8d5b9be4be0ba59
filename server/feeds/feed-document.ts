/**
 * Fetches the document of a feed and reads it in one pass. Rows arrive as they become complete; only after the last one is it proven
 * that the document is complete. It writes nothing. A document has at most 10,000,000 rows and 2 GiB; beyond either, and without a
 * proven end, it throws, and its caller must drop the rows. A check reads 256 KiB and takes 20 s at most.
 */
// Tests: test/api/feeds.test.ts.

import { limits } from '../../contract/limits.ts';
import { type DocumentFormat, isConnector } from '../../contract/words/feeds.ts';
import type { RunEnvironment } from '../ingest/leased-run.ts';
import {
  createDocumentReader,
  describeOtherKind,
  detectionBytes,
} from '../ingest/readers/create-document-reader.ts';
import { DocumentError } from '../ingest/readers/document-reader.ts';
import type { DocumentAnswer } from '../outbound/outbound.ts';
import { openShopDocument } from './connectors/connector-document.ts';
import type { FeedEnvironment } from './feed-environment.ts';
import { toRefusal } from './feed-fault.ts';
import type { FeedDocument, FeedSource } from './feed-source.ts';
import { readingTurn } from './reading-turn.ts';

/** The parts from outside that opening a document needs. */
export type DocumentEnvironment = Pick<FeedEnvironment, 'outbound' | 'policy' | 'clock'>;

/** Asks for the document. Rejects with an OutboundError. */
export async function openFeedDocument(
  environment: DocumentEnvironment,
  source: FeedSource,
  signal: AbortSignal,
): Promise<FeedDocument> {
  const { url, format, credentials, validators, noteFacts, limits: callLimits } = source;
  if (isConnector(format)) return openShopDocument(environment, { ...source, format }, signal);
  const answer = await environment.outbound.fetchDocument(
    {
      ...{ url, credentials, validators },
      // A table of values shows nothing of its end; other documents are asked for it after they were read.
      endShownByDocument: format !== 'csv',
      ...(callLimits === undefined ? {} : { limits: callLimits }),
      ...(noteFacts === undefined ? {} : { noteFacts }),
    },
    signal,
  );
  return answer.kind === 'not-modified' ? answer : toFeedDocument(answer, { ...source, format });
}

type ReadableAnswer = Extract<DocumentAnswer, { readonly kind: 'document' }>;

function toFeedDocument(
  answer: ReadableAnswer,
  { format, nowMs, headBytes = Number.POSITIVE_INFINITY }: FeedSource & { readonly format: DocumentFormat },
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
      if (facts.framed || reader.provesEnd) {
        return { facts, isTimeBound: reader.isTimeBound, isWhole: true };
      }
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
  format: DocumentFormat,
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

/** The parts of the process that a look needs. */
export interface CheckEnvironment extends DocumentEnvironment, Pick<RunEnvironment, 'stopping'> {}

/**
 * Reads up to the first row, or the beginning where that shows none yet. Rejects with `feed_unreachable`,
 * `feed_unparsable` or `feed_url_forbidden`, and with `unavailable` once the process stops.
 */
export async function checkDocument(
  source: Pick<FeedSource, 'url' | 'format' | 'credentials' | 'locale'>,
  environment: CheckEnvironment,
): Promise<void> {
  const { clock, stopping } = environment;
  try {
    const document = await openFeedDocument(
      environment,
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
