/**
 * The query parameters of every call, declared once: for the document of the API, and for refusing all others. Their
 * values are read and checked by the calls themselves.
 */
// Tests: server/http/query.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { withDefault } from './operation.ts';
import { collectionSorts } from './words/collections.ts';
import { enrichmentLists } from './words/enrichment.ts';
import { typeOrders } from './words/phrase-patterns.ts';

const flag = { enum: ['0', '1', 'true', 'false'] };

/** A page of a list whose cursors name an id, the id of a product, a number, any text, or nothing for a list that is always complete. */
export function pageQuery(place: 'id' | 'external-id' | 'number' | 'text' | 'nothing') {
  return Type.Object({
    cursor: Type.Optional(
      Type.String({ format: `cursor-of-${place}`, description: 'The `next_cursor` of the previous answer.' }),
    ),
    limit: withDefault(
      Type.Integer({
        minimum: 1,
        maximum: limits.pageSizeMax,
        description:
          'The most entries in one answer. An answer has fewer if they are large; `next_cursor` says whether there are more.',
      }),
      limits.pageSizeDefault,
    ),
  });
}

/** A page of a list that is ordered by id, newest first. */
export const PageQuerySchema = pageQuery('id');

/** The parameters that a search box sends. */
export const searchParameters = {
  q: withDefault(Type.String({ maxLength: limits.queryMaxLength, description: 'Blank: discovery.' }), ''),
  limit: withDefault(
    Type.Integer({ minimum: 1, maximum: limits.autocompleteLimitMax }),
    limits.autocompleteLimitDefault,
  ),
};

/** The parameters of a keystroke. */
export const AutocompleteQuerySchema = Type.Object({
  ...searchParameters,
  explain: Type.Optional(
    Type.String({ ...flag, description: 'Secret keys only: explains the place of each product.' }),
  ),
  compare_at_price: Type.Optional(
    Type.String({ ...flag, description: 'Adds `compare_at_price` to the cards of products on sale.' }),
  ),
  query_id: Type.Optional(
    Type.String({
      ...flag,
      description: 'Adds `meta.query_id`, by which carts and purchases name this search.',
    }),
  ),
  key: Type.Optional(Type.String({ description: 'A storefront key, for callers that cannot send headers.' })),
});

/** The parameters of the failed rows of a run. */
export const FailuresQuerySchema = Type.Object({
  ...pageQuery('number').properties,
  format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'csv: all failed rows as a file.' })),
});

/** Products by the state of their phrases. */
export function enrichmentProductsQuery() {
  return Type.Object({
    ...PageQuerySchema.properties,
    state: withDefault(Type.Enum([...enrichmentLists]), 'waiting'),
  });
}

/** The types of a store. */
export function storeTypesQuery() {
  return Type.Object({
    ...pageQuery('text').properties,
    q: withDefault(
      Type.String({ maxLength: limits.queryMaxLength, description: 'Part of the name; blank: all types.' }),
      '',
    ),
    order: withDefault(
      Type.Enum([...typeOrders], { description: 'Most products first, or the highest risk first.' }),
      'products',
    ),
  });
}

/** The products of a collection. */
export function collectionProductsQuery() {
  return Type.Object({
    ...pageQuery('text').properties,
    sort: Type.Optional(
      Type.Enum([...collectionSorts], { description: 'Default: the order of the collection.' }),
    ),
  });
}
