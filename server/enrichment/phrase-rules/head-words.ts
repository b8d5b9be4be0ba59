/**
 * Other names of things in shops, by language: what generators give as hidden phrases, and what relates a phrase to its
 * product. Looser than the synonyms of queries (common-synonyms.ts), which must be equals: here a use or a wider word
 * will do, since a product that has the words itself still comes before.
 */
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { fold } from '../../search/text/fold.ts';
import { languageOf } from '../../search/text/stop-words.ts';
import { dutchHeads } from './head-words/dutch.ts';
import { englishHeads } from './head-words/english.ts';
import { frenchHeads } from './head-words/french.ts';
import { germanHeads } from './head-words/german.ts';
import { italianHeads } from './head-words/italian.ts';
import { spanishHeads } from './head-words/spanish.ts';
import { thaiHeads } from './head-words/thai.ts';
import { turkishHeads } from './head-words/turkish.ts';

const byLanguage = new Map<string, string>([
  ['de', germanHeads],
  ['en', englishHeads],
  ['es', spanishHeads],
  ['fr', frenchHeads],
  ['it', italianHeads],
  ['nl', dutchHeads],
  ['th', thaiHeads],
  ['tr', turkishHeads],
]);

/** The other names of a BCP 47 locale's language: from the usual name to them, and from each of them to it. */
export function headWords(locale: string): SynonymRule[] {
  return linesOf(languageOf(locale)).flatMap(([name = '', ...others]): SynonymRule[] => [
    { from: [name], to: others },
    { from: others, to: [name] },
  ]);
}

function linesOf(language: string): string[][] {
  const lines = (byLanguage.get(language) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split(', '));
}

/** In a script without spaces rules know names by pairs of letters, of which no name can be written again. */
const spaceless = new Map(
  ['th'].map((language) => {
    const names = new Map<string, string[]>();
    for (const [name = '', ...others] of linesOf(language)) {
      names.set(fold(name), [...(names.get(fold(name)) ?? []), ...others]);
      for (const other of others) names.set(fold(other), [...(names.get(fold(other)) ?? []), name]);
    }
    return [language, names] as const;
  }),
);

/** The other names of a folded one in a script without spaces; null where the locale's script has them. */
export function spacelessNames(name: string, locale: string): readonly string[] | null {
  const names = spaceless.get(languageOf(locale));
  return names === undefined ? null : (names.get(name) ?? []);
}
