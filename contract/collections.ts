/** Smart collections of a store: rules, and the products that meet them at any moment (§1.3; Contract §10). */
import { type Static, Type } from 'typebox';
import type { ProductCard } from './autocomplete.ts';
import { limits } from './limits.ts';
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

/** A condition on the wire. */
export const CollectionConditionSchema = Type.Object(
  {
    field: Type.Enum(conditionFields),
    name: Type.Optional(
      Type.String({ description: 'The label of an attribute, for the field `attribute` only.' }),
    ),
    op: Type.Enum(everyOp, { description: 'Which of them a field takes: docs/collections.md.' }),
    value: Type.Union([limitedText, Type.Number(), Type.Boolean(), Type.Array(scalar)], {
      description:
        'Text, compared without case and accents; a price; whole days or pieces; true or false; two of them for `between`.',
    }),
    currency: Type.Optional(
      Type.String({ description: 'ISO 4217, for a price; the currency of the store where it is absent.' }),
    ),
  },
  { $id: 'CollectionCondition', additionalProperties: false },
);

/** Rules on the wire. */
export const CollectionRulesSchema = Type.Object(
  {
    match: Type.Enum(['all', 'any']),
    conditions: Type.Array(Type.Ref('CollectionCondition'), {
      minItems: 1,
      maxItems: limits.collectionConditions,
    }),
  },
  { $id: 'CollectionRules', additionalProperties: false },
);

const fields = {
  title: Type.String({ maxLength: limits.fieldMaxLength }),
  slug: Type.Optional(
    Type.String({
      pattern: slugPattern,
      maxLength: limits.collectionSlugMaxLength,
      description: 'Its name in addresses, unique in the store; made of the title where it is absent.',
    }),
  ),
  description: Type.Optional(
    Type.Union([Type.String({ maxLength: limits.collectionDescriptionMaxLength }), Type.Null()], {
      description: 'Null is none.',
    }),
  ),
  sort: Type.Optional(Type.Enum([...collectionSorts], { default: 'title' })),
  is_active: Type.Optional(
    Type.Boolean({ default: true, description: 'False hides its products from storefront keys.' }),
  ),
};

/** What a merchant says of a collection. */
export const CollectionInputSchema = Type.Object(
  { ...fields, rules: Type.Ref('CollectionRules') },
  { $id: 'CollectionInput', additionalProperties: false },
);

/** What of a collection a merchant changes; what is absent stays. */
export const CollectionPatchSchema = Type.Object(
  {
    ...fields,
    title: Type.Optional(fields.title),
    rules: Type.Optional(Type.Ref('CollectionRules')),
  },
  { $id: 'CollectionPatch', additionalProperties: false },
);

/** Rules to be tried. */
export const CollectionPreviewInputSchema = Type.Object(
  { rules: Type.Ref('CollectionRules') },
  { $id: 'CollectionPreviewInput', additionalProperties: false },
);

/** A collection. */
export const CollectionSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    rules: Type.Ref('CollectionRules'),
    sort: Type.Enum([...collectionSorts]),
    is_active: Type.Boolean(),
    status: Type.Enum(['building', 'ready'], {
      description:
        'building: its newest rules are still being applied to the catalog; until then its members are those of the rules before.',
    }),
    product_count: Type.Integer({ description: 'Members now, out of stock or not.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
    links: Type.Object({ self: Type.String(), products: Type.String() }),
  },
  { $id: 'Collection' },
);
/** A collection on the wire. */
export type CollectionBody = Omit<Static<typeof CollectionSchema>, 'rules'> & { rules: CollectionRules };

const message = Type.String();
const collection = Type.Ref('Collection');

/** All collections of a store. */
export const CollectionListSchema = Type.Object(
  {
    collections: Type.Array(collection),
    unreadable: Type.Optional(
      Type.Array(Type.Object({ slug: Type.String(), message: Type.String() }), {
        description: 'Collections that cannot be read and are left out; absent where there are none.',
      }),
    ),
    next_cursor: Type.Null({ description: 'The list is complete.' }),
  },
  { $id: 'CollectionList' },
);
/** One collection. */
export const CollectionAnswerSchema = Type.Object({ collection }, { $id: 'CollectionAnswer' });
/** A collection that was made or changed. */
export const CollectionChangeSchema = Type.Object({ message, collection }, { $id: 'CollectionChange' });

/** The members of a collection, a page of them. */
export const CollectionProductsSchema = Type.Object(
  {
    collection: Type.Object({ slug: Type.String(), title: Type.String(), description: Type.String() }),
    products: Type.Array(Type.Ref('ProductCard')),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'CollectionProducts' },
);

const previewFields = {
  product_count: Type.Integer({ description: 'Products that meet the rules now.' }),
  is_estimate: Type.Boolean({
    description: `Whether it was worked out from the first ${limits.collectionProductsLookedAt} products.`,
  }),
};

/** What rules would find. */
export const CollectionPreviewSchema = Type.Object(
  {
    preview: Type.Object({ ...previewFields, sample: Type.Array(Type.Ref('ProductCard')) }),
  },
  { $id: 'CollectionPreview' },
);
/** What rules would find, on the wire; `Card` is how a product is shown. */
export interface CollectionPreviewBody<Card = ProductCard> {
  product_count: number;
  is_estimate: boolean;
  sample: Card[];
}

/** Collections that the catalog itself suggests. */
export const CollectionSuggestionsSchema = Type.Object(
  {
    collections: Type.Array(
      Type.Object({
        title: Type.String(),
        slug: Type.Union([Type.String(), Type.Null()], {
          description: 'Made of the title; null where nothing of it can stand in an address.',
        }),
        rules: Type.Ref('CollectionRules'),
        ...previewFields,
        sample: Type.Array(Type.Ref('ProductCard')),
      }),
    ),
    next_cursor: Type.Null({ description: 'The list is complete.' }),
  },
  { $id: 'CollectionSuggestions' },
);
/** A suggested collection on the wire; `Card` is how a product is shown. */
export interface CollectionSuggestionBody<Card = ProductCard> extends CollectionPreviewBody<Card> {
  title: string;
  slug: string | null;
  rules: CollectionRules;
}
