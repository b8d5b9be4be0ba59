/**
 * Offers and orders to the reader. They are true of every product or of none, so no shopper finds a product by them. English ones
 * count in every store. Words that shoppers type themselves (`cheap`, `günstig`) are not listed. Pure; any text is accepted, and null
 * means that it is no offer. Lengths are bounded by the output rules, not here; it never drops a phrase itself.
 */
// Tests: ./promotion.test.ts.

import promotions from '../../language/enrichment/promotions.json' with { type: 'json' };
import { byLanguage } from '../../language/words.ts';
import { languageOf } from '../../search/text/stop-words.ts';
import { scanWords } from '../../search/text/words.ts';
import { remembered } from '../../structures/bounded-by-count.ts';

/** Folded phrases; a `*` stands for any ending of its word. */
const phrases = byLanguage<readonly string[]>(promotions.phrases);

const percentOff =
  /\d\s?%\s?(?:off|rabatt|rabat|de descuento|de reduction|di sconto|de desconto|korting|znizki|slev[ay]|indirim|скидк[аи])|(?:^|\s)-\s?\d{1,2}\s?%/;
/** `2 for 1` is an offer, `2 in 1` a thing; orders end so in English. */
const atEnd = /\d ?for ?(?:the price of ?)?1$| (?:now|today)$/;
/** The expressions of scripts without spaces, in which a phrase may occur anywhere. */
const spacelessPattern = new RegExp(promotions.without_spaces.join('|'), 'u');
const beyondThai = /[\u0e00-\uffff]/;

/** An expression with its longest word, by which it is looked up. */
interface Expression {
  readonly pattern: RegExp;
  readonly word: string;
  /** Whether any word that begins with `word` will do. */
  readonly isBeginning: boolean;
}

/** Expressions by the first letters of their longest words, so that most phrases are compared with none. */
type Expressions = ReadonlyMap<string, readonly Expression[]>;

const beginningLength = 4;
/** Locales of a deployment are few. */
const localesMax = 64;

/** Returns the expressions of English and of a locale's language. */
const expressionsOf = remembered(localesMax, (locale: string): Expressions => {
  const language = languageOf(locale);
  const english = phrases.get('en') ?? [];
  // Elsewhere these are ordinary words: `sale` is dirty, or salt.
  const own = language === 'en' ? promotions.english_stores_only : (phrases.get(language) ?? []);
  const expressions = [...english, ...own].flatMap((text) => readExpression(text) ?? []);
  return Map.groupBy(expressions, ({ word }) => word.slice(0, beginningLength));
});

/** Null if the text has no word. */
function readExpression(text: string): Expression | null {
  const words = scanWords(text).map((word) => word.text);
  const [longest] = words.toSorted((left, right) => right.length - left.length);
  if (longest === undefined) return null;
  const letters = text.replace('*', '[\\p{L}\\p{M}]*');
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{M}\\p{N}])`, 'u'),
    word: longest,
    isBeginning: text.endsWith(`${longest}*`),
  };
}

/** The expressions that may contain the word. */
function expressionsWith(word: string, expressions: Expressions): readonly Expression[] {
  const found = expressions.get(word.slice(0, beginningLength)) ?? [];
  return found.filter(
    ({ word: longest, isBeginning }) => word === longest || (isBeginning && word.startsWith(longest)),
  );
}

/** Whether a folded word may belong to a promotion; each result of {@link promotionIn} contains such a word. */
export function mayBePromotion(word: string, locale: string): boolean {
  return expressionsWith(word, expressionsOf(locale)).length > 0;
}

/**
 * The offer or order in a folded phrase of these words, in English or the language of a BCP 47 locale, or null.
 */
export function promotionIn(foldedPhrase: string, words: readonly string[], locale: string): string | null {
  const expressions = expressionsOf(locale);
  // A thing in shops, not an offer.
  const phrase = foldedPhrase.replace('point of sale', 'till');
  for (const word of words) {
    for (const { pattern } of expressionsWith(word, expressions)) {
      const found = pattern.exec(phrase);
      if (found !== null) return found[0];
    }
  }
  const elsewhere = beyondThai.test(foldedPhrase) ? spacelessPattern.exec(foldedPhrase) : null;
  const percent = foldedPhrase.includes('%') ? percentOff.exec(foldedPhrase) : null;
  return (elsewhere ?? percent ?? atEnd.exec(foldedPhrase))?.[0].trim() ?? null;
}
