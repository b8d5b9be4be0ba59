/**
 * Whether a text must not be shown to others, or kept: it may be somebody's own (an address, a number of a phone or a
 * card, a token), or it is something that no shop shows unasked. What shoppers type is their business; this errs on the
 * side of saying nothing. Pure.
 */

/** `a@b`, whatever stands around it, also as `a (at) b.c`. */
const mailPattern = /\S@\S|\S\s*[([{]\s*at\s*[)\]}]\s*\S/iu;
const webPattern = /https?:|www\./iu;
/** Digits with what people write between them: telephones, cards, accounts, numbers of the state. */
const numberPattern = /\+?\d(?:[\s./()-]{0,3}\d){8,}/gu;
/** Two letters and two digits, then at least eleven more: an account by IBAN. */
const accountPattern = /\b[a-z]{2}\d{2}(?:\s?[a-z0-9]){11,30}\b/iu;
/** Letters and digits without end: tokens, keys. */
const tokenPattern = /[\p{L}\p{N}_-]{33,}/u;

/** From so many digits on a number is one of those; product codes of 13 digits (GTIN) are not told apart. Chosen. */
const digitsMin = 9;

/** Words that are nobody's wish to read in a search box, as they begin; folded. */
const blockedWords =
  /(?:^|\s)(?:fuck|shit|cunt|nigg|fagg|whore|slut|porn|bitch|rape|kike|nazi|hitler|hure|fotze|arschl|schlampe|wichs|neger|kanak|putain|salope|encul|connard|negre|mierda|puta|maricon|cabron|zorra|coño)/u;

/** For typed queries and phrases, in any form. */
export function looksPrivate(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase();
  if (mailPattern.test(plain) || webPattern.test(plain) || tokenPattern.test(plain)) return true;
  if (accountPattern.test(plain) || blockedWords.test(plain)) return true;
  return Array.from(plain.matchAll(numberPattern)).some(
    ([number]) => number.replace(/\D/gu, '').length >= digitsMin,
  );
}
