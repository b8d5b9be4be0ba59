/**
 * Turns collections and their products into the JSON of the API and the dashboard. Pure; inputs are trusted. Times are RFC 3339 in
 * UTC, prices decimal text in their currency. It reads nothing, decides nothing and cannot fail on a stored collection.
 */
// Tests: ./read-collections.live.test.ts.
import type { ProductCard } from '../../../contract/autocomplete.ts';
import type { CollectionBody } from '../../../contract/collections.ts';
import { formatPrice } from '../../catalog/price.ts';
import { formatTimestamp } from '../../clock.ts';
import type { CardProduct } from '../../storage/collections/tables.ts';
import type { CollectionState } from './collection-state.ts';

/** `origin` makes the links absolute. */
export function presentCollection(
  { collection, isBuilding, productCount }: CollectionState,
  origin: string,
): CollectionBody {
  const self = `${origin}/api/v1/collections/${collection.slug}`;
  return {
    id: collection.id,
    slug: collection.slug,
    title: collection.title,
    description: collection.description,
    rules: collection.rules,
    sort: collection.sort,
    is_active: collection.isActive,
    status: isBuilding ? 'building' : 'ready',
    product_count: productCount,
    created_at: formatTimestamp(collection.createdAt),
    updated_at: formatTimestamp(collection.updatedAt),
    links: { self, products: `${self}/products` },
  };
}

/** The card of §2.5. `storeCurrency` is the currency of a product without one of its own. */
export function presentCard(product: CardProduct, storeCurrency: string): ProductCard {
  const currency = product.currency ?? storeCurrency;
  return {
    id: product.id,
    title: product.title,
    category: product.category,
    url: product.url,
    image_url: product.imageUrl,
    price: formatPrice(product.price, currency),
    currency,
    in_stock: product.inStock,
  };
}
