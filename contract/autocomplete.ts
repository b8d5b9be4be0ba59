/**
 * Declares the call of the keystroke and its answer (§2.5, §4.7; Contract §7). The route is written by hand: this
 * declaration serves the document of the API and the types, and checks nothing. A query has at most 100 characters and
 * a group at most 20 entries; a wrong parameter is 422.
 */
// Tests: test/api/autocomplete.test.ts, test/api/documents.test.ts.
import { Type } from 'typebox';
import type { Operations, ValueOf } from './operation.ts';
import { AutocompleteQuerySchema } from './queries.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);

const VariantsSchema = Type.Object({
  item_group_id: Type.String(),
  count: Type.Integer({ description: 'The variants of the group, this one among them.' }),
  covers: Type.Array(Type.String(), {
    description: 'The `external_id` of the other variants, at most 20, for which this card stands.',
  }),
});
/** The variants for which a card stands, on the wire. */
export type VariantsBody = ValueOf<typeof VariantsSchema>;

/** The tiers of §4.7 that a product hit, first differing tier decides. Only with `explain=1`. */
export const ExplainSchema = Type.Object(
  {
    missing_words: Type.Integer({ description: 'Words of the query that the product does not hold.' }),
    in_stock: Type.Boolean(),
    exact_title: Type.Boolean({ description: 'The folded title is the folded query.' }),
    title_prefix: Type.Boolean({ description: 'The folded title begins with the folded query.' }),
    intent: Type.Integer({
      minimum: 0,
      maximum: 15,
      description:
        'How well the query meets what the product is about; 15: a generated phrase or a code of the product.',
    }),
    popularity: Type.Number({
      description:
        'Clicks and purchases, decayed to the beginning of the present hour (UTC), the same on all nodes.',
    }),
    boosts: Type.Optional(
      Type.Unsafe<readonly number[]>(
        Type.Array(Type.Integer(), {
          description:
            'Only where boosts of the ranking settings raise or lower it: their places in the list, from 0. `popularity` is after them.',
        }),
      ),
    ),
    popularity_for_query: Type.Optional(
      Type.Boolean({
        description:
          'There, and true, where the popularity is that among those who searched this; it stands before any other.',
      }),
    ),
    variants: Type.Optional(VariantsSchema),
    merchandising: Type.Optional(
      Type.Object(
        {
          pin: Type.Union([Type.Integer(), Type.Null()], { description: 'Its place among those pinned.' }),
          boost: Type.Union([Type.Integer(), Type.Null()], { description: 'Its weight.' }),
        },
        { description: 'Only where rules of merchandising put it here.' },
      ),
    ),
  },
  { $id: 'Explain' },
);
export type ExplainBody = ValueOf<typeof ExplainSchema>;

/** A product as the dropdown shows it (§2.5). */
export const ProductCardSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    category: NullableString,
    url: Type.String(),
    image_url: NullableString,
    price: Type.String(),
    currency: Type.String(),
    in_stock: Type.Boolean(),
    compare_at_price: Type.Optional(
      Type.String({
        description:
          'The price before a reduction, as decimal text. Only with `compare_at_price=1`, and where it is above `price`.',
      }),
    ),
    explain: Type.Optional(ExplainSchema),
  },
  { $id: 'ProductCard' },
);
export type ProductCard = ValueOf<typeof ProductCardSchema>;

/** The whole answer to a keystroke (§2.5). */
export const AutocompleteAnswerSchema = Type.Object(
  {
    suggestions: Type.Array(Type.String()),
    categories: Type.Array(Type.Object({ title: Type.String(), url: NullableString })),
    products: Type.Array(ProductCardSchema),
    meta: Type.Object({
      query: Type.String(),
      mode: Type.Enum(['discovery', 'search']),
      store: Type.String({ format: 'uuid' }),
      cached: Type.Boolean(),
      source: Type.Enum(['graph', 'backend'], {
        description:
          'graph: from lists that were ranked ahead of time (discovery, and one word of up to 4 characters); backend: ranked for this query.',
      }),
      corrected_query: Type.Optional(
        Type.String({
          description:
            'Only where nothing met the query as typed: the query with corrected spelling that was searched instead, folded (lower case, without accents).',
        }),
      ),
      query_id: Type.Optional(
        Type.String({
          description:
            'Only with `query_id=1`: 22 characters, another id for each call, for the `query_id` of carts and purchases until the end of the next day (UTC).',
        }),
      ),
      counts: Type.Object({
        suggestions: Type.Integer(),
        categories: Type.Integer(),
        products: Type.Integer(),
      }),
      merchandising: Type.Optional(
        Type.Object(
          {
            rules: Type.Array(Type.String()),
            hidden: Type.Array(Type.String({ format: 'uuid' }), {
              description: 'Products that would be shown.',
            }),
          },
          { description: 'Only with `explain=1`, and where rules of merchandising meet the query.' },
        ),
      ),
    }),
  },
  { $id: 'AutocompleteAnswer' },
);
export type AutocompleteAnswer = ValueOf<typeof AutocompleteAnswerSchema>;

/** The call of each keystroke, for the document: its route is written by hand, for speed. */
export const keystrokeCalls = {
  autocomplete: {
    route: 'GET /autocomplete',
    summary: 'Suggestions, categories and products for what was typed so far',
    query: AutocompleteQuerySchema,
    answer: AutocompleteAnswerSchema,
    tag: 'Autocomplete',
    key: 'storefront',
    thread: 'http',
  },
} as const satisfies Operations;
