/** Phrases of products on the wire, and the queue that has them written (§1.4, §1.5; Contract §10). */
import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { decidedStates, holdCodes, phraseStates, typeEvidenceSources } from './words/enrichment.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);
const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const Usd = Type.Union([Type.String({ description: 'US dollars as decimal text.' }), Type.Null()]);
const message = Type.String();

const suggestionPhrases = Type.Array(Type.String(), {
  maxItems: limits.suggestionPhrasesPerProduct,
  description: 'What shoppers are offered while they type.',
});
const searchPhrases = Type.Array(Type.String(), {
  maxItems: limits.searchPhrasesPerProduct,
  description: 'What the product is found by as well; never shown.',
});

/** What a product is, and how that is known. */
export const ProductTypeSchema = Type.Object(
  {
    name: Type.String({ description: "A noun of the store's language, such as `laptop`." }),
    other_names: Type.Array(Type.String(), {
      maxItems: limits.typeOtherNames,
      description: 'Other names of the same thing, by which it is found as well.',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    evidence: Type.Array(Type.Object({ source: Type.Enum([...typeEvidenceSources]), text: Type.String() }), {
      maxItems: limits.typeEvidence,
      description: 'What says so, strongest first.',
    }),
  },
  { $id: 'ProductType' },
);
/** What a product is, on the wire. */
export type ProductTypeBody = Static<typeof ProductTypeSchema>;

const type = Type.Union([Type.Ref('ProductType'), Type.Null()], {
  description: 'What the product is; null where that is not known. It is decided about with the phrases.',
});

/** Where a product stands with the queue, and why. */
export const ProductEnrichmentSchema = Type.Object(
  {
    status: Type.Enum(['done', 'waiting', 'failed', 'not_queued']),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'For people: why there are no new phrases yet, or none to come.',
    }),
    attempts: Type.Integer(),
    next_attempt_at: NullableString,
    error: NullableString,
  },
  { $id: 'ProductEnrichment' },
);

/** The phrases of one product and where they come from. */
export const PhrasesSchema = Type.Object(
  {
    external_id: Type.String(),
    state: Type.Enum([...phraseStates, 'none']),
    suggestion_phrases: suggestionPhrases,
    search_phrases: searchPhrases,
    type,
    proposed: Type.Union(
      [
        Type.Object({ suggestion_phrases: suggestionPhrases, search_phrases: searchPhrases, type }),
        Type.Null(),
      ],
      { description: 'What was generated, where it is not what is live.' },
    ),
    generator: Type.Union([Type.String(), Type.Null()], {
      description: 'What wrote the phrases; null, as the next four, where they are the words of a person.',
    }),
    model: NullableString,
    prompt_version: NullableString,
    generated_at: NullableString,
    source_hash: NullableString,
    dropped: Type.Array(Type.Object({ rule: Type.String(), count: Type.Integer(), example: Type.String() }), {
      description: 'What the output rules took out of the answer that the phrases come from.',
    }),
    reviewed_at: NullableString,
    reviewed_by: NullableString,
    enrichment: Type.Ref('ProductEnrichment'),
  },
  { $id: 'Phrases' },
);
/** The phrases of one product on the wire. */
export type PhrasesBody = Omit<Static<typeof PhrasesSchema>, 'type' | 'proposed'> & {
  type: ProductTypeBody | null;
  proposed: (PhraseListsBody & { type: ProductTypeBody | null }) | null;
  enrichment: Static<typeof ProductEnrichmentSchema>;
};
type PhraseListsBody = { suggestion_phrases: string[]; search_phrases: string[] };

/** A decision on the phrases of a product and its type: words of a person's own, or a state. */
export const PhrasesInputSchema = Type.Object(
  {
    suggestion_phrases: Type.Optional(suggestionPhrases),
    search_phrases: Type.Optional(searchPhrases),
    type: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              name: Type.String(),
              other_names: Type.Optional(Type.Array(Type.String(), { maxItems: limits.typeOtherNames })),
            },
            { additionalProperties: false },
          ),
          Type.Null(),
        ],
        { description: 'What the product is, in the place of what was found; null: it has no type.' },
      ),
    ),
    state: Type.Optional(
      Type.Enum([...decidedStates, 'edited'], {
        description: '`edited` only beside phrases or a type, which are so anyway.',
      }),
    ),
  },
  { $id: 'PhrasesInput', additionalProperties: false },
);

/** The phrases of one product. */
export const PhrasesAnswerSchema = Type.Object({ phrases: Type.Ref('Phrases') }, { $id: 'PhrasesAnswer' });
/** The phrases of one product after a decision. */
export const PhrasesChangeSchema = Type.Object(
  {
    message,
    phrases: Type.Ref('Phrases'),
    warnings: Type.Array(Type.String(), {
      description: 'What of the given phrases holds a blocked word: it is kept, and not suggested.',
    }),
  },
  { $id: 'PhrasesChange' },
);

/** What one day of enrichment took. */
export const EnrichmentUsageSchema = Type.Object(
  {
    day: Type.String({ description: 'A day in UTC, such as 2026-11-21.' }),
    requests: Type.Integer(),
    products: Type.Integer(),
    failed: Type.Integer(),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    cost_usd: Type.String(),
  },
  { $id: 'EnrichmentUsage' },
);

/** What it would take to write phrases for every product that has none and fits the plan. */
export const EnrichmentEstimateSchema = Type.Object(
  {
    products: Type.Integer(),
    requests: Type.Integer(),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    cost_usd: Type.Union([Type.String(), Type.Null()], {
      description: 'Null where the price of the model is not configured.',
    }),
    minutes: Type.Number({ description: 'At the rate that is allowed.' }),
  },
  { $id: 'EnrichmentEstimate' },
);

/** The queue of a store. */
export const EnrichmentSchema = Type.Object(
  {
    provider: Type.String(),
    model: NullableString,
    paused: Type.Boolean(),
    held: Type.Union(
      [
        Type.Object({
          code: Type.Enum([...holdCodes]),
          message: Type.String(),
          until: Type.String({ description: 'When it is tried again by itself.' }),
        }),
        Type.Null(),
      ],
      { description: 'Why the queue waits without having been paused.' },
    ),
    waiting: Type.Integer(),
    failed: Type.Integer(),
    enriched: Type.Integer({ description: 'Products that have phrases now, whoever wrote them.' }),
    places_taken: Type.Integer({
      description:
        'Products that count for the plan: those that were ever queued, also where no phrase of theirs is left.',
    }),
    limit: Type.Union([Type.Integer(), Type.Null()], { description: 'Places that the plan has.' }),
    rate: Type.Object({
      requests_per_minute: NullableInteger,
      tokens_per_minute: NullableInteger,
      concurrency: NullableInteger,
    }),
    budget: Type.Object({ monthly_usd: Usd, spent_usd: Usd }),
    blocklist: Type.Array(Type.String()),
    usage: Type.Array(Type.Ref('EnrichmentUsage')),
    estimate: Type.Ref('EnrichmentEstimate'),
  },
  { $id: 'Enrichment' },
);
/** The queue of a store on the wire. */
export type EnrichmentBody = Omit<Static<typeof EnrichmentSchema>, 'usage' | 'estimate'> & {
  usage: Static<typeof EnrichmentUsageSchema>[];
  estimate: Static<typeof EnrichmentEstimateSchema>;
};

/** What of a queue is set; what is absent stays. */
export const EnrichmentPatchSchema = Type.Object(
  {
    paused: Type.Optional(Type.Boolean()),
    monthly_budget_usd: Type.Optional(
      Type.Union([Type.String(), Type.Number(), Type.Null()], {
        description: 'Null lifts the bound. It binds only where the price of the model is configured.',
      }),
    ),
    blocklist: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: limits.blocklistEntries,
        description:
          'Words and phrases that no generated phrase may hold. Live ones that do are taken out in the background.',
      }),
    ),
  },
  { $id: 'EnrichmentPatch', additionalProperties: false },
);

/** The queue of a store. */
export const EnrichmentAnswerSchema = Type.Object(
  { enrichment: Type.Ref('Enrichment') },
  { $id: 'EnrichmentAnswer' },
);
/** The queue of a store after a change. */
export const EnrichmentChangeSchema = Type.Object(
  { message, enrichment: Type.Ref('Enrichment') },
  { $id: 'EnrichmentChange' },
);

/** Which products are tried again; all without it. */
export const EnrichmentChoiceSchema = Type.Object(
  { external_ids: Type.Optional(Type.Array(Type.String(), { maxItems: limits.productIdsPerCall })) },
  { $id: 'EnrichmentChoice', additionalProperties: false },
);
/** Which products are queued; those that have no phrases without it. */
export const EnrichmentQueueChoiceSchema = Type.Object(
  {
    ...EnrichmentChoiceSchema.properties,
    outdated: Type.Optional(
      Type.Boolean({
        description:
          'True: those whose phrases another generator, another model or another version of the prompt or the rules wrote. Not beside `external_ids`.',
      }),
    ),
  },
  { $id: 'EnrichmentQueueChoice', additionalProperties: false },
);
/** How many products were queued, and which are unknown. */
export const EnrichmentQueuedSchema = Type.Object(
  {
    message,
    queued_rows: Type.Integer(),
    unknown_ids: Type.Array(Type.String(), { description: 'Ids of the body that are of no product.' }),
  },
  { $id: 'EnrichmentQueued' },
);

/** A product in a list of the queue. */
export const EnrichmentProductSchema = Type.Object(
  {
    external_id: Type.String(),
    title: Type.String(),
    category: NullableString,
    image_url: NullableString,
    state: Type.Enum([...phraseStates, 'none']),
    suggestion_phrases: Type.Array(Type.String()),
    search_phrases: Type.Array(Type.String()),
    type,
    error: NullableString,
    attempts: Type.Integer(),
    next_attempt_at: NullableString,
  },
  { $id: 'EnrichmentProduct' },
);
/** A product in a list of the queue on the wire. */
export type EnrichmentProductBody = Omit<Static<typeof EnrichmentProductSchema>, 'type'> & {
  type: ProductTypeBody | null;
};

/** A page of such a list. */
export const EnrichmentProductListSchema = Type.Object(
  { products: Type.Array(Type.Ref('EnrichmentProduct')), next_cursor: NullableString },
  { $id: 'EnrichmentProductList' },
);

/** A type of a store, with what some of its products say. */
export const StoreTypeSchema = Type.Object(
  {
    name: Type.String(),
    products: Type.Integer({ description: 'Products that have the type now, in stock or not.' }),
    categories: Type.Array(Type.String(), {
      description: 'Categories of some of these products, those of most of them first; at most three.',
    }),
    words: Type.Array(Type.String(), {
      description: 'Words next to the type in their titles, likewise; at most six, in small letters.',
    }),
  },
  { $id: 'StoreType' },
);
/** A type of a store on the wire. */
export type StoreTypeBody = Static<typeof StoreTypeSchema>;

/** A page of the types of a store. */
export const StoreTypeListSchema = Type.Object(
  { types: Type.Array(Type.Ref('StoreType')), next_cursor: NullableString },
  { $id: 'StoreTypeList' },
);
