/**
 * Products as the API shows them (§2.1). The only place where a product's inner names become wire names. Pure; inputs are trusted.
 * Prices are text with the currency's decimals, times RFC 3339 in UTC. A row that cannot be read is shown by its id and the reason.
 */
// Tests: test/api/products.test.ts.
import type {
  ProductBody,
  ProductChangeBody,
  RemovedProductBody,
  UnreadableProductBody,
} from '../../../contract/products.ts';
import { formatPrice } from '../../catalog/price.ts';
import { type Attribute, categoryPath } from '../../catalog/product.ts';
import { formatTimestamp } from '../../clock.ts';
import type { HistoryEntry } from '../../insight/product-history.ts';
import { type DamagedRow, damagedRowError } from '../../storage/damage/damage.ts';
import type { RemovedProduct, StoredProduct } from '../../storage/records.ts';

/** `storeCurrency` names the price of a product that has no currency of its own. */
export function presentProduct(product: StoredProduct, storeCurrency: string): ProductBody {
  const currency = product.currency ?? storeCurrency;
  const { compareAtPrice, imageUrl } = product;
  return {
    id: product.id,
    external_id: product.externalId,
    title: product.title,
    description: product.description,
    category: product.category,
    category_path: categoryPath(product.category),
    brand: product.brand,
    author: product.author,
    isbn: product.isbn,
    gtin: product.gtin,
    ean: product.ean,
    sku: product.sku,
    mpn: product.mpn,
    item_group_id: product.itemGroupId,
    price: formatPrice(product.price, currency),
    compare_at_price: compareAtPrice === null ? null : formatPrice(compareAtPrice, currency),
    currency,
    url: product.url,
    image_url: imageUrl,
    image_urls: imageUrl === null ? [...product.imageUrls] : [imageUrl, ...product.imageUrls],
    in_stock: product.inStock,
    stock_status: stockStatus(product.inStock),
    stock_quantity: product.stockQuantity,
    attributes: presentAttributes(product.attributes),
    suggestion_phrases: [...product.suggestionPhrases],
    search_phrases: [...product.searchPhrases],
    created_at: formatTimestamp(product.createdAt),
    updated_at: formatTimestamp(product.updatedAt),
  };
}

/** A product that a list leaves out. */
export function presentDamaged(row: DamagedRow): UnreadableProductBody {
  return { external_id: row.id, message: damagedRowError(row).message };
}

/** Presents the answer to a removal: exactly these six fields (§2.1). */
export function presentRemovedProduct(product: RemovedProduct): RemovedProductBody {
  return {
    external_id: product.externalId,
    in_stock: product.inStock,
    stock_status: stockStatus(product.inStock),
    attributes: presentAttributes(product.attributes),
    suggestion_phrases: [...product.suggestionPhrases],
    search_phrases: [...product.searchPhrases],
  };
}

/** A change of a product, or its making. */
export function presentHistoryEntry({ at, kind, run, fields }: HistoryEntry): ProductChangeBody {
  return { at: formatTimestamp(at), kind, run, fields };
}

function stockStatus(inStock: boolean): 'in_stock' | 'out_of_stock' {
  return inStock ? 'in_stock' : 'out_of_stock';
}

/** `Object.fromEntries` defines own keys, so a label such as `__proto__` stays a label. */
function presentAttributes(attributes: readonly Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes);
}
