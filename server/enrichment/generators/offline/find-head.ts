/**
 * The head of a product: the few words that say what it is. A title has it somewhere among brands, lines, codes and
 * measures; it is found by what the catalog says of its words (which of them things are called by, where phrases break
 * off, what only one brand has) and by the product's category and type.
 */
import type { TitleWord } from '../../../search/phrases/title-words.ts';
import { fold } from '../../../search/text/fold.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { type CatalogProfile, stemsOf } from './catalog-profile.ts';
import { leafNouns, leafOf, leafParts, nounOf } from './category-nouns.ts';
import {
  breaksBefore,
  breaksBehind,
  type OfflineLanguage,
  runWordsMax,
  type TitleReading,
  textOf,
} from './title-reading.ts';
import { isVague, traitKind } from './trait-words.ts';

/** What a product is. */
export interface Head {
  /** As a shopper calls it, in lower case: `access point`. */
  readonly text: string;
  /** The same with what else the title says before it, where the catalog knows it: `wireless access point`. */
  readonly long: string;
  readonly isInTitle: boolean;
}

/** Of a category's own noun, of a noun of other categories, of a word that breaks off, and of a line's name. */
const points = { own: 6, category: 3, breaks: 3, line: -4, later: -1, first: 2 };
const acceptedMin = 2;

/** The head of a product, or null where nothing says what it is. */
export function findHead(
  product: PhraseProduct,
  reading: TitleReading,
  profile: CatalogProfile,
  language: OfflineLanguage,
): Head | null {
  const types = typeValues(product, language);
  const leaf = leafOf(product.category);
  const own = new Set([
    ...leafNouns(leaf, language),
    ...types.map((type) => language.stem(nounOf(type, language))),
  ]);
  const judge: HeadJudge = { reading, profile, language, own };
  const at = bestWord(judge);
  if (at !== null) return growHead(at, judge);
  const named = namedHead(product, types, judge);
  return named === null ? null : { text: named, long: named, isInTitle: false };
}

interface HeadJudge {
  readonly reading: TitleReading;
  readonly profile: CatalogProfile;
  readonly language: OfflineLanguage;
  /** Stems of the nouns of the product's own category and type. */
  readonly own: ReadonlySet<string>;
}

function typeValues({ attributes }: PhraseProduct, { lowerCase }: OfflineLanguage): string[] {
  return attributes
    .filter(([label, value]) => traitKind(label) === 'kind' && isName(value))
    .map(([, value]) => lowerCase(value));
}

/** Up to three words of letters only. */
function isName(value: string): boolean {
  return (
    /^[\p{L}\p{M}'’ -]{3,40}$/u.test(value) && value.split(' ').length <= runWordsMax && !isVague(fold(value))
  );
}

/** The place of the noun in the title, or null. */
function bestWord(judge: HeadJudge): number | null {
  const { words, nameEnd } = judge.reading;
  let best: number | null = null;
  let bestScore = acceptedMin;
  let part = 0;
  for (let at = 0; at < nameEnd; at += 1) {
    if (at > 0 && words[at]?.apart === true) part += 1;
    const score = scoreOf(at, part, judge);
    if (score !== null && score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

function scoreOf(at: number, part: number, { reading, profile, language, own }: HeadJudge): number | null {
  const { words } = reading;
  const word = words[at];
  if (word?.kind !== 'plain' || word.text.length < 2 || isVague(word.folded)) return null;
  const { nounFirst } = language.words;
  const stem = language.stem(word.folded);
  const isOwn = own.has(stem);
  const neighbour = words[nounFirst ? at - 1 : at + 1];
  const stands = nounFirst ? breaksBefore(words, at) : breaksBehind(words, at);
  // `notebook` of `notebook case` is no notebook, even among notebooks.
  if (!stands && !(isOwn && !isNounToo(neighbour, profile, language))) return null;
  const counts = profile.runs.get(word.folded);
  let score = part * points.later;
  if (isOwn) score += points.own;
  else if (profile.categoryNouns.has(stem)) score += points.category;
  if (counts !== undefined && counts.count > 2) {
    const breaks = nounFirst ? counts.breaksBefore : counts.breaksBehind;
    score += (points.breaks * breaks) / counts.count;
    if (!counts.isSpread && profile.brandCount > brandsMin) score += points.line;
  } else if (!isOwn) {
    score += isAlone(words, at) ? points.line : 0;
  }
  if (nounFirst && at === firstPlain(words)) score += points.first;
  if (!nounFirst && at + 1 === reading.nameEnd && part === 0) score += points.first;
  return score;
}

const brandsMin = 4;

function isNounToo(word: TitleWord | undefined, profile: CatalogProfile, { stem }: OfflineLanguage): boolean {
  return word?.kind === 'plain' && !word.apart && profile.categoryNouns.has(stem(word.folded));
}

/** A word between a brand and a code is a line: `hp pavilion dv7`. */
function isAlone(words: readonly TitleWord[], at: number): boolean {
  const before = words[at - 1]?.kind;
  const behind = words[at + 1]?.kind;
  return (before === undefined || before === 'brand') && (behind === 'code' || behind === 'number');
}

function firstPlain(words: readonly TitleWord[]): number {
  return words.findIndex(({ kind }) => kind === 'plain');
}

/** The head with the words that belong to it. */
function growHead(at: number, judge: HeadJudge): Head {
  const { words } = judge.reading;
  const grow = judge.language.words.nounFirst ? growBehind : growBefore;
  const short = grow(at, judge, (part, whole) => whole * 2 >= part);
  const long = grow(at, judge, (_, whole) => whole >= attestedMin);
  return { text: textOf(words, ...short), long: textOf(words, ...long), isInTitle: true };
}

/** Titles of several brands that make a longer run a name of things. */
const attestedMin = 3;

/** Whether a run of `part` titles goes on, in `whole` of them, with what stands there. */
type GoesOn = (part: number, whole: number) => boolean;
type Span = [start: number, last: number];

function growBefore(at: number, judge: HeadJudge, goesOn: GoesOn): Span {
  const { words } = judge.reading;
  let start = at;
  while (start > 0 && at - start + 1 < runWordsMax && !words[start]?.apart) {
    if (!mayGrow(words[start - 1]) || !isKnown(start, at, start - 1, at, judge, goesOn)) break;
    start -= 1;
  }
  return [start, at];
}

function growBehind(at: number, judge: HeadJudge, goesOn: GoesOn): Span {
  const { words } = judge.reading;
  let last = at;
  while (last + 1 < words.length && last - at + 1 < runWordsMax && !words[last + 1]?.apart) {
    if (!mayGrow(words[last + 1]) || !isKnown(at, last, at, last + 1, judge, goesOn)) break;
    last += 1;
  }
  return [at, last];
}

function mayGrow(word: TitleWord | undefined): boolean {
  return word?.kind === 'plain' && !isVague(word.folded) && word.text.length > 1;
}

function isKnown(
  start: number,
  last: number,
  from: number,
  to: number,
  judge: HeadJudge,
  goesOn: GoesOn,
): boolean {
  const { runs, brandCount } = judge.profile;
  const { words } = judge.reading;
  const part = runs.get(foldedOf(words, start, last));
  const whole = runs.get(foldedOf(words, from, to));
  if (part === undefined || whole === undefined) return false;
  return (whole.isSpread || brandCount <= brandsMin) && goesOn(part.count, whole.count);
}

function foldedOf(words: readonly TitleWord[], start: number, last: number): string {
  let folded = words[start]?.folded ?? '';
  for (let index = start + 1; index <= last; index += 1) folded += ` ${words[index]?.folded ?? ''}`;
  return folded;
}

/** What the type says, or the category where the title names no other thing. */
function namedHead(product: PhraseProduct, types: readonly string[], judge: HeadJudge): string | null {
  const { profile, language, reading } = judge;
  const type = types.find((one) => profile.categoryNouns.has(language.stem(nounOf(one, language))));
  if (type !== undefined) return type;
  const [part, ...others] = leafParts(leafOf(product.category));
  if (part === undefined || others.length > 0 || part.split(' ').length > runWordsMax) return null;
  const folded = fold(part);
  if (folded.split(' ').some(isVague)) return null;
  const isOther = reading.words.some(
    ({ kind, folded: word }) => kind === 'plain' && profile.categoryNouns.has(language.stem(word)),
  );
  if (isOther) return null;
  const key = profile.runsByStems.get(stemsOf(folded, language));
  return key === undefined ? null : (profile.runs.get(key)?.text ?? null);
}
