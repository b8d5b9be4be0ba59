/**
 * Tables and interfaces of phrases: the queue of a store with its settings and its usage, and the phrases with their origin. Times are
 * microseconds since 1970, UTC; the database's clock decides which jobs are due. Amounts of money are millionths of a US dollar. It
 * asks no provider and applies no rule to phrases. Rows with a content of another shape are damaged and named (column.ts). Limits (8
 * and 24 phrases of 80 characters) are kept by the callers.
 */
// Tests: test/storage/enrichment.test.ts, test/scenarios/enrichment-outdated.test.ts.

import type { EnrichmentList, HoldCode, PhraseState } from '../../../contract/words/enrichment.ts';
import type { ProductPhrases } from '../../catalog/product-type.ts';
import {
  byDefault,
  flag,
  formedText,
  integer,
  isCount,
  isText,
  json,
  listOf,
  optional,
  type Shape,
  text,
  time,
} from '../column.ts';
import type { DamagedRow } from '../damage/damage.ts';
import { isWholeType } from '../products/packed-type.ts';
import { type EnrichmentJob, products } from '../products/tables.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** Products that wait for phrases. */
export const enrichmentJobs = storeTable('enrichment_jobs', {
  key: ['product_id'],
  columns: {
    product_id: text(),
    source_hash: text(),
    created_at: time(),
    state: byDefault(text<'waiting' | 'failed'>()),
    /** Failed requests for the product. Only jobs with more than 0 are looked up by `run_at`. */
    attempts: byDefault(integer()),
    /** The job is not tried before this time; 0: at once. */
    run_at: byDefault(time()),
    error: byDefault(optional(text())),
    error_code: byDefault(optional(text())),
  },
});

const isPhraseLists: Shape<readonly [suggestions: readonly string[], searches: readonly string[]]> = (
  value,
): value is [string[], string[]] => Array.isArray(value) && value.length === 2 && value.every(listOf(isText));

type DroppedPhrase = readonly [rule: string, count: number, example: string];

const isDropped: Shape<DroppedPhrase> = (value): value is DroppedPhrase =>
  Array.isArray(value) && isText(value[0]) && isCount(value[1]) && isText(value[2]);

const phraseLists = optional(json(isPhraseLists));
const wholeType = optional(formedText(isWholeType, 'is no type of a product'));

/** Origin and history of products' phrases. The live phrases are columns of the products. */
export const phraseSets = storeTable('phrase_sets', {
  key: ['product_id'],
  columns: {
    product_id: text(),
    state: text<PhraseState>(),
    generator: optional(text()),
    model: optional(text()),
    prompt_version: optional(text()),
    generated_at: optional(time()),
    /** Source hash of the product at the time when its phrases were written. */
    source_hash: optional(text()),
    reviewed_at: optional(time()),
    reviewed_by: optional(text()),
    /** The generated phrases if they are not the live ones. */
    generated: phraseLists,
    /** A person's words: live, unless they were rejected since. */
    edited: phraseLists,
    /** The state that unlocking leads back to; null where it is not locked. */
    locked_from: optional(text<Exclude<PhraseState, 'locked'>>()),
    /** Null if the output rules dropped no phrases. */
    dropped: optional(json(listOf(isDropped))),
    /** The types that belong to `generated` and `edited`, packed (packed-type.ts). */
    generated_type: wholeType,
    edited_type: wholeType,
    /** The patterns of the generated phrases, packed (phrase-pattern.ts); null where they are not known yet. */
    patterns: optional(text()),
    /** Whether it is approved because standing decisions approve each of its phrases. */
    by_decision: flag(),
  },
});

/** Numbers of products by type, counted as types are written; a type without products is absent. */
export const productTypes = storeTable('product_types', {
  key: ['name'],
  columns: { name: text(), products: integer() },
});

/** The settings of each store that has set something. */
export const enrichmentSettings = storeTable('enrichment_settings', {
  key: [],
  columns: {
    paused: flag(),
    /** Millionths of a US dollar a month; null: no limit. */
    monthly_budget_micros: optional(integer()),
    blocklist: json(listOf(isText)),
    /** The store's change number when the blocklist was last replaced; 0 where it never was. */
    blocklist_change: byDefault(integer()),
    hold_code: optional(text<HoldCode>()),
    hold_message: optional(text()),
    hold_until: optional(time()),
    /** Requests since the last answer that the provider refused or did not answer. */
    failed_requests: byDefault(integer()),
    /** Requests since the last answer that the provider was too busy for. */
    busy_requests: byDefault(integer()),
    lift: byDefault(text<HoldRelease>()),
    /** The search for products that were never queued continues after this external id; null: no search is under way. */
    queue_after: optional(text()),
    /** The search for phrases that are blocked by now continues after this product id; null: no search is under way. */
    sweep_after: optional(text()),
    /** Whether a second sweep waits: words were blocked while the first was under way. */
    sweeps_again: flag(),
  },
});

/** The usage of generators, one row for each day and generator. */
export const enrichmentUsage = storeTable('enrichment_usage', {
  key: ['day', 'generator'],
  columns: {
    /** `2026-11-21`, UTC. */
    day: text(),
    /** Generator and model. */
    generator: text(),
    requests: integer(),
    products: integer(),
    failed: integer(),
    input_tokens: integer(),
    output_tokens: integer(),
    cost_micros: integer(),
  },
});

/** A product as generators see it. */
export interface PhraseSource {
  /** The product's UUID. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly brand: string | null;
  readonly author: string | null;
  readonly attributes: readonly (readonly [label: string, value: string])[];
  /** ISBN, GTIN, EAN, SKU and MPN, those that are there. */
  readonly identifiers: readonly string[];
}

/** A product that waits for phrases. */
export interface DueEnrichment {
  readonly product: PhraseSource;
  /** The job's: what was to be enriched when it was queued. */
  readonly jobHash: string;
  /** The product's as it was read, which is what is generated for. */
  readonly sourceHash: string;
  /** Requests for it that failed. */
  readonly attempts: number;
  /** Why the product cannot be read, and is given without what cannot; null as a rule. */
  readonly damage: DamagedRow | null;
}

/** The columns of {@link EnrichmentState}. */
export const enrichmentState = enrichmentJobs.pick('state', 'attempts', 'run_at', 'error', 'error_code');

/** The job of a product. */
export type EnrichmentState = RecordOf<typeof enrichmentState>;

/** Phrases of a product and its type. */
export type PhraseLists = ProductPhrases;

/** The phrases of one answer that one rule dropped. */
export interface DroppedByRule {
  readonly rule: string;
  readonly count: number;
  /** The first of them, on one line and cut short. */
  readonly example: string;
}

/** The columns of a set that are not packed. */
const phraseSetRecord = phraseSets.omit('generated', 'generated_type', 'edited', 'edited_type', 'dropped');

/** A product's phrases and their origin, apart from the live phrases, which stand in the product's row. */
export interface PhraseSet extends RecordOf<typeof phraseSetRecord> {
  /** The generated phrases if they are not the live ones, else null. */
  readonly generated: PhraseLists | null;
  /** A person's words: live, unless they were rejected since. */
  readonly edited: PhraseLists | null;
  /** Phrases of the answer that the output rules removed. */
  readonly dropped: readonly DroppedByRule[];
}

/** The generator that wrote phrases, and the time. */
export type PhraseOrigin = Pick<
  PhraseSet,
  'generator' | 'model' | 'promptVersion' | 'generatedAt' | 'sourceHash' | 'dropped'
>;

/** Live phrases of a product; written only while the product still has the hash, where one is given. */
export interface PhraseWrite extends PhraseLists {
  readonly productId: string;
  readonly sourceHash: string | null;
}

/** A product's job, and the hash that it must still have. */
export interface EnrichmentName {
  readonly productId: string;
  readonly sourceHash: string;
}

/** The new state of a job that gave no phrases. */
export interface PostponedEnrichment extends EnrichmentName {
  readonly state: EnrichmentState['state'];
  readonly attempts: number;
  /** Tried again after so long by the database's clock. */
  readonly delayMs: number;
  readonly error: string;
  readonly errorCode: string;
}

/**
 * The state of a person's request to end the provider's hold before its time: `free`: it may be made; `granted`: it was,
 * and the allowed request is still to fail or to be answered; `spent`: that request failed, and the hold that followed
 * keeps its time.
 */
export type HoldRelease = 'free' | 'granted' | 'spent';

/** The columns of {@link EnrichmentSettings} but for the hold. */
const plainSettings = enrichmentSettings.omit('hold_code', 'hold_message', 'hold_until');

/** The settings of a store's queue. */
export interface EnrichmentSettings extends RecordOf<typeof plainSettings> {
  /** Why the queue waits without having been paused. */
  readonly hold: { readonly code: HoldCode; readonly message: string; readonly until: number } | null;
}

/** The rules that wrote phrases: other rules make other phrases of the same product. */
export type PhraseRules = Pick<PhraseOrigin, 'generator' | 'model' | 'promptVersion'>;

/** Phrases of a product with what was decided about them. */
export interface LivePhrases extends PhraseLists {
  readonly productId: string;
  readonly state: PhraseState;
  readonly generator: string | null;
}

/** The usage of one generator for a store on one day (UTC). */
export type EnrichmentUsage = RecordOf<typeof enrichmentUsage>;

/** A product in a list of the queue, or in one of the states of its phrases. */
export interface ListedEnrichment extends PhraseLists {
  readonly id: string;
  readonly externalId: string;
  readonly title: string;
  readonly category: string | null;
  readonly imageUrl: string | null;
  readonly phraseState: PhraseState | null;
  readonly job: EnrichmentState | null;
  /** Why its phrases cannot be read, and are empty here; null where they can. */
  readonly damage: DamagedRow | null;
}

/** The columns of {@link QueueableProduct}. */
export const queueableProduct = products.pick(
  'id',
  'external_id',
  'source_hash',
  'counts_as_enriched',
  'phrases_locked',
);

/** The fields that decide whether a product can be queued. */
export type QueueableProduct = RecordOf<typeof queueableProduct>;

/** A type of a store, and how many products have it. */
export type CountedType = RecordOf<typeof productTypes>;

/** The columns of {@link ProductOfType}. */
export const productOfType = products.pick('external_id', 'title', 'category', 'image_url');

/** A product as one of its type. */
export type ProductOfType = RecordOf<typeof productOfType>;

/** The products of a store and how far their phrases are, counted at the same moment. */
export interface EnrichmentProgress {
  readonly products: number;
  readonly inStock: number;
  /** Products that count as enriched, those that wait included: they have the places of the plan. */
  readonly placesTaken: number;
  /** Products in the queue: those that wait, and those that were given up. */
  readonly waiting: number;
  readonly failed: number;
}

/** Reads of the queue of one store's enrichment, with its settings and usage. */
export interface EnrichmentReader {
  settings(): Promise<EnrichmentSettings>;
  /** Returns the blocklist if it was replaced after the change number, else null: cheap while it was not. */
  changedBlocklist(after: number): Promise<Pick<EnrichmentSettings, 'blocklist' | 'blocklistChange'> | null>;
  /** Products whose phrases were not requested yet, in the order of product ids after the given one. */
  fresh(page: { readonly after: string | null; readonly limit: number }): Promise<DueEnrichment[]>;
  /** Returns jobs that failed before and are due again, longest due first. */
  repeated(limit: number): Promise<DueEnrichment[]>;
  /** Milliseconds until the next job that failed before is due; null where none waits. */
  nextMs(): Promise<number | null>;
  /** Enrichment jobs that wait, those that failed included. */
  countQueued(): Promise<number>;
  /** Zeros for a store that is gone. */
  progress(): Promise<EnrichmentProgress>;
  state(productId: string): Promise<EnrichmentState | null>;
  /** Returns products in the order of their ids, after the given one. */
  list(
    list: EnrichmentList,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<ListedEnrichment[]>;
  queueable(externalId: string): Promise<QueueableProduct | null>;
  /** Returns products that were never queued and are not locked, among the next `scan` products after the given one. */
  neverQueued(page: {
    readonly after: string;
    readonly scan: number;
  }): Promise<{ readonly products: readonly QueueableProduct[]; readonly scannedTo: string | null }>;
  /** Returns usage by day, from the given day on. */
  usage(fromDay: string): Promise<EnrichmentUsage[]>;
}

/** Writes of the queue of one store's enrichment, with its settings and usage. */
export interface EnrichmentWriter {
  saveSettings(settings: EnrichmentSettings): Promise<void>;
  enqueue(jobs: readonly EnrichmentJob[]): Promise<void>;
  /** Ends the jobs that still have their hash; gives the ids of their products. */
  take(jobs: readonly EnrichmentName[]): Promise<Set<string>>;
  delete(productId: string): Promise<void>;
  /** Jobs that have another hash by now stay as they are. */
  putOff(jobs: readonly PostponedEnrichment[]): Promise<void>;
  /** Makes failed jobs due again: those of the products, or all. Returns how many. */
  retry(productIds: readonly string[] | null): Promise<number>;
  /** The products are enriched or queued from now on; the store counts those that were not before. */
  countProducts(productIds: readonly string[]): Promise<void>;
  /** Adds to what is known of the day. */
  addUsage(usage: EnrichmentUsage): Promise<void>;
  deleteUsageBefore(day: string): Promise<void>;
}

/** Reads of the phrases and types of one store's products. */
export interface PhraseReader {
  /** Phrase sets by product id; unknown ids are absent. At most 500 ids. */
  sets(productIds: readonly string[]): Promise<Map<string, PhraseSet>>;
  /**
   * Returns products whose phrases were generated or decided about, in the order of their ids, after the given one.
   * Phrases that cannot be read are empty.
   */
  live(page: { readonly after: string; readonly limit: number }): Promise<LivePhrases[]>;
  /** Products that have phrases of any kind. */
  countProducts(): Promise<number>;
  /** Returns what generators learn about products, in the order of external ids. Products that cannot be read are left out. */
  sources(page: {
    readonly after: string | null;
    readonly limit: number;
  }): Promise<{ readonly products: readonly PhraseSource[]; readonly last: string | null }>;
  /**
   * Returns products whose live phrases were generated by other rules and that do not wait for new ones, among the next
   * `scan` products with phrases after the given id. Phrases that a person edited, rejected or locked are left out.
   */
  outdated(page: {
    readonly after: string;
    readonly scan: number;
    readonly rules: PhraseRules;
  }): Promise<{ readonly products: readonly QueueableProduct[]; readonly scannedTo: string | null }>;
  /** The store's types, those of most products first, then by name; after the given one. */
  types(page: { readonly after: CountedType | null; readonly limit: number }): Promise<CountedType[]>;
  /** Some products of a type, in no order. */
  productsOfType(name: string, limit: number): Promise<readonly ProductOfType[]>;
}

/** Writes of the phrases and types of one store's products. */
export interface PhraseWriter {
  /** Writes phrases; returns the ids of the products that were written. */
  write(writes: readonly PhraseWrite[], changeNumber: number): Promise<Set<string>>;
  /** Inserts or replaces. */
  writeSets(sets: readonly PhraseSet[]): Promise<void>;
  /** Empties the phrases that these rows name, in the columns that they name. */
  clear(damaged: readonly DamagedRow[]): Promise<void>;
  /** Sets whether a person keeps the phrases as they are; imports do not queue a locked product. */
  setLocked(productId: string, isLocked: boolean): Promise<void>;
}
