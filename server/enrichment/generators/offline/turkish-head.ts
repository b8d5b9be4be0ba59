/**
 * Where a Turkish title names its thing: `köpek yıkama fırçası masajlı 10x8 cm`. The name comes first, and the last noun of
 * a compound carries the possessive ending, so the thing is known without knowing the words.
 */
import type { TitleWord } from '../../../search/phrases/title-words.ts';

/** Folded, ı is i and ü is u. */
const possessive = /[^l][iu]$/;
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
const noThing =
  /^(?:kullanim|kullanimi|renk|renkli|urun|urunu|boy|model|parca|ozel|gibi|uygun|uyumlu|adet|set)$/;

function endOfRun(words: readonly TitleWord[], from: number): number {
  let end = from;
  while (end < words.length && end < from + nameWordsMax && words[end]?.kind === 'plain') {
    if (end > from && words[end]?.apart === true) break;
    end += 1;
  }
  return end;
}

function nameOf(words: readonly TitleWord[], from: number, end: number): Span | null {
  const last = end === from ? null : lastOfName(words, from, end);
  if (last === null || noThing.test(words[last]?.folded ?? '')) return null;
  const first = Math.max(from, last - wordsMax + 1);
  let start = first;
  while (start < last && adjective.test(words[start]?.folded ?? '')) start += 1;
  if (start === last && first < last) start -= 1;
  return last === start ? null : [start, last];
}

function lastOfName(words: readonly TitleWord[], from: number, end: number): number | null {
  const isLast = (at: number) => at < end && possessive.test(words[at]?.folded ?? '');
  for (let at = from + 1; at < end; at += 1) {
    if (isLast(at) && !isLast(at + 1)) return at;
  }
  return end - from <= wordsMax && !adjective.test(words[end - 1]?.folded ?? '') ? end - 1 : null;
}
