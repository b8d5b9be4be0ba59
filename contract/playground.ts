/**
 * Declares the calls that try the search box of a store: its answer, and the reason for the place of each product. None
 * counts as a search, and none is answered from the cache. A query has at most 100 characters; a wrong parameter is
 * 422.
 */
// Tests: test/api/dashboard-insight.test.ts.
import { Type } from 'typebox';
import { AutocompleteAnswerSchema, ExplainSchema } from './autocomplete.ts';
import { type Operations, orNull, type ValueOf } from './operation.ts';
import { ProductRowSchema } from './products.ts';
import { searchParameters } from './queries.ts';

const PlaygroundAnswerSchema = Type.Object({
  answer: AutocompleteAnswerSchema,
  time_ms: Type.Number(),
});

const PlaceSchema = Type.Object({
  found: Type.Boolean(),
  rank: orNull(Type.Integer()),
  reason: Type.Object({ code: Type.String(), message: Type.String() }),
  product: orNull(ProductRowSchema, { description: 'Null if the store has no such product.' }),
  explain: orNull(ExplainSchema),
  above: orNull(Type.Object({ title: Type.String(), explain: ExplainSchema }), {
    description: 'The product right above it.',
  }),
});
/** The place of a product in an answer, and why it is there. */
export type PlaceOfProduct = ValueOf<typeof PlaceSchema>;

const call = { tag: 'Playground', role: 'viewer', thread: 'http' } as const;

/** Every call of the playground. None is counted or answered from the cache. */
export const playgroundOperations = {
  tryQuery: {
    route: 'GET /playground',
    summary: 'Try a query',
    query: Type.Object(searchParameters),
    answer: PlaygroundAnswerSchema,
    ...call,
  },
  explainProduct: {
    route: 'GET /playground/why',
    summary: 'Explain why a product stands where it stands, or is missing',
    query: Type.Object({ ...searchParameters, external_id: Type.String({ format: 'external-id' }) }),
    answer: PlaceSchema,
    ...call,
  },
} as const satisfies Operations;
