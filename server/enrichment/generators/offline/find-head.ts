/**
 * The head of a product: the few words that say what it is. A title has it somewhere among brands, lines, codes and
 * measures; it is found by what the catalog says of its words (which of them things are called by, where phrases break
 * off, what only one brand has) and by the product's category and type.
 */
import type { TitleWord } from '../../../search/phrases/title-words.ts';
import { fold } from '../../../search/text/fold.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { isAccessory } from './accessories.ts';
import { type CatalogProfile, stemsOf } from './catalog-profile.ts';
import { leafNouns, leafOf, leafParts, nounOf } from './category-nouns.ts';
import { isSaid, leafName, nameInTitle } from './fallback-head.ts';
import {
  breaksBefore,
  breaksBehind,
  type OfflineLanguage,
  runWordsMax,
  type TitleReading,
  textOf,
} from './title-reading.ts';
import { isPostModifier, isTechnique, isVague, traitKind } from './trait-words.ts';
import { isOfMeasure, type Trait } from './traits.ts';
import { turkishHead } from './turkish-head.ts';

/** What a product is. */
export interface Head {
  /** As a shopper calls it, in lower case: `access point`. */
  readonly text: string;
  /** The same with what else the title says before it, where the catalog knows it: `wireless access point`. */
  readonly long: string;
  /** Or else its category or type says it. */
  readonly isInTitle: boolean;
  /** Nothing but its place in the title speaks for it. */
  readonly isGuess: boolean;
}

/**
 * What speaks for a word: it is a noun of the product's own category or of another, phrases break off there, it stands
 * at the edge of the name; and what speaks against it: it goes on with another word, stands after a comma, or only one
 * brand has it, as lines of products. Chosen by looking at catalogs of seven shops.
 */
const points = {
  own: 4,
  category: 3,
  breaks: 3,
  edge: 2,
  goesOn: -2,
  goesOnWithNoun: -4,
  later: -1,
  line: -4,
  early: 1,
  /** `notebook` of `notebook case`, and `case`. */
  host: -9,
  hosted: 3,
};
const acceptedMin = 2;

/** The head of a product, or null where nothing says what it is. */
export function findHead(
  product: PhraseProduct,
  reading: TitleReading,
  profile: CatalogProfile,
  language: OfflineLanguage,
  traits: readonly Trait[],
): Head | null {
  const types = typeValues(product, language);
  const leaf = leafOf(product.category);
  const own = new Set([
    ...leafNouns(leaf, language),
    ...types.map((type) => language.stem(nounOf(type, language))),
  ]);
  const judge: HeadJudge = { reading, profile, language, own, said: saidWords(traits) };
  if (language.language === 'tr') {
    const name = turkishHead(reading.words);
    return name === null
      ? fallbackHead(product, judge)
      : inTitle(textOf(reading.words, ...name), textOf(reading.words, ...name));
  }
  const at = bestWord(judge, 0, reading.nameEnd) ?? bestWord(judge, reading.nameEnd, reading.words.length);
  if (at !== null) return growHead(at, judge);
  const named = namedHead(product, types, judge);
  return named === null ? fallbackHead(product, judge) : outsideTitle(named);
}

/** The category where titles speak of it, the words of the title, or the category anyhow. */
function fallbackHead(product: PhraseProduct, { reading, profile, language }: HeadJudge): Head | null {
  const leaf = leafName(product, profile, language);
  if (leaf !== null && language.language !== 'tr' && isSaid(leaf, profile, language))
    return outsideTitle(leaf);
  const place = nameInTitle(reading, profile, language);
  if (place === null) return leaf === null ? null : outsideTitle(leaf);
  const text = textOf(reading.words, ...place);
  return { text, long: text, isInTitle: true, isGuess: true };
}

function outsideTitle(text: string): Head {
  return { text, long: text, isInTitle: false, isGuess: false };
}

interface HeadJudge {
  readonly reading: TitleReading;
  readonly profile: CatalogProfile;
  readonly language: OfflineLanguage;
  /** Stems of the nouns of the product's own category and type. */
  readonly own: ReadonlySet<string>;
  /** Folded words that attributes say of the thing: `stainless`, `steel`. */
  readonly said: ReadonlySet<string>;
}

function saidWords(traits: readonly Trait[]): Set<string> {
  return new Set(traits.flatMap(({ text }) => fold(text).split(' ')));
}

function inTitle(text: string, long: string): Head {
  return { text, long, isInTitle: true, isGuess: false };
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

/**
 * The place of the noun among the words of the title from `from` to before `end`, or null. Behind the name only a noun
 * of the product's own category will do: `Galaxy with 32GB memory cell phone`.
 */
function bestWord(judge: HeadJudge, from: number, end: number): number | null {
  const { words, nameEnd } = judge.reading;
  const { own, language } = judge;
  let best: number | null = null;
  let bestScore = acceptedMin;
  let part = 0;
  for (let at = from; at < end; at += 1) {
    if (at > from && words[at]?.apart === true) part += 1;
    if (from >= nameEnd && !own.has(language.stem(words[at]?.folded ?? '')) && !isHosted(at, judge)) continue;
    const score = scoreOf(at, part, judge);
    if (score !== null && score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

function scoreOf(at: number, part: number, judge: HeadJudge): number | null {
  const { reading, profile, language, own, said } = judge;
  const { words } = reading;
  const word = words[at];
  if (word?.kind !== 'plain' || word.text.length < 2 || isNoName(word) || isCounted(words, at)) return null;
  const hosted = isHosted(at, judge);
  if ((said.has(word.folded) && !hosted) || isTechnique(word.folded) || isForeign(word, reading)) return null;
  const { nounFirst } = language.words;
  const stem = language.stem(word.folded);
  const counts = profile.runs.get(word.folded);
  let score = part * points.later + continuation(at, judge) + (at < earlyWords ? points.early : 0);
  const isNamed = own.has(stem) || profile.categoryNouns.has(stem);
  if (isNamed) score += own.has(stem) ? points.own : points.category;
  if (hosted) score += points.hosted;
  if (counts !== undefined && counts.count >= countedMin) {
    const breaks = nounFirst ? counts.breaksBefore : counts.breaksBehind;
    score += (points.breaks * breaks) / counts.count;
    if (!counts.isSpread && profile.brandCount > brandsMin) score += points.line;
  } else if (!nounFirst && !isNamed && isLine(words, at)) score += points.line;
  if (!isNamed && own.size > 0 && isModelLine(words, at)) score += points.line;
  const isSmall = profile.productCount <= countlessCatalog;
  const isAtEnd = at + 1 === reading.nameEnd || (isSmall && endsName(at, reading));
  const isEdge = nounFirst ? at === firstPlain(words) : isAtEnd;
  return isEdge && (nounFirst || part === 0) ? score + points.edge : score;
}

/** In a title that has words of the store's script too: a brand or a line. */
function isForeign({ text }: TitleWord, { script }: TitleReading): boolean {
  return script !== null && !script.test(text);
}

function isNoName({ folded }: TitleWord): boolean {
  return isVague(folded) || isPostModifier(folded);
}

const earlyWords = 4;

/** A word that fewer titles have is not known by its counts. */
const countedMin = 3;

/** A small shop has too few titles to tell by; there a name ends where only numbers, colours and codes follow. */
const countlessCatalog = 500;

/** Whether no further word of the title's first piece stands behind: `shoes` of `running shoes 21, moss green`. */
function endsName(at: number, { words, nameEnd }: TitleReading): boolean {
  for (let index = at + 1; index < nameEnd; index += 1) {
    const word = words[index];
    if (word === undefined || word.apart) return true;
    if (word.kind === 'plain' && !isNoName(word)) return false;
  }
  return true;
}

/** `6 pieces`, `500 sheets`: what is counted is no name. */
export function isCounted(words: readonly TitleWord[], at: number): boolean {
  return words[at - 1]?.kind === 'number' && words[at]?.apart === false;
}

/** What goes on is no head: `notebook` of `notebook case` is no notebook, even among notebooks. */
function continuation(at: number, judge: HeadJudge): number {
  const { profile, language } = judge;
  const { words } = judge.reading;
  const isFirst = language.words.nounFirst;
  if (isFirst ? breaksBefore(words, at) : breaksBehind(words, at)) return 0;
  const place = isFirst ? at - 1 : at + 1;
  const neighbour = words[place];
  if (neighbour?.kind !== 'plain') return 0;
  if (isHosted(place, judge)) return points.host;
  if (isTechnique(neighbour.folded)) return points.goesOn;
  // `cable organizer 1U`: what stands itself, and is known to, is the noun. `Stuhl Oslo` has a name behind it.
  const stands = !isFirst && (breaksBehind(words, place) || words[place + 1]?.kind !== 'plain');
  const counts = profile.runs.get(neighbour.folded);
  const isKnown = counts?.isSpread === true && counts.breaksBehind * 2 > counts.count;
  const isNoun = (stands && isKnown) || profile.categoryNouns.has(language.stem(neighbour.folded));
  return isNoun ? points.goesOnWithNoun : points.goesOn;
}

/** Whether the word is made for the thing beside it, which stands where what is said of a thing does. */
function isHosted(at: number, { reading: { words }, profile, language, own }: HeadJudge): boolean {
  const word = words[at];
  if (word?.kind !== 'plain' || !isAccessory(word.folded, language.language)) return false;
  const { nounFirst } = language.words;
  const host = words[nounFirst ? at + 1 : at - 1];
  if (host?.kind !== 'plain' || (nounFirst ? host : word).apart) return false;
  const stem = language.stem(host.folded);
  return own.has(stem) || profile.categoryNouns.has(stem);
}

const brandsMin = 4;

/** A word between a brand and a code is a line: `hp pavilion dv7`. */
function isLine(words: readonly TitleWord[], at: number): boolean {
  const before = words[at - 1]?.kind;
  const behind = words[at + 1]?.kind;
  return (before === undefined || before === 'brand') && (behind === 'code' || behind === 'number');
}

/** `galaxy j3`, `iphone 7`: between the brand and the code or number that a model is told by. */
function isModelLine(words: readonly TitleWord[], at: number): boolean {
  const [before, next, later] = [words[at - 1], words[at + 1], words[at + 2]];
  if (before?.kind !== 'brand' || next === undefined || next.apart) return false;
  if (next.kind === 'code') return true;
  return next.kind === 'number' && (later === undefined || later.apart || later.kind === 'code');
}

function firstPlain(words: readonly TitleWord[]): number {
  return words.findIndex(({ kind }) => kind === 'plain');
}

/** The head with the words that belong to it. */
function growHead(at: number, judge: HeadJudge): Head {
  const { words } = judge.reading;
  const grow = judge.language.words.nounFirst ? growBehind : growBefore;
  const short = grow(
    at,
    judge,
    (part, whole, length) => whole * (length > 2 ? 2 : usualShare) >= part && whole >= attestedMin,
  );
  const long = grow(at, judge, (_, whole) => whole >= attestedMin);
  return inTitle(textOf(words, ...short), textOf(words, ...long));
}

/** Titles that make a longer run a name of things. */
const attestedMin = 3;
/** One in so many titles makes two words the usual name: `patch cable` of `cable`. */
const usualShare = 20;

/** Whether a run of `part` titles goes on, in `whole` of them, to be one of `length` words. */
type GoesOn = (part: number, whole: number, length: number) => boolean;
type Span = [start: number, last: number];

function growBefore(at: number, judge: HeadJudge, goesOn: GoesOn): Span {
  const { words, nameEnd } = judge.reading;
  // Behind the name other things stand before it: `with 32GB memory cell phone`.
  const length = at < nameEnd ? runWordsMax : 2;
  let start = at;
  while (start > 0 && at - start + 1 < length && !words[start]?.apart) {
    if (!mayGrow(words[start - 1]) || isOfMeasure(words, start - 1)) break;
    if (holds(words, start, at, words[start - 1])) break;
    const isHost = start === at && isHosted(at, judge);
    if (!isHost && !isKnown(start, at, start - 1, at, judge, goesOn)) break;
    start -= 1;
  }
  return [start, at];
}

function growBehind(at: number, judge: HeadJudge, goesOn: GoesOn): Span {
  const { words } = judge.reading;
  let last = at;
  while (last + 1 < words.length && last - at + 1 < runWordsMax && !words[last + 1]?.apart) {
    const isHost = last === at && isHosted(at, judge);
    if (!mayGrow(words[last + 1]) || !(isHost || isKnown(at, last, at, last + 1, judge, goesOn))) break;
    last += 1;
  }
  return [at, last];
}

/** Whether a run says a word already: `antenna network antenna`. */
function holds(
  words: readonly TitleWord[],
  start: number,
  last: number,
  word: TitleWord | undefined,
): boolean {
  return words.slice(start, last + 1).some(({ folded }) => folded === word?.folded);
}

function mayGrow(word: TitleWord | undefined): boolean {
  return word?.kind === 'plain' && !isNoName(word) && word.text.length > 1;
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
  return (whole.isSpread || brandCount <= brandsMin) && goesOn(part.count, whole.count, to - from + 1);
}

function foldedOf(words: readonly TitleWord[], start: number, last: number): string {
  let folded = words[start]?.folded ?? '';
  for (let index = start + 1; index <= last; index += 1) folded += ` ${words[index]?.folded ?? ''}`;
  return folded;
}

const lineWordsMax = 2;
/** Of the titles with the name of a category one in so many breaks off there, if that is a name of things. */
const namedBreaksShare = 4;

/** What the type says, or the category where the title names no other thing. */
function namedHead(product: PhraseProduct, types: readonly string[], judge: HeadJudge): string | null {
  const { profile, language, reading } = judge;
  const type = types.find((one) => profile.categoryNouns.has(language.stem(nounOf(one, language))));
  if (type !== undefined) return type;
  const [part, ...others] = leafParts(leafOf(product.category));
  if (part === undefined || others.length > 0 || part.split(' ').length > runWordsMax) return null;
  const folded = fold(part);
  if (folded.split(' ').some(isVague)) return null;
  // A title of codes and measures names nothing; any other may name what the category does not.
  if (reading.words.filter(({ kind }) => kind === 'plain').length > lineWordsMax) return null;
  const key = profile.runsByStems.get(stemsOf(folded, language));
  const run = key === undefined ? undefined : profile.runs.get(key);
  if (run === undefined) return null;
  const breaks = language.words.nounFirst ? run.breaksBefore : run.breaksBehind;
  return breaks * namedBreaksShare >= run.count ? run.text : null;
}
