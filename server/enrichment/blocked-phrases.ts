/** What becomes of phrases by what their store blocks. Pure. */
import type { ProductType } from '../catalog/product-type.ts';
import type { PhraseLists, PhraseSet } from '../storage/enrichment.ts';
import type { CheckedAnswer } from './generate-checked.ts';
import { type Blocks, readBlocklist } from './phrase-rules/blocked-words.ts';
import { wordLanguage } from './phrase-rules/product-words.ts';

/** Whether what is live is a generator's. */
export function isUnedited({ state, generator }: Pick<PhraseSet, 'state' | 'generator'>): boolean {
  return generator !== null && (state === 'generated' || state === 'approved');
}

/** The lists without what is blocked; null where nothing is. */
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

/** An answer to a request that was made while less was blocked. */
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

/** What is blocked now and was not before. */
export function addedTo(before: readonly string[], now: readonly string[]): readonly string[] {
  const known = new Set(before);
  return now.filter((text) => !known.has(text));
}
