/**
 * Fetches the document of a run: it is read once, its rows go to the spool, its ids become hashes. Where nothing but feeds has changed
 * the catalog since the last good document, the server is asked whether there is another one at all. It never writes a product. A
 * faulty row is spooled with its fault; a faulty document rejects, and nothing of it is used. Times are microseconds since 1970.
 */
// Tests: test/api/feeds.test.ts.
import { createHash } from 'node:crypto';
import { parseProduct } from '../catalog/parse-product.ts';
import { IdHashes } from '../ingest/id-hashes.ts';
import type { DocumentRow } from '../ingest/readers/document-reader.ts';
import type { Feed, FeedRunDetails } from '../storage/feeds/tables.ts';
import type { Store } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { openCredentials } from './credentials.ts';
import { openFeedDocument } from './feed-document.ts';
import type { FeedEnvironment } from './feed-environment.ts';
import { FeedFault } from './feed-fault.ts';
import type { FetchFacts } from './feed-source.ts';
import { RowSpool } from './row-spool.ts';

/** The environment of a fetch, and the calls by which the run follows it. */
export interface FetchDependencies {
  readonly environment: FeedEnvironment;
  readonly signal: AbortSignal;
  /** The transaction that begins the fetch. */
  readonly begin: (work: (writer: StoreWriter) => Promise<Partial<FeedRunDetails>>) => Promise<void>;
  /** Called with the facts of the fetch so far. */
  readonly note: (facts: FetchFacts) => void;
  /** Called with the number of rows read so far; throws where the lease is lost. */
  readonly counted: (rows: number) => void;
  /** Whether the plan lets any product with these ids in. */
  readonly admits: (externalIds: readonly string[]) => Promise<boolean>;
  /** Keeps a chunk of rows. */
  readonly spool: (chunk: Uint8Array) => Promise<void>;
}

/** The content of a document that came to its end. */
export interface FetchedDocument {
  readonly ids: IdHashes;
  /** Whether any row is a product; of one that holds none nothing is taken over. */
  readonly hasValidRow: boolean;
  /** Rows whose id could not be read. */
  readonly unidentifiedRows: number;
  /** Whether the plan lets any of them in. */
  readonly hasAdmittedRow: boolean;
  /** Null where the same bytes may mean something else the next time. */
  readonly processedWith: string | null;
}

/** Null where the document is the one of the last time. Rejects with the faults of the fetch and of the document. */
export async function fetchRows(
  feed: Feed,
  dependencies: FetchDependencies,
): Promise<FetchedDocument | null> {
  const { environment, signal, note } = dependencies;
  const { isKnown, processedWith, store } = await beginFetch(feed, dependencies);
  const { url, format, etag, lastModified } = feed;
  const hasValidators = isKnown && (etag !== null || lastModified !== null);
  const document = await openFeedDocument(
    environment,
    {
      ...{ url, format, credentials: credentialsOf(feed, environment) },
      validators: hasValidators ? { etag, lastModified } : null,
      locale: store.locale,
      nowMs: environment.clock.nowMicros() / 1_000,
      noteFacts: note,
    },
    signal,
  );
  note(document.facts);
  if (document.kind === 'not-modified') return null;
  const ids = new IdHashes();
  const spool = new RowSpool();
  let rowCount = 0;
  let [hasValidRow, hasAdmittedRow] = [false, false];
  let unidentifiedRows = 0;
  for await (const rows of document.rows) {
    for (const { id } of rows) if (id !== null) ids.add(id);
    rowCount += rows.length;
    unidentifiedRows += rows.filter((row) => row.isUnidentified === true).length;
    if (!hasAdmittedRow) {
      const valid = validIds(rows, store);
      hasValidRow ||= valid.length > 0;
      hasAdmittedRow = valid.length > 0 && (await dependencies.admits(valid));
    }
    dependencies.counted(rowCount);
    for (const chunk of spool.add(rows)) await dependencies.spool(chunk);
  }
  const { facts, isTimeBound } = document.end();
  note(facts);
  if (isKnown && facts.sha256 === feed.contentSha256) {
    dependencies.counted(0);
    return null;
  }
  const rest = spool.take();
  if (rest !== null) await dependencies.spool(rest);
  const counts = { hasValidRow, hasAdmittedRow, unidentifiedRows };
  return { ids, ...counts, processedWith: isTimeBound ? null : processedWith };
}

/** Returns the ids of the rows that are products. */
function validIds(rows: readonly DocumentRow[], store: Store): string[] {
  return rows.flatMap(({ fault = null, value }) => {
    const parsed = fault === null ? parseProduct(value, store) : null;
    return parsed?.ok === true ? [parsed.product.externalId] : [];
  });
}

interface BegunFetch {
  /** Whether the catalog holds the last good document as it would be read now. */
  readonly isKnown: boolean;
  readonly processedWith: string;
  readonly store: Store;
}

/** Begins a fetch; it clears what is known of the feed's products in the catalog until the run has ended well. */
async function beginFetch(feed: Feed, { environment, begin }: FetchDependencies): Promise<BegunFetch> {
  const begun: BegunFetch[] = [];
  await begin(async (writer) => {
    const { store } = writer;
    const processedWith = processingOf(feed, store);
    const now = await writer.feeds.find(feed.id);
    const isKnown = now?.processedWith === processedWith && now.caughtUpTo === store.changeNumber;
    if (now !== null) {
      await writer.feeds.update({ ...now, processedWith: null, caughtUpTo: store.changeNumber });
    }
    begun.push({ isKnown, processedWith, store });
    const startedAt = environment.clock.nowMicros();
    return { fence: store.changeNumber, processedWith, startedAt, errorCode: null };
  });
  const [last] = begun.slice(-1);
  if (last === undefined) throw new Error('A fetch did not begin.');
  return last;
}

/** Raised when the same document is read differently from then on. */
const readerVersion = 1;

/** Everything beside the document that decides what becomes of it. */
function processingOf({ url, format, authSealed }: Feed, { plan, currency, locale }: Store): string {
  // Another who asks may be given another document.
  const auth = authSealed === null ? null : createHash('sha256').update(authSealed).digest('base64');
  return JSON.stringify([readerVersion, url, format, auth, plan, currency, locale]);
}

/** The credentials of a feed, null without any; throws a fault if they cannot be decrypted any more. */
export function credentialsOf(feed: Feed, { sealer }: Pick<FeedEnvironment, 'sealer'>) {
  const opened = openCredentials(sealer, feed);
  if (!opened.ok) throw new FeedFault('credentials_lost', opened.message);
  return opened.credentials;
}
