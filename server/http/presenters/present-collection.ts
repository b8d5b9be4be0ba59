/** Collections, and what rules would find, as the API and the dashboard show them. */
import type { ProductCard } from '../../../contract/autocomplete.ts';
import type { CollectionBody, CollectionPreviewBody } from '../../../contract/collections.ts';
import { formatPrice } from '../../catalog/price.ts';
import { formatTimestamp } from '../../clock.ts';
import type { RulesPreview } from '../../collections/preview-rules.ts';
import type { CollectionState } from '../../collections/read-collection.ts';
import type { CardProduct } from '../../storage/collections.ts';
import { presentSummary } from './present-catalog.ts';

/** How a product is shown: as a card, or as a row of the dashboard. */
export type ProductShape = keyof typeof presentAs;

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

/** The card of §2.5. */
function presentCard(product: CardProduct, storeCurrency: string): ProductCard {
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

/** What rules would find; `present` shows each product of the sample. */
export function presentPreview<Card>(
  { productCount, isEstimate, sample }: RulesPreview,
  present: (product: CardProduct) => Card,
): CollectionPreviewBody<Card> {
  return { product_count: productCount, is_estimate: isEstimate, sample: sample.map(present) };
}

/** A product in a shape. */
export const presentAs = {
  card: presentCard,
  row: presentSummary,
} satisfies Record<string, (product: CardProduct, storeCurrency: string) => object>;
