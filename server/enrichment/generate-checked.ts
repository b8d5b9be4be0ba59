/**
 * Generates phrases and applies the output rules: only what passes them is in the result, which may be stored. It writes nothing and
 * repeats nothing: a request that fails as a whole rejects with a GeneratorError, and a product without usable phrases has its reason
 * in `faults`. Examples of dropped phrases are cut to 80 characters.
 */
// Tests: ./generate-checked.test.ts.
import type { DroppedByRule } from '../storage/enrichment/tables.ts';
import { checkPhrases, type DroppedPhrase } from './check-phrases.ts';
import {
  type PhraseBatch,
  type PhraseGenerator,
  type ProductPhrases,
  providerOf,
} from './phrase-generator.ts';
import type { StoreKnowledge } from './store-knowledge.ts';

/** A request for checked phrases. */
export interface CheckedRequest {
  readonly batch: PhraseBatch;
  /** Words and phrases that the store never shows. */
  readonly blocklist: readonly string[];
}

/** Phrases that pass all rules. */
export interface CheckedAnswer {
  /** The usable phrases, by product id. */
  readonly phrases: ReadonlyMap<string, ProductPhrases>;
  /** The phrases that the rules dropped, by product id. */
  readonly dropped: ReadonlyMap<string, readonly DroppedByRule[]>;
  /** The reason why a product has no usable phrases, by product id. */
  readonly faults: ReadonlyMap<string, string>;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Generates phrases and drops those that break a rule. Rejects with a GeneratorError. */
export async function generateChecked(
  generator: PhraseGenerator,
  { batch, blocklist, knowledge }: CheckedRequest & { readonly knowledge: StoreKnowledge },
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const answer = await generator.generate(batch, signal);
  const phrases = new Map<string, ProductPhrases>();
  const droppedById = new Map<string, readonly DroppedByRule[]>();
  const faults = new Map<string, string>();
  for (const product of batch.products) {
    const written = answer.phrases.get(product.id);
    // Having nothing to say is a valid answer of the offline generator, which would say the same again.
    if (written === undefined && generator.name !== 'offline') {
      faults.set(product.id, `${providerOf(generator)} answered without phrases for the product.`);
      continue;
    }
    const given = written ?? { suggestionPhrases: [], searchPhrases: [], type: null };
    const context = { ...knowledge, locale: batch.locale, blocklist };
    const { dropped, ...kept } = checkPhrases(product, given, context);
    const byRule = countByRule(dropped);
    const isEmpty = kept.suggestionPhrases.length + kept.searchPhrases.length === 0;
    if (isEmpty && generator.name !== 'offline') {
      const rules = byRule.map(({ rule, count, example }) => `${count} ${rule}, such as "${example}"`);
      const why = rules.join('; ') || 'none came';
      faults.set(product.id, `${providerOf(generator)} wrote no phrase that kept the rules (${why}).`);
      continue;
    }
    phrases.set(product.id, kept);
    if (byRule.length > 0) droppedById.set(product.id, byRule);
  }
  return {
    phrases,
    dropped: droppedById,
    faults,
    inputTokens: answer.inputTokens,
    outputTokens: answer.outputTokens,
  };
}

/** Longest example, in characters. */
const exampleMax = 80;

/** Counts by rule, in the order in which the rules first dropped something. */
function countByRule(dropped: readonly DroppedPhrase[]): DroppedByRule[] {
  return [...Map.groupBy(dropped, ({ rule }) => rule)].map(([rule, phrases]) => ({
    ...{ rule, count: phrases.length, example: exampleOf(phrases[0]?.phrase ?? '') },
  }));
}

/** Leaves out unreadable characters, which may be why the phrase was dropped. */
function exampleOf(phrase: string): string {
  const readable = phrase.slice(0, exampleMax * 4).replace(/[\p{C}\s]+/gu, ' ');
  return Array.from(readable.trim()).slice(0, exampleMax).join('');
}
