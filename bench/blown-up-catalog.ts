/**
 * A catalog of any size from the words of a real one: the first half of one product's title with the second half of another's of the
 * same category, attributes of both, new model numbers, new identifiers. So brands, categories and words are shared as in the real
 * shop, some products are varied far more often than others, and the dictionary keeps growing with the catalog. Deterministic, and
 * made one by one, so that a million of them need no memory. Titles have at most 250 characters. It never gives an id twice; seeds
 * without a title or category give products without one, and an empty list of seeds throws.
 */
// Tests: test/search/products-looked-at.test.ts.
import type { RawProduct } from '../server/catalog/product.ts';
import { createRandom, pick, pickEarly, type Random } from './random.ts';

const titleMaxLength = 250;

/** `count` valid products with distinct ids; a longer catalog begins with a shorter one. */
export function* blownUpCatalog(seeds: readonly RawProduct[], count: number): Generator<RawProduct> {
  const random = createRandom(20_261_121);
  const byCategory = Map.groupBy(seeds, ({ category }) => category);
  for (let index = 0; index < count; index += 1) {
    const seed = pickEarly(seeds, random);
    const donor = pick(byCategory.get(seed.category) ?? seeds, random);
    yield makeProduct(index, seed, donor, random);
  }
}

/** Items in lists of `size`, the last one shorter. */
export function* inPages<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let page: Item[] = [];
  for (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function makeProduct(index: number, seed: RawProduct, donor: RawProduct, random: Random): RawProduct {
  const { sku: _sku, attributes: _attributes, ...rest } = seed;
  const attributes = mixAttributes(seed.attributes, donor.attributes, random);
  const id = String(1_000_000 + index);
  return {
    ...rest,
    external_id: id,
    ...mixTitles(String(seed.title), String(donor.title), random),
    gtin: eanOf(index),
    price: (1 + random() * 999).toFixed(2),
    url: String(seed.url).replace(/[^/]*$/, id),
    ...(typeof seed.image_url === 'string' ? { image_url: renewFileName(seed.image_url, random) } : {}),
    in_stock: random() < 0.9,
    ...(attributes === null ? {} : { attributes }),
  };
}

/** The head of one title and the tail of another, with a model number that no other product has. */
function mixTitles(first: string, second: string, random: Random): { title: string; mpn: string } {
  const head = first.split(' ');
  const tail = second.split(' ');
  const words = [...head.slice(0, Math.ceil(head.length / 2)), ...tail.slice(Math.ceil(tail.length / 2))];
  const place = words.findIndex(isModelNumber);
  const mpn = place < 0 ? makeModelNumber(random) : renewDigits(words[place] ?? '', random);
  if (place < 0) words.push(mpn);
  else words[place] = mpn;
  return { title: words.join(' ').slice(0, titleMaxLength).trim(), mpn };
}

/** Digits with letters around them: `DCP-130C`, but no sizes such as `4GB` or `17"`. */
function isModelNumber(word: string): boolean {
  return /^(?=.*[A-Z])(?=.*\d.*\d)[A-Za-z0-9./-]{5,}$/.test(word);
}

function makeModelNumber(random: Random): string {
  const letter = () => String.fromCharCode(65 + Math.floor(random() * 26));
  return `${letter()}${letter()}-${Math.floor(1_000 + random() * 9_000)}${letter()}`;
}

/** Every label of the one product, with the value of either. */
function mixAttributes(first: unknown, second: unknown, random: Random): Record<string, unknown> | null {
  if (!isObject(first)) return null;
  const others = new Map(isObject(second) ? Object.entries(second) : []);
  return Object.fromEntries(
    Object.entries(first).map(([label, value]) => [
      label,
      random() < 0.5 ? (others.get(label) ?? value) : value,
    ]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text with other digits. */
function renewDigits(text: string, random: Random): string {
  return text.replace(/\d/g, () => String(Math.floor(random() * 10)));
}

/** The same address with other digits after the last slash. */
function renewFileName(address: string, random: Random): string {
  return address.replace(/[^/]*$/, (name) => renewDigits(name, random));
}

/** An EAN-13 with its check digit, none twice. */
function eanOf(index: number): string {
  const digits = `40${String(index * 7_919)
    .padStart(10, '0')
    .slice(-10)}`;
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
