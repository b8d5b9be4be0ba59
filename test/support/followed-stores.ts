/**
 * An index follower on a real database with real files, driven step by step, and stores whose products are written straight to the
 * database: what tests of the follower and of saved indexes need. There is no thread: nothing happens between two steps. Saves are at
 * least 1,000 ms apart by the driven clock. A store that enters quarantine throws, unless the test gives its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createIndexRegistry,
  type IndexRegistry,
} from '../../server/autocomplete/answering/index-registry.ts';
import { IndexFollower } from '../../server/autocomplete/following/index-follower.ts';
import type { Attribute } from '../../server/catalog/product.ts';
import { createIndexFiles, type IndexFiles } from '../../server/index-files/index-files.ts';
import type { SharedIndexFiles } from '../../server/index-files/shared-index-files.ts';
import type { Quarantine } from '../../server/jobs/quarantine.ts';
import type { MergePlan, SearchResult, SegmentSnapshot } from '../../server/search/engine.ts';
import { mergeSegments } from '../../server/search/indexing/merge-plan.ts';
import type { Store } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createDrivenClock, type DrivenClock } from './driven-clock.ts';
import { refusingQuarantine, watchedQuarantine } from './quarantines.ts';
import { productWrite, storeRow, uuidOf } from './storage-rows.ts';

const noSignals = { products: new Map<string, number>(), phrases: new Map<string, number>() };

/** The least time between two saves of one store, as the followers of tests have it. */
export const savePauseMs = 1_000;

/** Titles of the cards, in their order. */
export function titlesOf(result: Pick<SearchResult, 'products'> | undefined): string[] {
  const cards = result?.products.map(
    ({ card }) => JSON.parse(Buffer.from(card).toString()) as { title: string },
  );
  return cards?.map(({ title }) => title) ?? [];
}

/** A product to be written: its number, which makes its id, and its title. */
export interface WrittenProduct {
  readonly number: number;
  readonly title: string;
  readonly attributes?: readonly Attribute[];
}

/** Products of numbers from `from` on, whose titles end in them. */
export function lamps(from: number, count: number, title = 'Lamp'): WrittenProduct[] {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  return numbers.map((number) => ({ number, title: `${title} ${number}` }));
}

/** A store of the number, without products. */
export async function createNumberedStore(storage: Storage, number: number): Promise<string> {
  const store = storeRow({ id: uuidOf(number) });
  await storage.directory.createStore(store, []);
  return store.id;
}

/**
 * Writes products as one change, with the store's counts right. `updatedAt` is the change number unless given, so
 * that two databases with the same changes hold the same. Returns the change number.
 */
export async function writeProducts(
  storage: Storage,
  storeId: string,
  products: readonly WrittenProduct[],
  updatedAt?: number,
): Promise<number> {
  return await storage.write(storeId, async (writer) => {
    const changeNumber = writer.store.changeNumber + 1;
    const ids = products.map(({ number }) => `p${number}`);
    const existing = await writer.products.existing(ids);
    const writes = products.map(({ number, title, attributes = [] }) =>
      productWrite(`p${number}`, number, {
        product: { title, attributes },
        updatedAt: updatedAt ?? changeNumber,
      }),
    );
    await writer.products.upsert(writes, changeNumber);
    const created = ids.length - existing.size;
    const counts = { productCount: created, inStockCount: created, enrichmentCount: 0 };
    await writer.updateStore({ changeNumber, ...counts });
    return changeNumber;
  });
}

/** Replaces the synonyms as one change: these words mean the same, and the common ones do not count. */
export async function writeSynonyms(
  storage: Storage,
  storeId: string,
  terms: readonly string[],
  updatedAt?: number,
): Promise<void> {
  await storage.write(storeId, async (writer) => {
    const changeNumber = writer.store.changeNumber + 1;
    const rules = [{ terms: [...terms] }];
    await writer.synonyms.replace({
      rules,
      common: false,
      changeNumber,
      updatedAt: updatedAt ?? changeNumber,
    });
    await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  });
}

/** Gives the store another currency or locale, as one change. */
export async function writeSettings(
  storage: Storage,
  storeId: string,
  settings: Partial<Pick<Store, 'currency' | 'locale' | 'groupVariants'>>,
): Promise<void> {
  await storage.write(storeId, async (writer) => {
    const { changeNumber } = writer.store;
    await writer.updateSettings({
      ...writer.store,
      ...settings,
      changeNumber: changeNumber + 1,
    });
  });
}

/** The parts of a follower that a test wants otherwise. */
export interface FollowerOptions {
  /** Null: nothing is saved. */
  readonly folder: string | null;
  /** Whether the disk takes no saves at the moment; absent: it always does. */
  readonly isDiskFull?: () => boolean;
  /** Absent: nothing is shared. */
  readonly shared?: SharedIndexFiles;
  readonly memoryMaxBytes?: number;
  readonly pollsApartMs?: number;
  readonly loadMaxMs?: number;
  /** Absent: a store that enters it fails the test. */
  readonly quarantine?: (clock: DrivenClock) => Quarantine;
  /** Absent: who is put out is not looked at. */
  readonly putOut?: (clock: DrivenClock) => Quarantine;
  readonly mergeElsewhere?: (plan: MergePlan) => Promise<SharedArrayBuffer>;
  /** Told how many changed products a read brought; what it throws fails the read. */
  readonly onRead?: (count: number) => void;
}

/** A follower with the registry that it publishes to, and what it told. */
export interface FollowedStores {
  readonly follower: IndexFollower;
  readonly registry: IndexRegistry;
  readonly clock: DrivenClock;
  readonly warnings: string[];
  /** Stores with their change number as published, and `-` before those that were dropped. */
  readonly events: string[];
  /** Bytes of the index published last. */
  bytes(): number;
  /** Segments of the index published last. */
  segmentCount(): number;
  /** How often `mustSave` was called. */
  mustSaveCount(): number;
  /** Titles found by a query, or null while the store's index is not in memory. */
  titles(storeId: string, query: string): string[] | null;
  /** Currencies of the products found by a query, each once. */
  currencies(storeId: string, query: string): string[];
  /** One round of the thread: polls, reads everything, merges everything. */
  round(): Promise<void>;
  /** Lets the pause between saves pass, then saves what is due. */
  save(): Promise<void>;
  /** The same with what is shared. */
  share(): Promise<void>;
}

/** Starts on the database as a new process would. Its clock is ahead of those before, as real ones are. */
export function followStores(storage: Storage, options: FollowerOptions): FollowedStores {
  const { folder, memoryMaxBytes = 2 ** 30, pollsApartMs = 0, onRead = () => {} } = options;
  const { mergeElsewhere = async (plan) => mergeSegments(plan) } = options;
  const registry = createIndexRegistry();
  const clock = createDrivenClock();
  starts += 1;
  clock.advanceMs(starts * 1_000_000);
  const [warnings, events]: [string[], string[]] = [[], []];
  const files = folder === null ? null : filesOnDisk(folder, options.isDiskFull ?? (() => false));
  const saving = files && { files, pauseMs: savePauseMs };
  const sharing = options.shared ? { files: options.shared, pauseMs: savePauseMs, minBytes: 0 } : null;
  let segments: readonly SegmentSnapshot[] = [];
  let mustSaveCount = 0;
  const follower = new IndexFollower(
    {
      storage: watchReads(storage, onRead),
      clock,
      quarantine: options.quarantine?.(clock) ?? refusingQuarantine(clock),
      putOut: options.putOut?.(clock) ?? watchedQuarantine(clock, 'memory').quarantine,
      saving,
      sharing,
      memoryMaxBytes,
      mergeElsewhere,
      pollsApartMs,
      loadMaxMs: options.loadMaxMs ?? 60_000,
    },
    {
      publish(index) {
        events.push(`${index.storeId.at(-1)}:${index.changeNumber}`);
        registry.publish({ ...index, popularity: [] });
        segments = index.snapshot.segments;
      },
      announceRules: (notice) => registry.announceRules(notice),
      announceBoosts() {},
      drop(storeId) {
        events.push(`-${storeId.at(-1)}`);
        registry.drop(storeId);
      },
      mustSave() {
        mustSaveCount += 1;
      },
      warn: (message) => warnings.push(message),
    },
  );
  const cards = (storeId: string, query: string) => {
    const found = registry.find(storeId)?.reader.search(query, 20, noSignals).products;
    return found?.map(({ card }) => JSON.parse(Buffer.from(card).toString()) as Record<string, unknown>);
  };
  return {
    ...{ follower, registry, clock, warnings, events },
    bytes: () =>
      segments.reduce((sum, { data, tombstones }) => sum + data.byteLength + tombstones.byteLength, 0),
    segmentCount: () => segments.length,
    mustSaveCount: () => mustSaveCount,
    titles: (storeId, query) => cards(storeId, query)?.map(({ title }) => String(title)) ?? null,
    currencies: (storeId, query) => [
      ...new Set(cards(storeId, query)?.map(({ currency }) => String(currency))),
    ],
    async round() {
      await follower.poll();
      await follower.settled();
      while (follower.mergeOnce()) await new Promise((resolve) => setImmediate(resolve));
      while (await follower.saveLeaving());
    },
    save: () => saveDue(clock, () => follower.saveOnce()),
    share: () => saveDue(clock, () => follower.shareOnce()),
  };
}

let starts = 0;

async function saveDue(clock: DrivenClock, saveOnce: () => Promise<number | null>): Promise<void> {
  // The first look at an index starts its pause.
  while ((await saveOnce()) !== null);
  clock.advanceMs(savePauseMs);
  while ((await saveOnce()) !== null);
}

function filesOnDisk(folder: string, isFull: () => boolean): IndexFiles {
  const files = createIndexFiles(folder);
  return {
    ...files,
    async save(index) {
      if (isFull()) throw new Error('ENOSPC: no space left on device');
      return await files.save(index);
    },
  };
}

function watchReads(storage: Storage, onRead: (count: number) => void): Storage {
  const reader: Storage['reader'] = (storeId) => {
    const inner = storage.reader(storeId);
    return {
      ...inner,
      products: {
        ...inner.products,
        async changed(page) {
          const read = await inner.products.changed(page);
          onRead(read.products.length);
          return read;
        },
      },
    };
  };
  return { ...storage, reader, warmUpReader: async ({ id }) => reader(id).products };
}

/** Stores numbered from 1, each with three lamps. */
export async function createShops(storage: Storage, count: number): Promise<string[]> {
  const storeIds: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const storeId = await createNumberedStore(storage, number);
    await writeProducts(storage, storeId, lamps(0, 3));
    storeIds.push(storeId);
  }
  return storeIds;
}

/** The storage, whose reads of changed products of one store wait from `hold` on until they are let go. */
export function holdReads(storage: Storage, heldStoreId: string) {
  let held = Promise.withResolvers<void>();
  held.resolve();
  let waiting = Promise.withResolvers<void>();
  const reader: Storage['reader'] = (storeId) => {
    const inner = storage.reader(storeId);
    if (storeId !== heldStoreId) return inner;
    return {
      ...inner,
      products: {
        ...inner.products,
        async changed(page) {
          const products = await inner.products.changed(page);
          waiting.resolve();
          await held.promise;
          return products;
        },
      },
    };
  };
  return {
    storage: { ...storage, reader, warmUpReader: async ({ id }: { id: string }) => reader(id).products },
    hold() {
      held = Promise.withResolvers();
      waiting = Promise.withResolvers();
    },
    /** Resolves when a read waits. */
    untilWaiting: () => waiting.promise,
    letGo() {
      held.resolve();
    },
  };
}

/** A folder for saved indexes and how to remove it. */
export function indexFolder(): { readonly folder: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'foretype-indexes-'));
  return { folder: join(root, 'indexes'), remove: () => rmSync(root, { recursive: true }) };
}
