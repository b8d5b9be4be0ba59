/**
 * Declares the calls of merchandising (Contract §10): rules about what shoppers see for a query. Rules are read and
 * replaced as a whole by the API; the dashboard changes one at a time (searches.ts). A wrong rule is 422, which names its place in the
 * list, and nothing is stored. Limits: `limits.merchandising…`.
 */
// Tests: test/api/merchandising.test.ts, test/browser/dashboard-merchandising.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { ProductRowSchema } from './products.ts';
import { boostFields, type MerchandisingRule, type RuleInput, ruleMatches } from './words/merchandising.ts';

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
  starts_at: Time('When the rule begins to apply.'),
  ends_at: Time('When the rule ceases to apply.'),
  pins: ExternalIds('On top, in this order, while they are in stock.'),
  hides: ExternalIds('Left out of the products.'),
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

/** A rule on the wire. */
export const MerchandisingRuleSchema = Type.Unsafe<MerchandisingRule>(
  Type.Object({ id: Type.String(), ...fields, ...options }, { $id: 'MerchandisingRule' }),
);

/** A rule as callers send it. Rules have a reader of their own, since their fields depend on each other. */
export const RuleInputSchema = Type.Object(
  {
    id: Type.Optional(Type.String({ description: '1 to 64 letters, digits, _ and -. Default: a new id.' })),
    ...fields,
    ...Type.Partial(Type.Object(options)).properties,
  },
  { additionalProperties: false },
);
const rules = () =>
  Type.Unsafe<readonly RuleInput[]>(
    Type.Array(RuleInputSchema, { format: 'merchandising-rules', maxItems: limits.merchandisingRules }),
  );

const MerchandisingInputSchema = Type.Object(
  {
    rules: rules(),
    updated_at: Type.Optional(
      orNull(Type.String({ format: 'merchandising-time' }), {
        description: 'As it was read: the rules are replaced only if they have not changed since.',
      }),
    ),
    unknown_products: Type.Optional(
      Type.Array(Type.String(), {
        format: 'answered-products',
        description: 'Ignored, so that an answer can be sent back.',
      }),
    ),
    next_cursor: Type.Optional(
      Type.Null({ format: 'answered-cursor', description: 'Ignored, so that an answer can be sent back.' }),
    ),
  },
  { $id: 'MerchandisingInput', additionalProperties: false },
);

const settings = {
  rules: Type.Array(MerchandisingRuleSchema),
  unknown_products: Type.Array(Type.String(), {
    description: 'Ids in the rules for which the store has no product yet. They apply as soon as it has one.',
  }),
  updated_at: orNull(Type.String(), { description: 'Null if rules were never set.' }),
  next_cursor: Type.Null({ description: 'The list is always complete.' }),
};
const MerchandisingSchema = Type.Object(settings, { $id: 'Merchandising' });
/** The rules of a store on the wire. */
export type MerchandisingBody = ValueOf<typeof MerchandisingSchema>;

const MerchandisingAnswerSchema = Type.Object(
  { message: Type.String(), ...settings },
  { $id: 'MerchandisingAnswer' },
);

const weight = orNull(Type.Integer());
/** The answer that shoppers would get, with what the rules do to each product. */
const RulePreviewSchema = Type.Object({
  products: Type.Array(Type.Object({ product: ProductRowSchema, pin: weight, boost: weight })),
  hidden: Type.Array(ProductRowSchema),
  redirect: orNull(Type.Object({ title: Type.String(), url: Type.String() })),
  categories: Type.Array(Type.String()),
});

const tag = 'Merchandising';
const write = {
  tag,
  role: 'editor',
  thread: 'pipeline',
  follows: true,
  shows: 'showMerchandising',
} as const;

/** Every call about merchandising. Members of the store change one rule alone by `PATCH /searches`. */
export const merchandisingOperations = {
  showMerchandising: {
    route: 'GET /merchandising',
    summary: 'List all merchandising rules of the store',
    answer: MerchandisingSchema,
    ...{ tag, key: 'secret', role: 'viewer', thread: 'reader' },
  },
  /** Members of the store replace only rules that cannot be read. */
  replaceMerchandising: {
    route: 'PUT /merchandising',
    summary: 'Replace the merchandising rules of the store',
    description:
      'The body holds all rules. If one value is wrong, nothing changes. Rules may name products that do not exist yet; the answer lists them. If the body has `updated_at` and the rules have changed since, the answer is a `conflict`.',
    body: MerchandisingInputSchema,
    maxBytes: limits.bodyMaxBytes,
    answer: MerchandisingAnswerSchema,
    memberAnswer: MerchandisingSchema,
    errors: [409],
    key: 'secret',
    ...write,
  },
  listRuleProducts: {
    route: 'GET /merchandising/products',
    summary: 'List the products that the rules pin or hide',
    answer: Type.Object({ products: Type.Array(ProductRowSchema) }),
    ...{ tag, role: 'viewer', thread: 'reader' },
  },
  previewRules: {
    route: 'POST /merchandising/preview',
    summary: 'Show the answer to a query if only these rules applied',
    body: Type.Object({
      query: withDefault(Type.String({ maxLength: limits.queryMaxLength }), ''),
      rules: rules(),
    }),
    answer: RulePreviewSchema,
    ...{ tag, role: 'viewer', thread: 'http' },
  },
} as const satisfies Operations;
