/**
 * Decides whether a text must not be shown to others, or stored: it may be personal (an address, a phone or card number, a token), or
 * it is something that no shop would show. When in doubt, a text is private. Pure. Any text is accepted, and it never stores or logs
 * one; texts are bounded by the caller (100 characters for a query).
 */
// Tests: ./looks-private.test.ts.

import { normalForm } from '../../contract/normal-form.ts';

/** The ways to write `@` as a word, in brackets or between blanks. */
const at = String.raw`(?:\s*[([{<]\s*at\s*[)\]}>]\s*|[\s_]+at[\s_]+)`;
const point = String.raw`(?:\s*[([{<]\s*(?:dot|punkt)\s*[)\]}>]\s*|[\s_]+(?:dot|punkt)[\s_]+|\s*\.\s*)`;
const providers = '(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail|gmx)';

/** `a@b` in any context, also as `a (at) b`, `a at b dot c` or `a at gmail`. */
const mailPattern = new RegExp(
  String.raw`\S@\S|\S\s*[([{]\s*at\s*[)\]}]\s*\S|@\s*[\p{L}\d-]+${point}\p{L}` +
    String.raw`|\S${at}[\p{L}\d_-]+?${point}\p{L}{2}|\S${at}${providers}|\b${providers}${point}\p{L}{2}` +
    // Half an address, while it is typed, or a handle.
    String.raw`|[\p{L}\d]@|(?:^|\s)@[\p{L}\d_]{2}`,
  'iu',
);
/** Top-level domains, without those that are ordinary words in shops, such as `in` and `no`. */
const endings =
  'com|net|org|info|biz|io|de|at|ch|eu|uk|fr|es|it|nl|be|pl|cz|dk|se|fi|pt|ie|ru|ua|br|jp|cn|au|shop';
const webPattern = new RegExp(
  String.raw`https?:|www\.|(?:^|[\s./@])(?=[\d-]*\p{L})[\p{L}\d][\p{L}\d-]+\.(?:${endings})(?=$|[\s/:?,;])`,
  'iu',
);
/** Keys of this service. */
const keyPattern = /\bft_[sp]k_/iu;
/** Two words and a date, in any order: a name and a date of birth. Digits are zeros. */
const birthPattern = new RegExp(
  String.raw`^(?=(?:.*(?<!\p{L})\p{L}{2,}(?!\p{L})){2}).*(?<!0)` +
    String.raw`(?:0{1,2}(?<a>[./-])0{1,2}\k<a>0000|0000(?<b>[/-])0{1,2}\k<b>0{1,2})(?!0)`,
  'u',
);
/** `200x300x400`: a size has no more digits than that. */
const sizePattern = /^0{1,4}(?:\s?[x×*]\s?0{1,4}){1,2}$/u;
/** Two letters and two digits, then at least eleven more: an account by IBAN. */
const accountPattern = /\b[a-z]{2}00(?:\s?[a-z0]){11,30}\b/iu;
/** Tokens and keys: a long run of letters and digits, a shorter mixed one, or the beginning of a JSON Web Token. */
const tokenPattern = /[\p{L}\p{N}_-]{33,}|\b(?=[a-z]*0+[a-z])[a-z0]{20,}|\beyj[a-z0_-]{5,}\.[a-z0_-]/u;

/** Numbers with as many digits count as private; product codes of 13 digits (GTIN) are not distinguished. Chosen. */
const digitsMin = 9;
/** Digits with separators: telephones, cards, accounts, identity numbers. */
const numberPattern = new RegExp(`0(?:(?:[^\\p{L}0]|x){0,3}0){${digitsMin - 1},}`, 'gu');

/** Beginnings of words that no shop shows in a search box; folded. */
const blockedWords =
  /(?:^|\s)(?:fuck|shit|cunt|nigg|fagg|whore|slut|porn|bitch|rape|kike|nazi|hitler|hure|fotze|arschl|schlampe|wichs|neger|kanak|putain|salope|encul|connard|negre|mierda|puta|maricon|cabron|zorra|coño)/u;

const patterns = [
  ...[mailPattern, webPattern, tokenPattern, keyPattern],
  ...[birthPattern, accountPattern, blockedWords],
];

/** Whether a typed query or phrase, in any form, looks private. */
export function looksPrivate(text: string): boolean {
  const plain = plainOf(text);
  if (patterns.some((pattern) => pattern.test(plain))) return true;
  return Array.from(plain.matchAll(numberPattern)).some(([number]) => !isSize(number));
}

/**
 * The text without disguises: URL escapes, invisible characters, marks on digits. Digits of all scripts become zeros, since only
 * their number counts.
 */
function plainOf(text: string): string {
  // Twice, since a text may have been escaped twice.
  return normalForm(decodeEscapes(decodeEscapes(text)), 'NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, (hidden) => (/\s/u.test(hidden) ? ' ' : ''))
    .replace(/\p{Nd}\p{M}*/gu, '0');
}

const escapesPattern = /(?:%[0-9a-f]{2})+/giu;

function decodeEscapes(text: string): string {
  return text.replace(escapesPattern, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

function isSize(number: string): boolean {
  return sizePattern.test(number) && number.replace(/[^0]/gu, '').length <= digitsMin;
}
