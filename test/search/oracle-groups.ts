/** Categories and suggestions of the oracle (oracle.ts): counted, judged and chosen over plain documents. */
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { SignalMaps } from '../../server/search/engine.ts';
import { isNounFirst } from '../../server/search/phrases/phrase-languages.ts';
import {
  createSuggestionSource,
  evidence,
  type SuggestionPhrase,
} from '../../server/search/phrases/suggestion-phrases.ts';
import { fold } from '../../server/search/text/fold.ts';
import { scanWords } from '../../server/search/text/words.ts';

/** Titles of categories whose path matches, best first. */
export function oracleCategories(
  documents: readonly SearchDocument[],
  query: string,
  limit: number,
  matches: (path: readonly string[]) => boolean,
  isLast: (foldedTitle: string) => boolean = () => false,
): string[] {
  const found = documents.filter(({ categoryPath }) => categoryPath.length > 0 && matches(categoryPath));
  const titleOf = (document: SearchDocument) => document.categoryPath.at(-1) ?? '';
  const groups = Array.from(Map.groupBy(found, (document) => fold(titleOf(document))));
  const inStock = (members: readonly SearchDocument[]) => members.filter((member) => member.inStock).length;
  return groups
    .sort(
      ([left, leftMembers], [right, rightMembers]) =>
        Number(isLast(left)) - Number(isLast(right)) ||
        Number(right.startsWith(query)) - Number(left.startsWith(query)) ||
        inStock(rightMembers) - inStock(leftMembers) ||
        byCodePoints(left, right),
    )
    .slice(0, limit)
    .map(([, members]) => mostCommon(members.map(titleOf)));
}

/** Suggestions by the prose of suggestion-evidence.ts and suggestion-choice.ts. */
export function oracleSuggestions(
  documents: readonly SearchDocument[],
  { locale, stem }: { readonly locale: string; readonly stem: (word: string) => string },
  limit: number,
  signals: SignalMaps,
  query: string,
  matches: (key: string) => boolean,
): string[] {
  const source = createSuggestionSource(locale);
  const phrases = documents
    .filter(({ inStock }) => inStock)
    .flatMap((document) => source.phrasesOf(document));
  const all = Map.groupBy(phrases, ({ key }) => key);
  const clicks = (key: string) => Math.max(signals.phrases.get(key) ?? 0, 0);
  const count = (key: string) => all.get(key)?.length ?? 0;
  const isShown = (key: string) =>
    matches(key) &&
    (clicks(key) > 0 ? isNamed(all, key) || count(key) > 1 : isTypeable(all, key, query, locale));
  const candidates = Array.from(all.keys())
    .filter(isShown)
    .sort(
      (left, right) =>
        clicks(right) - clicks(left) || count(right) - count(left) || byCodePoints(left, right),
    );
  const isHalf = (key: string) => clicks(key) === 0 && candidates.some((other) => isHalfOf(all, key, other));
  const whole = candidates.filter((key) => !isHalf(key));
  const { nounFirst, typed } = { nounFirst: isNounFirst(locale), typed: wordsOf(query) };
  const isType = (key: string) => countBit(all, key, evidence.type) > 0;
  const about = (key: string) => subjectOf(key, nounFirst, isType);
  const isBegun = (key: string) => query !== '' && key.startsWith(query) && isType(key);
  const isNearTo = (key: string) => isNear(key, about(key), query, nounFirst, stem);
  const strongest = Math.max(0, ...whole.filter((key) => clicks(key) === 0).map(count));
  const strong = whole.filter((key) => count(key) * 16 >= strongest);
  const hasNear = whole.some(isBegun) || strong.some(isNearTo);
  const mayTake = (key: string) => !hasNear || isNearTo(key);
  const chosen: string[] = [];
  const take = (key: string) => {
    if (chosen.length < limit && chosen.every((other) => stemmed(other, stem) !== stemmed(key, stem)))
      chosen.push(key);
  };
  for (const key of whole) if (clicks(key) > 0) take(key);
  for (const key of whole) if (isBegun(key)) take(key);
  const open = (key: string) => {
    const name = about(key);
    return name === null || name.split(' ').every((word) => typed.includes(word)) ? null : name;
  };
  for (const key of strong.filter(mayTake)) {
    const name = open(key);
    if (name === null || chosen.filter((other) => open(other) === name).length < 2) take(key);
  }
  whole.filter(mayTake).forEach(take);
  return whole.filter((key) => chosen.includes(key)).map((key) => displayOf(all, key));
}

function displayOf(all: PhrasesByKey, key: string): string {
  const members = all.get(key) ?? [];
  const shown = members.filter((member) => hasBit(member, evidence.named) === isNamed(all, key));
  return mostCommon(shown.map(({ display }) => display));
}

function stemmed(key: string, stem: (word: string) => string): string {
  return key.split(/[ -]/).map(stem).sort().join(' ');
}

/** The type that a suggestion is about. */
function subjectOf(key: string, nounFirst: boolean, isType: (key: string) => boolean): string | null {
  const words = key.split(' ');
  const parts = words.map((_, at) => (nounFirst ? words.slice(0, words.length - at) : words.slice(at)));
  return parts.map((part) => part.join(' ')).find(isType) ?? null;
}

/** The prose of suggestion-choice.ts. */
function isNear(
  key: string,
  subject: string | null,
  query: string,
  nounFirst: boolean,
  stem: (word: string) => string,
): boolean {
  const [words, typed, named] = [key, query, subject ?? ''].map((text) =>
    text.split(/[ -]+/).filter((part) => part !== ''),
  );
  if (words === undefined || typed === undefined || named === undefined) return false;
  const begins = (text: string, word: string) => word.startsWith(text) || stem(word) === stem(text);
  const isInOrder = (from: number, texts: readonly string[]): boolean =>
    texts.length === 0 ||
    words.some((word, at) => at >= from && begins(texts[0] ?? '', word) && isInOrder(at + 1, texts.slice(1)));
  if (key.startsWith(query)) return true;
  if (!isInOrder(0, typed)) return false;
  if (typed.length > 1 || subject === null) return true;
  const nouns = nounFirst ? words.slice(0, named.length) : words.slice(-named.length);
  const text = typed[0] ?? '';
  return [words[0] ?? '', ...nouns, ...words.filter((word) => word === text)].some((word) =>
    begins(text, word),
  );
}

function wordsOf(query: string): string[] {
  return scanWords(query).map(({ text }) => text);
}

type PhrasesByKey = ReadonlyMap<string, readonly SuggestionPhrase[]>;

function hasBit(phrase: SuggestionPhrase, bit: number): boolean {
  return (phrase.evidence & bit) !== 0;
}

function countBit(all: PhrasesByKey, key: string, bit: number): number {
  return (all.get(key) ?? []).filter((phrase) => hasBit(phrase, bit)).length;
}

function isNamed(all: PhrasesByKey, key: string): boolean {
  return countBit(all, key, evidence.named) > 0;
}

/** Whether a shopper would type the phrase, by what its documents say. */
function isTypeable(all: PhrasesByKey, key: string, query: string, locale: string): boolean {
  const typed = wordsOf(query);
  const isCode = (word: string) => /\p{N}/u.test(word);
  const isTyped = (word: string) => typed.some((text) => isCode(text) && word.startsWith(text));
  const words = key.split(' ');
  const last = words.at(-1) ?? '';
  const count = all.get(key)?.length ?? 0;
  if (isNamed(all, key)) return /\p{L}/u.test(key) || words.some(isTyped);
  if (count < 2) return false;
  const nounFirst = isNounFirst(locale);
  const before = countBit(all, key, evidence.breaksBefore) / count;
  const behind = countBit(all, key, evidence.breaksBehind) / count;
  if (isCode(last) && isTyped(last)) return true;
  if (isCode(last)) return behind >= (/\p{L}/u.test(last) ? 1 / 4 : 1 / 2) && (!nounFirst || before >= 1 / 4);
  const [atNoun, atOther] = nounFirst ? [before, behind] : [behind, before];
  const noun = (nounFirst ? words[0] : last) ?? '';
  if (words.length === 1) return typed.length > 0 && isNoun(all, noun, nounFirst);
  if (words.length > 2 && atOther < (count - 1) / (6 * count)) return false;
  return atNoun >= 1 / 4 || (atOther >= 1 / 2 && isNoun(all, noun, nounFirst));
}

function isNoun(all: PhrasesByKey, word: string, nounFirst: boolean): boolean {
  const bit = nounFirst ? evidence.breaksBefore : evidence.breaksBehind;
  const ending = countBit(all, word, bit) + countBit(all, word, evidence.named);
  return (ending + 1) / ((all.get(word)?.length ?? 0) + 2) >= 1 / 10;
}

/** Whether a sequence stands within a longer one nearly always, and not beside a name. */
function isHalfOf(all: PhrasesByKey, part: string, whole: string): boolean {
  const count = all.get(part)?.length ?? 0;
  const wholeCount = (all.get(whole)?.length ?? 0) - countBit(all, whole, evidence.named);
  if (isNamed(all, part) || part === whole || wholeCount * 5 < count * 4) return false;
  const words = whole.split(' ');
  const length = part.split(' ').length;
  const places = words.flatMap((_, start) =>
    words.slice(start, start + length).join(' ') === part ? [start] : [],
  );
  if (places.length === 0) return false;
  const last = words.length - length;
  if (places.includes(last)) return !isNamed(all, words.slice(0, last).join(' '));
  return !(places.includes(0) && isNamed(all, words.slice(length).join(' ')));
}

/** The most frequent text, of several the first by code points. */
export function mostCommon(texts: readonly string[]): string {
  const groups = Array.from(Map.groupBy(texts, (text) => text));
  const [best] = groups.sort(
    ([left, leftTexts], [right, rightTexts]) =>
      rightTexts.length - leftTexts.length || byCodePoints(left, right),
  );
  return best?.[0] ?? '';
}

/** Compares texts by code points; negative if `left` comes first. */
export function byCodePoints(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8'));
}
