/**
 * The names by which rules refer to products: an external id, a brand, or levels of a category. Pins and hides use ids, boosts any of
 * them. A name is a text, so one map serves all kinds. Pure; brands and categories are compared folded. A product without them has
 * fewer names. Names have the lengths of the fields (at most 255 characters); nothing is refused here.
 */
// Tests: ./named-products.test.ts.
import type { Boost, MerchandisingRule } from '../../contract/words/merchandising.ts';
import { categoryPath } from '../catalog/product.ts';
import { fold } from '../search/text/fold.ts';
import type { NamableProduct } from '../storage/merchandising/tables.ts';

/** Ids are compared as they are written. */
export const idName = (externalId: string) => `id:${externalId}`;
const brandName = (brand: string) => `brand:${fold(brand)}`;
const categoryName = (levels: readonly string[]) => `category:${levels.map(fold).join('>')}`;

export function nameOfBoost({ field, value }: Pick<Boost, 'field' | 'value'>): string {
  if (field === 'external_id') return idName(value);
  return field === 'brand' ? brandName(value) : categoryName(categoryPath(value));
}

/** Every name that the rules use, each once. */
export function namesIn(rules: readonly MerchandisingRule[]): ReadonlySet<string> {
  return new Set(
    rules.flatMap(({ pins, hides, boosts }) =>
      [...pins, ...hides].map(idName).concat(boosts.map(nameOfBoost)),
    ),
  );
}

/** The external ids among names. */
export function externalIdsOf(names: Iterable<string>): string[] {
  const prefix = idName('');
  return [...names].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** Every name of a product; its category has a name for each level, and for each run of levels. */
export function namesOf({ externalId, brand, category }: Omit<NamableProduct, 'id'>): string[] {
  const path = categoryPath(category);
  const names = [idName(externalId)];
  if (brand !== null) names.push(brandName(brand));
  for (let start = 0; start < path.length; start += 1) {
    for (let end = start + 1; end <= path.length; end += 1) names.push(categoryName(path.slice(start, end)));
  }
  return names;
}
