/**
 * Compounds: `gartenstuhl` is a `stuhl`. A query finds words by their beginnings, so the noun at the end of a compound
 * must be given. Known are only nouns that the catalog uses alone.
 */
import { fold } from '../../../search/text/fold.ts';
import type { CatalogProfile } from './catalog-profile.ts';
import type { OfflineLanguage } from './title-reading.ts';

const compounding = new Set(['de', 'nl', 'sv', 'da', 'no', 'nb', 'nn', 'fi', 'hu', 'is', 'lb']);
const nounMinLetters = 4;
const specifierMinLetters = 3;

/** The noun of a compound as the catalog writes it, or null. */
export function compoundNoun(
  head: string,
  { runs, categoryNouns }: CatalogProfile,
  { language, stem }: OfflineLanguage,
): string | null {
  if (!compounding.has(language) || head.includes(' ')) return null;
  const folded = fold(head);
  for (let cut = specifierMinLetters; cut <= folded.length - nounMinLetters; cut += 1) {
    const noun = folded.slice(cut);
    const run = runs.get(noun);
    const isNoun = categoryNouns.has(stem(noun)) || (run !== undefined && run.breaksBehind * 2 > run.count);
    if (isNoun) return run?.text ?? noun;
  }
  return null;
}
