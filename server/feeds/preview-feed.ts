/** What a run of a feed would do now, without doing it: the whole document is read, and nothing is stored. */
import { limits } from '../../contract/limits.ts';
import type { CanonicalProduct } from '../catalog/product.ts';
import { notFound } from '../errors.ts';
import { WouldHold } from '../ingest/decide-writes.ts';
import { IdHashes } from '../ingest/id-hashes.ts';
import { parseJsonObject } from '../ingest/json-body.ts';
import { inBatches, type RunEnvironment } from '../ingest/leased-run.ts';
import { decideBatch } from '../ingest/pipeline.ts';
import { type PreparedRows, prepareRowsInTurns } from '../ingest/prepare-rows.ts';
import type { DocumentRow } from '../ingest/readers/document-reader.ts';
import { addIssues, withFirsts } from '../ingest/run-counts.ts';
import type { StrangerWait } from '../jobs/stranger-wait.ts';
import type { Failure, Issue, Store } from '../storage/records.ts';
import type { Storage, StoreReader } from '../storage/storage.ts';
import { AbsentProducts, faultOfRemoval } from './absent-products.ts';
import { DocumentIds } from './document-ids.ts';
import { isSameAddress } from './feed-address.ts';
import { type FetchFacts, openFeedDocument } from './feed-document.ts';
import type { FeedEnvironment } from './feed-environment.ts';
import { faultOfFullPlan, faultOfNoValidRow, toRefusal } from './feed-fault.ts';
import { readFeedInput } from './feed-input.ts';

/** What previews need of the process. */
export interface PreviewEnvironment extends FeedEnvironment, Pick<RunEnvironment, 'enrich' | 'stopping'> {
  /** Of the server, until its document is read: while others wait, a slow preview leaves its place. */
  readonly wait: StrangerWait;
}

/** What a run would do. */
export interface FeedPreview {
  readonly totalRows: number;
  readonly validRows: number;
  readonly failedRows: number;
  /** The first. */
  readonly failures: readonly Failure[];
  readonly issues: readonly Issue[];
  readonly wouldCreate: number;
  readonly wouldUpdate: number;
  /** Rows of new products that do not fit the plan. */
  readonly wouldSkip: number;
  readonly unchangedRows: number;
  readonly wouldRemove: number;
  /** Why the run would fail, so that none of this would be done; null where it would not. */
  readonly wouldFail: string | null;
  /** The first products. */
  readonly sample: readonly CanonicalProduct[];
  readonly facts: FetchFacts;
  /** In which prices without a currency are. */
  readonly currency: string;
}

/** Rejects as a registration does. */
export async function previewFeed(
  storage: Storage,
  { storeId, body }: { readonly storeId: string; readonly body: Uint8Array },
  environment: PreviewEnvironment,
): Promise<FeedPreview> {
  const { clock, policy, outbound, stopping, wait } = environment;
  const { url, format, secret, maxRemovalPercent } = readFeedInput(parseJsonObject(body), policy);
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw notFound('store');
  const preview = new PreviewWork(storage, store, environment);
  const readDocument = async () => {
    const document = await openFeedDocument(
      outbound,
      {
        ...{ url, format, credentials: secret?.credentials ?? null, validators: null },
        nowMs: clock.nowMicros() / 1_000,
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
    return document.end().facts;
  };
  try {
    const facts = await wait.during(readDocument);
    // Where the feed is registered, its document takes the place of the one before.
    const feedId = await findRegistered(storage.reader(storeId), url);
    return await preview.end(facts, { maxRemovalPercent, feedId });
  } catch (error) {
    throw toRefusal(error, stopping);
  }
}

/** The feed that has the address. */
async function findRegistered(reader: StoreReader, url: string): Promise<string | null> {
  return (await reader.feeds()).find((feed) => isSameAddress(feed.url, url))?.id ?? null;
}

/** What the preview is compared with. */
interface PreviewEnd {
  readonly maxRemovalPercent: number;
  /** The feed that it is a preview of; null for a new one. */
  readonly feedId: string | null;
}

/** One preview: counts, and the ids of the document. */
class PreviewWork {
  readonly #storage: Storage;
  readonly #store: Store;
  readonly #environment: PreviewEnvironment;
  readonly #ids = new IdHashes();
  /** Ids whose fate is counted: of several rows of an id only one counts. */
  readonly #decided = new IdHashes();
  readonly #wouldHold = new WouldHold();
  readonly #counts = {
    totalRows: 0,
    validRows: 0,
    failedRows: 0,
    ...{ wouldCreate: 0, wouldUpdate: 0, wouldSkip: 0, unchangedRows: 0 },
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
    this.#counts.totalRows += rowCount;
    this.#counts.failedRows += failures.length;
    this.#counts.validRows += rowCount - failures.length;
    this.#failures = withFirsts(this.#failures, failures, limits.failuresShownInImport);
    this.#issues = addIssues(this.#issues, failures);
    const firsts = products.map(({ product }) => product);
    this.#sample = withFirsts(this.#sample, firsts, limits.feedPreviewSample);
    const undecided = products.filter(({ product }) => !this.#decided.has(product.externalId));
    for (const { product } of undecided) this.#decided.add(product.externalId);
    const reader = this.#storage.reader(this.#store.id);
    const held = { ...reader, knownProducts: reader.existingProducts, store: this.#store };
    const decisions = await decideBatch(this.#wouldHold.over(held), undecided, this.#environment, null);
    this.#wouldHold.add(decisions);
    this.#counts.wouldCreate += decisions.createdRows;
    this.#counts.wouldUpdate += decisions.updatedRows;
    this.#counts.wouldSkip += decisions.skippedRows;
    this.#counts.unchangedRows += decisions.unchangedRows;
  }

  async end(facts: FetchFacts, { maxRemovalPercent, feedId }: PreviewEnd): Promise<FeedPreview> {
    const reader = this.#storage.reader(this.#store.id);
    const { changeNumber, currency } = this.#store;
    const wouldRemove = this.#isUnidentified
      ? 0
      : await this.#countAbsent(reader, feedId ?? '', changeNumber);
    return {
      ...this.#counts,
      ...{ facts, currency, failures: this.#failures, issues: this.#issues, sample: this.#sample },
      wouldRemove,
      wouldFail:
        this.#faultOfRows() ?? faultOfRemoval(wouldRemove, this.#store.inStockCount, maxRemovalPercent),
    };
  }

  async #countAbsent(reader: StoreReader, feedId: string, fence: number): Promise<number> {
    const { stopping } = this.#environment;
    const own = DocumentIds.of(this.#ids);
    return (await AbsentProducts.find(reader, { run: { feedId, runId: '' }, own, fence, stopping })).count;
  }

  /** Why none of the rows can be taken in; null where one can. */
  #faultOfRows(): string | null {
    const { validRows, failedRows, wouldCreate, wouldUpdate, unchangedRows } = this.#counts;
    if (validRows === 0) return faultOfNoValidRow(failedRows);
    return wouldCreate + wouldUpdate + unchangedRows === 0 ? faultOfFullPlan : null;
  }
}
