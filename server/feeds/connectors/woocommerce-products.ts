/**
 * Turns products and variations of WooCommerce into products of the catalog. Pure. The id is WooCommerce's own: SKUs may be absent. A
 * variation is a product of its own in the group of its parent, with what it lacks taken from there.
 */
// Tests: ./woocommerce-products.test.ts.
import type { ShopProduct } from './connector.ts';
import {
  deepestPath,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  plainText,
  stockQuantityOf,
  textOf,
  textsOf,
} from './json-values.ts';

/** What is the same for all products of a shop. */
export interface WooShop {
  readonly currency: string | undefined;
  readonly categories: ReadonlyMap<string, { readonly name: string; readonly parent: string | null }>;
}

/** The product, or its variations. */
export function toProducts(
  product: JsonObject,
  variations: readonly JsonObject[] | null,
  shop: WooShop,
): readonly ShopProduct[] {
  const group = textOf(product.id) ?? '';
  const shared = {
    title: textOf(product.name),
    description: textOf(product.description) ?? textOf(product.short_description),
    currency: shop.currency,
    category: categoryOf(product, shop),
    brand: namesOf(product.brands)[0],
  };
  const images = textsOf(objectsOf(product.images).map(({ src }) => src));
  const own = attributesOf(product, variations !== null);
  if (variations === null) {
    return [{ external_id: group, ...shared, ...offerOf(product), ...imagesOf(images), ...labels(own) }];
  }
  return variations.map((variation) => {
    const image = textOf(objectOf(variation.image).src);
    const described = textOf(variation.description);
    const chosen = objectsOf(variation.attributes).map(({ name, option }) => [textOf(name), textOf(option)]);
    return {
      external_id: textOf(variation.id) ?? '',
      item_group_id: group,
      ...shared,
      ...(described === undefined ? {} : { description: described }),
      ...offerOf(variation),
      ...imagesOf(image === undefined ? images : [image, ...images.filter((other) => other !== image)]),
      ...labels([...own, ...chosen]),
    };
  });
}

/** What is bought: its price, its stock, its codes and its address. */
function offerOf(item: JsonObject) {
  return {
    sku: textOf(item.sku),
    gtin: textOf(item.global_unique_id),
    price: textOf(item.price),
    compare_at_price: item.on_sale === true ? textOf(item.regular_price) : undefined,
    url: textOf(item.permalink),
    in_stock: item.stock_status !== 'outofstock',
    // Without a count of its own, WooCommerce gives the parent's or none.
    stock_quantity: item.manage_stock === false ? undefined : countOf(item.stock_quantity),
  };
}

/** Below zero where more was sold than there was. */
function countOf(value: unknown): number | undefined {
  const count = numberOf(value);
  return count === undefined ? undefined : stockQuantityOf(count);
}

function categoryOf({ categories }: JsonObject, shop: WooShop): string | undefined {
  const listed = objectsOf(categories);
  const path = deepestPath(textsOf(listed.map(({ id }) => id)), shop.categories);
  return path?.join(' > ') ?? namesOf(listed)[0];
}

function imagesOf([first, ...others]: readonly string[]) {
  return first === undefined ? {} : { image_url: first, ...(others.length === 0 ? {} : { images: others }) };
}

/** The attributes of the product itself: those that its variations choose from say nothing of one of them. */
function attributesOf(product: JsonObject, hasVariations: boolean): (string | undefined)[][] {
  const listed = objectsOf(product.attributes).filter(
    ({ variation }) => !hasVariations || variation !== true,
  );
  return [
    ...listed.map(({ name, options }) => [
      textOf(name),
      textOf(textsOf(Array.isArray(options) ? options : []).join(', ')),
    ]),
    ['tags', textOf(namesOf(product.tags).join(', '))],
  ];
}

/** The names of terms, which WordPress gives as HTML. */
function namesOf(terms: unknown): string[] {
  return textsOf(objectsOf(terms).map(({ name }) => name)).map(plainText);
}

function labels(pairs: readonly (readonly (string | undefined)[])[]) {
  const given = pairs.flatMap(([name, value]) =>
    name === undefined || value === undefined ? [] : [[name, value] as const],
  );
  return given.length === 0 ? {} : { attributes: Object.fromEntries(given) };
}
