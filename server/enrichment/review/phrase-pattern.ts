/**
 * Finds the pattern of a phrase: which parts of its product its words come from. So thousands of phrases are reviewed as a few
 * dozen patterns (record 0075). Patterns are numbers with one bit for each part; for callers and people they are names such as
 * `brand-type`. Pure. A word of several parts belongs to the first of them; a phrase without words of its own is `other`.
 */
// Tests: ./phrase-pattern.test.ts.
import { type PhrasePart, phraseParts } from '../../../contract/words/phrase-patterns.ts';
import { fold } from '../../search/text/fold.ts';
import { unitOf } from '../../search/text/units.ts';
import { scanWords, type Word } from '../../search/text/words.ts';
import type { PhraseProduct, ProductPhrases } from '../phrase-generator.ts';
import {
  isOwnWord,
  ProductWords,
  type WordLanguage,
  WordList,
  wordLanguage,
} from '../phrase-rules/product-words.ts';

/** The parts of a phrase, one bit each, in the order of {@link phraseParts}. */
export type Pattern = number;

const bits = Object.fromEntries(phraseParts.map((part, place) => [part, 1 << place])) as Readonly<
  Record<PhrasePart, Pattern>
>;
const all = (1 << phraseParts.length) - 1;

/** The parts of a pattern. */
export function partsOf(pattern: Pattern): readonly PhrasePart[] {
  return phraseParts.filter((part) => (pattern & bits[part]) !== 0);
}

/** The name of a pattern, such as `brand-type`. */
export function nameOfPattern(pattern: Pattern): string {
  return partsOf(pattern).join('-');
}

/** The pattern that a name stands for; null if no pattern has the name. */
export function patternNamed(name: string): Pattern | null {
  const parts = name.split('-');
  const pattern = phraseParts.reduce((sum, part) => (parts.includes(part) ? sum | bits[part] : sum), 0);
  return pattern !== 0 && nameOfPattern(pattern) === name ? pattern : null;
}

/** Returns the function that finds patterns of phrases of a product with this type. */
export function patternsOf(
  product: PhraseProduct,
  type: ProductPhrases['type'],
  locale: string,
): (phrase: string) => Pattern {
  const language = wordLanguage(locale);
  const texts = textsOf(product, type, language);
  return (phrase) => {
    const folded = fold(phrase);
    const words = scanWords(folded).filter(
      ({ kind, text }) => kind !== 'tail' && !language.stopWords.has(text),
    );
    let pattern = 0;
    for (const [place, word] of words.entries()) {
      pattern |= bits[partOfWord(word, { before: words[place - 1], next: words[place + 1] }, texts)];
    }
    return pattern === 0 ? bits.other : pattern;
  };
}

interface ProductTexts {
  readonly lists: readonly (readonly [part: PhrasePart, words: WordList])[];
  readonly isOwn: (word: string) => boolean;
}

function textsOf(product: PhraseProduct, type: ProductPhrases['type'], language: WordLanguage): ProductTexts {
  const { title, category, brand, author, attributes, identifiers } = product;
  const names = type === null ? [] : [type.name, ...type.otherNames];
  const parts: readonly (readonly [PhrasePart, readonly (string | null)[]])[] = [
    ['brand', [brand]],
    ['author', [author]],
    ['type', names],
    ['attribute', attributes.map(([, value]) => value)],
    ['category', [category]],
    ['title', [title, ...identifiers]],
  ];
  const lists = parts.flatMap(([part, given]) => {
    const known = given.filter((text) => text !== null);
    return known.length === 0 ? [] : [[part, new WordList(known, language)] as const];
  });
  const words = new ProductWords(product, language);
  const relations = { language, synonyms: null, titleWords: new Set<string>() };
  return { lists, isOwn: (word) => isOwnWord(word, words, relations) };
}

const hasDigit = /\p{N}/u;
const amount = /^\d+(?:[.,]\d+)?/;
const isAmount = /^\d+(?:[.,]\d+)?$/;

function partOfWord(
  { text, inches }: Word,
  { before, next }: { readonly before: Word | undefined; readonly next: Word | undefined },
  { lists, isOwn }: ProductTexts,
): PhrasePart {
  const listed = lists.find(([, list]) => list.has(text))?.[0];
  if (listed === 'brand' || listed === 'author') return listed;
  if (inches || isMeasure(text, next)) return 'measure';
  if (before !== undefined && isAmount.test(before.text) && unitOf(text) !== null) return 'measure';
  if (hasDigit.test(text) && listed !== 'type')
    return listed !== undefined || isOwn(text) ? 'model' : 'other';
  return listed ?? (isOwn(text) ? 'title' : 'other');
}

function isMeasure(text: string, next: Word | undefined): boolean {
  const number = amount.exec(text)?.[0];
  if (number === undefined) return false;
  if (number.length < text.length) return unitOf(text, number.length) !== null;
  return next !== undefined && unitOf(next.text) !== null;
}

/** Characters of a packed pattern. */
const width = 2;

/** A pattern as the database keeps it. */
export function packPattern(pattern: Pattern): string {
  return pattern.toString(36).padStart(width, '0');
}

/** The patterns of both lists, the suggestions first, as the database keeps them. */
export function packPatterns(
  { suggestionPhrases, searchPhrases }: ProductPhrases,
  patternOf: (phrase: string) => Pattern,
): string {
  return [...suggestionPhrases, ...searchPhrases].map((phrase) => packPattern(patternOf(phrase))).join('');
}

/** Unpacks {@link packPatterns}. A text that no version wrote gives patterns without parts. */
export function unpackPatterns(packed: string): Pattern[] {
  const patterns: Pattern[] = [];
  for (let at = 0; at < packed.length; at += width) {
    patterns.push(Number.parseInt(packed.slice(at, at + width), 36) & all);
  }
  return patterns;
}
