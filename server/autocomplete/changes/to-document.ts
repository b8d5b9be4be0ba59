/**
 * Converts a stored product to what the engine indexes, with its card as the bytes that will be sent (§2.5). Pure: it looks nothing
 * up. A type counts from a confidence of 0.7 on; 4,096 categories are kept, beyond which they are taken apart again. Products were
 * checked when they were stored, so nothing is refused here.
 */
// Tests: ./to-document.test.ts.
import type { ProductCard } from '../../../contract/autocomplete.ts';
import { decodeReferences } from '../../catalog/html-text.ts';
import { formatPrice } from '../../catalog/price.ts';
import { type Attribute, categoryPath } from '../../catalog/product.ts';
import { ownBrand, ownWords } from '../../enrichment/own-words.ts';
import type { CardPieces, SearchDocument, SuggestibleTexts } from '../../search/document/document.ts';
import type { IndexedProduct } from '../../storage/records.ts';

/**
 * The version of the rules by which a product becomes part of an index: how its text is cut, folded and counted, what
 * its card holds, and the layout of a segment. Raised with every change of them from the first release on, so that indexes saved by older
 * rules are rebuilt; the test beside this file fails when it was forgotten.
 */
export const indexVersion = 10;

/**
 * `storeCurrency` names the price of a product that has no currency of its own; `locale` is the store's language. `groupVariants`:
 * whether products of one group take one place.
 */
export function toDocument(
  product: IndexedProduct,
  storeCurrency: string,
  locale: string,
  groupVariants = true,
): SearchDocument {
  const { externalId, sku, gtin, ean, isbn, mpn, author, itemGroupId } = product;
  const title = decodeReferences(product.title);
  const brand = product.brand === null ? null : decodeReferences(product.brand);
  return {
    productId: product.id,
    externalId,
    title,
    categoryPath: categoryOf(product.category).path,
    brand,
    get suggestible() {
      return suggestible(title, brand, locale);
    },
    identifiers: [externalId, sku, gtin, ean, isbn, mpn].filter((identifier) => identifier !== null),
    attributes: attributesOf(author, product.attributes, itemGroupId),
    suggestionPhrases: product.suggestionPhrases,
    searchPhrases: product.searchPhrases,
    type: product.type !== null && product.type.confidence >= confidenceMin ? product.type : null,
    group: groupVariants ? itemGroupId : null,
    inStock: product.inStock,
    createdAt: product.createdAt,
    card: cardPieces(toCard(product, storeCurrency)),
  };
}

/** The attributes, and what else is found as one: who looks for the number of a parent finds its variants. */
function attributesOf(
  author: string | null,
  attributes: readonly Attribute[],
  itemGroupId: string | null,
): readonly Attribute[] {
  if (author === null && itemGroupId === null) return attributes;
  const first: Attribute[] = author === null ? [] : [['author', author]];
  const last: Attribute[] = itemGroupId === null ? [] : [['item_group_id', itemGroupId]];
  return [...first, ...attributes, ...last];
}

/** A less certain type would bring products to the top that are something else. Chosen on judged queries (record 0064). */
const confidenceMin = 0.7;

/** The parts made of a category, which products share as one object. */
interface CategoryParts {
  readonly path: readonly string[];
  /** The part of a card that shows it. */
  readonly card: string;
}

/** The parts of categories met before. */
const knownCategories = new Map<string | null, CategoryParts>();
/** Chosen: a catalog has some hundreds. */
const categoriesMax = 4_096;

function categoryOf(category: string | null): CategoryParts {
  const known = knownCategories.get(category);
  if (known !== undefined) return known;
  const path = categoryPath(category).map(decodeReferences);
  const made = { path, card: `,"category":${JSON.stringify(category)},"url":` };
  if (knownCategories.size === categoriesMax) knownCategories.clear();
  knownCategories.set(category, made);
  return made;
}

/** Returns the texts that suggestions are made of, unless that is all of them. */
function suggestible(title: string, brand: string | null, locale: string): SuggestibleTexts | undefined {
  const said = {
    title: ownWords(title, brand, locale),
    brand: brand === null ? null : ownBrand(brand, locale),
  };
  return said.title === title && said.brand === brand ? undefined : said;
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
    ...salePrice(product, currency),
  };
}

/** The price before, where it is above the price. */
function salePrice(
  { price, compareAtPrice }: IndexedProduct,
  currency: string,
): Pick<ProductCard, 'compare_at_price'> {
  const isOnSale = compareAtPrice !== null && Number(compareAtPrice) > Number(price);
  return isOnSale ? { compare_at_price: formatPrice(compareAtPrice, currency) } : {};
}

/** The card in pieces, by turns what many cards share and what is the product's own; the price before is behind the usual ones. */
function cardPieces(card: ProductCard): CardPieces {
  const text = JSON.stringify;
  const pieces = [
    '{"id":',
    text(card.id),
    ',"title":',
    text(card.title),
    categoryOf(card.category).card,
    text(card.url),
    ',"image_url":',
    text(card.image_url),
    ',"price":',
    text(card.price),
  ];
  const last = `,"currency":${text(card.currency)},"in_stock":${text(card.in_stock)}`;
  const { compare_at_price: sale } = card;
  if (sale === undefined) pieces.push(`${last}}`);
  else pieces.push(last, '', ',"compare_at_price":', text(sale), '}');
  return pieces;
}
