/**
 * The rules for phrases of products, the same for every generator: what a shopper would type, about this product, and nothing else.
 * Only phrases that pass all rules are stored, even if a generator answers others or a product's text instructs it to. A pure
 * function; to check checked phrases changes nothing. A broken rule drops the phrase with the rule's name. At most 8 suggestions of 6
 * words and 24 search phrases of 8 words, each of 80 characters; the rest is dropped.
 */
// Tests: ./check-phrases.test.ts.
import { limits } from '../../contract/limits.ts';
import { boundedType, type ProductType } from '../catalog/product-type.ts';
import type { SynonymSet } from '../search/query/synonym-set.ts';
import { fold, legalSigns } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import type { PhraseProduct, ProductPhrases } from './phrase-generator.ts';
import { type Blocks, readBlocklist } from './phrase-rules/blocked-words.ts';
import {
  currencyIn,
  hasMarkup,
  hasPersonalData,
  isInstruction,
  priceIn,
  serviceIn,
  streetIn,
  webAddress,
} from './phrase-rules/foreign-matter.ts';
import { namesOtherBrand } from './phrase-rules/other-brands.ts';
import { foreignSmallWords, foreignWords, isPlainEnglish } from './phrase-rules/other-language.ts';
import {
  isMostlyStrange,
  isOwnWord,
  isRelated,
  ProductWords,
  type Relations,
  repeatsWord,
  wordLanguage,
} from './phrase-rules/product-words.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { promotionIn } from './phrase-rules/promotion.ts';
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
  | 'promotion'
  | 'wrong_script'
  | 'other_language'
  | 'duplicate'
  | 'blocked'
  | 'profanity'
  | 'other_brand'
  | 'unrelated'
  | 'too_many';

/** The context of a phrase besides the product. */
export interface PhraseContext {
  readonly locale: string;
  /** Words and phrases that the store never shows. */
  readonly blocklist: readonly string[];
  /** Brands of the store by their {@link brandKey}; the product's own may be among them. */
  readonly otherBrands: ReadonlySet<string>;
  /** Whether titles of the store have a folded word: then it is no slip, and no word of another language. */
  readonly titleWords: Pick<ReadonlySet<string>, 'has'>;
  /** The store's own. */
  readonly synonyms: SynonymSet | null;
}

/** A phrase that was dropped, as it came. */
export interface DroppedPhrase {
  readonly phrase: string;
  readonly rule: PhraseRule;
}

/** Phrases that pass all rules, in their original order, and those that do not. */
export interface CheckedPhrases extends ProductPhrases {
  readonly dropped: readonly DroppedPhrase[];
}

/** Applies the rules to the phrases of one product. Never throws, for any texts. */
export function checkPhrases(
  product: PhraseProduct,
  phrases: ProductPhrases,
  context: PhraseContext,
): CheckedPhrases {
  const check = createCheck(product, context);
  const dropped: DroppedPhrase[] = [];
  const keep = (given: readonly string[], bounds: ListBounds, seen: Set<string>) => {
    const kept: string[] = [];
    for (const phrase of given) {
      const checked = kept.length < bounds.most ? check(phrase, bounds, seen) : { rule: 'too_many' as const };
      if ('rule' in checked) dropped.push({ phrase, rule: checked.rule });
      else kept.push(checked.phrase);
    }
    return kept;
  };
  const seen = new Set<string>();
  const suggestionPhrases = keep(phrases.suggestionPhrases, shown, seen);
  const searchPhrases = keep(phrases.searchPhrases, hidden, seen);
  return { suggestionPhrases, searchPhrases, type: checkType(phrases.type, keep), dropped };
}

/** A type is often one of the phrases too. Without a name that keeps the rules there is none. */
function checkType(
  type: ProductType | null,
  keep: (given: readonly string[], bounds: ListBounds, seen: Set<string>) => readonly string[],
): ProductType | null {
  if (type === null) return null;
  // A phrase that the catalog itself uses needs no word of the product.
  const isAttested = type.evidence.every(({ source }) => source !== 'provider');
  const seen = new Set<string>();
  const [name] = keep([type.name], { ...typeName, isAttested }, seen);
  if (name === undefined) return null;
  return boundedType({
    ...type,
    name,
    otherNames: keep(type.otherNames, { ...typeOthers, isAttested }, seen),
  });
}

/** One of the two lists. */
interface ListBounds {
  readonly most: number;
  readonly words: number;
  readonly isHidden: boolean;
  /** The store's own catalog says so: it need not be related to the product. */
  readonly isAttested?: boolean;
}

const shown: ListBounds = {
  most: phraseLimits.suggestionPhrases,
  words: phraseLimits.suggestionWords,
  isHidden: false,
};
const hidden: ListBounds = {
  most: phraseLimits.searchPhrases,
  words: phraseLimits.searchWords,
  isHidden: true,
};

/** A product with all that its phrases are held against. */
interface Subject extends Relations {
  readonly context: PhraseContext;
  readonly words: ProductWords;
  readonly blocks: Blocks;
}

const typeName: ListBounds = { most: 1, words: phraseLimits.suggestionWords, isHidden: false };
const typeOthers: ListBounds = { ...hidden, most: limits.typeOtherNames };

type Verdict = { readonly phrase: string } | { readonly rule: PhraseRule };

function createCheck(product: PhraseProduct, context: PhraseContext) {
  const { locale, synonyms, titleWords } = context;
  const language = wordLanguage(locale);
  const words = new ProductWords(product, language);
  const blocks = readBlocklist(context.blocklist, language.stem);
  const subject: Subject = { context, language, synonyms, titleWords, words, blocks };
  let spelled: string | undefined;
  const isOwnSpelling = (word: string) => {
    spelled ??= `${product.brand ?? ''} ${product.title}`.replace(legalSigns, '');
    return isSpelledSo(word, product, spelled);
  };
  return (text: string, bounds: ListBounds, seen: Set<string>): Verdict => {
    const clean = cleanPhrase(text);
    const rule = shapeRule(text, clean, bounds, subject);
    if (rule !== null) return { rule };
    const phrase = phraseCase(clean, locale, isOwnSpelling);
    const folded = fold(phrase);
    if (seen.has(folded)) return { rule: 'duplicate' };
    const broken = meaningRule(folded, bounds, subject);
    if (broken !== null) return { rule: broken };
    seen.add(folded);
    return { phrase };
  };
}

/** A capital only counts where the whole title does not shout. */
function isSpelledSo(word: string, { brand, title }: PhraseProduct, spelled: string): boolean {
  if (!standsApart(word, spelled)) return false;
  if ((brand ?? '').replace(legalSigns, '').split(' ').includes(word)) return true;
  return /^\p{Lu}+$/u.test(word) && word.length <= abbreviationMaxLetters && /\p{Ll}/u.test(title);
}

const edge = /^$|^[\s,;:()/]/u;

function standsApart(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (edge.test(text.charAt(at - 1)) && edge.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

/** `HDMI`, `DDR`, `LED`. */
const abbreviationMaxLetters = 4;

const shouted = /!|\?\?/u;
const hasLetterOrDigit = /[\p{L}\p{N}]/u;

/** The rule that the phrase breaks by its form, or null. */
function shapeRule(text: string, phrase: string, bounds: ListBounds, { words }: Subject): PhraseRule | null {
  if (hasMarkup(text)) return 'markup';
  if (!hasLetterOrDigit.test(phrase)) return 'empty';
  if (phrase.length > phraseLimits.characters || phrase.split(' ').length > bounds.words) return 'too_long';
  if (
    shouted.test(phrase) &&
    phrase.split(' ').some((word) => shouted.test(word) && !words.all.folded.includes(fold(word)))
  )
    return 'shouting';
  if (hasPersonalData(phrase, (digits) => words.all.folded.replace(/\D/g, '').includes(digits)))
    return 'personal_data';
  const street = streetIn(phrase);
  if (street !== null && !words.all.folded.includes(fold(street))) return 'personal_data';
  const address = webAddress(fold(phrase));
  if (address !== null && !words.all.folded.includes(address)) return 'web_address';
  // For a voucher this is the name.
  const price = priceIn(phrase);
  return price !== null && !words.all.folded.includes(fold(price)) ? 'price' : null;
}

/** The rule that the phrase breaks by its meaning, or null. */
function meaningRule(
  folded: string,
  { isHidden, isAttested = false }: ListBounds,
  subject: Subject,
): PhraseRule | null {
  const { context, words, blocks } = subject;
  const { locale } = context;
  if (isInstruction(folded) && !words.all.folded.includes(` ${folded} `)) return 'instruction';
  if (isOfWrongScript(folded, words, locale)) return 'wrong_script';
  if (folded === '' || !hasLetterOrDigit.test(folded)) return 'empty';
  const scanned = scanWords(folded);
  const texts = scanned.filter(({ kind }) => kind !== 'tail').map(({ text }) => text);
  const service = serviceIn(texts);
  if (service !== null && !words.all.has(service)) return 'personal_data';
  const currency = currencyIn(texts);
  if (currency !== null && !words.all.has(currency)) return 'price';
  if (repeatsWord(scanned, words, subject)) return 'duplicate';
  if (blocks(folded)) return 'blocked';
  if (isObscene(folded, texts, subject)) return 'profanity';
  if (isPromotion(folded, texts, subject)) return 'promotion';
  if (namesOtherBrand(texts, words, context)) return 'other_brand';
  if (!isAttested && !isRelated(scanned, words, subject)) return 'unrelated';
  if (isOfOtherLanguage(texts, isHidden, subject)) return 'other_language';
  return !isAttested && isMostlyStrange(scanned, words, subject) ? 'unrelated' : null;
}

function isObscene(folded: string, texts: readonly string[], { words, context }: Subject): boolean {
  if (!isProfane(folded, texts, context.locale)) return false;
  const strange = texts.filter((text) => !words.named.has(text));
  return isProfane(folded, strange, context.locale);
}

/** One word may be the product's own: a book of coupons. A whole offer in a title is an offer all the same. */
function isPromotion(folded: string, texts: readonly string[], { words, context }: Subject): boolean {
  const said = promotionIn(folded, texts, context.locale);
  return said !== null && (said.includes(' ') || !words.named.spaced.includes(` ${said} `));
}

function isOfOtherLanguage(texts: readonly string[], isHidden: boolean, subject: Subject): boolean {
  const { context, words, titleWords } = subject;
  const foreign = foreignWords(context.locale);
  const isKnown = (text: string) => titleWords.has(text) || isOwnWord(text, words, subject);
  if (texts.some((text) => foreign.has(text) && !(isHidden && isPlainEnglish(text)) && !isKnown(text)))
    return true;
  const small = foreignSmallWords(context.locale);
  const isSmall = (text: string) => small.has(text) && !titleWords.has(text) && !words.all.has(text);
  // `case with stand` in a German store may be hidden; a title may have a name such as `Bahia de Palma`.
  return texts.some(isSmall) && texts.some((text) => !small.has(text) && !isKnown(text));
}

function isOfWrongScript(folded: string, words: ProductWords, locale: string): boolean {
  const scripts = scriptsOf(folded);
  scripts.delete('latin');
  if (scripts.size === 0) return false;
  const allowed = allowedScripts(locale, words.all.folded);
  return [...scripts].some((script) => !allowed.has(script)) || folded.split(' ').some(mixesAlphabets);
}
