/** From a stored product to what the engine indexes, with its card as the bytes that will be sent (§2.5). */
import type { ProductCard } from '../../contract/autocomplete.ts';
import { categoryPath } from '../catalog/category.ts';
import { formatPrice } from '../catalog/price.ts';
import type { CardPieces, SearchDocument } from '../search/document/document.ts';
import type { IndexedProduct } from '../storage/records.ts';

/** `storeCurrency` names the price of a product that has no currency of its own. */
export function toDocument(product: IndexedProduct, storeCurrency: string): SearchDocument {
  const { externalId, sku, gtin, ean, isbn, mpn, author, attributes } = product;
  return {
    productId: product.id,
    externalId,
    title: product.title,
    categoryPath: categoryPath(product.category),
    brand: product.brand,
    identifiers: [externalId, sku, gtin, ean, isbn, mpn].filter((identifier) => identifier !== null),
    attributes: author === null ? attributes : [['author', author], ...attributes],
    suggestionPhrases: product.suggestionPhrases,
    searchPhrases: product.searchPhrases,
    inStock: product.inStock,
    createdAt: product.createdAt,
    card: cardPieces(toCard(product, storeCurrency)),
  };
}

function toCard(product: IndexedProduct, storeCurrency: string): ProductCard {
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

/** The card in pieces, by turns what many cards share and what is the product's own. */
function cardPieces(card: ProductCard): CardPieces {
  const text = JSON.stringify;
  return [
    '{"id":',
    text(card.id),
    ',"title":',
    text(card.title),
    `,"category":${text(card.category)},"url":`,
    text(card.url),
    ',"image_url":',
    text(card.image_url),
    ',"price":',
    text(card.price),
    `,"currency":${text(card.currency)},"in_stock":${text(card.in_stock)}}`,
  ];
}
