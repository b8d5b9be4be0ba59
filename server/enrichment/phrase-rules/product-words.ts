/**
 * The words of a product that phrases are compared with, and which words of a phrase they explain. The description does not count: it
 * contains most of the text that strangers wrote, and must not justify a phrase. Pure; a product or phrase without words is related to
 * nothing. Phrases are folded already. Two strange words are free; lengths are letters.
 */
// Tests: ./product-words.test.ts.

import { commonSynonyms } from '../../search/query/common-synonyms.ts';
import { compileSynonyms } from '../../search/query/compile-synonyms.ts';
import type { SynonymSet } from '../../search/query/synonym-set.ts';
import { expandSynonyms, wholeSynonyms } from '../../search/query/synonyms.ts';
import { fold } from '../../search/text/fold.ts';
import { createStemmer } from '../../search/text/stems.ts';
import { languageOf, stopWords } from '../../search/text/stop-words.ts';
import { scanWords, type Word } from '../../search/text/words.ts';
import { remembered } from '../../structures/bounded-by-count.ts';
import type { PhraseProduct } from '../phrase-generator.ts';

/** The language of a store. */
export interface WordLanguage {
  readonly stem: (word: string) => string;
  readonly stopWords: ReadonlySet<string>;
  readonly synonyms: SynonymSet;
  /** Stems of the words in names of things. */
  readonly vocabulary: ReadonlySet<string>;
  /** Whether compounds are written as one word. */
  readonly hasCompounds: boolean;
}

/** Locales of a deployment are few. */
const localesMax = 64;

/** The language of a BCP 47 locale; the same object each time, since it takes milliseconds to make. */
export const wordLanguage = remembered(localesMax, (locale): WordLanguage => {
  const stem = createStemmer(locale);
  const rules = commonSynonyms(locale);
  const texts = rules.flatMap((rule) => ('terms' in rule ? rule.terms : [...rule.from, ...rule.to]));
  return {
    stem,
    stopWords: stopWords(locale),
    synonyms: compileSynonyms(rules, stem),
    vocabulary: new Set(texts.flatMap((text) => scanWords(fold(text))).map(({ text }) => stem(text))),
    hasCompounds: !wordsApart.has(languageOf(locale)),
  };
});

/** Languages with few compounds in one word: a long word around a short one of theirs belongs to another language. */
const wordsApart = new Set(['en', 'fr', 'es', 'it', 'pt', 'ro', 'tr', 'pl', 'cs', 'sk']);
/** `bookshelf`, `smartphone`; not `schreibtischlampe`. Chosen. */
const compoundMoreLetters = 8;

/** Shorter words are parts of too many others. */
const partMinLetters = 4;

/** The words of a product, read lazily: most phrases share a word with its title or category. */
export class ProductWords {
  /** Title, category, brand and author. */
  readonly named: WordList;
  readonly #product: PhraseProduct;
  readonly #language: WordLanguage;
  #all: WordList | undefined;

  constructor(product: PhraseProduct, language: WordLanguage) {
    this.#product = product;
    this.#language = language;
    this.named = new WordList(namesOf(product), language);
  }

  /** All of its texts but the description. */
  get all(): WordList {
    const { identifiers, attributes } = this.#product;
    this.#all ??= new WordList(
      [...namesOf(this.#product), ...identifiers, ...attributes.flat()],
      this.#language,
    );
    return this.#all;
  }
}

function namesOf({ title, category, brand, author }: PhraseProduct): string[] {
  return [title, category, brand, author].filter((text) => text !== null);
}

/** The words of some texts. */
export class WordList {
  /** The texts folded, with spaces around them. */
  readonly folded: string;
  /** Their words, each between spaces. */
  readonly spaced: string;
  readonly #texts: readonly (readonly Word[])[];
  readonly #language: WordLanguage;
  #stems: ReadonlySet<string> | undefined;
  #longWords: readonly string[] | undefined;

  constructor(given: readonly string[], language: WordLanguage) {
    const texts = given.map(fold);
    this.#language = language;
    this.#texts = texts.map((text) => scanWords(text).filter(({ kind }) => kind !== 'tail'));
    this.folded = ` ${texts.join(' ')} `;
    let spaced = ' ';
    for (const words of this.#texts) for (const { text } of words) spaced += `${text} `;
    this.spaced = spaced;
  }

  /** Stems of the words, but for stop words; of words joined by signs the whole as well. */
  get stems(): ReadonlySet<string> {
    this.#stems ??= this.#readStems();
    return this.#stems;
  }

  /** Longer words, which may be parts of compounds or contain them. */
  get longWords(): readonly string[] {
    this.#longWords ??= this.#texts
      .flat()
      .filter(({ kind, text }) => kind === 'word' && text.length >= partMinLetters)
      .map(({ text }) => text)
      .filter((text) => !this.#language.stopWords.has(text));
    return this.#longWords;
  }

  /** Whether they have a folded word that is no stop word, or another form of it. */
  has(word: string): boolean {
    const { stopWords, stem } = this.#language;
    return (!stopWords.has(word) && this.spaced.includes(` ${word} `)) || this.stems.has(stem(word));
  }

  #readStems(): Set<string> {
    const { stem, stopWords } = this.#language;
    const stems = new Set<string>();
    for (const words of this.#texts) {
      let joined = '';
      for (const word of words) {
        if (stopWords.has(word.text)) continue;
        stems.add(stem(word.text));
        joined = word.glued ? joined + word.text : word.text;
        if (word.glued) stems.add(stem(joined));
      }
    }
    return stems;
  }
}

/** The relations of words, besides the product itself. */
export interface Relations {
  readonly language: WordLanguage;
  /** Synonyms of the store, beside those of the language. */
  readonly synonyms: SynonymSet | null;
  /** Folded words that occur in titles of the store. */
  readonly titleWords: Pick<ReadonlySet<string>, 'has'>;
}

/** Whether a phrase shares a word with a product: the same, another form of it, a part of it, a synonym or a typing error. */
export function isRelated(words: readonly Word[], product: ProductWords, relations: Relations): boolean {
  const { language, synonyms } = relations;
  const meant = words.filter(({ kind, text }) => kind !== 'tail' && !language.stopWords.has(text));
  const texts = meant.map(({ text }) => text);
  // Most phrases contain a word of the title.
  if (texts.some((text) => product.named.spaced.includes(` ${text} `))) return true;
  if (texts.some((text) => product.named.has(text)) || texts.some((text) => product.all.has(text)))
    return true;
  if ([...texts, texts.join('')].some((text) => isOwnWord(text, product, relations))) return true;
  const sets = synonyms === null ? [language.synonyms] : [synonyms, language.synonyms];
  return expandSynonyms(sets, meant, language.stem).some(
    ({ begun, words: others }) => !begun && isNamedBy(others, product.all, language),
  );
}

/** Whether a product has all of these words, or a common synonym of them: `lamp` for `light`. */
function isNamedBy(words: readonly string[], all: WordList, { stem, synonyms }: WordLanguage): boolean {
  if (words.every((word) => all.stems.has(stem(word)))) return true;
  return wholeSynonyms(synonyms, words, stem).some((others) =>
    others.every((word) => all.stems.has(stem(word))),
  );
}

/** Whether a folded word is one of the product's: the same, another form, a part of a compound, or a typing error. */
export function isOwnWord(word: string, { all }: ProductWords, { language, titleWords }: Relations): boolean {
  if (word === '') return false;
  if (all.has(word)) return true;
  if (word.length < partMinLetters) return false;
  const most = language.hasCompounds ? Infinity : compoundMoreLetters;
  const holds = (own: string) => word.includes(own) && word.length - own.length <= most;
  if (all.longWords.some((own) => own.includes(word) || holds(own))) return true;
  return !titleWords.has(word) && all.longWords.some((own) => isSlip(word, own));
}

/**
 * Whether two words of four letters or more differ by one letter that is added, missing, replaced or swapped with its
 * neighbour. The first letter must be right or swapped: people notice such a mistake at once, and `damp` is not `lamp`.
 */
function isSlip(word: string, own: string): boolean {
  const difference = word.length - own.length;
  if (difference > 1 || difference < -1) return false;
  let start = 0;
  while (start < word.length && word[start] === own[start]) start += 1;
  let end = 0;
  while (end < Math.min(word.length, own.length) - start && word.at(-1 - end) === own.at(-1 - end)) end += 1;
  const left = Math.max(word.length, own.length) - start - end;
  const isSwap = left === 2 && word[start] === own[start + 1] && word[start + 1] === own[start];
  return isSwap || (left <= 1 && word[0] === own[0]);
}

/** Whether a phrase repeats a word that the product's title does not repeat. Pairs of spaceless scripts may recur. */
export function repeatsWord(
  words: readonly Word[],
  { named }: ProductWords,
  { language }: Relations,
): boolean {
  if (words.length < 2) return false;
  const seen = new Set<string>();
  for (const { kind, text } of words) {
    if (kind !== 'word') continue;
    if (!seen.has(text)) seen.add(text);
    else if (!/\p{N}/u.test(text) && !language.stopWords.has(text) && !saysTwice(named.spaced, text))
      return true;
  }
  return false;
}

function saysTwice(spaced: string, word: string): boolean {
  const first = spaced.indexOf(` ${word} `);
  return first >= 0 && spaced.includes(` ${word} `, first + word.length + 1);
}

/** Unknown words that any phrase may have: `reading lamp for students` in a store of few products. Chosen. */
const strangeWordsFree = 2;

/** Whether a phrase has more unknown words than known ones. */
export function isMostlyStrange(
  words: readonly Word[],
  product: ProductWords,
  relations: Relations,
): boolean {
  if (words.length <= strangeWordsFree) return false;
  const { language, titleWords } = relations;
  const doubtful = words.filter(
    ({ kind, text }) => kind === 'word' && !product.named.spaced.includes(` ${text} `),
  );
  if (doubtful.length <= strangeWordsFree) return false;
  const strange = doubtful.filter(
    ({ text }) =>
      !/\p{N}/u.test(text) &&
      !language.stopWords.has(text) &&
      !titleWords.has(text) &&
      !language.vocabulary.has(language.stem(text)) &&
      !isOwnWord(text, product, relations),
  ).length;
  const known =
    words.filter(({ kind, text }) => kind === 'word' && !language.stopWords.has(text)).length - strange;
  return strange > strangeWordsFree && strange > known;
}
