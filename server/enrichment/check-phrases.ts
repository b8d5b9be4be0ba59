/**
 * The rules for phrases of products, the same for every generator: what a shopper would type, about this product, and
 * nothing else. Whatever a generator answers, and whatever a product's text made a model say, only phrases that keep
 * all rules are stored. A pure function; to check checked phrases changes nothing.
 */
import { fold, legalSigns } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import type { PhraseProduct, ProductPhrases } from './phrase-generator.ts';
import { type Blocks, readBlocklist } from './phrase-rules/blocked-words.ts';
import {
  hasMarkup,
  hasPersonalData,
  isInstruction,
  priceIn,
  webAddress,
} from './phrase-rules/foreign-matter.ts';
import { isRelated, ProductWords, type WordLanguage, wordLanguage } from './phrase-rules/product-words.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { allowedScripts, mixesAlphabets, scriptsOf } from './phrase-rules/scripts.ts';
import { cleanPhrase, phraseCase } from './phrase-rules/spelling.ts';

/** The bounds of the lists and of a phrase in them; words are those between spaces. */
export const phraseLimits = {
  suggestionPhrases: 8,
  searchPhrases: 24,
  suggestionWords: 6,
  searchWords: 8,
  characters: 80,
} as const;

/** Why a phrase was dropped (docs/enrichment.md). */
export type PhraseRule =
  | 'empty'
  | 'markup'
  | 'too_long'
  | 'shouting'
  | 'personal_data'
  | 'web_address'
  | 'price'
  | 'instruction'
  | 'wrong_script'
  | 'duplicate'
  | 'blocked'
  | 'profanity'
  | 'other_brand'
  | 'unrelated'
  | 'too_many';

/** What is known besides the product. */
export interface PhraseContext {
  readonly locale: string;
  /** Words and phrases that the store never shows. */
  readonly blocklist: readonly string[];
  /** Brands of the store by their {@link brandKey}; the product's own may be among them. */
  readonly otherBrands: ReadonlySet<string>;
}

/** A phrase that was dropped, as it came. */
export interface DroppedPhrase {
  readonly phrase: string;
  readonly rule: PhraseRule;
}

/** Phrases that keep all rules, in the order in which they came, and those that do not. */
export interface CheckedPhrases extends ProductPhrases {
  readonly dropped: readonly DroppedPhrase[];
}

/** Applies the rules to the phrases of one product. Never throws, whatever the texts hold. */
export function checkPhrases(
  product: PhraseProduct,
  phrases: ProductPhrases,
  context: PhraseContext,
): CheckedPhrases {
  const check = createCheck(product, context);
  const dropped: DroppedPhrase[] = [];
  const keep = (given: readonly string[], max: number, wordsMax: number) => {
    const kept: string[] = [];
    for (const phrase of given) {
      const checked = kept.length < max ? check(phrase, wordsMax) : { rule: 'too_many' as const };
      if ('rule' in checked) dropped.push({ phrase, rule: checked.rule });
      else kept.push(checked.phrase);
    }
    return kept;
  };
  const { suggestionWords, searchWords } = phraseLimits;
  const suggestionPhrases = keep(phrases.suggestionPhrases, phraseLimits.suggestionPhrases, suggestionWords);
  const searchPhrases = keep(phrases.searchPhrases, phraseLimits.searchPhrases, searchWords);
  return { suggestionPhrases, searchPhrases, dropped };
}

/** A product with all that its phrases are held against. */
interface Subject {
  readonly context: PhraseContext;
  readonly language: WordLanguage;
  readonly words: ProductWords;
  readonly blocks: Blocks;
}

type Verdict = { readonly phrase: string } | { readonly rule: PhraseRule };

function createCheck(product: PhraseProduct, context: PhraseContext) {
  const language = wordLanguage(context.locale);
  const words = new ProductWords(product, language);
  const spellings = new Set(
    `${product.brand ?? ''} ${product.title}`.replace(legalSigns, '').split(/[\s,;:()/]+/u),
  );
  const isOwnSpelling = (word: string) => isSpelledSo(word, product, spellings);
  const subject: Subject = {
    context,
    language,
    words,
    blocks: readBlocklist(context.blocklist),
  };
  const seen = new Set<string>();
  return (text: string, wordsMax: number): Verdict => {
    const clean = cleanPhrase(text);
    const rule = shapeRule(text, clean, wordsMax, subject);
    if (rule !== null) return { rule };
    const phrase = phraseCase(clean, context.locale, isOwnSpelling);
    const folded = fold(phrase);
    if (seen.has(folded)) return { rule: 'duplicate' };
    const broken = meaningRule(folded, subject);
    if (broken !== null) return { rule: broken };
    seen.add(folded);
    return { phrase };
  };
}

/** A capital only counts where the whole title does not shout. */
function isSpelledSo(word: string, { brand, title }: PhraseProduct, spellings: ReadonlySet<string>): boolean {
  if (!spellings.has(word)) return false;
  if ((brand ?? '').replace(legalSigns, '').split(' ').includes(word)) return true;
  return /^\p{Lu}+$/u.test(word) && word.length <= abbreviationMaxLetters && /\p{Ll}/u.test(title);
}

/** `HDMI`, `DDR`, `LED`. */
const abbreviationMaxLetters = 4;

const shouted = /!|\?\?/u;
const hasLetterOrDigit = /[\p{L}\p{N}]/u;

/** The rule that the phrase breaks by what it is made of, whatever the product, or null. */
function shapeRule(text: string, phrase: string, wordsMax: number, { words }: Subject): PhraseRule | null {
  if (hasMarkup(text)) return 'markup';
  if (!hasLetterOrDigit.test(phrase)) return 'empty';
  if (phrase.length > phraseLimits.characters || phrase.split(' ').length > wordsMax) return 'too_long';
  if (shouted.test(phrase) && !words.all.folded.includes(fold(phrase))) return 'shouting';
  if (hasPersonalData(phrase, (digits) => words.all.folded.replace(/\D/g, '').includes(digits)))
    return 'personal_data';
  const address = webAddress(phrase);
  if (address !== null && !words.all.folded.includes(fold(address))) return 'web_address';
  // Of a voucher it is the name.
  const price = priceIn(phrase);
  return price !== null && !words.all.folded.includes(fold(price)) ? 'price' : null;
}

/** The rule that the phrase breaks by what it says, or null. */
function meaningRule(folded: string, subject: Subject): PhraseRule | null {
  const { context, language, words, blocks } = subject;
  if (isInstruction(folded) && !words.all.folded.includes(` ${folded} `)) return 'instruction';
  if (isOfWrongScript(folded, words, context.locale)) return 'wrong_script';
  if (folded === '' || !hasLetterOrDigit.test(folded)) return 'empty';
  const scanned = scanWords(folded);
  const texts = scanned.filter(({ kind }) => kind !== 'tail').map(({ text }) => text);
  if (blocks(folded)) return 'blocked';
  if (
    isProfane(
      folded,
      texts.filter((text) => !words.named.stems.has(language.stem(text))),
      context.locale,
    )
  )
    return 'profanity';
  if (namesOtherBrand(texts, words, context.otherBrands)) return 'other_brand';
  return isRelated(scanned, words, language) ? null : 'unrelated';
}

function isOfWrongScript(folded: string, words: ProductWords, locale: string): boolean {
  const scripts = scriptsOf(folded);
  scripts.delete('latin');
  if (scripts.size === 0) return false;
  const allowed = allowedScripts(locale, words.all.folded);
  return [...scripts].some((script) => !allowed.has(script)) || folded.split(' ').some(mixesAlphabets);
}

const brandWordsMax = 4;

/** A brand as phrases are searched for it: its folded words with single spaces. */
export function brandKey(brand: string): string {
  return scanWords(fold(brand))
    .filter(({ kind }) => kind !== 'tail')
    .map(({ text }) => text)
    .join(' ');
}

/** Whether some words of a phrase are a brand of the store that the product does not name. */
function namesOtherBrand(
  words: readonly string[],
  product: ProductWords,
  brands: ReadonlySet<string>,
): boolean {
  for (let start = 0; start < words.length; start += 1) {
    let name = '';
    for (let end = start; end < Math.min(words.length, start + brandWordsMax); end += 1) {
      name += name === '' ? words[end] : ` ${words[end]}`;
      if (brands.has(name) && !product.all.spaced.includes(` ${name} `)) return true;
    }
  }
  return false;
}
