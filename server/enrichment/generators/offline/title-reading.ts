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
import { ownWords } from '../../own-words.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { type Grammar, grammarOf } from './grammar.ts';
import { isPostModifier } from './trait-words.ts';

/** What is known of a store's language. */
export interface OfflineLanguage {
  readonly locale: string;
  readonly language: string;
  readonly words: PhraseLanguage;
  readonly grammar: Grammar;
  readonly stem: (word: string) => string;
  readonly lowerCase: (text: string) => string;
  /** Letters of its script, if that is not Latin. */
  readonly script: RegExp | null;
}

const scripts = new Map<string, RegExp>([
  ...['ru', 'uk', 'bg', 'be', 'mk', 'kk'].map((one) => [one, /\p{Script=Cyrillic}/u] as const),
  ...['ar', 'fa', 'ur'].map((one) => [one, /\p{Script=Arabic}/u] as const),
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
  ['th', /\p{Script=Thai}/u],
  ['zh', /\p{Script=Han}/u],
  ['ja', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['hi', /\p{Script=Devanagari}/u],
]);

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
    script: scripts.get(language) ?? null,
  };
}

/** A title cut into words. */
export interface TitleReading {
  /** The title as it is spelled, where the places of the words are those in it. */
  readonly spelled: string;
  readonly words: readonly TitleWord[];
  /** Words before this one name the thing; what follows tells what it goes with. */
  readonly nameEnd: number;
  /** Letters of the store's own script, where the title has some and the script is not Latin. */
  readonly script: RegExp | null;
}

/** Further words of a title measure the thing, or repeat it. */
const titleWordsMax = 14;

/** Thai and Chinese titles put Latin words and codes right behind the thing: `ไฟสนามLED P3013`. */
const spacelessThenOther =
  /(?<=[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])(?=[\p{Script=Latin}\p{N}])|(?<=[\p{Script=Latin}\p{N}])(?=[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** They need no space behind them, which would end a piece of a title. */
const wideCommas = /[、，。；：]/g;
const beyondLatin = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff、，。；：]/;

/** Between words of Thai it is no part of one: `สุขภัณฑ์สองชิ้น/6L`. */
const spacelessSlash = /(?<=[\p{Script=Thai}\p{M}])\s*\/\s*|\s*\/\s*(?=\p{Script=Thai})/gu;

/** A title with its words apart, in the scripts that put no spaces between them and what follows. */
function spacedTitle(title: string): string {
  if (!beyondLatin.test(title)) return title;
  return title.replace(spacelessSlash, ', ').replace(wideCommas, ', ').replace(spacelessThenOther, ' ');
}

/** A brand without signs of law, and without the sign of `be quiet!`, which nobody types. */
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
  // Lower case may be longer: `İ`.
  return {
    spelled: spaced.length === spelled.length ? spelled : spaced,
    words,
    nameEnd: nameEndOf(words, language),
    script,
  };
}

const eitherOr = /^[\p{L}\p{M}'’-]{2,}(?:\/[\p{L}\p{M}'’-]{2,})+$/u;

/** `headphones/headset` are two words for one thing. */
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

const conjunctions = new Set([
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
  'or',
  'oder',
  'ou',
  'o',
]);

/** Whether a folded word joins two things: `and`. */
export function isConjunction(word: string): boolean {
  return conjunctions.has(word);
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
function isOfRun({ kind }: TitleWord): boolean {
  return kind === 'plain' || kind === 'colour';
}

/** Whether nothing that belongs to a phrase follows its last word; a number may measure what comes later. */
export function breaksBehind(words: readonly TitleWord[], last: number): boolean {
  const next = words[last + 1];
  if (next === undefined || next.apart) return true;
  if (next.kind === 'colour') return !isShade(words[last + 2]);
  return next.kind === 'stop' || next.kind === 'broken' || isPostModifier(next.folded);
}

/** Whether a colour goes on with the thing, so that the word before it is a shade: `charcoal grey wall tile`. */
function isShade(behindColour: TitleWord | undefined): boolean {
  return behindColour?.kind === 'plain' && !behindColour.apart && !isPostModifier(behindColour.folded);
}

/** The same before its first word. */
export function breaksBefore(words: readonly TitleWord[], start: number): boolean {
  const before = words[start - 1];
  return before === undefined || words[start]?.apart === true || !isOfRun(before);
}

/** The text of words in a row, with single spaces. */
export function textOf(words: readonly TitleWord[], start: number, last: number): string {
  let text = words[start]?.text ?? '';
  for (let index = start + 1; index <= last; index += 1) text += ` ${words[index]?.text ?? ''}`;
  return text;
}
