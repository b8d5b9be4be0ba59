/**
 * The suggestions that a product supports (Contract §7): its generated phrases, its type, its brand, both together, and qualifiers of
 * its title with the type; without a type its category, its brand and word sequences of its title. This file reads one product; the
 * index counts how many products support a suggestion, and suggestion-evidence.ts decides which are shown. It asks no database and
 * calls no generator. A product without title words, brand and category gives an empty list; text is trusted. Beyond 4,096 remembered
 * pairs of brand and category, all are forgotten, which costs time only.
 */
// Tests: ./suggestion-phrases.test.ts.
import type { DocumentType, SearchDocument } from '../document/document.ts';
import { fold, legalSigns } from '../text/fold.ts';
import { singularOf } from '../text/inflection.ts';
import { languageOf } from '../text/stop-words.ts';
import { createGeneralityOf, type GeneralityOf, phraseLanguage } from './phrase-languages.ts';
import { titleSequences } from './title-sequences.ts';
import { titleWords } from './title-words.ts';
import { typedPhrases } from './typed-phrases.ts';

/** A suggestion of one product. */
export interface SuggestionPhrase {
  /** Folded: two phrases with one key are the same suggestion. */
  readonly key: string;
  /** The text that the search box shows. */
  readonly display: string;
  /** Bits of {@link evidence}. */
  readonly evidence: number;
}

/**
 * The evidence of one product for a phrase. A named phrase comes from a person or a generator. Any other is a sequence of title
 * words; it is shown only with a second product, and with breaks that distinguish it from half a phrase (title-sequences.ts).
 * `type` is the name of the product's type.
 */
export const evidence = { breaksBefore: 1, breaksBehind: 2, named: 4, type: 8 } as const;

/** Derives the suggestions of documents of one store. */
export interface SuggestionSource {
  /**
   * The phrases of a product, distinct by key; the first one of a key is kept. Order with a type: generated phrases,
   * names of the type, brand, brand and type, title. Without a type: generated phrases, category, brand, title.
   */
  phrasesOf(document: SearchDocument): SuggestionPhrase[];
}

/**
 * Pairs of brand and category whose phrases are remembered; beyond it all are forgotten. Chosen: usual catalogs have
 * fewer, and an unusual one must not fill memory.
 */
const rememberedMax = 4_096;

/** `locale` is a BCP 47 tag; unknown languages have English words only. */
export function createSuggestionSource(locale: string): SuggestionSource {
  const language = phraseLanguage(locale);
  const lowerCase = lowerCaseOf(locale);
  const singular = (word: string) => singularOf(word, locale, () => true);
  const nameOf = rememberNames(createGeneralityOf(locale));

  return {
    phrasesOf(document) {
      const own = document.suggestible ?? document;
      const names = nameOf(document, own.brand ?? '');
      const phrases: SuggestionPhrase[] = [];
      for (const display of document.suggestionPhrases) addNamed(phrases, display);
      const { type = null } = document;
      if (type === null) for (const phrase of names.phrases) addPhrase(phrases, phrase);
      else addTyped(phrases, type, names, language.nounFirst);
      // Legal signs stand inside names (`Core™ i5`); left in, they would read as breaks.
      const title = lowerCase(own.title).replace(legalSigns, '');
      const context = {
        brandWords: names.brandWords,
        hasValue: (text: string) =>
          document.attributes.some(([, value]) => value.length === text.length && lowerCase(value) === text),
      };
      if (type !== null) {
        const words = titleWords(title, typedWordsMax, language, context);
        for (const { text, isWhole } of typedPhrases(words, type.name, language, singular))
          addPhrase(phrases, {
            key: fold(text),
            display: text,
            evidence: isWhole ? wholePhrase : 0,
          });
        return phrases;
      }
      for (const { text, key, breaksBefore, breaksBehind } of titleSequences(title, language, context)) {
        const bits = (breaksBefore ? evidence.breaksBefore : 0) | (breaksBehind ? evidence.breaksBehind : 0);
        addPhrase(phrases, { key, display: text, evidence: bits });
      }
      return phrases;
    },
  };
}

/** The words of a title from which phrases with a known type are made: further words measure the thing. Chosen. */
const typedWordsMax = 10;
/** A whole phrase breaks off on both sides. Like a title sequence, it is shown only if two products have it. */
const wholePhrase = evidence.breaksBefore | evidence.breaksBehind;

/** Adds the names of the type, the brand, and both together in the word order of the language. */
function addTyped(
  phrases: SuggestionPhrase[],
  { name, otherNames }: DocumentType,
  { brand, brandWords }: Names,
  nounFirst: boolean,
): void {
  for (const one of [name, ...otherNames]) addTypeName(phrases, one);
  if (brand === null) return;
  addNamed(phrases, brand);
  // `Verizon Prepaid prepaid phone`.
  const names = fold(name).split(' ');
  if (!/\p{L}/u.test(brand) || brandWords.some((word) => names.includes(word))) return;
  addNamed(phrases, nounFirst ? `${name} ${brand}` : `${brand} ${name}`);
}

/** Adds the name of the type, unless a generated phrase says the same: then that phrase is marked as the type. */
function addTypeName(phrases: SuggestionPhrase[], display: string): void {
  const key = fold(display);
  const place = phrases.findIndex((phrase) => phrase.key === key);
  const known = phrases[place] ?? { key, display, evidence: evidence.named };
  const phrase = { ...known, evidence: known.evidence | evidence.type };
  if (place < 0) addPhrase(phrases, phrase);
  else phrases[place] = phrase;
}

function addNamed(phrases: SuggestionPhrase[], display: string): void {
  addPhrase(phrases, { key: fold(display), display, evidence: evidence.named });
}

function addPhrase(phrases: SuggestionPhrase[], phrase: SuggestionPhrase): void {
  const { key } = phrase;
  // A document has few phrases: comparing is faster than hashing.
  for (const known of phrases) {
    if (known.key === key) return;
  }
  if (key !== '') phrases.push(phrase);
}

/** The phrases of a product's brand and category. */
interface Names {
  readonly phrases: readonly SuggestionPhrase[];
  /** Null for a text that no shopper would type. */
  readonly brand: string | null;
  readonly brandWords: readonly string[];
}

function rememberNames(generalityOf: GeneralityOf): (document: SearchDocument, brand: string) => Names {
  const known = new Map<string, Map<string, Names>>();
  let count = 0;
  return (document, brand) => {
    const leaf = document.categoryPath.at(-1) ?? '';
    const before = known.get(leaf)?.get(brand);
    if (before !== undefined) return before;
    if (count === rememberedMax) known.clear();
    count = known.size === 0 ? 1 : count + 1;
    const ofLeaf = known.get(leaf) ?? new Map<string, Names>();
    const names = namesOf(brand, leaf, generalityOf);
    known.set(leaf, ofLeaf.set(brand, names));
    return names;
  };
}

function namesOf(brand: string, leaf: string, generalityOf: GeneralityOf): Names {
  const phrases: SuggestionPhrase[] = [];
  const foldedBrand = fold(brand);
  const foldedLeaf = fold(leaf);
  const generality = generalityOf(foldedLeaf);
  const isBrand = generalityOf(foldedBrand) !== 'generic';
  const isOne = !severalThings.test(leaf);
  if (isOne && generality === 'specific') addNamed(phrases, leaf);
  if (isBrand) addNamed(phrases, brand);
  return { phrases, brand: isBrand ? brand : null, brandWords: foldedBrand.split(' ') };
}

/** Matches names of several things: `Paper & Labels` sorts a store, but shoppers do not type it. */
const severalThings = /[&,/|+]| - /;

function lowerCaseOf(locale: string): (text: string) => string {
  const language = languageOf(locale);
  if (language !== 'tr' && language !== 'az') return (text) => text.toLowerCase();
  return (text) => text.toLocaleLowerCase(language);
}
