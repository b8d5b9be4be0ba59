/** The queries of Shopify's Admin GraphQL API that a reading sends. Plain text; the version is pinned in shopify.ts. */
// Tests: test/api/shopify.test.ts.
import { secondOf } from './json-values.ts';

/** Published to the online store and active: what shoppers can find. */
export const shownProducts = 'status:active AND published_status:published';

/** The search for such products that changed since a moment. */
export function changedProducts(sinceMs: number): string {
  return `${shownProducts} AND updated_at:>='${secondOf(sinceMs)}Z'`;
}

/** How many products a search finds, counted up to `limit`. */
export const countQuery =
  'query ($search: String!, $limit: Int!) { productsCount(query: $search, limit: $limit) { count } }';

const variantFields =
  'id sku barcode price compareAtPrice availableForSale inventoryQuantity inventoryItem { tracked } selectedOptions { name value } image { url }';

const productFields = (language: string | null) => `
  id title handle descriptionHtml vendor productType tags onlineStoreUrl hasOnlyDefaultVariant
  ${language === null ? '' : `translations(locale: ${JSON.stringify(language)}) { key value }`}`;

/** What is the same for all products. */
export const shopQuery = '{ shop { currencyCode primaryDomain { url } } }';

/** Its languages; the token may lack the permission. */
export const localesQuery = '{ shopLocales { locale primary published } }';

/** One page of the products of a search, with as many variants as keep the query below the cost that Shopify accepts. */
export function pageQuery(language: string | null, search: string): string {
  return `query ($first: Int!, $after: String) {
    products(first: $first, after: $after, sortKey: ID, query: ${JSON.stringify(search)}) {
      pageInfo { hasNextPage endCursor }
      nodes { ${productFields(language)}
        collections(first: 5) { nodes { id title handle } }
        media(first: 5) { nodes { id ... on MediaImage { image { url } } } }
        variants(first: 20) { pageInfo { hasNextPage endCursor } nodes { ${variantFields} } }
      }
    }
  }`;
}

/** Further variants of one product. */
export const variantsQuery = `query ($id: ID!, $after: String) {
    product(id: $id) {
      variants(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${variantFields} } }
    }
  }`;

/** The query of a bulk operation: all products of a search, with their parts on lines of their own below each. */
export function bulkQuery(language: string | null, search: string): string {
  return `{
    products(query: ${JSON.stringify(search)}) {
      edges { node { ${productFields(language)}
        collections { edges { node { id title handle } } }
        media { edges { node { id ... on MediaImage { image { url } } } } }
        variants { edges { node { ${variantFields} } } }
      } }
    }
  }`;
}

/** Begins a bulk operation. Grouped, so that a product and its parts follow each other. */
export const bulkBegin = `mutation ($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { id status }
      userErrors { field message }
    }
  }`;

/** The state of a bulk operation. */
export const bulkState = `query ($id: ID!) {
    node(id: $id) { ... on BulkOperation { id status errorCode rootObjectCount url } }
  }`;
