/**
 * Presents products as rows of the dashboard's lists. Pure: prices stay decimal texts with their currency, times become ISO 8601. It
 * leaves nothing out and cannot fail on a stored product.
 */
// Tests: test/api/products.test.ts.
import type { ProductRow } from '../../contract/products.ts';
import { formatPrice } from '../catalog/price.ts';
import { formatTimestamp } from '../clock.ts';
import type { ProductSummary } from '../storage/records.ts';

/** `storeCurrency` is the currency of a product without one of its own. */
export function presentSummary(product: ProductSummary, storeCurrency: string): ProductRow {
  const currency = product.currency ?? storeCurrency;
  return {
    id: product.id,
    external_id: product.externalId,
    title: product.title,
    category: product.category,
    brand: product.brand,
    price: formatPrice(product.price, currency),
    currency,
    image_url: product.imageUrl,
    in_stock: product.inStock,
    updated_at: formatTimestamp(product.updatedAt),
  };
}
