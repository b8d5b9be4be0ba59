/**
 * A title as the offline generator reads it: its first words, what each is to a phrase, and where phrases break off.
 * Runs of words within it are what a catalog is counted by, and what phrases are made of.
 */
import { isPreposition } from '../../../search/document/title-zones.ts';
import { type PhraseLanguage, phraseLanguage } from '../../../search/phrases/phrase-languages.ts';
import { type TitleWord, titleWords } from '../../../search/phrases/title-words.ts';
import { fold, legalSigns } from '../../../search/text/fold.ts';
import { createStemmer } from '../../../search/text/stems.ts';
import { languageOf } from '../../../search/text/stop-words.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { type Grammar, grammarOf } from './grammar.ts';

/** What is known of a store's language. */
export interface OfflineLanguage {
  readonly locale: string;
  readonly language: string;
  readonly words: PhraseLanguage;
  readonly grammar: Grammar;
  readonly stem: (word: string) => string;
  readonly lowerCase: (text: string) => string;
}

/** Knows a BCP 47 locale; takes a millisecond. */
export function offlineLanguage(locale: string): OfflineLanguage {
  const language = languageOf(locale);
  const hasOwnCase = language === 'tr' || language === 'az' || language === 'lt';
  return {
    locale,
    language,
    words: phraseLanguage(locale),
    grammar: grammarOf(locale),
    stem: createStemmer(locale),
    lowerCase: hasOwnCase ? (text) => text.toLocaleLowerCase(language) : (text) => text.toLowerCase(),
  };
}

/** A title cut into words. */
export interface TitleReading {
  readonly words: readonly TitleWord[];
  /** Words before this one name the thing; what follows tells what it goes with. */
  readonly nameEnd: number;
  /** Folded words of the brand. */
  readonly brandWords: readonly string[];
}

/** Further words of a title measure the thing, or repeat it. */
const titleWordsMax = 14;

/** Thai and Chinese titles put Latin words and codes right behind the thing: `ไฟสนามLED P3013`. */
const spacelessThenOther =
  /(?<=[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])(?=[\p{Script=Latin}\p{N}])|(?<=[\p{Script=Latin}\p{N}])(?=[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
const beyondLatin = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/;

/** Reads the title of a product. */
export function readTitle(product: PhraseProduct, language: OfflineLanguage): TitleReading {
  const brandWords = product.brand === null ? [] : fold(product.brand).split(' ');
  const title = language.lowerCase(product.title).replace(legalSigns, '');
  const spaced = beyondLatin.test(title) ? title.replace(spacelessThenOther, ' ') : title;
  const context = {
    brandWords,
    hasValue: (text: string) =>
      product.attributes.some(
        ([, value]) => value.length === text.length && language.lowerCase(value) === text,
      ),
  };
  const words = titleWords(spaced, titleWordsMax, language.words, context);
  return { words, nameEnd: nameEndOf(words), brandWords };
}

const ampersands = new Set([
  '&',
  'and',
  'und',
  'et',
  'y',
  'e',
  'ed',
  'en',
  'och',
  'og',
  'i',
  'a',
  've',
  'и',
  'و',
]);

function nameEndOf(words: readonly TitleWord[]): number {
  let named = false;
  for (const [index, { kind, folded }] of words.entries()) {
    if (named && kind === 'stop' && isPreposition(folded) && !ampersands.has(folded)) return index;
    if (kind === 'plain') named = true;
  }
  return words.length;
}

/** Words that a run is made of, from `start` to `last`, at most three. */
export interface Run {
  readonly start: number;
  readonly last: number;
  /** Folded. */
  readonly key: string;
}

/** The words of the longest run. */
export const runWordsMax = 3;

/** All runs of plain words and colours of a title, without punctuation inside. */
export function runsOf({ words }: TitleReading): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < words.length; start += 1) {
    let key = '';
    for (let last = start; last < words.length && last < start + runWordsMax; last += 1) {
      const word = words[last];
      if (word === undefined || !isOfRun(word) || (last > start && word.apart)) break;
      key = last === start ? word.folded : `${key} ${word.folded}`;
      if (word.text.length > 1) runs.push({ start, last, key });
    }
  }
  return runs;
}

/** Whether a word may stand in a run. */
export function isOfRun({ kind }: TitleWord): boolean {
  return kind === 'plain' || kind === 'colour';
}

/** Whether a phrase may end with the word: what follows is no plain word that would go on with it. */
export function breaksBehind(words: readonly TitleWord[], last: number): boolean {
  const next = words[last + 1];
  return next === undefined || next.apart || next.kind !== 'plain';
}

/** Whether a phrase may begin with the word. */
export function breaksBefore(words: readonly TitleWord[], start: number): boolean {
  const before = words[start - 1];
  return before === undefined || words[start]?.apart === true || before.kind !== 'plain';
}

/** The text of words in a row, with single spaces. */
export function textOf(words: readonly TitleWord[], start: number, last: number): string {
  let text = words[start]?.text ?? '';
  for (let index = start + 1; index <= last; index += 1) text += ` ${words[index]?.text ?? ''}`;
  return text;
}
