/**
 * Applies a store's blocklist (at most 500 entries) to phrases. Pure; it never changes phrases that a person wrote (callers ask {@link
 * isUnedited}), and never replaces a blocked phrase by another one.
 */
// Tests: test/scenarios/blocked-phrases.test.ts.
import type { ProductType } from '../catalog/product-type.ts';
import type { PhraseLists, PhraseSet } from '../storage/enrichment/tables.ts';
import type { CheckedAnswer } from './generate-checked.ts';
import { type Blocks, readBlocklist } from './phrase-rules/blocked-words.ts';
import { wordLanguage } from './phrase-rules/product-words.ts';

/** Whether the live phrases come from a generator. */
export function isUnedited({ state, generator }: Pick<PhraseSet, 'state' | 'generator'>): boolean {
  return generator !== null && (state === 'generated' || state === 'approved');
}

/** The lists without blocked phrases; null if nothing is blocked. */
export function withoutBlocked(lists: PhraseLists, blocks: Blocks): PhraseLists | null {
  const suggestionPhrases = lists.suggestionPhrases.filter((phrase) => !blocks(phrase));
  const searchPhrases = lists.searchPhrases.filter((phrase) => !blocks(phrase));
  const type = typeWithoutBlocked(lists.type, blocks);
  const isSame =
    suggestionPhrases.length === lists.suggestionPhrases.length &&
    searchPhrases.length === lists.searchPhrases.length &&
    type === lists.type;
  return isSame ? null : { suggestionPhrases, searchPhrases, type };
}

/** The type itself where nothing of it is blocked. */
function typeWithoutBlocked(type: ProductType | null, blocks: Blocks): ProductType | null {
  if (type === null || blocks(type.name)) return null;
  const otherNames = type.otherNames.filter((name) => !blocks(name));
  return otherNames.length === type.otherNames.length ? type : { ...type, otherNames };
}

/** Removes phrases that were blocked after the request was sent. */
export function answerWithoutBlocked(
  answer: CheckedAnswer,
  blockedBefore: readonly string[],
  { blocklist, locale }: { readonly blocklist: readonly string[]; readonly locale: string },
): CheckedAnswer {
  const added = addedTo(blockedBefore, blocklist);
  if (added.length === 0) return answer;
  const blocks = readBlocklist(added, wordLanguage(locale).stem);
  const phrases = new Map(
    [...answer.phrases].map(([id, lists]) => [id, withoutBlocked(lists, blocks) ?? lists]),
  );
  return { ...answer, phrases };
}

/** The entries that are new in a blocklist. */
export function addedTo(before: readonly string[], now: readonly string[]): readonly string[] {
  const known = new Set(before);
  return now.filter((text) => !known.has(text));
}
