/**
 * The suggestions that a product stands behind (Contract §7): its generated phrases, its category, its brand,
 * brand and category together, and word sequences of its title. Only what the product itself says; how many
 * products say the same is counted by the index.
 */
import type { SearchDocument } from './document.ts';
import { fold } from './fold.ts';
import { languageOf, stopWords } from './stop-words.ts';

/** A suggestion of one product. */
export interface SuggestionPhrase {
  /** Folded: two phrases with one key are the same suggestion. */
  readonly key: string;
  /** As it is shown. */
  readonly display: string;
  /** Named by somebody, as against a sequence of title words, which needs a second product to be shown. */
  readonly named: boolean;
}

/** Makes the suggestions of documents of one store. */
export interface SuggestionSource {
  /** Distinct by key, the first of a key wins: generated, category, brand, brand with category, title. */
  phrasesOf(document: SearchDocument): SuggestionPhrase[];
}

/** Titles say first what a thing is, then what it measures: sequences are taken from the first words only. */
const titleWordsMax = 6;
const sequenceLengths = [2, 3];
/** `s5` and `15` may end a sequence; `006r90321` is nobody's phrase. */
const shortCodeLength = 3;
const displayMaxLength = 80;

/** `locale` is a BCP 47 tag; unknown languages have English stop words only. */
export function createSuggestionSource(locale: string): SuggestionSource {
  const stops = stopWords(locale);
  const language = languageOf(locale);
  const lowerCase =
    language === 'tr' || language === 'az'
      ? (text: string) => text.toLocaleLowerCase(language)
      : (text: string) => text.toLowerCase();

  return {
    phrasesOf(document) {
      const phrases = new Map<string, SuggestionPhrase>();
      const add = (display: string, named: boolean) => {
        const key = fold(display);
        if (key !== '' && !phrases.has(key)) phrases.set(key, { key, display, named });
      };
      for (const display of namedPhrases(document)) add(display, true);
      for (const display of titleSequences(lowerCase(document.title), stops)) add(display, false);
      return Array.from(phrases.values());
    },
  };
}

function namedPhrases(document: SearchDocument): string[] {
  const { brand } = document;
  const leaf = document.categoryPath.at(-1) ?? null;
  const phrases = [...document.suggestionPhrases];
  if (leaf !== null) phrases.push(leaf);
  if (brand !== null) phrases.push(brand);
  if (brand !== null && leaf !== null && !fold(leaf).startsWith(fold(brand)))
    phrases.push(`${brand} ${leaf}`);
  return phrases;
}

interface TitleWord {
  readonly text: string;
  /** A comma, a bracket or the like separates it from the word before. */
  readonly apart: boolean;
  readonly isStop: boolean;
  readonly hasDigit: boolean;
}

/** Sequences of two and three words of a lower-case title, in title order. */
function titleSequences(title: string, stops: ReadonlySet<string>): string[] {
  const words = titleWords(title, stops);
  const sequences: string[] = [];
  words.forEach((_, start) => {
    for (const length of sequenceLengths) {
      if (!isPhrase(words, start, start + length - 1)) continue;
      const sequence = words.slice(start, start + length);
      sequences.push(sequence.map((word) => word.text).join(' '));
    }
  });
  return sequences.filter((sequence) => sequence.length <= displayMaxLength);
}

function titleWords(title: string, stops: ReadonlySet<string>): TitleWord[] {
  const words: TitleWord[] = [];
  let apart = true;
  for (const chunk of title.split(/\s+/u, titleWordsMax)) {
    const start = chunk.search(/[\p{L}\p{N}]/u);
    const text = start < 0 ? '' : chunk.slice(start).replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
    if (text !== '') {
      const isStop = stops.has(fold(text));
      words.push({ text, apart: apart || start > 0, isStop, hasDigit: /\p{N}/u.test(text) });
    }
    apart = text === '' || start + text.length < chunk.length;
  }
  return words;
}

function isPhrase(words: readonly TitleWord[], first: number, last: number): boolean {
  if (words[first]?.isStop !== false || words[last]?.isStop !== false) return false;
  for (let index = first; index <= last; index += 1) {
    const word = words[index];
    if (word === undefined || (index > first && word.apart)) return false;
    if (word.hasDigit && (index !== last || word.text.length > shortCodeLength)) return false;
  }
  return true;
}
