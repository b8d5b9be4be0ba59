/**
 * What a product says, as phrases are held against it: its words, their stems, and how they are spelled. Not its
 * description: most text that strangers wrote stands there, and a phrase must not be justified by it.
 */
import { commonSynonyms } from '../../search/query/common-synonyms.ts';
import { compileSynonyms } from '../../search/query/compile-synonyms.ts';
import type { SynonymSet } from '../../search/query/synonym-set.ts';
import { expandSynonyms, wholeSynonyms } from '../../search/query/synonyms.ts';
import { fold } from '../../search/text/fold.ts';
import { createStemmer } from '../../search/text/stems.ts';
import { languageOf, stopWords } from '../../search/text/stop-words.ts';
import { scanWords, type Word } from '../../search/text/words.ts';
import type { PhraseProduct } from '../phrase-generator.ts';

/** What is known of a store's language. */
export interface WordLanguage {
  readonly stem: (word: string) => string;
  readonly stopWords: ReadonlySet<string>;
  readonly synonyms: SynonymSet;
  /** Stems of words that names of things have. */
  readonly vocabulary: ReadonlySet<string>;
  /** Whether it writes compounds as one word. */
  readonly hasCompounds: boolean;
}

const knownLanguages = new Map<string, WordLanguage>();
/** Locales of a deployment are few; a strange one must not fill memory. */
const knownMax = 64;

/** The same object for one locale each time, since it takes milliseconds to make. */
export function wordLanguage(locale: string): WordLanguage {
  const known = knownLanguages.get(locale);
  if (known !== undefined) return known;
  const stem = createStemmer(locale);
  const rules = commonSynonyms(locale);
  const texts = rules.flatMap((rule) => ('terms' in rule ? rule.terms : [...rule.from, ...rule.to]));
  const made = {
    stem,
    stopWords: stopWords(locale),
    synonyms: compileSynonyms(rules, stem),
    vocabulary: new Set(texts.flatMap((text) => scanWords(fold(text))).map(({ text }) => stem(text))),
    hasCompounds: !wordsApart.has(languageOf(locale)),
  };
  if (knownLanguages.size === knownMax) knownLanguages.clear();
  knownLanguages.set(locale, made);
  return made;
}

/** Languages that write few compounds as one word: a long word around a short one of theirs is another language's. */
const wordsApart = new Set(['en', 'fr', 'es', 'it', 'pt', 'ro', 'tr', 'pl', 'cs', 'sk']);
/** `bookshelf`, `smartphone`; not `schreibtischlampe`. Chosen. */
const compoundMoreLetters = 8;

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

/** What relates words besides the product itself. */
export interface Relations {
  readonly language: WordLanguage;
  /** Synonyms of the store, beside those of the language. */
  readonly synonyms: SynonymSet | null;
  /** Folded words that are spelled so in the store. */
  readonly titleWords: Pick<ReadonlySet<string>, 'has'>;
}

/** Whether a phrase shares a word with a product: the same, another form of it, a part of it, a synonym or a slip. */
export function isRelated(words: readonly Word[], product: ProductWords, relations: Relations): boolean {
  const { language, synonyms } = relations;
  const meant = words.filter(({ kind, text }) => kind !== 'tail' && !language.stopWords.has(text));
  const texts = meant.map(({ text }) => text);
  // Nearly every phrase has a word as the title has it.
  if (texts.some((text) => product.named.spaced.includes(` ${text} `))) return true;
  if (texts.some((text) => product.named.has(text)) || texts.some((text) => product.all.has(text)))
    return true;
  if ([...texts, texts.join('')].some((text) => isOwnWord(text, product, relations))) return true;
  const sets = synonyms === null ? [language.synonyms] : [synonyms, language.synonyms];
  return expandSynonyms(sets, meant, language.stem).some(
    ({ begun, words: others }) => !begun && isNamedBy(others, product.all, language),
  );
}

/** Whether a product has all of these words, or what a usual name of the thing means by them: `lamp` by `light`. */
function isNamedBy(words: readonly string[], all: WordList, { stem, synonyms }: WordLanguage): boolean {
  if (words.every((word) => all.stems.has(stem(word)))) return true;
  return wholeSynonyms(synonyms, words, stem).some((others) =>
    others.every((word) => all.stems.has(stem(word))),
  );
}

/** Whether a folded word is one of the product's: the same, another form, a part of a compound, or a slip. */
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
 * One letter more, less, other or swapped with its neighbour, in a word of four letters or more. The first letter is
 * right, or one of the first two: whoever mistypes it sees it at once, and `damp` is no `lamp`.
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
