/**
 * Declares the calls of smart collections: rules, and the products that match them at any time (§1.3; Contract §10).
 * Formats and rules over several fields are checked in server/resources/collections/. A wrong value is 422, which names
 * the field; the limits are 200 collections of 20 conditions each.
 */
// Tests: test/api/collections.test.ts.
import { Type } from 'typebox';
import { ProductCardSchema } from './autocomplete.ts';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { ProductRowSchema } from './products.ts';
import { collectionProductsQuery, pageQuery } from './queries.ts';
import { MessageSchema, unreadableOf } from './shared-answers.ts';
import {
  type CollectionRules,
  type ConditionOp,
  collectionSorts,
  conditionFields,
  conditionOps,
  slugPattern,
} from './words/collections.ts';

const everyOp = [...new Set<ConditionOp>(Object.values(conditionOps).flat())];

const limitedText = Type.String({ maxLength: limits.collectionValueMaxLength });
const scalar = Type.Union([limitedText, Type.Number()]);

/** A condition on a product, as rules of collections and boosts have it. */
export const ConditionSchema = Type.Object(
  {
    field: Type.Enum(conditionFields),
    name: Type.Optional(
      Type.String({ description: 'The label of an attribute; only for the field `attribute`.' }),
    ),
    op: Type.Enum(everyOp, { description: 'docs/collections.md lists the operators of each field.' }),
    value: Type.Union([limitedText, Type.Number(), Type.Boolean(), Type.Array(scalar)], {
      description:
        'Text, compared without case and accents; a price; a whole number of days or pieces; true or false; two values for `between`.',
    }),
    currency: Type.Optional(
      Type.String({ description: 'The ISO 4217 code of a price. Default: the currency of the store.' }),
    ),
  },
  { $id: 'CollectionCondition', additionalProperties: false },
);

/** Rules have their own reader, since the fields of a condition depend on each other. */
const RulesSchema = Type.Unsafe<CollectionRules>(
  Type.Object(
    {
      match: Type.Enum(['all', 'any']),
      conditions: Type.Array(ConditionSchema, { minItems: 1, maxItems: limits.collectionConditions }),
    },
    { $id: 'CollectionRules', format: 'collection-rules', additionalProperties: false },
  ),
);

const settings = {
  title: () => Type.String({ format: 'line', minLength: 1, maxLength: limits.fieldMaxLength }),
  slug: () =>
    Type.String({
      format: 'collection-slug',
      pattern: slugPattern,
      maxLength: limits.collectionSlugMaxLength,
      description: 'The name in addresses, unique in the store. Default: made from the title.',
    }),
  description: () =>
    orNull(Type.String({ format: 'lines', maxLength: limits.collectionDescriptionMaxLength }), {
      description: 'Null for none.',
    }),
  sort: () => Type.Enum([...collectionSorts]),
  isActive: () => Type.Boolean({ description: 'False hides the products from storefront keys.' }),
};

const NewCollectionSchema = Type.Object(
  {
    title: settings.title(),
    slug: Type.Optional(settings.slug()),
    description: withDefault(settings.description(), null),
    sort: withDefault(settings.sort(), 'title'),
    is_active: withDefault(settings.isActive(), true),
    rules: RulesSchema,
  },
  { $id: 'CollectionInput', title: 'A collection', additionalProperties: false },
);

const CollectionPatchSchema = Type.Object(
  {
    title: Type.Optional(settings.title()),
    slug: Type.Optional(settings.slug()),
    description: Type.Optional(settings.description()),
    sort: Type.Optional(settings.sort()),
    is_active: Type.Optional(settings.isActive()),
    rules: Type.Optional(RulesSchema),
  },
  { $id: 'CollectionPatch', title: 'A collection', additionalProperties: false },
);

const CollectionSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    rules: RulesSchema,
    sort: Type.Enum([...collectionSorts]),
    is_active: Type.Boolean(),
    status: Type.Enum(['building', 'ready'], {
      description:
        'building: the newest rules are still being applied to the catalog. Until then the collection has the products of the previous rules.',
    }),
    product_count: Type.Integer({ description: 'All products, in stock or not.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
    links: Type.Object({ self: Type.String(), products: Type.String() }),
  },
  { $id: 'Collection' },
);
/** A collection on the wire. */
export type CollectionBody = ValueOf<typeof CollectionSchema>;

const preview = {
  product_count: Type.Integer({ description: 'Products that meet the rules now.' }),
  is_estimate: Type.Boolean({
    description: `True if the count was estimated from the first ${limits.collectionProductsLookedAt} products.`,
  }),
};
const suggestion = {
  title: Type.String(),
  slug: orNull(Type.String(), {
    description: 'Made from the title; null if the title has no letter or digit that an address can hold.',
  }),
  rules: RulesSchema,
  ...preview,
};
const complete = Type.Null({ description: 'The list is always complete.' });
const ofCollection = {
  collection: Type.Object({ slug: Type.String(), title: Type.String(), description: Type.String() }),
};

const CollectionChangeSchema = Type.Object(
  { message: Type.String(), collection: CollectionSchema },
  { $id: 'CollectionChange' },
);

const read = { tag: 'Collections', key: 'secret', role: 'viewer', thread: 'reader' } as const;
const write = { tag: 'Collections', key: 'secret', role: 'editor', thread: 'pipeline' } as const;

/** Every call about collections. Keys get products as cards, members of the store as rows of the catalog. */
export const collectionOperations = {
  listCollections: {
    route: 'GET /collections',
    summary: 'List all collections by title',
    description: 'The list is always complete; `limit` is ignored.',
    query: pageQuery('nothing'),
    answer: Type.Object(
      {
        collections: Type.Array(CollectionSchema),
        unreadable: unreadableOf('collections', 'slug'),
        next_cursor: complete,
      },
      { $id: 'CollectionList' },
    ),
    ...read,
  },
  createCollection: {
    route: 'POST /collections',
    summary: 'Create a collection',
    description: 'Its products are found in the background.',
    body: NewCollectionSchema,
    answer: CollectionChangeSchema,
    errors: [409],
    ...write,
  },
  suggestCollections: {
    route: 'GET /collections/suggested',
    summary: 'Suggest collections for the catalog',
    description:
      'Suggestions come from phrases that many products share. The list is always complete; `limit` is ignored.',
    query: pageQuery('nothing'),
    answer: Type.Object(
      {
        collections: Type.Array(Type.Object({ ...suggestion, sample: Type.Array(ProductCardSchema) })),
        next_cursor: complete,
      },
      { $id: 'CollectionSuggestions' },
    ),
    isLong: true,
    memberAnswer: Type.Object({
      collections: Type.Array(Type.Object({ ...suggestion, sample: Type.Array(ProductRowSchema) })),
      next_cursor: complete,
    }),
    ...read,
  },
  previewCollection: {
    route: 'POST /collections/preview',
    summary: 'Find the products that rules would select',
    description: 'Nothing is stored.',
    body: Type.Object(
      { rules: RulesSchema },
      { $id: 'CollectionPreviewInput', title: 'A preview', additionalProperties: false },
    ),
    answer: Type.Object(
      { preview: Type.Object({ ...preview, sample: Type.Array(ProductCardSchema) }) },
      { $id: 'CollectionPreview' },
    ),
    isLong: true,
    memberAnswer: Type.Object({
      preview: Type.Object({ ...preview, sample: Type.Array(ProductRowSchema) }),
    }),
    ...read,
  },
  showCollection: {
    route: 'GET /collections/:slug',
    summary: 'Get a collection',
    answer: Type.Object({ collection: CollectionSchema }, { $id: 'CollectionAnswer' }),
    ...read,
  },
  updateCollection: {
    route: 'PATCH /collections/:slug',
    summary: 'Change a collection',
    description:
      'Fields that are left out keep their values. Until new rules have been applied to the whole catalog, the collection has the products of the previous rules.',
    body: CollectionPatchSchema,
    answer: CollectionChangeSchema,
    errors: [409],
    ...write,
  },
  deleteCollection: {
    route: 'DELETE /collections/:slug',
    summary: 'Delete a collection; its products stay',
    answer: MessageSchema,
    ...write,
  },
  listCollectionProducts: {
    route: 'GET /collections/:slug/products',
    summary: 'List the products of a collection',
    description:
      'Storefront keys may call it from browsers. Products in stock come first. Pages neither repeat nor skip products that are there throughout.',
    query: collectionProductsQuery(),
    answer: Type.Object(
      { ...ofCollection, products: Type.Array(ProductCardSchema), next_cursor: orNull(Type.String()) },
      { $id: 'CollectionProducts' },
    ),
    memberAnswer: Type.Object({
      ...ofCollection,
      products: Type.Array(ProductRowSchema),
      next_cursor: orNull(Type.String()),
    }),
    ...read,
    key: 'storefront',
    budget: 'collections',
  },
} as const satisfies Operations;
