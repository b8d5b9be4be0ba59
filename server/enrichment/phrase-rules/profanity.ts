/**
 * Obscene and hateful words, which no shop wants to show. Only whole words count, so that Scunthorpe, cockpit and Essex are safe. A
 * word that is ordinary in the store's language (Swedish `slut`, German `dick`) is listed for other languages only. The lists are
 * short on purpose: a store's own blocklist covers the rest. Pure; the lists are not shown anywhere. Words of more than 24 characters
 * are not searched for disguise. Any text is accepted and nothing throws; it drops nothing itself.
 */
// Tests: server/enrichment/own-words.test.ts.
import file from '../../language/enrichment/profanity.json' with { type: 'json' };
import { byLanguage, wordsOfLines } from '../../language/words.ts';
import { languageOf } from '../../search/text/stop-words.ts';

/** English words that count in every store. */
const english = new Set(wordsOfLines(file.everywhere));
const sets = new Map(
  Array.from(byLanguage<readonly string[]>(file.by_language), ([language, lines]) => [
    language,
    english.union(new Set(wordsOfLines(lines))),
  ]),
);
const beyondThai = /[\u0e00-\uffff]/;

/** Whether a folded phrase, or one of its words, is obscene in English or the store's language. */
export function isProfane(foldedPhrase: string, words: readonly string[], locale: string): boolean {
  const profane = sets.get(languageOf(locale)) ?? english;
  if (words.some((word) => profane.has(word) || isDisguised(word))) return true;
  if (foldedPhrase.includes('*') && foldedPhrase.split(' ').some(isMasked)) return true;
  return beyondThai.test(foldedPhrase) && file.without_spaces.some((part) => foldedPhrase.includes(part));
}

const letterOfDigit = new Map(['0o', '1i', '3e', '4a', '5s', '7t'].map((pair) => [pair[0], pair[1] ?? '']));

/** Longer words are codes. */
const disguisedMax = 24;

function hasRunOrDigit(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || (at > 0 && code === word.charCodeAt(at - 1))) return true;
  }
  return false;
}

/** `fuuck`, `sh1t`: an English word with repeated letters or with digits for letters. */
function isDisguised(word: string): boolean {
  if (!hasRunOrDigit(word)) return false;
  if (word.length > disguisedMax) return false;
  const spelled = word.replace(/\d/g, (digit) => letterOfDigit.get(digit) ?? digit);
  const short = spelled.replace(/(\p{L})\1+/gu, '$1');
  return [spelled, short, spelled.replace(/(\p{L})\1{2,}/gu, '$1$1')].some((form) => english.has(form));
}

/** `f*ck`: an English word with stars for all but two letters or more. */
function isMasked(word: string): boolean {
  if (!/^\p{L}[\p{L}*]*\*[\p{L}*]*$/u.test(word) || word.replaceAll('*', '').length < 2) return false;
  const pattern = new RegExp(`^${word.replaceAll('*', '.')}$`, 'u');
  return Array.from(english).some((known) => pattern.test(known));
}
