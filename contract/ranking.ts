/**
 * Declares the calls of a store's ranking settings: whether answers hold products that are out of stock, and boosts for all queries.
 * Settings are read and replaced as a whole, at most 20 boosts. A wrong value is 422, which names its place, and nothing is stored.
 */
// Tests: test/api/ranking.test.ts.
import { Type } from 'typebox';
import { ConditionSchema } from './collections.ts';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { ProductRowSchema } from './products.ts';
import { boostStrengths, type StoreBoost } from './words/ranking.ts';

const BoostSchema = Type.Unsafe<StoreBoost>(
  Type.Object(
    {
      when: ConditionSchema,
      strength: Type.Enum([...boostStrengths], {
        description:
          'The popularity of the products counts twice (`raise`), eight times (`raise_strongly`), half (`lower`) or an eighth (`lower_strongly`).',
      }),
    },
    { $id: 'Boost', additionalProperties: false },
  ),
);
const hidesOutOfStock = () =>
  Type.Boolean({
    description:
      'Products that are out of stock take no place in answers, and count for no category, suggestion or correction. False: they come last.',
  });
const description =
  'Each multiplies the popularity of the products that meet it, for every query. `when` is a condition as in the rules of a collection, on `brand`, `category`, `attribute` or `age_days`.';

/** Boosts have their own reader, since the fields of a condition depend on each other. */
const boosts = () =>
  Type.Unsafe<readonly StoreBoost[]>(
    Type.Array(BoostSchema, { format: 'ranking-boosts', maxItems: limits.rankingBoosts, description }),
  );

const RankingInputSchema = Type.Object(
  {
    hide_out_of_stock: withDefault(hidesOutOfStock(), false),
    boosts: boosts(),
    updated_at: Type.Optional(
      orNull(Type.String({ format: 'merchandising-time' }), {
        description: 'As it was read: the settings are replaced only if they have not changed since.',
      }),
    ),
  },
  { $id: 'RankingInput', additionalProperties: false },
);

const settings = {
  hide_out_of_stock: hidesOutOfStock(),
  boosts: Type.Array(BoostSchema, { description }),
  updated_at: orNull(Type.String(), { description: 'Null if they were never set.' }),
};
const RankingSchema = Type.Object(settings, { $id: 'Ranking' });
/** The ranking settings of a store on the wire. */
export type RankingBody = ValueOf<typeof RankingSchema>;

const RankingAnswerSchema = Type.Object({ message: Type.String(), ...settings }, { $id: 'RankingAnswer' });

const place = (description: string) => orNull(Type.Integer({ minimum: 1 }), { description });
const PlaceSchema = Type.Object({
  product: ProductRowSchema,
  place: Type.Integer({ minimum: 1 }),
  boosts: Type.Array(Type.Integer(), {
    description: 'The boosts that the product meets, by their place in the list, from 0.',
  }),
});
const PreviewSchema = Type.Object(
  {
    basis: Type.Enum(['searches', 'products'], {
      description:
        '`searches`: the most frequent searches of the last 30 days; `products`: too few are known, so the titles of the most popular products are searched.',
    }),
    boosted_products: Type.Array(Type.Integer(), {
      description: 'How many products meet each boost, in the order of the boosts.',
    }),
    searches: Type.Array(
      Type.Object({
        query: Type.String(),
        searches: orNull(Type.Integer(), { description: 'How often it was searched; null for a title.' }),
        is_changed: Type.Boolean({ description: 'Whether the first places differ.' }),
        before: Type.Array(
          Type.Object({
            ...PlaceSchema.properties,
            place_after: place(`Null if it is not among the first ${limits.rankingPreviewLooks} then.`),
          }),
        ),
        after: Type.Array(
          Type.Object({
            ...PlaceSchema.properties,
            place_before: place(`Null if it is not among the first ${limits.rankingPreviewLooks} now.`),
          }),
        ),
      }),
      {
        description: `At most ${limits.rankingPreviewSearches}; ${limits.rankingPreviewPlaces} places each.`,
      },
    ),
  },
  { $id: 'RankingPreview' },
);
/** Answers before and after a change of the settings, on the wire. */
export type RankingPreviewBody = ValueOf<typeof PreviewSchema>;

const tag = 'Ranking';
const write = { tag, role: 'editor', thread: 'pipeline', follows: true, shows: 'showRanking' } as const;

/** Every call about ranking settings. */
export const rankingOperations = {
  showRanking: {
    route: 'GET /ranking',
    summary: 'Get the ranking settings of the store',
    answer: RankingSchema,
    ...{ tag, key: 'secret', role: 'viewer', thread: 'reader' },
  },
  replaceRanking: {
    route: 'PUT /ranking',
    summary: 'Replace the ranking settings of the store',
    description:
      'The body holds all settings. If one value is wrong, nothing changes. If the body has `updated_at` and the settings have changed since, the answer is a `conflict`. The answer comes when shoppers get the new order.',
    body: RankingInputSchema,
    answer: RankingAnswerSchema,
    memberAnswer: RankingSchema,
    errors: [409],
    key: 'secret',
    ...write,
  },
  previewRanking: {
    route: 'POST /ranking/preview',
    summary: 'Compare answers before and after a change of the ranking settings',
    description: 'Asks the most frequent searches of the store. Nothing is stored or counted.',
    body: Type.Object(
      { hide_out_of_stock: withDefault(hidesOutOfStock(), false), boosts: boosts() },
      { $id: 'RankingPreviewInput', title: 'A preview', additionalProperties: false },
    ),
    answer: PreviewSchema,
    ...{ tag, key: 'secret', role: 'viewer', thread: 'http' },
  },
} as const satisfies Operations;
