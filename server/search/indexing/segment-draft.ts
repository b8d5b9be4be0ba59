/**
 * Collects the documents of a new segment and finds their words, in the order of arrival; segment-builder.ts sorts the draft into its
 * final form. Words of brands, paths, types and repeated texts are found once and remembered. A document holds at most
 * `wordsPerProduct` words of attributes; further ones are left out. Documents are trusted: the pipeline has validated them. It never
 * forgets a document: callers build the segment once `weight` nears 1 (30,000 different words, 600,000 postings or 4 million
 * remembered characters).
 */
// Tests: ./segment-merge.test.ts.

import { IntegerList } from '../columns/integer-list.ts';
import { Interner } from '../columns/interner.ts';
import { PairList } from '../columns/posting-table.ts';
import { isDenied, wordsPerProduct } from '../document/attribute-words.ts';
import { categoryPathText, type SearchDocument } from '../document/document.ts';
import { fingerprintOf } from '../document/fingerprint.ts';
import { field, titleFields } from '../document/occurrence.ts';
import { wordsOf, zoneTitle } from '../document/title-zones.ts';
import type { Analysis } from '../query/analysis.ts';
import { CardColumnDraft } from '../segment/card-column.ts';
import { besideBit } from '../segment/word-entries.ts';
import { fold } from '../text/fold.ts';
import { textTerms } from '../text/text-terms.ts';
import { codeTerms } from '../text/words.ts';
import { DraftPostings, DraftSpellings } from './draft-tables.ts';
import { PlainTitles } from './plain-titles.ts';

/** The fields of a document that a draft keeps besides words, phrases and card. Small, since a draft may hold many. */
export interface DraftDocument {
  readonly productId: string;
  readonly externalId: string;
  readonly title: string;
  readonly foldedTitle: string;
  readonly inStock: boolean;
  readonly createdAt: number;
  /** Number of its category path in the draft, or null. */
  readonly category: number | null;
  readonly fingerprint: number;
  /** Null where it stands for itself. */
  readonly group: string | null;
}

/**
 * The number of different words from which building a segment takes a quarter of a second. Chosen: 4,000 usual products have
 * 20,000.
 */
const heavyWords = 30_000;
/** The same for words counted once in each document that holds them. Chosen: 4,000 usual products have this many. */
const heavyPostings = 600_000;
/** The same for characters and words of remembered texts together. Chosen: 50,000 products of Icecat have a fifth (measured). */
const heavyTexts = 4_000_000;

/** Collects documents. Documents, words, phrases and paths are numbered from 0 in the order of their first appearance. */
export class SegmentDraft {
  readonly documents: DraftDocument[] = [];
  readonly cards = new CardColumnDraft();
  readonly words = new Interner();
  readonly postings = new DraftPostings();
  /**
   * Slots of `postings`: the words of each title in order, then its compounds, measures and types, marked with {@link
   * besideBit}. The end of each document is its entry in `titleWordEnds`.
   */
  readonly titleWords = new IntegerList();
  readonly titleWordEnds = new IntegerList();
  /** Codes (sku, gtin and the like without punctuation), and the document of each. */
  readonly codes: string[] = [];
  readonly codeDocuments = new IntegerList();
  /** Category paths as JSON text: an array of the elements as given. */
  readonly categories = new Interner();
  /** Spellings of suggestions, and the in-stock documents that have them. */
  readonly spellings = new DraftSpellings();
  readonly documentSpellings = new PairList();
  readonly #analysis: Analysis;
  readonly #plainTitles = new PlainTitles(this.words);
  readonly #stems = new Interner();
  /** The number of each word's stem times two. A word with digits is its own stem and has an odd number. */
  readonly #stemOfWord = new IntegerList();
  /** One more than the latest document whose category or brand has the stem, for each stem; 0 for none. */
  readonly #topicOf = new IntegerList();
  /** One more than the latest document whose type has the stem as its noun, for each stem; 0 for none. */
  readonly #typeOf = new IntegerList();
  readonly #namesOfTypes = new Map<string, TypeName>();
  readonly #wordsOfBrand = new Map<string, BrandWords>();
  readonly #topicsOfPaths = new Map<readonly string[], PathTopic>();
  /** Remembered texts and their words: brands, categories, labels and values repeat from product to product. */
  readonly #texts = new Interner();
  readonly #wordsOfText: (readonly number[])[] = [];
  #textSize = 0;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /**
   * How heavy the draft is to build: at 1 building takes a quarter of a second or much memory. Callers build a segment
   * before it is much heavier.
   */
  get weight(): number {
    return Math.max(
      this.words.texts.length / heavyWords,
      this.postings.length / heavyPostings,
      this.#textSize / heavyTexts,
    );
  }

  /** `fingerprint`: of the document, where the caller knows it. */
  add(document: SearchDocument, fingerprint = fingerprintOf(document)): void {
    const number = this.documents.length;
    const { productId, externalId, title, categoryPath: path, inStock, createdAt, group = null } = document;
    const foldedTitle = fold(title);
    const { category, words: topic } = this.#topicOfPath(path);
    const named = { productId, externalId, title, foldedTitle };
    this.documents.push({ ...named, inStock, createdAt, category, group, fingerprint });
    this.cards.add(document.card, productId, title);
    this.#addTopic(topic, field.category, number);
    const brand = document.brand === null ? noBrand : this.#brandOf(document.brand);
    this.#addTopic(brand.words, field.brand, number);
    for (const phrase of document.suggestionPhrases) this.#addText(phrase, field.phrase);
    for (const phrase of document.searchPhrases) this.#addText(phrase, field.phrase);
    const types = this.#addType(document, number);
    this.#addTitle(document, foldedTitle, brand, types, number);
    for (const [label, value] of document.attributes) {
      if (!isDenied(value)) this.#addAttribute(label, field.label);
      this.#addAttribute(value, field.value);
    }
    for (const identifier of document.identifiers) {
      for (const code of codeTerms(fold(identifier))) {
        this.codes.push(code);
        this.codeDocuments.push(number);
      }
    }
    this.postings.endDocument();
    if (!inStock) return;
    for (const phrase of this.#analysis.suggestions.phrasesOf(document)) {
      this.documentSpellings.add(number, this.spellings.id(phrase));
    }
  }

  /** Adds the words of a document's type, notes its nouns for the title, and returns these nouns. */
  #addType({ type }: SearchDocument, number: number): readonly number[] {
    if (type === null || type === undefined) return noTypes;
    return [type.name, ...type.otherNames].flatMap((name) => {
      const { noun, words } = this.#nameOfType(name);
      for (const word of words) this.postings.add(word, field.phrase);
      if (noun !== null) this.#typeOf.set(this.#stemOf(noun), number + 1);
      return noun ?? [];
    });
  }

  #nameOfType(name: string): TypeName {
    const known = this.#namesOfTypes.get(name);
    if (known !== undefined) return known;
    const words = this.#wordsOf(name);
    const nouns = wordsOf(fold(name));
    const noun = this.#analysis.nounFirst ? nouns[0] : nouns.at(-1);
    const made = { noun: noun === undefined ? null : this.words.id(noun), words };
    if (this.#namesOfTypes.size === typesMax) this.#namesOfTypes.clear();
    this.#namesOfTypes.set(name, made);
    return made;
  }

  #addTitle(
    document: SearchDocument,
    foldedTitle: string,
    brand: BrandWords,
    types: readonly number[],
    number: number,
  ): void {
    const respelled = foldOrNull(this.#analysis.respell(document.title));
    if (respelled === null && this.#plainTitles.read(foldedTitle, brand.numbers)) {
      const { terms, fields, termCount, wordCount } = this.#plainTitles;
      for (let place = 0; place < termCount; place += 1) {
        this.#addTitleTerm(terms[place] ?? 0, fields[place] ?? 0, place < wordCount, number);
      }
    } else {
      for (const { text, fields, isWord } of zoneTitle(foldedTitle, brand.ofTitle, respelled)) {
        this.#addTitleTerm(this.words.id(text), fields, isWord, number);
      }
    }
    // A product is found by its type, also where the title does not name it.
    for (const noun of types) {
      if ((this.postings.fieldsOf(noun) & titleFields) !== 0) continue;
      this.titleWords.push(this.postings.add(noun, field.type) + besideBit);
    }
    this.titleWordEnds.push(this.titleWords.length);
  }

  #addTitleTerm(word: number, fields: number, isWord: boolean, number: number): void {
    // `mouse` of a title is what the category `Mice` says.
    const stem = this.#stemOf(word);
    const isTopic = this.#topicOf.at(stem) === number + 1;
    const isType = this.#typeOf.at(stem) === number + 1;
    const slot = this.postings.add(
      word,
      fields | (isTopic ? field.topicForm : 0) | (isType ? field.type : 0),
    );
    this.titleWords.push(isWord ? slot : slot + besideBit);
  }

  #brandOf(brand: string): BrandWords {
    const known = this.#wordsOfBrand.get(brand);
    if (known !== undefined) return known;
    const words = this.#wordsOf(brand);
    const ofTitle = wordsOf(fold(brand));
    const made = { ofTitle, numbers: ofTitle.map((word) => this.words.id(word)), words };
    this.#wordsOfBrand.set(brand, made);
    return made;
  }

  /**
   * The topic of a path. Products of a category mostly share the path as one array, so that one look-up by identity
   * suffices.
   */
  #topicOfPath(path: readonly string[]): PathTopic {
    const known = this.#topicsOfPaths.get(path);
    if (known !== undefined) return known;
    const category = path.length === 0 ? null : this.categories.id(categoryPathText(path));
    const made = { category, words: path.flatMap((element) => this.#wordsOf(element)) };
    this.#topicsOfPaths.set(path, made);
    return made;
  }

  #stemOf(word: number): number {
    while (this.#stemOfWord.length <= word) {
      const next = this.#stemOfWord.length;
      const text = this.words.texts[next] ?? '';
      // A word with digits is a code, whose stem no other word has.
      const stem = anyDigit.test(text) ? next * 2 + 1 : this.#stems.id(this.#analysis.stem(text)) * 2;
      this.#stemOfWord.push(stem);
      while (this.#topicOf.length <= stem) {
        this.#topicOf.push(0);
        this.#typeOf.push(0);
      }
    }
    return this.#stemOfWord.at(word);
  }

  /** Adds words that say what the product is: category or brand. Their stems are noted for the title. */
  #addTopic(words: readonly number[], mask: number, number: number): void {
    for (const word of words) {
      this.postings.add(word, mask);
      this.#topicOf.set(this.#stemOf(word), number + 1);
    }
  }

  #addText(text: string, mask: number): void {
    for (const word of this.#wordsOf(text)) this.postings.add(word, mask);
  }

  /** Adds the words of an attribute until the document holds `wordsPerProduct` words; leaves out the rest. */
  #addAttribute(text: string, mask: number): void {
    const room = wordsPerProduct - this.postings.heldCount;
    if (room <= 0) return;
    for (const word of this.#wordsOf(text, room)) this.postings.add(word, mask);
  }

  /**
   * The first `most` words of a text. Further words are not numbered, since every numbered word goes into the
   * dictionary.
   */
  #wordsOf(text: string, most = Number.POSITIVE_INFINITY): readonly number[] {
    const id = this.#texts.id(text);
    const known = this.#wordsOfText[id];
    if (known !== undefined) return known.length <= most ? known : known.slice(0, most);
    const terms = textTerms(text, this.#analysis.respell);
    const words = terms.slice(0, most).map((word) => this.words.id(word));
    this.#textSize += text.length;
    if (words.length < terms.length) return words;
    this.#wordsOfText[id] = words;
    this.#textSize += words.length;
    return words;
  }
}

const anyDigit = /\d/;

/** The noun of a type's name, and all of its words. */
interface TypeName {
  readonly noun: number | null;
  readonly words: readonly number[];
}

const noTypes: readonly number[] = [];
/** Names of types that are remembered; beyond it all are forgotten. Chosen: a catalog has some hundreds. */
const typesMax = 16_384;

/** A brand's words: folded, as they are compared with a title, and as postings of its products. */
interface BrandWords {
  readonly ofTitle: readonly string[];
  /** The same as numbers of the draft. */
  readonly numbers: readonly number[];
  readonly words: readonly number[];
}

const noBrand: BrandWords = { ofTitle: [], numbers: [], words: [] };

/** The number of a category path in the draft, null for none, and the words of its elements. */
interface PathTopic {
  readonly category: number | null;
  readonly words: readonly number[];
}

function foldOrNull(text: string | null): string | null {
  return text === null ? null : fold(text);
}
