/**
 * Whether a beginning of a type's name suggests the type. It takes any list of types with their products: those that enrichment gave
 * the documents, and, as a check from outside, what the leaves of categories call them. Beginnings have at least 3 letters; a dropdown
 * shows 5 suggestions. It judges no single suggestion; a type without a name, or no types, gives no pairs, never an error.
 */
// Tests: test/bench/suggestion-sheets.test.ts.
import type { SearchDocument } from '../../server/search/document/document.ts';
import { fold } from '../../server/search/text/fold.ts';
import { createProductReader } from '../known-items/read-product.ts';
import { shopWordsOf } from '../known-items/shop-words.ts';

/** A type of product. */
export interface CountedType {
  /** The names under which it should be suggested; any of them will do, the first is the usual one. */
  readonly names: readonly string[];
  readonly productCount: number;
}

/** A beginning, and a type whose name it begins. */
export interface TypeBeginning {
  readonly beginning: string;
  readonly type: CountedType;
}

/** Suggestions that a dropdown shows. */
export const suggestionsShown = 5;
const lettersMin = 3;

/**
 * Each type with every beginning of its name of three letters and more. If more types begin alike than a dropdown has room for, those
 * with most products are asked for.
 */
export function beginningsOfTypes(types: readonly CountedType[]): TypeBeginning[] {
  const byBeginning = new Map<string, CountedType[]>();
  for (const type of types.toSorted((one, other) => other.productCount - one.productCount)) {
    const letters = Array.from(type.names[0] ?? '');
    for (let length = lettersMin; length <= letters.length; length += 1) {
      const beginning = letters.slice(0, length).join('');
      if (beginning.endsWith(' ')) continue;
      const sharing = byBeginning.get(beginning) ?? [];
      byBeginning.set(beginning, sharing);
      if (sharing.length < suggestionsShown) sharing.push(type);
    }
  }
  return [...byBeginning].flatMap(([beginning, sharing]) => sharing.map((type) => ({ beginning, type })));
}

/** The pairs whose suggestions do not hold a name of the type. Names are compared folded. */
export function missingTypes(
  pairs: readonly TypeBeginning[],
  suggest: (beginning: string) => readonly string[],
): TypeBeginning[] {
  return pairs.filter(({ beginning, type }) => {
    const shown = new Set(suggest(beginning).map(fold));
    return !type.names.some((name) => shown.has(fold(name)));
  });
}

/** A document as enrichment leaves it. */
type TypedDocument = SearchDocument & {
  readonly type?: { readonly name: string; readonly otherNames: readonly string[] } | null;
};

/** The types of the documents that are in stock, by the names that enrichment gave them; none where it gave none. */
export function documentTypes(documents: readonly TypedDocument[]): CountedType[] {
  const types = new Map<string, { names: Set<string>; productCount: number }>();
  for (const { type, inStock } of documents) {
    if (type === undefined || type === null || !inStock) continue;
    const counted = types.get(fold(type.name)) ?? { names: new Set([type.name]), productCount: 0 };
    types.set(fold(type.name), counted);
    for (const name of type.otherNames) counted.names.add(name);
    counted.productCount += 1;
  }
  return [...types.values()].map(({ names, productCount }) => ({ names: [...names], productCount }));
}

/**
 * Returns the names that the leaves of categories, or a reader's list, give the products in stock; the form of most of them
 * first.
 */
export function namedTypes(documents: readonly SearchDocument[], locale: string): CountedType[] {
  const read = createProductReader(shopWordsOf(locale), locale);
  const forms = new Map<string, Map<string, number>>();
  for (const document of documents.filter(({ inStock }) => inStock)) {
    for (const [thing, form] of read(document).things) {
      const counts = forms.get(thing) ?? new Map<string, number>();
      forms.set(thing, counts.set(form, (counts.get(form) ?? 0) + 1));
    }
  }
  return [...forms].map(([thing, counts]) => {
    const written = [...counts].sort((one, other) => other[1] - one[1]).map(([form]) => form);
    return {
      names: [...new Set([...written, thing])],
      productCount: counts.values().reduce((sum, count) => sum + count, 0),
    };
  });
}
