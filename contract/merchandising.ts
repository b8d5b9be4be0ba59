/** Merchandising (Contract §10): what a merchant wants shoppers to see for a query, in the place of the usual order. */
import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { boostFields, type MerchandisingRule, ruleMatches } from './words/merchandising.ts';

const ExternalIds = (description: string) =>
  Type.Array(Type.String({ maxLength: limits.externalIdMaxLength }), {
    maxItems: limits.merchandisingProductsPerList,
    default: [],
    description,
  });
const Time = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { default: null, description });

const fields = {
  query: Type.String({
    maxLength: limits.queryMaxLength,
    description: 'Case, accents and punctuation do not count. Blank, with `exact`: the empty box.',
  }),
  match: Type.Enum([...ruleMatches], {
    description: '`exact`: this query; `prefix`: every query that begins so.',
  }),
};
const options = {
  is_active: Type.Boolean({ default: true }),
  starts_at: Time('From when on it holds.'),
  ends_at: Time('From when on it holds no more.'),
  pins: ExternalIds('On top, in this order, while they are in stock.'),
  hides: ExternalIds('Not among the products.'),
  boosts: Type.Array(
    Type.Object(
      {
        field: Type.Enum([...boostFields]),
        value: Type.String({
          maxLength: limits.fieldMaxLength,
          description:
            'The whole brand or id; of a category one level, or several in a row such as `Shoes > Boots`.',
        }),
        weight: Type.Integer({ minimum: 1, maximum: limits.merchandisingWeightMax }),
      },
      { additionalProperties: false },
    ),
    { maxItems: limits.merchandisingBoosts, default: [] },
  ),
  redirect: Type.Union(
    [
      Type.Object(
        {
          title: Type.String({ maxLength: limits.fieldMaxLength }),
          url: Type.String({ maxLength: limits.urlMaxLength, description: 'http or https.' }),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ],
    { default: null, description: 'The first entry of the categories, with its address.' },
  ),
};

/** One rule of an answer. */
export const MerchandisingRuleSchema = Type.Object(
  { id: Type.String(), ...fields, ...options },
  { $id: 'MerchandisingRule' },
);

/** What a merchant sends: all rules, which take the place of those before. */
export const MerchandisingInputSchema = Type.Object(
  {
    rules: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Type.String({ description: 'Of 1 to 64 letters, digits, _ and -; else made.' })),
          ...fields,
          ...Type.Partial(Type.Object(options)).properties,
        },
        { additionalProperties: false },
      ),
      { maxItems: limits.merchandisingRules },
    ),
    updated_at: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'The moment that was read: the rules are replaced only if nobody changed them since.',
      }),
    ),
  },
  { $id: 'MerchandisingInput' },
);

const settings = {
  rules: Type.Array(Type.Ref('MerchandisingRule')),
  unknown_products: Type.Array(Type.String(), {
    description: 'Ids in the rules that the store has no product of; they count as soon as it has.',
  }),
  updated_at: Type.Union([Type.String(), Type.Null()], { description: 'Null where rules were never set.' }),
  next_cursor: Type.Null({ description: 'The list is complete.' }),
};

/** The rules of a store, complete. */
export const MerchandisingSchema = Type.Object(settings, { $id: 'Merchandising' });
/** The rules of a store on the wire. */
export type MerchandisingBody = Omit<Static<typeof MerchandisingSchema>, 'rules'> & {
  readonly rules: readonly MerchandisingRule[];
};

/** What a replacement answers. */
export const MerchandisingAnswerSchema = Type.Object(
  { message: Type.String(), ...settings },
  { $id: 'MerchandisingAnswer' },
);
