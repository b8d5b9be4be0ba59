/** Scripts: in which letters the phrases of a product may be written. */
import { languageOf } from '../../search/text/stop-words.ts';

/** Scripts that shops sell in; Han and the two Japanese ones are told apart, since a phrase mixes them. */
const scripts: readonly (readonly [name: string, letters: RegExp])[] = [
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['thai', /\p{Script=Thai}/u],
  ['han', /\p{Script=Han}/u],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
];

/** What a language is written in; any other in Latin. */
const byLanguage = new Map<string, readonly string[]>([
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

/** ASCII, Latin letters with marks, and marks. */
const beyondLatin = /[^ -~\u0080-\u024f\u1e00-\u1eff\p{M}]/u;

/** Names of the scripts that the letters of a text are of; `other` for one that is not in the list. */
export function scriptsOf(text: string): Set<string> {
  const found = new Set<string>();
  if (!beyondLatin.test(text)) {
    if (/\p{L}/u.test(text)) found.add('latin');
    return found;
  }
  for (const letter of text.match(/\p{L}/gu) ?? []) {
    found.add(scripts.find(([, letters]) => letters.test(letter))?.[0] ?? 'other');
  }
  return found;
}

/** What phrases may be written in: the store's language, what the product is written in, and Latin, as codes are. */
export function allowedScripts(locale: string, productTexts: string): ReadonlySet<string> {
  const allowed = scriptsOf(productTexts).add('latin');
  for (const script of byLanguage.get(languageOf(locale)) ?? []) allowed.add(script);
  return allowed;
}

/** A word of letters that look alike but are of different alphabets, as forged names are written: `аpple`. */
export function mixesAlphabets(word: string): boolean {
  if (!beyondLatin.test(word)) return false;
  const found = scriptsOf(word);
  const alphabets = ['latin', 'cyrillic', 'greek'].filter((name) => found.has(name));
  return alphabets.length > 1;
}
