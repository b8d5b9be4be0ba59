/**
 * The types of a store as people see them: how many products have each, and the categories of some of these products and the words
 * beside the type in their titles. Counts are exact; the rest is a sample, so that a page costs the same however large the store is.
 * It writes nothing. The sample has 100 products a type, of which 3 categories and 6 words are shown; a search looks through 20,000
 * types at most.
 */
// Tests: ./read-types.test.ts.

import { fold } from '../../search/text/fold.ts';
import { stopWords } from '../../search/text/stop-words.ts';
import type { CountedType } from '../../storage/enrichment/tables.ts';
import type { RowPage } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';

/** A type with what some of its products say. */
export interface TypeOverview extends CountedType {
  /** Categories of its products, those of most products first. */
  readonly categories: readonly string[];
  /** Folded words next to the type in titles, most frequent first. */
  readonly words: readonly string[];
}

/** Products of a type that are looked at. Chosen: a page of types reads some thousand short rows. */
const sampled = 100;
/** Categories and words shown for each type. */
const [categoriesShown, wordsShown] = [3, 6];
/** Types that one statement reads where they are searched, and that are looked through in all. Chosen. */
const [typesPerRead, typesSearched] = [500, 20_000];

/** The types to read. */
export interface TypesQuestion {
  readonly after: CountedType | null;
  readonly limit: number;
  /** Part of the name, in any writing; empty: all. */
  readonly text: string;
  /** The locale of the store. */
  readonly locale: string;
}

/** Reads types, those of most products first. A search looks through the types of most products alone. */
export async function readTypes(
  reader: StoreReader,
  { text, locale, ...page }: TypesQuestion,
): Promise<RowPage<TypeOverview>> {
  const { rows, isMore } =
    fold(text) === '' ? await firstTypes(reader, page) : await search(reader, page, text);
  const types: TypeOverview[] = [];
  for (const type of rows) {
    const products = await reader.phrases.productsOfType(type.name, sampled);
    types.push({ ...type, ...describeType(type.name, products, locale) });
  }
  return { rows: types, isMore };
}

type Page = Pick<TypesQuestion, 'after' | 'limit'>;

async function firstTypes(reader: StoreReader, page: Page): Promise<RowPage<CountedType>> {
  const rows = await reader.phrases.types(page);
  return { rows, isMore: rows.length === page.limit };
}

async function search(
  reader: StoreReader,
  { after, limit }: Page,
  text: string,
): Promise<RowPage<CountedType>> {
  const wanted = fold(text);
  const found: CountedType[] = [];
  let last = after;
  for (let looked = 0; looked < typesSearched; looked += typesPerRead) {
    const types = await reader.phrases.types({ after: last, limit: typesPerRead });
    found.push(...types.filter(({ name }) => fold(name).includes(wanted)));
    if (found.length >= limit) return { rows: found.slice(0, limit), isMore: true };
    last = types.at(-1) ?? last;
    if (types.length < typesPerRead) break;
  }
  return { rows: found, isMore: false };
}

/** Describes a type by the categories and titles of these products. */
export function describeType(
  name: string,
  products: readonly { readonly title: string; readonly category: string | null }[],
  locale: string,
): Pick<TypeOverview, 'categories' | 'words'> {
  const categories = products.flatMap(({ category }) => (category === null ? [] : [category]));
  const small = stopWords(locale);
  const words = products.flatMap(({ title }) =>
    wordsBeside(wordsOf(title), wordsOf(name)).filter((word) => !small.has(word) && isWord.test(word)),
  );
  return { categories: mostOf(categories, categoriesShown), words: mostOf(words, wordsShown) };
}

const isWord = /^\p{L}.*\p{L}$/u;

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The word before and the word behind each place where the name stands. */
function wordsBeside(title: readonly string[], name: readonly string[]): string[] {
  const beside: string[] = [];
  for (let at = 0; at + name.length <= title.length; at += 1) {
    if (!name.every((word, index) => title[at + index] === word)) continue;
    beside.push(title[at - 1] ?? '', title[at + name.length] ?? '');
  }
  return beside.filter((word) => word !== '');
}

/** Each once, those that come most often first, then by text. */
function mostOf(texts: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .sort(([left, fewer], [right, more]) => more - fewer || (left < right ? -1 : 1))
    .slice(0, most)
    .map(([text]) => text);
}
