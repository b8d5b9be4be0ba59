/**
 * Brands that a product does not name: a phrase with one of them leads shoppers to the wrong product. Besides the brands of the store
 * these are some 300 well-known ones, without those that are ordinary words (`braun`, `champion`, `target`) or the usual name of a
 * thing (`hoover`, `thermos`, `velcro`). Pure. Brands of more than 4 words are not recognised in a phrase.
 */
// Tests: ./other-brands.test.ts.
import knownBrands from '../../language/enrichment/known-brands.json' with { type: 'json' };
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';
import type { ProductWords, Relations } from './product-words.ts';

const { ordinary_words, ...brandsByTrade } = knownBrands;
/** The well-known brands in the form of {@link brandKey}. */
const wellKnown: ReadonlySet<string> = new Set(Object.values(brandsByTrade).flat());
/** Brands that are ordinary words as well: such a word means the brand only at the start of a phrase, before a thing. */
const ordinaryWords: ReadonlySet<string> = new Set(ordinary_words);

const brandWordsMax = 4;

/** A brand in the form in which phrases are searched for it: its folded words with single spaces. */
export function brandKey(brand: string): string {
  return scanWords(fold(brand))
    .filter(({ kind }) => kind !== 'tail')
    .map(({ text }) => text)
    .join(' ');
}

/** Whether the folded words of a phrase contain a brand of the store, or a well-known one, that the product does not name. */
export function namesOtherBrand(
  words: readonly string[],
  product: ProductWords,
  { otherBrands, titleWords }: Pick<Relations, 'titleWords'> & { readonly otherBrands: ReadonlySet<string> },
): boolean {
  if (hasUnnamed(words, product, otherBrands) || hasUnnamed(words, product, wellKnown)) return true;
  const [first = ''] = words;
  const isBrand = ordinaryWords.has(first) && words.length > 1 && !titleWords.has(first);
  return isBrand && !isNamed(first, product);
}

function hasUnnamed(words: readonly string[], product: ProductWords, brands: ReadonlySet<string>): boolean {
  const firstWords = firstWordsOf(brands);
  for (let start = 0; start < words.length; start += 1) {
    if (!firstWords.has(words[start] ?? '')) continue;
    let name = '';
    for (let end = start; end < Math.min(words.length, start + brandWordsMax); end += 1) {
      name += name === '' ? words[end] : ` ${words[end]}`;
      if (brands.has(name) && !isNamed(name, product)) return true;
    }
  }
  return false;
}

function isNamed(name: string, product: ProductWords): boolean {
  const spaced = ` ${name} `;
  return product.named.spaced.includes(spaced) || product.all.spaced.includes(spaced);
}

/** The first words of sets of brands; one set serves a whole catalog. */
const firstWordsByBrands = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function firstWordsOf(brands: ReadonlySet<string>): ReadonlySet<string> {
  const known = firstWordsByBrands.get(brands);
  if (known !== undefined) return known;
  const made = new Set(Array.from(brands, (brand) => brand.split(' ')[0] ?? ''));
  firstWordsByBrands.set(brands, made);
  return made;
}
