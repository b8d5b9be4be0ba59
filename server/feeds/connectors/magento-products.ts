/**
 * Turns products of Magento into products of the catalog. Pure. The id is the SKU, which Magento keeps unique. The children of a
 * configurable product are products in its group, with what they lack taken from it.
 */
// Tests: ./magento-products.test.ts.
import { dayMs } from '../../clock.ts';
import type { ShopProduct } from './connector.ts';
import {
  deepestPath,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  stockQuantityOf,
  textOf,
  textsOf,
} from './json-values.ts';

/** An attribute of products, with the labels of its options by their value. */
export interface MagentoAttribute {
  readonly id: string;
  readonly label: string | undefined;
  /** Whether shoppers see it, search by it or filter by it. */
  readonly isShown: boolean;
  readonly options: ReadonlyMap<string, string>;
}

/** What is the same for all products of a shop. */
export interface MagentoShop {
  /** The code of the store view. */
  readonly code: string;
  readonly currency: string | undefined;
  readonly linkUrl: string | undefined;
  readonly mediaUrl: string | undefined;
  readonly urlSuffix: string;
  readonly categories: ReadonlyMap<string, { readonly name: string; readonly parent: string | null }>;
  readonly attributes: ReadonlyMap<string, MagentoAttribute>;
}

/** The stock of a product. */
export interface Stock {
  readonly isIn: boolean;
  readonly quantity: number;
}

/** A product of a page, with what was read for the page. */
export interface MagentoParts {
  readonly item: JsonObject;
  readonly children: ReadonlyMap<string, JsonObject>;
  readonly stocks: ReadonlyMap<string, Stock>;
}

/** The product, or its children. */
export function toProducts(
  { item, children, stocks }: MagentoParts,
  shop: MagentoShop,
  nowMs: number,
): readonly ShopProduct[] {
  const toProduct = (one: JsonObject): ShopProduct => {
    const sku = textOf(one.sku) ?? '';
    const own = valuesOf(one);
    const values = one === item ? own : new Map([...valuesOf(item), ...own]);
    const images = imagesOf(one, shop);
    const [image_url, ...others] = images.length > 0 ? images : imagesOf(item, shop);
    return {
      external_id: sku,
      ...(one === item ? {} : { item_group_id: textOf(item.sku) }),
      title: textOf(item.name),
      description: values.get('description') ?? values.get('short_description'),
      category: categoryOf(item, shop),
      brand: labelOf('brand', values, shop) ?? labelOf('manufacturer', values, shop),
      sku,
      gtin: ['gtin', 'ean', 'upc'].flatMap((code) => values.get(code) ?? [])[0],
      currency: shop.currency,
      ...pricesOf(one, own, nowMs),
      ...stockOf(stocks.get(sku)),
      url: urlOf(valuesOf(item), shop),
      image_url,
      images: others.length === 0 ? undefined : others,
      ...attributesOf(values, item, shop),
    };
  };
  if (item.type_id !== 'configurable') return [toProduct(item)];
  const links = objectOf(item.extension_attributes).configurable_product_links;
  const ids = Array.isArray(links) ? textsOf(links) : [];
  return ids.flatMap((id) => {
    const child = children.get(id);
    return child === undefined ? [] : [toProduct(child)];
  });
}

/** The texts of custom attributes by code; several values are joined by commas. */
function valuesOf({ custom_attributes: list }: JsonObject): Map<string, string> {
  const given = objectsOf(list).flatMap(({ attribute_code: code, value }) => {
    const text = Array.isArray(value) ? textOf(textsOf(value).join(',')) : textOf(value);
    return text === undefined ? [] : [[textOf(code) ?? '', text] as const];
  });
  return new Map(given);
}

/** A value as shoppers read it: the labels of its options, if it has any. */
function labelOf(
  code: string,
  values: ReadonlyMap<string, string>,
  { attributes }: MagentoShop,
): string | undefined {
  const value = values.get(code);
  const options = attributes.get(code)?.options;
  if (value === undefined || options === undefined || options.size === 0) return value;
  const labels = value.split(',').flatMap((one) => options.get(one.trim()) ?? []);
  return textOf(labels.join(', '));
}

/** Codes that are fields of their own, or say nothing to shoppers. */
const ownCodes = new Set([
  ...[
    'name',
    'sku',
    'price',
    'description',
    'short_description',
    'brand',
    'manufacturer',
    'gtin',
    'ean',
    'upc',
  ],
  ...['special_price', 'special_from_date', 'special_to_date', 'url_key', 'url_path', 'status', 'visibility'],
  ...['tax_class_id', 'category_ids', 'image', 'small_image', 'thumbnail', 'swatch_image'],
]);

function attributesOf(values: ReadonlyMap<string, string>, item: JsonObject, shop: MagentoShop) {
  const chosenBy = objectsOf(objectOf(item.extension_attributes).configurable_product_options);
  const chosen = new Set(chosenBy.map(({ attribute_id: id }) => textOf(id)));
  const given = [...values.keys()].flatMap((code) => {
    const attribute = shop.attributes.get(code);
    if (attribute === undefined || ownCodes.has(code)) return [];
    const value = attribute.isShown || chosen.has(attribute.id) ? labelOf(code, values, shop) : undefined;
    return value === undefined ? [] : [[attribute.label ?? code, value] as const];
  });
  return given.length === 0 ? {} : { attributes: Object.fromEntries(given) };
}

function pricesOf(item: JsonObject, values: ReadonlyMap<string, string>, nowMs: number) {
  const price = numberOf(item.price);
  const special = numberOf(values.get('special_price'));
  const isReduced = price !== undefined && special !== undefined && special < price && isOn(values, nowMs);
  // Bundles and groups that are priced by their parts have no price of their own.
  const regular = price === undefined || price === 0 ? undefined : String(price);
  return isReduced ? { price: String(special), compare_at_price: regular } : { price: regular };
}

/** Whether the special price holds: from its first day to the end of its last. */
function isOn(values: ReadonlyMap<string, string>, nowMs: number): boolean {
  const dayOf = (code: string) => Date.parse(`${(values.get(code) ?? '').slice(0, 10)}T00:00:00Z`);
  const [from, to] = [dayOf('special_from_date'), dayOf('special_to_date')];
  return !(nowMs < from) && !(nowMs >= to + dayMs);
}

function stockOf(stock: Stock | undefined) {
  if (stock === undefined) return {};
  return { in_stock: stock.isIn, stock_quantity: stockQuantityOf(stock.quantity) };
}

function categoryOf(
  { extension_attributes: extension }: JsonObject,
  { categories }: MagentoShop,
): string | undefined {
  const links = objectsOf(objectOf(extension).category_links).map(({ category_id: id }) => id);
  return deepestPath(textsOf(links), categories)?.join(' > ');
}

function urlOf(values: ReadonlyMap<string, string>, { linkUrl, urlSuffix }: MagentoShop): string | undefined {
  const key = values.get('url_key');
  return key === undefined || linkUrl === undefined ? undefined : `${linkUrl}${key}${urlSuffix}`;
}

/** The pictures that are shown, the main one first. */
function imagesOf({ media_gallery_entries: entries }: JsonObject, { mediaUrl }: MagentoShop): string[] {
  const shown = objectsOf(entries).filter(
    ({ media_type: type, disabled }) => (type ?? 'image') === 'image' && disabled !== true,
  );
  const isMain = ({ types }: JsonObject) => Array.isArray(types) && types.includes('image');
  const sorted = [...shown.filter(isMain), ...shown.filter((entry) => !isMain(entry))];
  return mediaUrl === undefined
    ? []
    : textsOf(sorted.map(({ file }) => file)).map((file) => `${mediaUrl}catalog/product${file}`);
}
