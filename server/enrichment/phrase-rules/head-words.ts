/**
 * Other names of things in shops, by language: what generators give as hidden phrases, and what relates a phrase to its
 * product. Looser than the synonyms of queries (common-synonyms.ts), which must be equals: here a use or a wider word
 * will do, since a product that has the words itself still comes before.
 */
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { languageOf } from '../../search/text/stop-words.ts';
import { dutchHeads } from './head-words/dutch.ts';
import { englishHeads } from './head-words/english.ts';
import { frenchHeads } from './head-words/french.ts';
import { germanHeads } from './head-words/german.ts';
import { italianHeads } from './head-words/italian.ts';
import { spanishHeads } from './head-words/spanish.ts';
import { turkishHeads } from './head-words/turkish.ts';

const byLanguage = new Map<string, string>([
  ['de', germanHeads],
  ['en', englishHeads],
  ['es', spanishHeads],
  ['fr', frenchHeads],
  ['it', italianHeads],
  ['nl', dutchHeads],
  ['tr', turkishHeads],
]);

/** The other names of a BCP 47 locale's language: from the usual name to them, and from each of them to it. */
export function headWords(locale: string): SynonymRule[] {
  return (byLanguage.get(languageOf(locale)) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): SynonymRule[] => {
      const [name = '', ...others] = line.split(', ');
      return [
        { from: [name], to: others },
        { from: others, to: [name] },
      ];
    });
}
