/**
 * Decides in which scripts the phrases of a product may be written. Pure; an unknown language counts as one of Latin letters, and
 * letters of a script that is not listed as `other`. It never drops a phrase itself.
 */
// Tests: ./other-language.test.ts.
import { languageOf } from '../../search/text/stop-words.ts';

/** The letters of the scripts that shops sell in; Han and kana are separate, since Japanese mixes them. */
const lettersOf: ReadonlyMap<string, string> = new Map([
  ['latin', String.raw`\p{Script=Latin}`],
  ['cyrillic', String.raw`\p{Script=Cyrillic}`],
  ['greek', String.raw`\p{Script=Greek}`],
  ['arabic', String.raw`\p{Script=Arabic}`],
  ['hebrew', String.raw`\p{Script=Hebrew}`],
  ['thai', String.raw`\p{Script=Thai}`],
  ['han', String.raw`\p{Script=Han}`],
  ['kana', String.raw`\p{Script=Hiragana}\p{Script=Katakana}`],
  ['hangul', String.raw`\p{Script=Hangul}`],
  ['devanagari', String.raw`\p{Script=Devanagari}`],
]);
const scripts = Array.from(lettersOf, ([name, letters]) => ({
  name,
  letters: new RegExp(`[${letters}]`, 'u'),
}));

/** The scripts of languages that are not written in Latin letters alone. */
const scriptsByLanguage = new Map<string, readonly string[]>([
  ...['ru', 'uk', 'bg', 'be', 'mk', 'kk', 'ky', 'mn'].map((one) => [one, ['cyrillic']] as const),
  ['sr', ['cyrillic', 'latin']],
  ['el', ['greek']],
  ...['ar', 'fa', 'ur', 'ckb'].map((one) => [one, ['arabic']] as const),
  ['he', ['hebrew']],
  ['th', ['thai']],
  ['zh', ['han']],
  ['ja', ['han', 'kana']],
  ['ko', ['hangul', 'han']],
  ['hi', ['devanagari']],
  ['mr', ['devanagari']],
]);

/** The letters of a language that is never written in Latin ones; null for any other language. */
export function ownLetters(language: string): RegExp | null {
  const names = scriptsByLanguage.get(language) ?? ['latin'];
  if (names.includes('latin')) return null;
  return new RegExp(`[${names.map((name) => lettersOf.get(name)).join('')}]`, 'u');
}

/** Anything but ASCII, Latin letters with marks, and marks. */
const beyondLatin = /[^ -~\u0080-\u024f\u1e00-\u1eff\p{M}]/u;

/** The names of the scripts of a text's letters; `other` for a script that is not listed. */
export function scriptsOf(text: string): Set<string> {
  const found = new Set<string>();
  if (!beyondLatin.test(text)) {
    if (/\p{L}/u.test(text)) found.add('latin');
    return found;
  }
  for (const letter of text.match(/\p{L}/gu) ?? []) {
    found.add(scripts.find(({ letters }) => letters.test(letter))?.name ?? 'other');
  }
  return found;
}

/** The scripts that phrases may use: those of the store's language and of the product, and Latin, which codes use. */
export function allowedScripts(locale: string, productTexts: string): ReadonlySet<string> {
  const allowed = scriptsOf(productTexts).add('latin');
  for (const script of scriptsByLanguage.get(languageOf(locale)) ?? []) allowed.add(script);
  return allowed;
}

/** Whether a word mixes similar letters of several alphabets, as forged names do: `аpple`. */
export function mixesAlphabets(word: string): boolean {
  if (!beyondLatin.test(word)) return false;
  const found = scriptsOf(word);
  const alphabets = ['latin', 'cyrillic', 'greek'].filter((name) => found.has(name));
  return alphabets.length > 1;
}
