/**
 * Turns products of Shopify with their variants into products of the catalog. Pure. The id is that of the variant: SKUs may be absent
 * and may repeat. Variants keep the title of their product, and its options are their attributes.
 */
// Tests: ./shopify-products.test.ts.
import type { ShopProduct } from './connector.ts';
import {
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  stockQuantityOf,
  textOf,
  textsOf,
} from './json-values.ts';

/** What is the same for all products of a shop. */
export interface ShopifyShop {
  readonly currency: string | undefined;
  /** The address that shoppers know. */
  readonly origin: string | undefined;
  /** The language of translations to use; null for the shop's own. */
  readonly language: string | null;
}

/** A product with the parts that Shopify gives separately. */
export interface ShopifyParts {
  readonly product: JsonObject;
  readonly variants: JsonObject[];
  readonly media: JsonObject[];
  readonly collections: JsonObject[];
}

/** One product for each variant. */
export function toProducts(parts: ShopifyParts, shop: ShopifyShop): readonly ShopProduct[] {
  const { product, variants } = parts;
  const isSingle = product.hasOnlyDefaultVariant === true;
  const shared = sharedOf(parts, shop);
  const { origin } = shop;
  const handle = textOf(product.handle);
  const fallback = origin === undefined || handle === undefined ? undefined : `${origin}/products/${handle}`;
  const url = textOf(product.onlineStoreUrl) ?? fallback;
  const pictures = textsOf(parts.media.map(({ image }) => objectOf(image).url));
  const labels = labelsOf(parts);
  return variants.map((variant) => {
    const id = idOf(variant);
    const own = textOf(objectOf(variant.image).url);
    const [image_url, ...images] =
      own === undefined ? pictures : [own, ...pictures.filter((one) => one !== own)];
    const options = isSingle ? [] : objectsOf(variant.selectedOptions);
    const attributes = Object.fromEntries(
      [...labels, ...options.map(({ name, value }) => [textOf(name) ?? '', textOf(value)] as const)].filter(
        ([name, value]) => name !== '' && value !== undefined,
      ),
    );
    return {
      external_id: id,
      ...(isSingle ? {} : { item_group_id: idOf(product) }),
      ...shared,
      ...offerOf(variant),
      url: isSingle || url === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}variant=${id}`,
      image_url,
      images: images.length === 0 ? undefined : images,
      ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    };
  });
}

/** The number at the end of an id such as `gid://shopify/Product/1`. */
export function idOf({ id }: JsonObject): string {
  return /(\d+)$/.exec(textOf(id) ?? '')?.[1] ?? '';
}

function sharedOf({ product, collections }: ShopifyParts, { currency }: ShopifyShop) {
  const translated = new Map(
    objectsOf(product.translations).map(({ key, value }) => [textOf(key), textOf(value)]),
  );
  // The collections of themes hold everything, or what stands on the first page.
  const shown = collections.find(({ handle }) => handle !== 'all' && handle !== 'frontpage');
  return {
    title: translated.get('title') ?? textOf(product.title),
    description: translated.get('body_html') ?? textOf(product.descriptionHtml),
    category: textOf(shown?.title) ?? translated.get('product_type') ?? textOf(product.productType),
    brand: textOf(product.vendor),
    currency,
  };
}

/** Words by which the product is found beside its options. */
function labelsOf({ product, collections }: ShopifyParts): (readonly [string, string | undefined])[] {
  const tags = Array.isArray(product.tags) ? textsOf(product.tags) : [];
  return [
    ['type', textOf(product.productType)],
    ['collections', textOf(textsOf(collections.map(({ title }) => title)).join(', '))],
    ['tags', textOf(tags.join(', '))],
  ];
}

/** What is bought: its price, its stock and its codes. */
function offerOf(variant: JsonObject) {
  const [price, before] = [numberOf(variant.price), numberOf(variant.compareAtPrice)];
  const barcode = textOf(variant.barcode);
  const quantity = numberOf(variant.inventoryQuantity);
  const isCounted = objectOf(variant.inventoryItem).tracked !== false && quantity !== undefined;
  return {
    sku: textOf(variant.sku),
    gtin: barcode !== undefined && /^\d{8,14}$/.test(barcode) ? barcode : undefined,
    price: textOf(variant.price),
    compare_at_price:
      price !== undefined && before !== undefined && before > price
        ? textOf(variant.compareAtPrice)
        : undefined,
    in_stock: variant.availableForSale !== false,
    // Below zero where more was sold than there was.
    stock_quantity: isCounted ? stockQuantityOf(quantity) : undefined,
  };
}
