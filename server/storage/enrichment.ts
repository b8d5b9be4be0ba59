/**
 * What the service needs of a database to have phrases written: the queue of a store with its settings and its usage,
 * the phrases with where they come from, and the allowance of calls that all processes share. Times are microseconds
 * since the epoch, UTC; whether something is due is told by the database's clock.
 */

import type { EnrichmentList, HoldCode, PhraseState } from '../../contract/words/enrichment.ts';
import type { ProductPhrases } from '../catalog/product-type.ts';
import type { DamagedRow } from './damage.ts';

/** What a generator is told of a product. */
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

/** The job of a product. */
export interface EnrichmentState {
  readonly state: 'waiting' | 'failed';
  readonly attempts: number;
  /** Not tried before; 0: at once. */
  readonly runAt: number;
  readonly error: string | null;
  readonly errorCode: string | null;
}

/** Phrases of a product and its type. */
export type PhraseLists = ProductPhrases;

/** Which generator wrote phrases, and when. */
export interface PhraseOrigin {
  readonly generator: string | null;
  readonly model: string | null;
  readonly promptVersion: string | null;
  readonly generatedAt: number | null;
  /** Of the product that they were written for. */
  readonly sourceHash: string | null;
  /** What the output rules took out of the answer. */
  readonly dropped: readonly DroppedByRule[];
}

/** The phrases of one answer that one rule dropped. */
export interface DroppedByRule {
  readonly rule: string;
  readonly count: number;
  /** The first of them, on one line and cut short. */
  readonly example: string;
}

/** What is known of a product's phrases beside the live ones, which are the product's own. */
export interface PhraseSet extends PhraseOrigin {
  readonly productId: string;
  readonly state: PhraseState;
  /** What was generated, where it is not what is live. */
  readonly generated: PhraseLists | null;
  /** A person's words: live, unless they were rejected since. */
  readonly edited: PhraseLists | null;
  /** The state that unlocking leads back to; null where it is not locked. */
  readonly lockedFrom: Exclude<PhraseState, 'locked'> | null;
  readonly reviewedAt: number | null;
  readonly reviewedBy: string | null;
}

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

/** What becomes of a job that did not come to phrases. */
export interface PutOff extends EnrichmentName {
  readonly state: EnrichmentState['state'];
  readonly attempts: number;
  /** Tried again after so long by the database's clock. */
  readonly delayMs: number;
  readonly error: string;
  readonly errorCode: string;
}

/**
 * Whether somebody may have a hold of the provider end before its time: `free`; `granted`, and the request that this
 * allows is still to fail or to be answered; `spent`, since it failed: the hold that followed keeps its time.
 */
export type Lift = 'free' | 'granted' | 'spent';

/** How a store's queue is run. */
export interface EnrichmentSettings {
  readonly paused: boolean;
  /** Millionths of a US dollar a month; null: as much as it takes. */
  readonly monthlyBudgetMicros: number | null;
  readonly blocklist: readonly string[];
  /** The store's change number when the blocklist was last replaced; 0 where it never was. */
  readonly blocklistChange: number;
  /** Why the queue waits without having been paused. */
  readonly hold: { readonly code: HoldCode; readonly message: string; readonly until: number } | null;
  /** Requests since the last answer that the provider refused or did not answer. */
  readonly failedRequests: number;
  /** Requests since the last answer that the provider was too busy for. */
  readonly busyRequests: number;
  readonly lift: Lift;
  /** Products after this external id are still to be looked at for some that were never queued; null: none are. */
  readonly queueAfter: string | null;
  /** Products after this id are still to be looked at for phrases that are blocked by now; null: none are. */
  readonly sweepAfter: string | null;
  /** Whether a second sweep waits: words were blocked while the first was under way. */
  readonly sweepsAgain: boolean;
}

/** What wrote phrases: other rules make other phrases of the same product. */
export type PhraseRules = Pick<PhraseOrigin, 'generator' | 'model' | 'promptVersion'>;

/** Phrases of a product with what was decided about them. */
export interface LivePhrases extends PhraseLists {
  readonly productId: string;
  readonly state: PhraseState;
  readonly generator: string | null;
}

/** What one generator took for a store on one day (UTC). */
export interface EnrichmentUsage {
  /** `2026-11-21`. */
  readonly day: string;
  /** Generator and model. */
  readonly generator: string;
  readonly requests: number;
  readonly products: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

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

/** What of a product decides whether it can be queued. */
export interface QueueableProduct {
  readonly id: string;
  readonly externalId: string;
  readonly sourceHash: string;
  readonly countsAsEnriched: boolean;
  readonly isLocked: boolean;
}

/** A type of a store, and how many products have it. */
export interface CountedType {
  readonly name: string;
  readonly products: number;
}

/** Reads of one store's enrichment. */
export interface EnrichmentReader {
  enrichmentSettings(): Promise<EnrichmentSettings>;
  /** What is blocked, if that was replaced after the change number, else null: cheap while it was not. */
  changedBlocklist(after: number): Promise<Pick<EnrichmentSettings, 'blocklist' | 'blocklistChange'> | null>;
  /** Those that nobody tried yet, in the order of product ids after the given one. */
  freshEnrichments(page: { readonly after: string | null; readonly limit: number }): Promise<DueEnrichment[]>;
  /** Those that failed before and are due again, longest due first. */
  repeatedEnrichments(limit: number): Promise<DueEnrichment[]>;
  /** Milliseconds until the next job that failed before is due; null where none waits. */
  nextEnrichmentMs(): Promise<number | null>;
  countEnrichments(): Promise<{ readonly waiting: number; readonly failed: number }>;
  /** Products that have phrases of any kind. */
  countWithPhrases(): Promise<number>;
  enrichmentState(productId: string): Promise<EnrichmentState | null>;
  /** By product id; unknown ids are absent. At most 500 ids. */
  phraseSets(productIds: readonly string[]): Promise<Map<string, PhraseSet>>;
  /** In the order of product ids, after the given one. */
  listEnrichments(
    list: EnrichmentList,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<ListedEnrichment[]>;
  /**
   * Of products whose phrases were generated or decided about, in the order of product ids, after the given one. Phrases
   * that cannot be read are empty.
   */
  livePhrases(page: { readonly after: string; readonly limit: number }): Promise<LivePhrases[]>;
  /** The store's types, those of most products first, then by name; after the given one. */
  productTypes(page: { readonly after: CountedType | null; readonly limit: number }): Promise<CountedType[]>;
  /** Some products of a type, in no order. */
  productsOfType(
    name: string,
    limit: number,
  ): Promise<readonly { readonly title: string; readonly category: string | null }[]>;
  queueableProduct(externalId: string): Promise<QueueableProduct | null>;
  /** Those that count as enriched least: never queued, not locked, among the next `scan` products after the given one. */
  neverQueued(page: {
    readonly after: string;
    readonly scan: number;
  }): Promise<{ readonly products: readonly QueueableProduct[]; readonly scannedTo: string | null }>;
  /**
   * Those whose live phrases were generated by other rules and that do not wait for new ones, among the next `scan`
   * products with phrases after the given id. Phrases that a person edited, rejected or locked are left out.
   */
  outdatedProducts(page: {
    readonly after: string;
    readonly scan: number;
    readonly rules: PhraseRules;
  }): Promise<{ readonly products: readonly QueueableProduct[]; readonly scannedTo: string | null }>;
  /** What generators are told of products, in the order of external ids; without those that cannot be read. */
  phraseSources(page: {
    readonly after: string | null;
    readonly limit: number;
  }): Promise<{ readonly products: readonly PhraseSource[]; readonly last: string | null }>;
  /** By day, from the given one on. */
  enrichmentUsage(fromDay: string): Promise<EnrichmentUsage[]>;
}

/** Writes of one store's enrichment. */
export interface EnrichmentWriter {
  saveEnrichmentSettings(settings: EnrichmentSettings): Promise<void>;
  /** Ends the jobs that still have their hash; gives the ids of their products. */
  takeEnrichments(jobs: readonly EnrichmentName[]): Promise<Set<string>>;
  deleteEnrichment(productId: string): Promise<void>;
  /** Jobs that have another hash by now stay as they are. */
  putOffEnrichments(jobs: readonly PutOff[]): Promise<void>;
  /** Has jobs that failed tried again: those of the products, or all. Gives how many. */
  retryEnrichments(productIds: readonly string[] | null): Promise<number>;
  /** Gives the ids of the products that were written. */
  writePhrases(writes: readonly PhraseWrite[], changeNumber: number): Promise<Set<string>>;
  /** Empties the phrases that these rows name, in the columns that they name. */
  clearPhrases(damaged: readonly DamagedRow[]): Promise<void>;
  /** Where it cannot be read: an upsert leaves it as it is. */
  setCreatedAt(productId: string, createdAt: number): Promise<void>;
  /** Inserts or replaces. */
  writePhraseSets(sets: readonly PhraseSet[]): Promise<void>;
  /** Whether imports may queue the product. */
  setPhrasesLocked(productId: string, isLocked: boolean): Promise<void>;
  /** The products are enriched or queued from now on; the store counts those that were not before. */
  countAsEnriched(productIds: readonly string[]): Promise<void>;
  /** Adds to what is known of the day. */
  addEnrichmentUsage(usage: EnrichmentUsage): Promise<void>;
  deleteEnrichmentUsageBefore(day: string): Promise<void>;
}

/**
 * How far the calls of all processes have used up what is allowed. The two times are those of GCRA (ITU-T I.371): when
 * the bucket will be full again.
 */
export interface AllowanceState {
  readonly requestsAt: number;
  readonly tokensAt: number;
  /** The provider asked to be left alone until then. */
  readonly blockedUntil: number;
  /** How often it had all stores wait since the last call that was answered. */
  readonly failures: number;
  /** The store that had the last 429; empty where an answer came since. */
  readonly busyStore: string;
  /** The store that makes the next call, where it asks again before `firstUntil`; empty where none waits. */
  readonly firstWaiting: string;
  readonly firstUntil: number;
}

/** What a decision finds. */
export interface AllowanceView extends AllowanceState {
  readonly callsUnderWay: number;
  /** By the database's clock. */
  readonly nowMicros: number;
}

/** What a decision leaves; a call under way counts as long as its owner keeps it. */
export interface AllowanceDecision<Result> {
  readonly state: AllowanceState;
  readonly begun?: { readonly id: string; readonly owner: string; readonly keptMs: number };
  readonly endedId?: string;
  readonly result: Result;
}

/** The allowance that all stores and processes share, by its name. */
export interface AllowanceDirectory {
  /** Decides under a lock, in a transaction of its own; `decide` is pure. */
  changeAllowance<Result>(
    name: string,
    decide: (view: AllowanceView) => AllowanceDecision<Result>,
  ): Promise<Result>;
  /** Until when nobody may begin a call of the name; 0 where none was ever begun. */
  allowancePausedUntil(name: string): Promise<number>;
  /** The owner's calls go on. */
  keepCalls(owner: string, keptMs: number): Promise<void>;
}
