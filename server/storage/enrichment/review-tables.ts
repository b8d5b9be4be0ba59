/**
 * The table of standing decisions on phrases, and the interfaces of their review. Times are microseconds since 1970, UTC. It decides
 * nothing: server/enrichment/review/ applies decisions. Rows with a content of another shape are damaged and named (column.ts). A
 * store has at most `limits.phraseDecisions` decisions, which callers keep.
 */
// Tests: test/storage/phrase-decisions.test.ts.
import type { PhraseState } from '../../../contract/words/enrichment.ts';
import type { DecisionKind, PhraseVerdict } from '../../../contract/words/phrase-patterns.ts';
import { optional, text, time } from '../column.ts';
import { type RecordOf, storeTable } from '../table.ts';
import type { PhraseLists, PhraseSet, PhraseSource } from './tables.ts';

/** Decisions that stand until they are taken back: they hold for phrases that are written later, too. */
export const phraseDecisions = storeTable('phrase_decisions', {
  key: ['id'],
  columns: {
    id: text(),
    kind: text<DecisionKind>(),
    /** The name of a pattern, words that phrases have, or the name of a type. */
    subject: text(),
    verdict: text<PhraseVerdict>(),
    decided_at: time(),
    decided_by: optional(text()),
    /** The name that the products of an approved type have instead; null: they keep it, as phrases do. */
    new_name: optional(text()),
  },
});

/** A decision on all phrases of a pattern, on all phrases that have some words, or on all products of a type. */
export type StandingDecision = RecordOf<typeof phraseDecisions>;

/** Products whose generated phrases have the same patterns in the same order. */
export interface PatternCount {
  readonly state: PhraseState;
  /** Whether standing decisions may decide these products, or a person decided each of them. */
  readonly isOpen: boolean;
  /** Packed (phrase-pattern.ts); null where they are not known yet. */
  readonly patterns: string | null;
  readonly products: number;
  /** The first and the last of the products, by id. */
  readonly examples: readonly string[];
}

/** Products of a type that are alike in what is known of them. */
export interface TypeCount {
  readonly name: string;
  /** Whether standing decisions may decide these products. */
  readonly isOpen: boolean;
  /** Whether a person decided each of them. */
  readonly isDecided: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  readonly products: number;
}

/** A product whose generated phrases standing decisions may decide. */
export interface ReviewedProduct {
  readonly productId: string;
  readonly externalId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly set: PhraseSet;
  readonly live: PhraseLists;
}

/** Reads for the review of one store's phrases. */
export interface ReviewReader {
  decisions(): Promise<StandingDecision[]>;
  patternCounts(): Promise<PatternCount[]>;
  /** Counts the products of these types, or of all types. At most 1,000 names. */
  typeCounts(names: readonly string[] | null): Promise<TypeCount[]>;
  /** Returns the brands that products of these types have, or of all types; each pair once. At most 1,000 names. */
  typeBrands(
    names: readonly string[] | null,
  ): Promise<readonly { readonly name: string; readonly brand: string }[]>;
  /** Returns products in the order of their ids, after the given one; `holding`: only those whose packed patterns have this text. */
  reviewed(page: {
    readonly after: string;
    readonly limit: number;
    readonly holding?: string;
  }): Promise<ReviewedProduct[]>;
  /** Returns these products among {@link reviewed}. At most 500 ids. */
  reviewedAmong(productIds: readonly string[]): Promise<ReviewedProduct[]>;
  /** What patterns are made of, by product id: no descriptions. Products that cannot be read are left out. At most 500 ids. */
  patternSources(productIds: readonly string[]): Promise<Map<string, PhraseSource>>;
  /** Products with phrases up to this id, and all. */
  countSets(upTo: string): Promise<{ readonly done: number; readonly total: number }>;
}

/** Writes standing decisions of one store. */
export interface ReviewWriter {
  /** A decision on the same subject is replaced. */
  saveDecision(decision: StandingDecision): Promise<void>;
  /** Returns false if there is none. */
  deleteDecision(id: string): Promise<boolean>;
}
