/**
 * Reads titles for the offline generator: the first 14 words, the role of each, and where phrases end. Catalogs are counted by runs of
 * such words, and phrases are composed of them. Pure; any title is accepted, and one without words gives none. A run has at most 3
 * words. It never changes a title.
 */
// Tests: ./model-code.test.ts, ./weak-phrases.test.ts.
import { isPreposition } from '../../../search/document/title-zones.ts';
import { type PhraseLanguage, phraseLanguage } from '../../../search/phrases/phrase-languages.ts';
import { type TitleWord, titleWords } from '../../../search/phrases/title-words.ts';
import { fold, legalSigns } from '../../../search/text/fold.ts';
import { createStemmer } from '../../../search/text/stems.ts';
import { languageOf } from '../../../search/text/stop-words.ts';
import { ownWords } from '../../own-words.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { ownLetters } from '../../phrase-rules/scripts.ts';
import { lowerCaseOf } from '../../phrase-rules/spelling.ts';
import { type Grammar, grammarOf } from './grammar.ts';
import { isConjunction, isPostModifier } from './trait-words.ts';

/** The language of a store. */
export interface OfflineLanguage {
  readonly locale: string;
  readonly language: string;
  readonly words: PhraseLanguage;
  readonly grammar: Grammar;
  readonly stem: (word: string) => string;
  readonly lowerCase: (text: string) => string;
  /** The letters of its script; null for Latin. */
  readonly script: RegExp | null;
}

/** The language of a BCP 47 locale; takes a millisecond. */
export function offlineLanguage(locale: string): OfflineLanguage {
  const language = languageOf(locale);
  return {
    locale,
    language,
    words: phraseLanguage(locale),
    grammar: grammarOf(locale),
    stem: createStemmer(locale),
    lowerCase: lowerCaseOf(language),
    script: ownLetters(language),
  };
}

/** A title split into words. */
export interface TitleReading {
  /** The title with its spelling; the words' positions refer to it. */
  readonly spelled: string;
  readonly words: readonly TitleWord[];
  /** The index of the first word that no longer names the thing, but says what it goes with. */
  readonly nameEnd: number;
  /** The letters of the store's script, if that is not Latin and the title contains some. */
  readonly script: RegExp | null;
}

/** Later words of a title are measures and repetitions. */
const titleWordsMax = 14;

/** Thai and Chinese titles write Latin words and codes directly after the thing: `ไฟสนามLED P3013`. */
const spacelessThenOther =
  /(?<=[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])(?=[\p{Script=Latin}\p{N}])|(?<=[\p{Script=Latin}\p{N}])(?=[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** Unlike other commas, no space follows them. */
const wideCommas = /[、，。；：]/g;
const beyondLatin = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff、，。；：]/;

/** Next to Thai letters a slash separates words: `สุขภัณฑ์สองชิ้น/6L`. */
const spacelessSlash = /(?<=[\p{Script=Thai}\p{M}])\s*\/\s*|\s*\/\s*(?=\p{Script=Thai})/gu;

/** Inserts spaces between scripts that are written without them. */
function spacedTitle(title: string): string {
  if (!beyondLatin.test(title)) return title;
  return title.replace(spacelessSlash, ', ').replace(wideCommas, ', ').replace(spacelessThenOther, ' ');
}

/** A brand without legal signs and final punctuation, which shoppers do not type: `be quiet!`. */
export function typedBrand(brand: string): string {
  return brand
    .replace(legalSigns, '')
    .replace(/[!?]+(?=\s|$)/g, '')
    .trim();
}

/** Reads the title of a product. */
export function readTitle(product: PhraseProduct, language: OfflineLanguage): TitleReading {
  const own = ownWords(product.title, product.brand, language.locale);
  const brandWords = product.brand === null ? [] : fold(typedBrand(product.brand)).split(' ');
  const spelled = spacedTitle(own.replace(legalSigns, ''));
  const spaced = language.lowerCase(spelled);
  const context = {
    brandWords,
    hasValue: (text: string) =>
      product.attributes.some(
        ([, value]) => value.length === text.length && language.lowerCase(value) === text,
      ),
  };
  const words = titleWords(spaced, titleWordsMax, language.words, context).flatMap((word) =>
    wordsOfPiece(word, language),
  );
  const script = language.script?.test(spaced) ? language.script : null;
  // Lower case may be longer than the spelling (`İ`), so that positions differ.
  return {
    spelled: spaced.length === spelled.length ? spelled : spaced,
    words,
    nameEnd: nameEndOf(words, language),
    script,
  };
}

/**
 * Returns what variants of one product have in common, which differ in colours, sizes and codes: the brand and the plain
 * words.
 */
export function variantKey(words: readonly TitleWord[], brand: string): string {
  return [brand, ...words.flatMap(({ kind, folded }) => (kind === 'plain' ? folded : []))].join(' ');
}

const eitherOr = /^[\p{L}\p{M}'’-]{2,}(?:\/[\p{L}\p{M}'’-]{2,})+$/u;

/** Splits `headphones/headset`, two words for one thing. */
function wordsOfPiece(word: TitleWord, { words: { roles } }: OfflineLanguage): TitleWord | TitleWord[] {
  if (word.kind !== 'broken' || !eitherOr.test(word.text)) return word;
  let start = word.start;
  return word.text.split('/').map((text, index) => {
    const folded = fold(text);
    const piece = { ...word, text, folded, isFolded: folded === text, start, end: start + text.length };
    start += text.length + 1;
    return { ...piece, kind: roles.get(folded) ?? 'plain', apart: word.apart && index === 0 };
  });
}

function nameEndOf(words: readonly TitleWord[], { language }: OfflineLanguage): number {
  let named = false;
  for (const [index, { kind, folded }] of words.entries()) {
    // `en` joins in Dutch, and is a preposition in French and Spanish: `robe en coton`.
    const isJoining = isConjunction(folded) && (folded !== 'en' || language === 'nl');
    if (named && kind === 'stop' && isPreposition(folded) && !isJoining) return index;
    if (kind === 'plain') named = true;
  }
  return words.length;
}

/** A run of at most three words, from `start` to `last`. */
export interface Run {
  readonly start: number;
  readonly last: number;
  /** Folded. */
  readonly key: string;
}

/** The number of words in the longest run. */
export const runWordsMax = 3;

/** All runs of plain words and colours in a title, without punctuation between them. */
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
function isOfRun({ kind }: TitleWord): boolean {
  return kind === 'plain' || kind === 'colour';
}

/** Whether a phrase ends with its last word: what follows does not belong to it. */
export function breaksBehind(words: readonly TitleWord[], last: number): boolean {
  const next = words[last + 1];
  if (next === undefined || next.apart) return true;
  if (next.kind === 'colour') return !isShade(words[last + 2]);
  return next.kind === 'stop' || next.kind === 'broken' || isPostModifier(next.folded);
}

/** Whether a thing follows the colour, so that the word before the colour is a shade: `charcoal grey wall tile`. */
function isShade(behindColour: TitleWord | undefined): boolean {
  return behindColour?.kind === 'plain' && !behindColour.apart && !isPostModifier(behindColour.folded);
}

/** Whether a phrase starts with its first word: what precedes does not belong to it. */
export function breaksBefore(words: readonly TitleWord[], start: number): boolean {
  const before = words[start - 1];
  return before === undefined || words[start]?.apart === true || !isOfRun(before);
}

/** The text of consecutive words, with single spaces. */
export function textOf(words: readonly TitleWord[], start: number, last: number): string {
  let text = words[start]?.text ?? '';
  for (let index = start + 1; index <= last; index += 1) text += ` ${words[index]?.text ?? ''}`;
  return text;
}
