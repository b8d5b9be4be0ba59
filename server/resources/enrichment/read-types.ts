/**
 * The types of a store as people see them: how many products have each, and the categories of some of these products and the words
 * beside the type in their titles. Counts are exact; the rest is a sample, so that a page costs the same however large the store is.
 * It writes nothing. The sample has 100 products a type, of which 3 categories and 6 words are shown; a search looks through 20,000
 * types at most.
 */
// Tests: ./read-types.test.ts.
import type { TypeOrder } from '../../../contract/words/phrase-patterns.ts';
import { compareByRisk, type RiskPlace } from '../../enrichment/review/count-patterns.ts';
import { createTypeJudge, type JudgedType } from '../../enrichment/review/judge-types.ts';
import { fold } from '../../search/text/fold.ts';
import { stopWords } from '../../search/text/stop-words.ts';
import type { CountedType, ProductOfType } from '../../storage/enrichment/tables.ts';
import type { StoreReader } from '../../storage/storage.ts';

/** A product that stands for its type. */
type SampleProduct = Pick<ProductOfType, 'externalId' | 'title' | 'imageUrl'>;

/** A type with whether to look at it, and with what some of its products say. */
export interface TypeOverview extends JudgedType {
  readonly samples: readonly SampleProduct[];
  /** Categories of its products, those of most products first. */
  readonly categories: readonly string[];
  /** Folded words next to the type in titles, most frequent first. */
  readonly words: readonly string[];
}

/** Products of a type that are looked at. Chosen: a page of types reads some thousand short rows. */
const sampled = 100;
/** Categories, words and products shown for each type. */
const [categoriesShown, wordsShown, samplesShown] = [3, 6, 5];
/** Types of most products that are looked through. Chosen. */
const typesRead = 20_000;
/** Names of one statement; for more of them, it reads all types. */
const namesPerRead = 500;

/** The types to read. */
export interface TypesQuestion {
  readonly order: TypeOrder;
  /** The last type of the page before, with its risk then. */
  readonly after: RiskPlace | null;
  readonly limit: number;
  /** Part of the name, in any writing; empty: all. */
  readonly text: string;
  /** The locale of the store. */
  readonly locale: string;
}

/** Reads at most `limit` types in the order that is asked for, of the types of most products. */
export async function readTypes(
  reader: StoreReader,
  { order, after, limit, text, locale }: TypesQuestion,
): Promise<readonly TypeOverview[]> {
  const all = await reader.phrases.types({ after: null, limit: typesRead });
  const wanted = fold(text);
  const found = all.filter(({ name }) => wanted === '' || fold(name).includes(wanted));
  const decisions = await reader.phrases.decisions();
  const judge = async (types: readonly CountedType[]): Promise<readonly JudgedType[]> => {
    const names = types.length > namesPerRead ? null : types.map(({ name }) => name);
    const counts = await reader.phrases.typeCounts(names);
    const brands = await reader.phrases.typeBrands(names);
    return types.map(createTypeJudge({ all, counts, brands, decisions, locale }));
  };
  // The order by risk needs the risk of each; without it, all are alike.
  const placed = order === 'risk' ? await judge(found) : found.map((type) => ({ ...type, risk: 0 }));
  const page = placed
    .filter((type) => after === null || compareByRisk(type, after) > 0)
    .toSorted(compareByRisk)
    .slice(0, limit);
  const types: TypeOverview[] = [];
  for (const type of await judge(page)) {
    const products = await reader.phrases.productsOfType(type.name, sampled);
    const samples = products.slice(0, samplesShown);
    types.push({ ...type, samples, ...describeType(type.name, products, locale) });
  }
  return types;
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
