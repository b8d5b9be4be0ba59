/**
 * A shop whose products come from a feed that changes all the time, and whose webhook is told of every run. Each document must be
 * taken in once, whole, whatever happens to the workers; a run for a document that is known already changes nothing. 60 products, of
 * which each tenth is absent by turns; a run has 180 s. It promises nothing of times. A document taken in twice, or by half, rejects.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { FeedRunBody } from '../../../contract/feeds.ts';
import type { FeedRun } from '../../../server/storage/feeds/tables.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import type { CreatedStore } from '../../../server/stores/create-store.ts';
import { type FeedAddress, feedProduct, feedsPath } from '../feeds.ts';
import { waitUntil } from '../wait-until.ts';
import { startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { type Actor, gather, type Troupe, turnLimitMs, untilAnswered } from './actors.ts';
import type { Journal } from './journal.ts';
import { ProductBook, type PromisedAnswer, type PromisedProduct } from './product-book.ts';

const productCount = 60;
/** One product of this many is absent in each document, another one each time. */
const absentOf = 10;
const pieces = 4;
const betweenPiecesMs = 60;
const lookMs = 60;

/** The figures of a run that took a document in. */
interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly restored: number;
}

const nothing: Counts = { created: 0, updated: 0, removed: 0, restored: 0 };

/** Its actors and its promises. */
export class FeedShop {
  readonly #journal: Journal;
  readonly created: CreatedStore;
  readonly #address: FeedAddress;
  readonly #receiver: WebhookReceiver;
  readonly troupe: Troupe;
  /** The document of now; 0 holds every product. */
  #version = -1;
  #feedPath = '';
  /** When the last run that ended was asked for, by `performance.now()`. */
  lastAskedAt = 0;

  private constructor(
    created: CreatedStore,
    { journal, address }: { readonly journal: Journal; readonly address: FeedAddress },
    receiver: WebhookReceiver,
  ) {
    this.created = created;
    this.#journal = journal;
    this.#address = address;
    this.#receiver = receiver;
    this.troupe = gather([{ act: this.#refresh, pauseMs: 50 }]);
  }

  static async open(
    created: CreatedStore,
    parts: { readonly journal: Journal; readonly address: FeedAddress },
  ): Promise<FeedShop> {
    return new FeedShop(created, parts, await startReceiver());
  }

  close(): Promise<void> {
    return this.#receiver.close();
  }

  #send(method: string, path: string, body?: unknown) {
    return this.#journal.send(this.created.keys.secret, {
      method,
      path,
      ...(body === undefined ? {} : { body }),
    });
  }

  /** The webhook, and the feed with its first run. */
  async prepare(): Promise<void> {
    const webhook = await this.#send('POST', '/api/v1/webhooks', { url: this.#receiver.url });
    assert.equal(webhook.status, 200, webhook.text);
    this.#publish();
    const feed = { name: 'Main feed', feed_url: this.#address.url, feed_format: 'json' };
    const answer = await this.#send('POST', feedsPath, feed);
    assert.equal(answer.status, 200, answer.text);
    this.#feedPath = `${feedsPath}/${answer.as<{ feed: { id: string } }>().feed.id}`;
    await this.#untilIdle();
  }

  #publish(): void {
    this.#version += 1;
    const body = Buffer.from(JSON.stringify(documentOf(this.#version)));
    this.#address.serve(async (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      const size = Math.ceil(body.length / pieces);
      for (let start = 0; start < body.length && !socket.destroyed; start += size) {
        socket.write(body.subarray(start, start + size));
        await pause(betweenPiecesMs);
      }
      socket.end();
    });
  }

  readonly #refresh: Actor = async () => {
    this.#publish();
    const askedAt = performance.now();
    await untilAnswered(() => this.#send('POST', `${this.#feedPath}/refresh`));
    await this.#untilIdle();
    this.lastAskedAt = askedAt;
  };

  async #untilIdle(): Promise<void> {
    const isIdle = async () => {
      await pause(lookMs);
      const answer = await untilAnswered(() => this.#send('GET', this.#feedPath));
      const { latest_run: run } = answer.as<{ latest_run: FeedRunBody | null }>();
      assert.notEqual(run?.status, 'failed', run?.error ?? '');
      return run?.status === 'completed';
    };
    await waitUntil('the end of a run', isIdle, turnLimitMs);
  }

  /** Everything that was promised, held against the database; to be called while the actors rest. */
  async audit(storage: Storage): Promise<void> {
    const reader = storage.reader(this.created.store.id);
    await waitUntil('all phrases', async () => (await reader.enrichment.countQueued()) === 0, 60_000);
    const { products } = await reader.products.page({ after: null, limit: 1_000 });
    const found = new Map(products.map((product) => [product.externalId, product]));
    assert.equal(found.size, productCount);
    const book = new ProductBook();
    for (const { id, product } of expectedProducts(this.#version)) {
      book.acknowledge(id, [product]);
      book.settle(id, found.get(id));
    }
    const [feed] = await reader.feeds.list();
    assert.equal(feed?.status, 'active');
    const runs = await this.#allRuns(storage, feed?.id ?? '');
    let taken = -1;
    for (const run of runs) {
      const counts = countsOf(run);
      const isNext = JSON.stringify(counts) === JSON.stringify(expectedCounts(taken + 1));
      if (isNext) taken += 1;
      else assert.deepEqual(counts, nothing, `run ${run.run.id} after document ${taken}`);
    }
    assert.equal(taken, this.#version, 'documents that were taken in');
    assert.equal(await reader.files.count(), 0, 'spools that are left');
    await this.#auditMessages(storage, runs);
  }

  /** Oldest first. */
  async #allRuns(storage: Storage, feedId: string): Promise<FeedRun[]> {
    const runs: FeedRun[] = [];
    for (;;) {
      const before = runs.at(-1)?.run.id ?? null;
      const page = await storage.reader(this.created.store.id).feeds.runs(feedId, { before, limit: 200 });
      runs.push(...page);
      if (page.length < 200) return runs.reverse();
    }
  }

  /** Each run has one message; it may come more than once, under one id. */
  async #auditMessages(storage: Storage, runs: readonly FeedRun[]): Promise<void> {
    const reader = storage.reader(this.created.store.id);
    const [webhook] = (await reader.webhooks.list()).values;
    assert.ok(webhook?.isActive === true, 'the webhook was switched off');
    const isQuiet = async () => (await reader.webhooks.countPendingDeliveries(webhook.id)) === 0;
    await waitUntil('all messages', isQuiet, 60_000);
    const idsByRun = new Map<string, Set<string>>();
    for (const { headers, body } of this.#receiver.messages) {
      const { id } = (body.data as { run: { id: string } }).run;
      idsByRun.set(id, (idsByRun.get(id) ?? new Set()).add(String(headers['webhook-id'])));
    }
    for (const { run } of runs) assert.equal(idsByRun.get(run.id)?.size, 1, `messages of run ${run.id}`);
    assert.equal(idsByRun.size, runs.length, 'messages of runs that do not exist');
  }

  expectedAnswers(): PromisedAnswer[] {
    return expectedProducts(this.#version);
  }
}

const isAbsent = (index: number, version: number) => version > 0 && index === version % absentOf;

function documentOf(version: number): unknown[] {
  const indexes = Array.from({ length: productCount }, (_, index) => index);
  return indexes
    .filter((index) => !isAbsent(index, version))
    .map((index) => feedProduct(`f${index}x`, { price: version + 1 }));
}

/** An absent product keeps the price that it had before. */
function expectedProducts(version: number): { readonly id: string; readonly product: PromisedProduct }[] {
  return Array.from({ length: productCount }, (_, index) => {
    const isGone = isAbsent(index, version);
    const price = isGone ? version : version + 1;
    return { id: `f${index}x`, product: { title: `Lamp f${index}x`, price, inStock: !isGone } };
  });
}

function expectedCounts(version: number): Counts {
  if (version === 0) return { ...nothing, created: productCount };
  return { created: 0, updated: productCount - 1, removed: 1, restored: version === 1 ? 0 : 1 };
}

function countsOf({ run, details }: FeedRun): Counts {
  assert.equal(run.status, 'completed', run.error ?? '');
  const { removedRows: removed, restoredRows: restored } = details;
  return { created: run.createdRows, updated: run.updatedRows, removed, restored };
}
