/**
 * Names the type of a product as shoppers do: the likeliest word (type-model.ts) with the words that nearly always accompany it
 * (`power supply`), in the singular as the catalog writes it. Pure; a guess below a probability of 0.3 gives null, since no type is
 * better than a wrong one. A name has at most 3 words. It never reads a database.
 */
// Tests: ./name-type.test.ts.
import { boundedType, type ProductType, type TypeEvidence } from '../../../../catalog/product-type.ts';
import { wholeSynonyms } from '../../../../search/query/synonyms.ts';
import { fold } from '../../../../search/text/fold.ts';
import { isUncounted, singularOf } from '../../../../search/text/inflection.ts';
import type { PhraseProduct } from '../../../phrase-generator.ts';
import { wordLanguage } from '../../../phrase-rules/product-words.ts';
import { type CatalogProfile, stemsOf } from '../catalog-profile.ts';
import { leafNouns, leafOf, leafParts, nounOf } from '../category-nouns.ts';
import { type OfflineLanguage, runWordsMax, textOf } from '../title-reading.ts';
import { isVague, traitKind } from '../trait-words.ts';
import { isOfMeasure } from '../traits.ts';
import { isPossessed, mark, readTypeCues, type TypeCues } from './read-type-cues.ts';
import { fewBrands, guessTypes, type TypeGuess } from './type-model.ts';

/** A product's type; `span` is its position in the title, null if the title does not contain it. */
export interface NamedType {
  readonly type: ProductType;
  readonly span: Span | null;
}

type Span = readonly [start: number, last: number];

/** The type of a product, or null if it is unknown. */
export function nameType(
  product: PhraseProduct,
  profile: CatalogProfile,
  language: OfflineLanguage,
): NamedType | null {
  const read = readTypeCues(product, language);
  const [guess] = guessTypes(read, profile.types);
  if (guess === undefined || guess.probability < likelyMin) return null;
  const { at, stem } = guess.candidate;
  const span = at === null ? null : nameSpan(at, read, profile, language);
  const said =
    span === null ? nameElsewhere(stem, product, profile, language) : textOf(read.title.words, ...span);
  if (said === null) return null;
  const name = oneOf(said, profile, language);
  const evidence = evidenceOf(guess, product, read, language);
  const otherNames = otherNamesOf(name, read, profile, language);
  const type = boundedType({ name, otherNames, confidence: guess.probability, evidence });
  return type === null ? null : { type, span };
}

/** Less likely guesses are worse than none. */
const likelyMin = 0.3;
/** The share of titles in which a word must stand alone to be a name by itself. */
const aloneMin = 0.25;
/** The share of a word's titles in which another precedes it, if the two are one name. */
const sharedMin = 0.1;
const attestedMin = 3;

/** The span of a noun's name in the title. */
function nameSpan(at: number, read: TypeCues, profile: CatalogProfile, language: OfflineLanguage): Span {
  const { words } = read.title;
  const { nounFirst } = language.words;
  let span: Span = [at, at];
  while (span[1] - span[0] + 1 < runWordsMax) {
    const [start, last] = span;
    const wider: Span = nounFirst ? [start, last + 1] : [start - 1, last];
    const beside = nounFirst ? last + 1 : start - 1;
    if (!mayBelong(words, beside, span, profile, language)) break;
    const isBound = start === last && isPossessed(words[at]?.folded ?? '', language);
    if (!isSaidTogether(words, span, wider, beside, profile, nounFirst, isBound)) break;
    if (wider[1] - wider[0] + 1 === runWordsMax && isHalf(words, wider, profile, nounFirst)) break;
    span = wider;
  }
  return span;
}

/** Whether a name of the maximal length always has one more word before it: `proof phone holder`. */
function isHalf(words: Words, span: Span, { runs }: CatalogProfile, nounFirst: boolean): boolean {
  return !nounFirst && (runs.get(foldedOf(words, ...span))?.onlyBefore ?? null) !== null;
}

type Words = TypeCues['title']['words'];

/** Whether a word could be part of the name next to it. */
function mayBelong(
  words: Words,
  beside: number,
  [start, last]: Span,
  { brands }: CatalogProfile,
  { words: { nounFirst }, stem }: OfflineLanguage,
): boolean {
  const word = words[beside];
  if (word?.kind !== 'plain' || (nounFirst ? word : words[start])?.apart !== false) return false;
  if (word.text.length < 2 || isVague(word.folded) || brands.has(word.folded)) return false;
  if (isOfMeasure(words, beside)) return false;
  return words.slice(start, last + 1).every(({ folded }) => stem(folded) !== stem(word.folded));
}

/** Whether a word nearly always accompanies a name. `isBound`: the form of the name requires it. */
function isSaidTogether(
  words: Words,
  span: Span,
  wider: Span,
  beside: number,
  { runs, brandCount }: CatalogProfile,
  nounFirst: boolean,
  isBound: boolean,
): boolean {
  const alone = runs.get(foldedOf(words, ...span));
  const breaks = nounFirst ? alone?.breaksBehind : alone?.breaksBefore;
  if (alone !== undefined && (breaks ?? 0) >= alone.count * aloneMin) return false;
  if (isBound) return true;
  const both = runs.get(foldedOf(words, ...wider));
  if (alone === undefined || both === undefined) return false;
  if (both.count < attestedMin || both.count < alone.count * sharedMin) return false;
  if (!both.isSpread && brandCount > fewBrands) return false;
  // A word that occurs nowhere else, and with one brand only, is the name of a line.
  const isOfBrands = both.isSpread && brandCount > 1;
  return isOfBrands || (runs.get(words[beside]?.folded ?? '')?.count ?? 0) > both.count;
}

function foldedOf(words: Words, start: number, last: number): string {
  return words
    .slice(start, last + 1)
    .map(({ folded }) => folded)
    .join(' ');
}

/** The name of a type that the title does not contain: from the category, an attribute, or else the catalog. */
function nameElsewhere(
  stem: string,
  { category, attributes }: PhraseProduct,
  { runs, runsByStems }: CatalogProfile,
  language: OfflineLanguage,
): string | null {
  const kinds = attributes.flatMap(([label, value]) => (traitKind(label) === 'kind' ? value : []));
  const part = [leafOf(category), ...kinds]
    .flatMap(leafParts)
    .find((one) => language.stem(nounOf(one, language)) === stem);
  if (part === undefined) return runs.get(runsByStems.get(stem) ?? '')?.text ?? null;
  const words = language.lowerCase(part).split(' ');
  const isName = words.length <= runWordsMax && !/\p{N}/u.test(part) && !fold(part).split(' ').some(isVague);
  return isName ? words.join(' ') : (words.at(language.words.nounFirst ? 0 : -1) ?? null);
}

/** A name in lower case for a single thing: the most frequent form in titles, or with its noun in the singular. */
function oneOf(said: string, { runs, runsByStems }: CatalogProfile, language: OfflineLanguage): string {
  const { nounFirst } = language.words;
  const placeOf = (words: readonly string[]) => (nounFirst ? 0 : words.length - 1);
  const isTypedSo = (words: readonly string[]) => isUncounted(words[placeOf(words)] ?? '', language.language);
  if (isTypedSo(said.split(' '))) return said;
  const name = runs.get(runsByStems.get(stemsOf(fold(said), language)) ?? '')?.text ?? said;
  const words = name.split(' ');
  // `chaussures plates`: what agrees with the noun stands for several too.
  if (isTypedSo(words) || (nounFirst && words.slice(1).some((word) => word.endsWith('s')))) return name;
  const at = placeOf(words);
  return words
    .with(
      at,
      singularOf(words[at] ?? '', language.language, (word) => runs.has(fold(word))),
    )
    .join(' ');
}

/**
 * Other names of a thing: synonyms that the catalog uses in the same category (a `notebook` among computers is a laptop, one
 * of paper is not), and the noun of a compound.
 */
function otherNamesOf(
  name: string,
  { category }: TypeCues,
  profile: CatalogProfile,
  language: OfflineLanguage,
): string[] {
  const compound = compoundNoun(name, profile, language);
  const { synonyms, stem } = wordLanguage(language.locale);
  const held = profile.types.categories.get(category ?? '')?.held;
  const others = wholeSynonyms(synonyms, fold(name).split(' '), stem)
    .map((words) => words.join(' '))
    .filter((other) => other.split(' ').length <= name.split(' ').length)
    .filter((other) => profile.runs.has(other) && held?.has(stem(nounOf(other, language))) === true);
  return compound === null ? others : [compound, ...others];
}

/** The evidence for a type, the strongest first. */
function evidenceOf(
  { candidate }: TypeGuess,
  { category, title, attributes }: PhraseProduct,
  read: TypeCues,
  language: OfflineLanguage,
): TypeEvidence[] {
  const { marks, at, stem } = candidate;
  const evidence: TypeEvidence[] = [];
  if ((marks & mark.named) !== 0) {
    const named = attributes.find(
      ([label, value]) => traitKind(label) === 'kind' && leafNouns(value, language).includes(stem),
    );
    evidence.push({ source: 'attribute', text: named?.join(': ') ?? '' });
  }
  if (at !== null) evidence.push({ source: 'title', text: title });
  if ((marks & mark.leaf) !== 0) evidence.push({ source: 'category', text: category ?? '' });
  if (evidence.length === 0)
    evidence.push({ source: 'catalog', text: read.cues.slice(0, cuesShown).join(', ') });
  return evidence.filter(({ text }) => text !== '');
}

const cuesShown = 4;

const compounding = new Set(['de', 'nl', 'sv', 'da', 'no', 'nb', 'nn', 'fi', 'hu', 'is', 'lb']);
const nounMinLetters = 4;
const specifierMinLetters = 3;

/**
 * The noun of a compound as the catalog writes it, or null: `gartenstuhl` is a `stuhl`. Queries match the beginnings of words, so
 * the noun at the end must be given. Only nouns that the catalog also uses alone are recognised.
 */
function compoundNoun(
  head: string,
  { runs, categoryNouns }: CatalogProfile,
  { language, stem }: OfflineLanguage,
): string | null {
  if (!compounding.has(language) || head.includes(' ')) return null;
  const folded = fold(head);
  for (let cut = specifierMinLetters; cut <= folded.length - nounMinLetters; cut += 1) {
    const noun = folded.slice(cut);
    const run = runs.get(noun);
    const isNoun = categoryNouns.has(stem(noun)) || (run !== undefined && run.breaksBehind * 2 > run.count);
    if (isNoun) return run?.text ?? noun;
  }
  return null;
}
