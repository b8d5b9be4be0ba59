/**
 * Where a Turkish title names its thing: `köpek yıkama fırçası masajlı 10x8 cm`. The name comes first, and the last noun of
 * a compound carries the possessive ending, so the thing is known without knowing the words.
 */
import type { TitleWord } from '../../../search/phrases/title-words.ts';
import { fold } from '../../../search/text/fold.ts';

/** Folded, ı is i and ü is u. */
const possessive = /..[^l][iu]$/;
/** Nouns that end as adjectives do. */
const possessiveNouns = new Set('ampulu pili teli kolu sebili heykeli modeli'.split(' '));
/** What is done to the thing before it: `kazak tüyü temizleme makinesi`. */
const verbalNoun = /m[ae]$/;
/** What does something is a thing itself: `bıçak bileyici`. */
const agent = /[iu]c[iu]$/;
/** Places, to which the noun is still to come: `çanta içi saklama kutusu`; and numbers. */
const noNouns = new Set('ici disi alti ustu arasi iki yedi seklinde'.split(' '));
/** What a number counts or measures. */
const counted = new Set('adet parca cift cm mm lt'.split(' '));
/** With, without, having been, doing: what such a word says belongs to the noun that follows. */
const adjective = /(?:l[iu]|s[iu]z|m[iu]s|maz|mez|[^aeiou][aeiu]r|[ae]n)$/;

const wordsMax = 3;
const nameWordsMax = 6;

type Span = [start: number, last: number];

/** The places of the first and last word of the name, or null. */
export function turkishHead(words: readonly TitleWord[]): Span | null {
  return turkishNames(words)[0] ?? null;
}

/** All names of a title, which often says the thing again in other words: `… Püre Yapıcı`. */
export function turkishNames(words: readonly TitleWord[]): Span[] {
  const names: Span[] = [];
  let from = 0;
  while (from < words.length) {
    const end = endOfRun(words, from);
    // `çocuklar için`: what stands before a postposition is whom it is for.
    const name = postpositions.has(words[end]?.folded ?? '') ? null : nameOf(words, from, end);
    if (name !== null) names.push(name);
    from = Math.max(end, from) + 1;
  }
  return names;
}

const postpositions = new Set(['icin', 'uygun', 'uyumlu']);
/** What titles end with, and what is no thing. */
const noThing = new Set(
  (
    'kullanim kullanimi kolayligi renk renkli urun urunu boy boyu model parca ozel gibi uygun uyumlu adet set buyuk kucuk ' +
    'temasi capi kapasitesi sistemi dalgasi bakimi temizligi guvenligi egitimi rahatlatici kokusu amacli asorti'
  ).split(' '),
);
/** They end so by themselves: what is for them is still to come, `kedi köpek tasması`. */
const plainNouns = new Set('kedi kuzu deri su sari inci pati kapi koku uyku yeni mini eski dogru'.split(' '));

function endOfRun(words: readonly TitleWord[], from: number): number {
  let end = from;
  while (end < words.length && end < from + nameWordsMax && words[end]?.kind === 'plain') {
    if (counted.has(words[end]?.folded ?? '')) break;
    if (end > from && words[end]?.apart === true) break;
    end += 1;
  }
  return end;
}

function nameOf(words: readonly TitleWord[], from: number, end: number): Span | null {
  const last = end === from ? null : lastOfName(words, from, end);
  if (last === null || noThing.has(words[last]?.folded ?? '')) return null;
  const first = Math.max(from, last - wordsMax + 1);
  let start = first;
  while (start < last && (adjective.test(foldedAt(words, start)) || noNouns.has(foldedAt(words, start))))
    start += 1;
  if (start === last && first < last) start -= 1;
  return last === start ? null : [start, last];
}

function lastOfName(words: readonly TitleWord[], from: number, end: number): number | null {
  const isLast = (at: number) => at < end && isNoun(foldedAt(words, at));
  for (let at = from + 1; at < end; at += 1) {
    const goesOn =
      !agent.test(foldedAt(words, at)) && at + 1 < end && verbalNoun.test(foldedAt(words, at + 1));
    if (isLast(at) && !isLast(at + 1) && !goesOn) return at;
  }
  let last = end - 1;
  while (last > from && adjective.test(foldedAt(words, last))) last -= 1;
  return end - from <= wordsMax && last > from && foldedAt(words, last).length > 1 ? last : null;
}

function isNoun(folded: string): boolean {
  if (plainNouns.has(folded) || noNouns.has(folded)) return false;
  return possessiveNouns.has(folded) || possessive.test(folded);
}

/** A name as it is typed without the ending of the compound, `kedi tasma`, and its noun alone; none without one. */
export function turkishBareNames(name: string): string[] {
  const words = name.split(' ');
  const noun = words.at(-1) ?? '';
  const bare = bareNoun(noun);
  return bare === null || words.length < 2 || noThing.has(fold(bare))
    ? []
    : [words.with(-1, bare).join(' '), bare];
}

const bareMinLetters = 3;
/** Their s is no part of the ending. */
const endsWithS = new Set('makas elmas kafes ofis'.split(' '));
/** A consonant that the ending made soft. */
const hardened = new Map([
  ['b', 'p'],
  ['d', 't'],
  ['c', 'ç'],
  ['ğ', 'k'],
]);

/** `tasması` is the tasma, `kabı` the kap. */
function bareNoun(noun: string): string | null {
  const folded = fold(noun);
  if (!isNoun(folded) || agent.test(folded) || !/[ıiuü]$/u.test(noun)) return null;
  if (endsWithS.has(folded.slice(0, -1))) return noun.slice(0, -1);
  const root = noun.replace(/(?<=[aeıioöuü])s?[ıiuü]$|(?<=[^aeıioöuü])[ıiuü]$/u, '');
  const last = root.slice(-1);
  const isShort = root.length <= bareMinLetters && last !== 'b';
  const bare = isShort ? root : root.slice(0, -1) + (hardened.get(last) ?? last);
  return bare.length < bareMinLetters || bare === noun ? null : bare;
}

function foldedAt(words: readonly TitleWord[], at: number): string {
  return words[at]?.folded ?? '';
}
