/**
 * What a product says, as phrases are held against it: its words, their stems, and how they are spelled. Not its
 * description: most text that strangers wrote stands there, and a phrase must not be justified by it.
 */
import { commonSynonyms } from '../../search/query/common-synonyms.ts';
import { compileSynonyms, expandSynonyms, type SynonymSet } from '../../search/query/synonyms.ts';
import { fold } from '../../search/text/fold.ts';
import { createStemmer } from '../../search/text/stems.ts';
import { stopWords } from '../../search/text/stop-words.ts';
import { scanWords, type Word } from '../../search/text/words.ts';
import type { PhraseProduct } from '../phrase-generator.ts';
import { headWords } from './head-words.ts';

/** What is known of a store's language. */
export interface WordLanguage {
  readonly stem: (word: string) => string;
  readonly stopWords: ReadonlySet<string>;
  readonly synonyms: SynonymSet;
}

const knownLanguages = new Map<string, WordLanguage>();
/** Locales of a deployment are few; a strange one must not fill memory. */
const knownMax = 64;

/** The same object for one locale each time, since it takes milliseconds to make. */
export function wordLanguage(locale: string): WordLanguage {
  const known = knownLanguages.get(locale);
  if (known !== undefined) return known;
  const stem = createStemmer(locale);
  const made = {
    stem,
    stopWords: stopWords(locale),
    synonyms: compileSynonyms([...headWords(locale), ...commonSynonyms(locale)], stem),
  };
  if (knownLanguages.size === knownMax) knownLanguages.clear();
  knownLanguages.set(locale, made);
  return made;
}

/** Shorter words are parts of too many others. */
const partMinLetters = 4;

/** The words of a product, read as far as its phrases ask: nearly all share a word with its title or category. */
export class ProductWords {
  /** Title, category, brand and author. */
  readonly named: WordList;
  readonly #product: PhraseProduct;
  readonly #language: WordLanguage;
  #all: WordList | undefined;

  constructor(product: PhraseProduct, language: WordLanguage) {
    const { title, category, brand, author } = product;
    this.#product = product;
    this.#language = language;
    this.named = readWords(
      [title, category, brand, author].filter((text) => text !== null),
      language,
    );
  }

  /** All of its texts but the description. */
  get all(): WordList {
    if (this.#all === undefined) {
      const { title, category, brand, author, attributes, identifiers } = this.#product;
      const named = [title, category, brand, author].filter((text) => text !== null);
      this.#all = readWords([...named, ...identifiers, ...attributes.flat()], this.#language);
    }
    return this.#all;
  }
}

/** The words of some texts. */
export interface WordList {
  /** The texts folded, with spaces around them. */
  readonly folded: string;
  /** Their words, each between spaces. */
  readonly spaced: string;
  /** Stems of the words, but for stop words; of words joined by signs the whole as well. */
  readonly stems: ReadonlySet<string>;
  /** Longer words, which may be parts of compounds or contain them. */
  readonly longWords: readonly string[];
}

function readWords(given: readonly string[], language: WordLanguage): WordList {
  const texts = given.map(fold);
  const stems = new Set<string>();
  const longWords: string[] = [];
  let spaced = ' ';
  for (const text of texts) {
    let joined = '';
    for (const word of scanWords(text)) {
      if (word.kind === 'tail') continue;
      spaced += `${word.text} `;
      if (language.stopWords.has(word.text)) continue;
      stems.add(language.stem(word.text));
      joined = word.glued ? joined + word.text : word.text;
      if (word.glued) stems.add(language.stem(joined));
      if (word.kind === 'word' && word.text.length >= partMinLetters) longWords.push(word.text);
    }
  }
  return { folded: ` ${texts.join(' ')} `, spaced, stems, longWords };
}

/** Whether a phrase shares a word with a product: the same, another form of it, a part of it, a synonym or a slip. */
export function isRelated(words: readonly Word[], product: ProductWords, language: WordLanguage): boolean {
  const meant = words.filter(({ kind, text }) => kind !== 'tail' && !language.stopWords.has(text));
  const sharesWord = (list: WordList) => meant.some(({ text }) => list.stems.has(language.stem(text)));
  if (sharesWord(product.named) || sharesWord(product.all)) return true;
  const { all } = product;
  const texts = meant.map(({ text }) => text);
  if ([...texts, texts.join('')].some((text) => isWordOf(text, all, language))) return true;
  return expandSynonyms([language.synonyms], meant, language.stem).some(
    ({ begun, words: others }) => !begun && others.every((word) => all.stems.has(language.stem(word))),
  );
}

function isWordOf(word: string, { stems, longWords }: WordList, { stem }: WordLanguage): boolean {
  if (word === '') return false;
  if (stems.has(stem(word))) return true;
  if (word.length < partMinLetters) return false;
  return longWords.some((own) => own.includes(word) || word.includes(own) || isSlip(word, own));
}

/** One letter more, less, other or swapped, in words of five letters or more, whose first letter is right. */
function isSlip(word: string, own: string): boolean {
  const difference = word.length - own.length;
  if (own.length < 5 || difference > 1 || difference < -1 || word[0] !== own[0]) return false;
  let start = 0;
  while (start < word.length && word[start] === own[start]) start += 1;
  let end = 0;
  while (end < Math.min(word.length, own.length) - start && word.at(-1 - end) === own.at(-1 - end)) end += 1;
  const left = Math.max(word.length, own.length) - start - end;
  const isSwap = left === 2 && word[start] === own[start + 1] && word[start + 1] === own[start];
  return left <= 1 || isSwap;
}
