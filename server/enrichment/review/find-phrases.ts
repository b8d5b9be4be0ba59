/**
 * Searches the generated phrases of a store by words, pattern and decision, product by product. It writes nothing. A search looks
 * through 20,000 products at most (`limits.reviewedProducts`), then says where it goes on; products that a person decided by
 * themselves are passed over.
 */
// Tests: test/storage/phrase-decisions.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { PhraseVerdict } from '../../../contract/words/phrase-patterns.ts';
import type { ReviewedProduct, StandingDecision } from '../../storage/enrichment/review-tables.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { type Pattern, packPattern, unpackPatterns } from './phrase-pattern.ts';
import { allPhrases, type FindDecision, matchWords, readDecisions, wordsText } from './standing-decisions.ts';

/** A phrase that was found. */
export interface FoundPhrase {
  readonly product: ReviewedProduct;
  readonly phrase: string;
  readonly pattern: Pattern;
  readonly isShown: boolean;
  readonly decision: StandingDecision | null;
}

/** A place in the phrases of a store: behind one phrase of a product. */
export interface PhrasePlace {
  readonly productId: string;
  /** Phrases of the product up to this one. */
  readonly place: number;
}

/** The phrases to find. */
export interface PhraseSearch {
  /** Blank: all. */
  readonly words: string;
  readonly pattern: Pattern | null;
  readonly verdict: PhraseVerdict | 'open' | null;
  readonly after: PhrasePlace | null;
  readonly limit: number;
}

type Reader = Pick<StoreReader, 'phrases'>;

/** Finds phrases in the order of their products' ids; `next` is null where there are no more. */
export async function findPhrases(
  reader: Reader,
  { words, pattern, verdict, after, limit }: PhraseSearch,
): Promise<{ readonly phrases: readonly FoundPhrase[]; readonly next: PhrasePlace | null }> {
  const findDecision = readDecisions(await reader.phrases.decisions());
  const matches = words.trim() === '' ? () => true : matchPhrases(words);
  const found: FoundPhrase[] = [];
  let place = after;
  const end = await eachProduct(reader, { after, pattern }, (product) => {
    const passed = after?.productId === product.productId ? after.place : 0;
    for (const [index, one] of phrasesOf(product, findDecision).entries()) {
      if (index < passed || (pattern !== null && one.pattern !== pattern)) continue;
      if (verdict !== null && (one.decision?.verdict ?? 'open') !== verdict) continue;
      if (!matches(one)) continue;
      if (found.length === limit) return 'enough';
      found.push(one);
      place = { productId: product.productId, place: index + 1 };
    }
    return 'more';
  });
  if (end === 'enough') return { phrases: found, next: place };
  return { phrases: found, next: end === null ? null : { productId: end, place: limits.phrasesPerProduct } };
}

/** The size of the group of phrases that have these words. */
export async function sizeOfWords(reader: Reader, words: string) {
  const findDecision = readDecisions(await reader.phrases.decisions());
  const matches = matchPhrases(words);
  const size = { products: 0, phrases: 0, emptiedProducts: 0 };
  const end = await eachProduct(reader, { after: null, pattern: null }, (product) => {
    const phrases = phrasesOf(product, findDecision);
    const found = phrases.filter(matches).length;
    if (found === 0) return 'more';
    size.products += 1;
    size.phrases += found;
    if (phrases.every((one) => matches(one) || one.decision?.verdict === 'refused'))
      size.emptiedProducts += 1;
    return 'more';
  });
  return { ...size, isComplete: end === null };
}

/**
 * Calls `look` with each product behind a place, and with that of the place itself. Returns `enough` if a call said so, null at the
 * end, or the id of the last product where it has looked at as many as it may.
 */
async function eachProduct(
  reader: Reader,
  { after, pattern }: Pick<PhraseSearch, 'after' | 'pattern'>,
  look: (product: ReviewedProduct) => 'more' | 'enough',
): Promise<'enough' | string | null> {
  const holding = pattern === null ? {} : { holding: packPattern(pattern) };
  const limit = limits.reviewedProductsPerRead;
  let products = after === null ? [] : await reader.phrases.reviewedAmong([after.productId]);
  let last = after?.productId ?? '';
  for (let looked = 0; ; looked += limit) {
    for (const product of products) {
      if (look(product) === 'enough') return 'enough';
    }
    if (looked >= limits.reviewedProducts) {
      const [next] = await reader.phrases.reviewed({ after: last, limit: 1, ...holding });
      return next === undefined ? null : last;
    }
    products = await reader.phrases.reviewed({ after: last, limit, ...holding });
    if (products.length === 0) return null;
    last = products.at(-1)?.productId ?? last;
  }
}

/** The phrases of a product whose patterns are known, with the decisions that hold for them. */
function phrasesOf(product: ReviewedProduct, findDecision: FindDecision): FoundPhrase[] {
  const { set, live, title } = product;
  const generated = set.generated ?? live;
  const patterns = unpackPatterns(set.patterns ?? '');
  return allPhrases(generated).flatMap((phrase, place) => {
    const pattern = patterns[place];
    if (pattern === undefined) return [];
    const isShown = place < generated.suggestionPhrases.length;
    return [{ product, phrase, pattern, isShown, decision: findDecision({ phrase, pattern, title }) }];
  });
}

const isAscii = /^[\x20-\x7e]*$/;

/** Whether phrases have the words. Folding is the dear part: plain text without the letters of each word is known to have none. */
function matchPhrases(words: string): (one: FoundPhrase) => boolean {
  const matches = matchWords(words);
  const wanted = wordsText(words)
    .split(' ')
    .filter((word) => /^[a-z]+$/.test(word));
  return ({ phrase, product: { title } }) => {
    const text = `${phrase} ${title}`;
    if (isAscii.test(text)) {
      const small = text.toLowerCase();
      if (wanted.some((word) => !small.includes(word))) return false;
    }
    return matches(wordsText(text));
  };
}
