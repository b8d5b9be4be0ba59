/**
 * Two workers on the feeds of one store in a world that a seed decides on: time passes in leaps, the database's clock is set forward
 * and back, workers die or stand still at any transaction or piece of a document, documents change and break off. After every run that
 * ends well the catalog must be what the documents said, and once the world comes to rest every feed must be caught up. The storage
 * and all that works on it are the real ones; simulated are clocks, the servers of documents, and the order in which things happen. A
 * world has 120 steps; times are microseconds, leases 5 s. A wrong catalog rejects at once; no step waits for real time.
 */
import assert from 'node:assert/strict';
import { setImmediate as settle } from 'node:timers/promises';
import { pick, type Random } from '../../bench/random.ts';
import { limits } from '../../contract/limits.ts';
import type { FeedRunEnvironment } from '../../server/feeds/feed-environment.ts';
import { latestRun, longestWaitMs } from '../../server/feeds/feed-schedule.ts';
import { runFeed } from '../../server/feeds/run-feed.ts';
import { newId, randomSecret } from '../../server/ids.ts';
import type { RunEvent } from '../../server/ingest/run-event.ts';
import { upsertProduct } from '../../server/ingest/upsert-product.ts';
import { RemoteWait } from '../../server/jobs/remote-wait.ts';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { createSealer } from '../../server/secrets/seal.ts';
import type { Feed } from '../../server/storage/feeds/tables.ts';
import type { Storage, StoreWriter } from '../../server/storage/storage.ts';
import { createStore } from '../../server/stores/create-store.ts';
import { callFeeds } from './call-operation.ts';
import { feedProduct } from './feeds.ts';
import type { SimulatedTime } from './simulated-clock.ts';
import { answerDocument, newVersion, type Version } from './simulated-documents.ts';
import type { SimulationReport } from './simulation-report.ts';

/** A place where a worker waits for its turn in the order of things. */
interface Gate {
  readonly worker: Worker;
  readonly open: () => void;
  readonly fail: (error: Error) => void;
}

interface Worker {
  isAlive: boolean;
  /** Stands still until then. */
  stalledUntil: number;
  readonly skewMicros: number;
  failure: unknown;
}

const stepsPerWorld = 120;
const intervals = ['15m', '1h'] as const;

/** One seed. */
export class World {
  readonly #storage: Storage;
  readonly #time: SimulatedTime;
  readonly #random: Random;
  readonly #report: SimulationReport;
  readonly #feeds: { readonly feed: Feed; versions: Version[]; lastGood: Version | null }[] = [];
  readonly #workers: Worker[] = [];
  /** The status and figures of ended runs, as they were when the runs ended. */
  readonly #ended = new Map<string, string>();
  /** The change number of what the API wrote last, by id. */
  readonly #written = new Map<string, number>();
  #gates: Gate[] = [];
  /** The gates of dead workers, which wait until the world is over. */
  #graves: Gate[] = [];
  #isOver = false;
  #isCalm = false;
  #storeId = '';

  constructor(storage: Storage, time: SimulatedTime, random: Random, report: SimulationReport) {
    this.#storage = storage;
    this.#time = time;
    this.#random = random;
    this.#report = report;
  }

  async live(): Promise<void> {
    const settings = { name: 'World', plan: 'unlimited', currency: 'EUR', locale: 'en' };
    const { store } = await createStore(this.#storage, this.#environment(null).clock, settings);
    this.#storeId = store.id;
    try {
      for (const interval of intervals) await this.#register(interval);
      this.#hire();
      this.#hire();
      for (let step = 0; step < stepsPerWorld; step += 1) await this.#step();
      await this.#comeToRest();
      await this.#checkEnd();
    } finally {
      await this.#end();
    }
  }

  async #register(interval: (typeof intervals)[number]): Promise<void> {
    const url = `https://feeds.example/${interval}`;
    this.#feeds.push({ feed: { url } as Feed, versions: [newVersion(this.#random)], lastGood: null });
    const body = { name: interval, feed_url: url, feed_format: 'json', refresh_interval: interval };
    const { id } = (await this.#call()('registerFeed', { storeId: this.#storeId, body })).feed;
    const feed = await this.#storage.reader(this.#storeId).feeds.find(id);
    assert.ok(feed !== null);
    this.#feeds[this.#feeds.length - 1] = { ...this.#feedAt(url), feed };
  }

  #feedAt(url: string) {
    const found = this.#feeds.find(({ feed }) => feed.url === url);
    assert.ok(found !== undefined);
    return found;
  }

  async #step(): Promise<void> {
    await this.#quiet();
    const chance = this.#random();
    if (chance < 0.62) return this.#goOn();
    if (chance < 0.76) return this.#pass(this.#random() * 4_000);
    if (chance < 0.8) return this.#pass(this.#random() * 3_600_000);
    if (chance < 0.84) return this.#jump();
    if (chance < 0.9) return this.#kill();
    if (chance < 0.93) return this.#stall();
    const { feed, versions } = pick(this.#feeds, this.#random);
    if (chance < 0.96) versions.push(newVersion(this.#random));
    else if (chance < 0.98) await this.#write();
    else await this.#refresh(feed);
  }

  #call() {
    return callFeeds(this.#storage, this.#environment(null));
  }

  #refresh({ storeId, id }: Feed) {
    return this.#call()('refreshFeed', { storeId, params: { feed_id: id } });
  }

  /** One of those who wait takes its next step. */
  #goOn(): void {
    const ready = this.#gates.filter(
      ({ worker }) => worker.isAlive && worker.stalledUntil <= this.#time.micros,
    );
    if (ready.length === 0) return;
    const gate = pick(ready, this.#random);
    this.#gates = this.#gates.filter((other) => other !== gate);
    gate.open();
  }

  #pass(milliseconds: number): void {
    this.#time.micros += Math.floor(milliseconds) * 1_000;
  }

  #jump(): void {
    this.#report.clockJumps += 1;
    const hours = (this.#random() - 0.5) * 96;
    this.#time.micros += Math.floor(hours * 3_600) * 1_000_000;
  }

  /** It never does anything again, and another one comes. */
  #kill(): void {
    this.#report.kills += 1;
    const worker = pick(this.#workers, this.#random);
    worker.isAlive = false;
    this.#graves.push(...this.#gates.filter((gate) => gate.worker === worker));
    this.#gates = this.#gates.filter((gate) => gate.worker !== worker);
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    this.#hire();
  }

  /** It stands still for longer than its lease, and then goes on as if nothing had been. */
  #stall(): void {
    this.#report.stalls += 1;
    pick(this.#workers, this.#random).stalledUntil = this.#time.micros + 3 * limits.leaseMs * 1_000;
    this.#pass(1.5 * limits.leaseMs);
  }

  async #write(): Promise<void> {
    const id = `api-${Math.floor(this.#random() * 3)}`;
    const { external_id: externalId, ...body } = feedProduct(id, { price: this.#random() });
    const request = { storeId: this.#storeId, externalId, body: Buffer.from(JSON.stringify(body)) };
    const { changeNumber } = await upsertProduct(this.#storage, request, this.#environment(null));
    this.#written.set(id, changeNumber);
  }

  /** Waits until every live worker is at a gate. */
  async #quiet(): Promise<void> {
    const isWaiting = (worker: Worker) => this.#gates.some((gate) => gate.worker === worker);
    for (let turn = 0; !this.#workers.every(isWaiting); turn += 1) {
      const failed = this.#workers.find(({ failure }) => failure !== null);
      if (failed !== undefined) throw failed.failure;
      assert.ok(turn < 10_000, 'a worker neither works nor waits');
      await settle();
    }
  }

  #hire(): void {
    const skewMicros = Math.floor((this.#random() - 0.5) * 600) * 1_000_000;
    const worker: Worker = { isAlive: true, stalledUntil: 0, skewMicros, failure: null };
    this.#workers.push(worker);
    this.#work(worker).catch((error: unknown) => {
      worker.failure = error;
    });
  }

  async #work(worker: Worker): Promise<void> {
    const environment = this.#environment(worker);
    const { directory } = this.#storage;
    for (;;) {
      await this.#gate(worker);
      const owner = newId();
      const job = await directory.claimJob('feed', { owner, leaseMs: limits.leaseMs });
      if (job === null) continue;
      const lease = { jobId: job.id, owner, leaseMs: limits.leaseMs };
      await this.#gate(worker);
      await runFeed(this.#storage, job, lease, environment);
      await this.#gate(worker);
      await directory.releaseLease(lease, false);
    }
  }

  /** Waits for its turn; whoever died waits for ever. */
  #gate(worker: Worker | null): Promise<void> {
    if (worker === null) return Promise.resolve();
    if (this.#isOver) return Promise.reject(worldIsOver);
    return new Promise((open, fail) => {
      (worker.isAlive ? this.#gates : this.#graves).push({ worker, open, fail });
    });
  }

  /** Workers that are left end, and their heartbeats stop. */
  async #end(): Promise<void> {
    this.#isOver = true;
    for (const { fail } of [...this.#gates, ...this.#graves]) fail(worldIsOver);
    for (const { feed } of this.#feeds) {
      // Its due jobs would come before those of the next world.
      await this.#call()('deleteFeed', { storeId: feed.storeId, params: { feed_id: feed.id } });
    }
  }

  /** Makes the environment of a worker, or of a caller of the API (null). */
  #environment(worker: Worker | null): FeedRunEnvironment {
    const time = this.#time;
    let ticks = 0;
    const monotonicMs = () => performance.now();
    const nowMicros = () => {
      ticks += 1;
      return time.micros + (worker?.skewMicros ?? 0) + ticks;
    };
    return {
      ...{ clock: { nowMicros, monotonicMs }, wait: new RemoteWait({ monotonicMs }) },
      ...{ newId, enrich: true, policy: { allowPrivate: false }, sealer },
      outbound: this.#outbound(worker),
      inTurn: async (_storeId, task) => {
        await this.#gate(worker);
        const result = await task();
        await this.#gate(worker);
        return result;
      },
      makeAnswerable: () => this.#gate(worker),
      announce: (writer, event) => this.#heard(writer, event),
      ...{ countRows: () => {}, pause: async () => {} },
      stopping: new AbortController().signal,
    };
  }

  #outbound(worker: Worker | null): Outbound {
    return {
      fetchDocument: async (request) => {
        await this.#gate(worker);
        const version = this.#feedAt(request.url).versions.at(-1);
        assert.ok(version !== undefined);
        const isCut = worker !== null && !this.#isCalm && this.#random() < 0.15;
        return answerDocument(request, version, { isCut, between: () => this.#gate(worker) });
      },
      post: () => Promise.reject(new Error('nobody posts')),
      close: async () => {},
    };
  }

  /** Checks a run within the transaction that ends it. */
  async #heard(writer: StoreWriter, event: RunEvent): Promise<void> {
    assert.ok('feed' in event);
    const known = this.#feeds.find(({ feed }) => feed.id === event.feed.id);
    const run = await writer.feeds.run(event.run.id);
    assert.ok(run !== null && known !== undefined);
    assert.ok(!this.#ended.has(run.details.id), 'a run ended twice');
    const { totalRows, processedRows, validRows, failedRows, skippedRows } = event.run;
    this.#ended.set(run.details.id, JSON.stringify([event.run.status, totalRows, validRows, failedRows]));
    if (event.type === 'feed.run.failed') {
      this.#report.runsFailed += 1;
      return;
    }
    this.#report.runsCompleted += 1;
    if (event.outcome.notModified) this.#report.runsNotModified += 1;
    assert.deepEqual([processedRows, validRows + failedRows + skippedRows], [totalRows, totalRows]);
    const facts = JSON.parse(run.details.facts ?? '{}') as { sha256?: string };
    const version = event.outcome.notModified
      ? known.lastGood
      : known.versions.find(({ sha256 }) => sha256 === facts.sha256);
    assert.ok(version != null, 'a document that nobody served was imported');
    known.lastGood = version;
    await this.#checkCatalog(writer, run.details.fence);
  }

  /** Checks that products of the documents are in stock; others only if they are being imported, or were written since the fetch. */
  async #checkCatalog(
    writer: Pick<StoreWriter, 'products' | 'store' | 'feeds'>,
    fence: number,
  ): Promise<void> {
    const { products } = await writer.products.page({ after: null, limit: 100 });
    const inStock = new Set(
      products.filter((product) => product.inStock).map(({ externalId }) => externalId),
    );
    assert.equal(writer.store.inStockCount, inStock.size, 'the counter of what is in stock');
    for (const id of await this.#requiredIds(writer)) {
      assert.ok(inStock.has(id), `${id} is in a document, but not in stock`);
    }
    const writtenAfter = (limit: number) =>
      [...this.#written].filter(([, changeNumber]) => changeNumber > limit).map(([id]) => id);
    const later = writtenAfter(fence);
    // Another feed's run that asked for its document after the write may have taken it out.
    for (const id of writtenAfter(await this.#lastFence(writer))) {
      assert.ok(inStock.has(id), `${id} was written after every fetch, and taken out of stock`);
    }
    const maybe = this.#feeds.flatMap(({ versions }) => versions.flatMap(({ ids }) => [...ids]));
    const allowed = new Set([...later, ...(this.#isCalm ? this.#goodIds() : maybe)]);
    for (const id of inStock) assert.ok(allowed.has(id), `${id} is in stock, but in no document`);
  }

  /** Returns the ids that a store must have. While a feed is imported, only what both of its documents hold counts. */
  async #requiredIds(writer: Pick<StoreWriter, 'feeds'>): Promise<string[]> {
    const required: string[] = [];
    for (const { feed, lastGood, versions } of this.#feeds) {
      const open = await writer.feeds.openRun(feed.id);
      const isTaken = open !== null && open.run.phase !== null && open.run.phase !== 'fetching';
      const facts = isTaken ? (JSON.parse(open.details.facts ?? '{}') as { sha256?: string }) : {};
      const next = versions.find(({ sha256 }) => sha256 === facts.sha256);
      const ids = [...(lastGood?.ids ?? [])];
      required.push(...(next === undefined ? ids : ids.filter((id) => next.ids.has(id))));
    }
    return required;
  }

  async #lastFence(writer: Pick<StoreWriter, 'feeds'>): Promise<number> {
    const page = { before: null, limit: 1_000 };
    const runs = await Promise.all(this.#feeds.map(({ feed }) => writer.feeds.runs(feed.id, page)));
    return Math.max(...runs.flat().map(({ details }) => details.fence));
  }

  #goodIds(): string[] {
    return this.#feeds.flatMap(({ lastGood }) => [...(lastGood?.ids ?? [])]);
  }

  /** Nothing is disturbed any more: each feed must get to its newest document, at its next interval at the latest. */
  async #comeToRest(): Promise<void> {
    const reader = this.#storage.reader(this.#storeId);
    for (const worker of this.#workers) worker.stalledUntil = 0;
    const sinceMicros = this.#time.micros;
    // A feed that an API write made due again needs one more run than a feed that has only fallen behind.
    const isDone = async () => {
      const feeds = await reader.feeds.list();
      const open = await Promise.all(feeds.map(({ id }) => reader.feeds.openRun(id)));
      const isNewest = this.#feeds.every(
        ({ lastGood, versions }) => lastGood?.sha256 === versions.at(-1)?.sha256,
      );
      return (
        isNewest && open.every((run) => run === null) && feeds.every(({ status }) => status === 'active')
      );
    };
    this.#isCalm = false;
    for (let turn = 0; !(await isDone()); turn += 1) {
      const ahead = { aheadMs: longestWaitMs, leaseMs: limits.leaseMs };
      if (turn % 50 === 0) await this.#storage.directory.pullBackJobs('feed', ahead);
      await this.#quiet();
      this.#goOn();
      if (turn % 10 === 9) this.#pass(60_000);
      const lateMs = (this.#time.micros - sinceMicros) / 1_000;
      assert.ok(lateMs < longestWaitMs + 8 * 3_600_000, 'a feed is not run any more');
    }
    this.#isCalm = true;
  }

  /** One more run of each by hand: what they say together is what is in stock, and what is past has not changed. */
  async #checkEnd(): Promise<void> {
    const reader = this.#storage.reader(this.#storeId);
    for (const { feed } of this.#feeds) {
      const { run } = await this.#refresh(feed);
      for (let turn = 0; !this.#ended.has(run.id); turn += 1) {
        assert.ok(turn < 2_000, 'a refresh does not end');
        await this.#quiet();
        this.#goOn();
      }
    }
    for (const { feed } of this.#feeds) {
      const runs = await reader.feeds.runs(feed.id, { before: null, limit: 1_000 });
      for (const { details, run } of runs) {
        const told = this.#ended.get(details.id);
        const isNow = JSON.stringify([run.status, run.totalRows, run.validRows, run.failedRows]);
        if (told !== undefined) assert.equal(isNow, told, 'a run changed after its end');
        else assert.equal(run.status, 'failed'); // Of failures in a row only the first is told.
      }
      const due = (await reader.feeds.find(feed.id))?.nextRunAt ?? 0;
      assert.ok(due <= latestRun(feed.refreshInterval, this.#time.micros), 'a feed is due too late');
    }
  }
}

const worldIsOver = new Error('the world is over');
const sealer = createSealer([randomSecret(32)]);
