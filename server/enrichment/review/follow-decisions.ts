/**
 * Has products follow the standing decisions of their store, within the caller's transaction: it finds the patterns that are missing
 * and applies the decisions. It writes nothing. At most 500 products a call; those that a person decided by themselves, or whose row
 * cannot be read, come back as they are.
 */
// Tests: test/scenarios/phrase-decisions.test.ts.
import type { PhraseSource } from '../../storage/enrichment/tables.ts';
import type { StoreWriter } from '../../storage/storage.ts';
import type { DecidedPhrases } from '../decide-phrases.ts';
import { packPatterns, patternsOf, unpackPatterns } from './phrase-pattern.ts';
import { allPhrases, applyDecisions, isOpenToDecisions, readDecisions } from './standing-decisions.ts';
import { readTypeDecisions } from './type-decisions.ts';

/** Applies the decisions; `known` are products that the caller has read already, by id. */
export async function followDecisions(
  writer: StoreWriter,
  products: readonly DecidedPhrases[],
  known: ReadonlyMap<string, PhraseSource> = new Map(),
): Promise<readonly DecidedPhrases[]> {
  const decisions = await writer.phrases.decisions();
  const rules = { findDecision: readDecisions(decisions), decideType: readTypeDecisions(decisions) };
  // Only words ask for titles.
  const hasWords = decisions.some(({ kind }) => kind === 'words');
  const unread = products
    .filter((product) => isOpenToDecisions(product.set) && (hasWords || !hasPatterns(product)))
    .map(({ set }) => set.productId)
    .filter((id) => !known.has(id));
  const read = await writer.phrases.patternSources(unread);
  const { locale } = writer.store;
  return products.map((product) => {
    const { set, live } = product;
    if (!isOpenToDecisions(set)) return product;
    const source = known.get(set.productId) ?? read.get(set.productId);
    if (hasPatterns(product)) {
      if (source === undefined && hasWords) return product;
      return applyDecisions(product, source?.title ?? '', rules);
    }
    if (source === undefined) return product;
    const generated = set.generated ?? live;
    const patterns = packPatterns(generated, patternsOf(source, generated.type, locale));
    return applyDecisions({ live, set: { ...set, patterns } }, source.title, rules);
  });
}

/** Whether the set has a pattern for each of the generated phrases: some may have been removed, or written by an older version. */
function hasPatterns({ set, live }: DecidedPhrases): boolean {
  if (set.patterns === null) return false;
  return unpackPatterns(set.patterns).length === allPhrases(set.generated ?? live).length;
}
