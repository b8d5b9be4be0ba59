/**
 * The facts of a product that conditions compare, in the folded form of texts. Each fact is computed on first use and kept, so that a
 * product that many collections look at is folded once. Pure. A missing field is empty, never an error. Prices stay decimal text.
 */
// Tests: ./evaluate-rules.test.ts, server/resources/collections/suggestion-candidates.test.ts.
import { categoryPath } from '../../catalog/product.ts';
import { fold } from '../../search/text/fold.ts';
import type { CollectedProduct } from '../../storage/collections/tables.ts';

/** The facts about one product that conditions compare, each computed once. */
export class ProductFacts {
  readonly product: CollectedProduct;
  #title: string | null = null;
  #brand: string | null = null;
  #category: readonly string[] | null = null;
  #phrases: readonly string[] | null = null;
  #attributes: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(product: CollectedProduct) {
    this.product = product;
  }

  get title(): string {
    this.#title ??= fold(this.product.title);
    return this.#title;
  }

  /** Empty where there is none. */
  get brand(): string {
    this.#brand ??= fold(this.product.brand ?? '');
    return this.#brand;
  }

  /** The levels of the category, root first. */
  get category(): readonly string[] {
    this.#category ??= foldPath(this.product.category);
    return this.#category;
  }

  /** Suggestion phrases and search phrases. */
  get phrases(): readonly string[] {
    const { suggestionPhrases, searchPhrases } = this.product;
    this.#phrases ??= [...suggestionPhrases, ...searchPhrases].map(fold);
    return this.#phrases;
  }

  /** The values of a label, which is folded. */
  attribute(label: string): readonly string[] {
    this.#attributes ??= foldAttributes(this.product.attributes);
    return this.#attributes.get(label) ?? [];
  }
}

/** The levels of a category, folded, root first. */
export function foldPath(category: string | null): readonly string[] {
  return categoryPath(category).map(fold);
}

function foldAttributes(attributes: CollectedProduct['attributes']): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [label, value] of attributes) {
    const folded = fold(label);
    const known = values.get(folded);
    if (known === undefined) values.set(folded, [fold(value)]);
    else known.push(fold(value));
  }
  return values;
}
