/**
 * Previews a run of a feed without doing it: the whole document is read, and nothing is stored. A document that cannot be fetched or
 * read is refused with the code of a registration; a faulty row is counted. It takes at most 60 s, and shows 10 products and 100
 * faulty rows.
 */
// Tests: test/scenarios/feed-preview-turns.test.ts.
import type { FeedPreviewBody } from '../../../contract/feeds.ts';
import { limits } from '../../../contract/limits.ts';
import { formatPrice } from '../../catalog/price.ts';
import type { CanonicalProduct } from '../../catalog/product.ts';
import { notFound } from '../../errors.ts';
import { AbsentProducts, faultOfRemoval } from '../../feeds/absent-products.ts';
import { DocumentIds } from '../../feeds/document-ids.ts';
import { isSameAddress } from '../../feeds/feed-address.ts';
import { openFeedDocument } from '../../feeds/feed-document.ts';
import type { FeedEnvironment } from '../../feeds/feed-environment.ts';
import { faultOfFullPlan, faultOfNoValidRow, toRefusal } from '../../feeds/feed-fault.ts';
import type { DocumentEnd } from '../../feeds/feed-source.ts';
import { ProjectedStore } from '../../ingest/decide-writes.ts';
import { IdHashes } from '../../ingest/id-hashes.ts';
import { inBatches, type RunEnvironment } from '../../ingest/leased-run.ts';
import { decideBatch } from '../../ingest/pipeline.ts';
import { type PreparedRows, prepareRowsInTurns } from '../../ingest/prepare-rows.ts';
import type { DocumentRow } from '../../ingest/readers/document-reader.ts';
import { addIssues, appendUpTo } from '../../ingest/run-counts.ts';
import type { RemoteWait } from '../../jobs/remote-wait.ts';
import { presentIssue, presentRow } from '../../operations/present-run.ts';
import type { Failure, Issue, Store } from '../../storage/records.ts';
import type { Storage, StoreReader } from '../../storage/storage.ts';
import type { FeedSettings } from './feed-settings.ts';
import { presentFacts } from './present-feed.ts';

/** The parts of the process that previews need. */
export interface PreviewEnvironment extends FeedEnvironment, Pick<RunEnvironment, 'enrich' | 'stopping'> {
  /** The wait for the server until its document is read: while others wait, a slow preview leaves its place. */
  readonly wait: RemoteWait;
}

/** Reads the whole document and compares it with the catalog. Rejects as a registration does. */
export async function previewFeed(
  storage: Storage,
  storeId: string,
  { url, format, secret, maxRemovalPercent }: FeedSettings,
  environment: PreviewEnvironment,
): Promise<FeedPreviewBody> {
  const { clock, stopping, wait } = environment;
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw notFound('store');
  const preview = new PreviewWork(storage, store, environment);
  const readDocument = async () => {
    const document = await openFeedDocument(
      environment,
      {
        ...{ url, format, credentials: secret?.credentials ?? null, validators: null },
        locale: store.locale,
        nowMs: clock.nowMicros() / 1_000,
        headRows: limits.connectorPreviewRows,
        limits: { totalTimeoutMs: limits.feedPreviewTimeoutMs },
      },
      stopping,
    );
    // Without validators there is no such answer.
    if (document.kind === 'not-modified') throw new Error('A document was not modified since never.');
    const rows = preview.watch(document.rows);
    for await (const batch of inBatches(rows, 0, stopping)) {
      await preview.take(await prepareRowsInTurns(batch, store));
    }
    return document.end();
  };
  try {
    const end = await wait.during(readDocument);
    // If the feed is registered, its document takes the place of the one before.
    const feedId = await findRegistered(storage.reader(storeId), url);
    return await preview.end(end, { maxRemovalPercent, feedId });
  } catch (error) {
    throw toRefusal(error, stopping);
  }
}

/** The feed that has the address. */
async function findRegistered(reader: StoreReader, url: string): Promise<string | null> {
  return (await reader.feeds.list()).find((feed) => isSameAddress(feed.url, url))?.id ?? null;
}

/** The feed that the preview is compared with, and its removal guard. */
interface PreviewEnd {
  readonly maxRemovalPercent: number;
  /** The feed that it is a preview of; null for a new one. */
  readonly feedId: string | null;
}

/** The work of one preview: counts, and the ids of the document. */
class PreviewWork {
  readonly #storage: Storage;
  readonly #store: Store;
  readonly #environment: PreviewEnvironment;
  readonly #ids = new IdHashes();
  /** Ids whose fate is counted: of several rows of an id only one counts. */
  readonly #decided = new IdHashes();
  readonly #wouldHold = new ProjectedStore();
  readonly #counts = {
    ...{ total_rows: 0, valid_rows: 0, failed_rows: 0 },
    ...{ would_create: 0, would_update: 0, would_skip: 0, unchanged_rows: 0 },
  };
  #failures: readonly Failure[] = [];
  #issues: readonly Issue[] = [];
  #sample: readonly CanonicalProduct[] = [];
  /** Whether any row may be any product: then nothing goes out of stock. */
  #isUnidentified = false;

  constructor(storage: Storage, store: Store, environment: PreviewEnvironment) {
    this.#storage = storage;
    this.#store = store;
    this.#environment = environment;
  }

  async *watch(rows: AsyncIterable<readonly DocumentRow[]>) {
    for await (const part of rows) {
      for (const { id, isUnidentified } of part) {
        if (id !== null) this.#ids.add(id);
        this.#isUnidentified ||= isUnidentified === true;
      }
      yield part;
    }
  }

  async take({ rowCount, products, failures }: PreparedRows): Promise<void> {
    this.#counts.total_rows += rowCount;
    this.#counts.failed_rows += failures.length;
    this.#counts.valid_rows += rowCount - failures.length;
    this.#failures = appendUpTo(this.#failures, failures, limits.failuresShownInImport);
    this.#issues = addIssues(this.#issues, failures);
    const firsts = products.map(({ product }) => product);
    this.#sample = appendUpTo(this.#sample, firsts, limits.feedPreviewSample);
    const undecided = products.filter(({ product }) => !this.#decided.has(product.externalId));
    for (const { product } of undecided) this.#decided.add(product.externalId);
    const { products: stored } = this.#storage.reader(this.#store.id);
    const held = { products: { ...stored, known: stored.existing }, store: this.#store };
    const decisions = await decideBatch(
      this.#wouldHold.over(held),
      { products: undecided },
      this.#environment,
      null,
    );
    this.#wouldHold.add(decisions);
    this.#counts.would_create += decisions.createdRows;
    this.#counts.would_update += decisions.updatedRows;
    this.#counts.would_skip += decisions.skippedRows;
    this.#counts.unchanged_rows += decisions.unchangedRows;
  }

  async end(
    { facts, isWhole }: DocumentEnd,
    { maxRemovalPercent, feedId }: PreviewEnd,
  ): Promise<FeedPreviewBody> {
    const reader = this.#storage.reader(this.#store.id);
    const { changeNumber, currency } = this.#store;
    // Of the rest of a shop nothing is known.
    const wouldRemove =
      this.#isUnidentified || !isWhole ? 0 : await this.#countAbsent(reader, feedId ?? '', changeNumber);
    const fault =
      this.#faultOfRows() ?? faultOfRemoval(wouldRemove, this.#store.inStockCount, maxRemovalPercent);
    return {
      ...this.#counts,
      is_whole: isWhole,
      failures: this.#failures.map(presentRow),
      issues: this.#issues.map(presentIssue),
      would_remove: wouldRemove,
      // The message of a failed run, about a run that has not happened.
      would_fail: fault?.replace('nothing was changed', 'nothing would be changed') ?? null,
      sample: this.#sample.map((product) => presentSample(product, product.currency ?? currency)),
      fetch: presentFacts(facts),
    };
  }

  async #countAbsent(reader: StoreReader, feedId: string, fence: number): Promise<number> {
    const { stopping } = this.#environment;
    const own = DocumentIds.of(this.#ids);
    return (await AbsentProducts.find(reader, { run: { feedId, runId: '' }, own, fence, stopping })).count;
  }

  /** Why none of the rows can be taken in; null where one can. */
  #faultOfRows(): string | null {
    const { valid_rows, failed_rows, would_create, would_update, unchanged_rows } = this.#counts;
    if (valid_rows === 0) return faultOfNoValidRow(failed_rows);
    return would_create + would_update + unchanged_rows === 0 ? faultOfFullPlan : null;
  }
}

function presentSample(product: CanonicalProduct, currency: string): FeedPreviewBody['sample'][number] {
  return {
    external_id: product.externalId,
    title: product.title,
    price: formatPrice(product.price, currency),
    currency,
    url: product.url,
    image_url: product.imageUrl,
    category: product.category,
    brand: product.brand,
    in_stock: product.inStock,
  };
}
