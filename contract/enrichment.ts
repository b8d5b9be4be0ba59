/**
 * Declares the calls about phrases of products and about the queue of products that wait for phrases (§1.4, §1.5;
 * Contract §10). It writes no phrase. A wrong value is 422, which names the field. Costs are US dollars as decimal
 * text, times ISO 8601 in UTC.
 */
// Tests: test/api/enrichment.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { reviewProgress } from './phrase-review.ts';
import { enrichmentProductsQuery, storeTypesQuery } from './queries.ts';
import { decidedStates, holdCodes, phraseStates, typeEvidenceSources } from './words/enrichment.ts';
import { reviewRisks } from './words/phrase-patterns.ts';

const nullableString = orNull(Type.String());
const nullableInteger = orNull(Type.Integer());
const usd = orNull(Type.String({ description: 'US dollars as decimal text.' }));
const message = Type.String();

const suggestionPhrases = Type.Array(Type.String(), {
  maxItems: limits.suggestionPhrasesPerProduct,
  description: 'What shoppers are offered while they type.',
});
const searchPhrases = Type.Array(Type.String(), {
  maxItems: limits.searchPhrasesPerProduct,
  description: 'The product is found by these as well; they are never shown.',
});

/** The type of a product, with its evidence. */
const ProductTypeSchema = Type.Object(
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
/** The type of a product, on the wire. */
export type ProductTypeBody = ValueOf<typeof ProductTypeSchema>;

const type = orNull(ProductTypeSchema, {
  description: 'What the product is; null if that is not known. A decision on phrases may change it.',
});

/** The state of a product in the queue, and the reason for it. */
const ProductEnrichmentSchema = Type.Object(
  {
    status: Type.Enum(['done', 'waiting', 'failed', 'not_queued']),
    reason: orNull(Type.String(), {
      description: 'For people: why the product has no new phrases yet, or will not get any.',
    }),
    attempts: Type.Integer(),
    next_attempt_at: nullableString,
    error: nullableString,
  },
  { $id: 'ProductEnrichment' },
);

/** The phrases of one product and where they come from. */
const PhrasesSchema = Type.Object(
  {
    external_id: Type.String(),
    state: Type.Enum([...phraseStates, 'none']),
    suggestion_phrases: suggestionPhrases,
    search_phrases: searchPhrases,
    type,
    proposed: orNull(
      Type.Object({ suggestion_phrases: suggestionPhrases, search_phrases: searchPhrases, type }),
      { description: 'What was generated, if it is not live.' },
    ),
    generator: orNull(Type.String(), {
      description: 'What wrote the phrases. It and the next four are null if a person wrote them.',
    }),
    model: nullableString,
    prompt_version: nullableString,
    generated_at: nullableString,
    source_hash: nullableString,
    dropped: Type.Array(Type.Object({ rule: Type.String(), count: Type.Integer(), example: Type.String() }), {
      description: 'What the output rules removed from the generated phrases.',
    }),
    reviewed_at: nullableString,
    reviewed_by: nullableString,
    enrichment: ProductEnrichmentSchema,
  },
  { $id: 'Phrases' },
);
/** The phrases of one product on the wire. */
export type PhrasesBody = ValueOf<typeof PhrasesSchema>;

/** Read as a whole, since a state excludes phrases. */
const PhrasesInputSchema = Type.Object(
  {
    suggestion_phrases: Type.Optional(suggestionPhrases),
    search_phrases: Type.Optional(searchPhrases),
    type: Type.Optional(
      orNull(
        Type.Object(
          {
            name: Type.String(),
            other_names: Type.Optional(Type.Array(Type.String(), { maxItems: limits.typeOtherNames })),
          },
          { additionalProperties: false },
        ),
        { description: 'Replaces the type that was found; null: the product has no type.' },
      ),
    ),
    state: Type.Optional(
      Type.Enum([...decidedStates, 'edited'], {
        description: '`edited` is allowed only with phrases or a type, which imply it.',
      }),
    ),
  },
  { $id: 'PhrasesInput', format: 'phrases-decision', additionalProperties: false },
);
/** A decision on the phrases of a product and its type: words of a person, or a state. */
export type PhrasesInput = ValueOf<typeof PhrasesInputSchema>;

const PhrasesAnswerSchema = Type.Object({ phrases: PhrasesSchema }, { $id: 'PhrasesAnswer' });
const EnrichmentUsageSchema = Type.Object(
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

/** The cost of phrases for every product that has none and fits the plan. */
const EnrichmentEstimateSchema = Type.Object(
  {
    products: Type.Integer(),
    requests: Type.Integer(),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    cost_usd: orNull(Type.String(), {
      description: 'Null if the price of the model is not configured.',
    }),
    minutes: Type.Number({ description: 'At the rate that is allowed.' }),
  },
  { $id: 'EnrichmentEstimate' },
);

const EnrichmentSchema = Type.Object(
  {
    provider: Type.String(),
    model: nullableString,
    paused: Type.Boolean(),
    held: orNull(
      Type.Object({
        code: Type.Enum([...holdCodes]),
        message: Type.String(),
        until: Type.String({ description: 'When it is tried again by itself.' }),
      }),
      { description: 'Why the queue waits although no one has paused it.' },
    ),
    waiting: Type.Integer(),
    failed: Type.Integer(),
    enriched: Type.Integer({
      description: 'Products that have phrases now, generated or written by a person.',
    }),
    places_taken: Type.Integer({
      description:
        'Products that count for the plan: those that were ever queued, even if they have no phrases now.',
    }),
    limit: orNull(Type.Integer(), { description: 'Places that the plan has.' }),
    rate: Type.Object({
      requests_per_minute: nullableInteger,
      tokens_per_minute: nullableInteger,
      concurrency: nullableInteger,
    }),
    budget: Type.Object({ monthly_usd: usd, spent_usd: usd }),
    blocklist: Type.Array(Type.String()),
    usage: Type.Array(EnrichmentUsageSchema),
    estimate: EnrichmentEstimateSchema,
  },
  { $id: 'Enrichment' },
);
/** The queue of a store on the wire. */
export type EnrichmentBody = ValueOf<typeof EnrichmentSchema>;

const EnrichmentPatchSchema = Type.Object(
  {
    paused: Type.Optional(Type.Boolean()),
    monthly_budget_usd: Type.Optional(
      orNull(Type.Unsafe<string | number>({ type: ['string', 'number'], format: 'monthly-budget' }), {
        description: 'Null for no limit. It applies only if the price of the model is configured.',
      }),
    ),
    blocklist: Type.Optional(
      Type.Array(Type.String(), {
        format: 'blocklist',
        maxItems: limits.blocklistEntries,
        description:
          'Words and phrases that no generated phrase may hold. Live phrases that hold them are removed in the background.',
      }),
    ),
  },
  { $id: 'EnrichmentPatch', additionalProperties: false },
);

const EnrichmentAnswerSchema = Type.Object({ enrichment: EnrichmentSchema }, { $id: 'EnrichmentAnswer' });

const chosen = {
  external_ids: Type.Optional(
    Type.Array(Type.String(), {
      format: 'chosen-products',
      minItems: 1,
      maxItems: limits.productIdsPerCall,
    }),
  ),
};
const EnrichmentQueuedSchema = Type.Object(
  {
    message,
    queued_rows: Type.Integer(),
    unknown_ids: Type.Array(Type.String(), { description: 'Ids for which the store has no product.' }),
  },
  { $id: 'EnrichmentQueued' },
);

/** A product in a list of the queue. */
const EnrichmentProductSchema = Type.Object(
  {
    external_id: Type.String(),
    title: Type.String(),
    category: nullableString,
    image_url: nullableString,
    state: Type.Enum([...phraseStates, 'none']),
    suggestion_phrases: Type.Array(Type.String()),
    search_phrases: Type.Array(Type.String()),
    type,
    error: nullableString,
    attempts: Type.Integer(),
    next_attempt_at: nullableString,
  },
  { $id: 'EnrichmentProduct' },
);
/** A product in a list of the queue on the wire. */
export type EnrichmentProductBody = ValueOf<typeof EnrichmentProductSchema>;

const StoreTypeSchema = Type.Object(
  {
    name: Type.String(),
    products: Type.Integer({ description: 'Products that have the type now, in stock or not.' }),
    categories: Type.Array(Type.String(), {
      description: 'The most frequent categories of some of these products; at most three.',
    }),
    words: Type.Array(Type.String(), {
      description: 'The most frequent words next to the type in their titles; at most six, in small letters.',
    }),
    decided_products: Type.Integer({
      description: 'Products that a person decided, by themselves or together with the type.',
    }),
    decision_id: orNull(Type.String(), {
      description: 'The decision that accepted the type, or gave its name to another one.',
    }),
    risk: Type.Enum([...reviewRisks]),
    reason: Type.String({ description: 'For people: why the risk is as it is.' }),
    samples: Type.Array(
      Type.Object({ external_id: Type.String(), title: Type.String(), image_url: nullableString }),
      { description: 'Some of its products; at most five.' },
    ),
  },
  { $id: 'StoreType' },
);
/** A type of a store on the wire. */
export type StoreTypeBody = ValueOf<typeof StoreTypeSchema>;

const tag = 'Phrases';
const read = { tag, key: 'secret', role: 'viewer', thread: 'reader' } as const;
const write = { tag, key: 'secret', role: 'editor', thread: 'pipeline' } as const;

/** Every call about phrases, types and the queue. */
export const enrichmentOperations = {
  showPhrases: {
    route: 'GET /products/:external_id/phrases',
    summary: 'Get the phrases of a product',
    answer: PhrasesAnswerSchema,
    ...read,
  },
  changePhrases: {
    route: 'PUT /products/:external_id/phrases',
    summary: 'Decide on the phrases of a product',
    description:
      'Phrases that are given replace the live ones, and stay when new ones are generated. A type that is given does the same and leaves the phrases as they are. A state decides on generated phrases: `approved` and `generated` make them live; `rejected` removes them until the product changes; `locked` keeps what is live until `generated` unlocks it and restores the state before. `generated` also takes back a rejection.',
    body: PhrasesInputSchema,
    answer: Type.Object(
      {
        message,
        phrases: PhrasesSchema,
        warnings: Type.Array(Type.String(), {
          description: 'Given phrases that hold a blocked word: they are kept, and not suggested.',
        }),
      },
      { $id: 'PhrasesChange' },
    ),
    errors: [409],
    follows: true,
    shows: 'showPhrases',
    ...write,
  },
  showEnrichment: {
    route: 'GET /enrichment',
    summary: 'Get the queue of products that wait for phrases',
    description: 'With its settings, what it used in the last days, and what the rest would take.',
    answer: EnrichmentAnswerSchema,
    isLong: true,
    ...read,
  },
  changeEnrichment: {
    route: 'PATCH /enrichment',
    summary: 'Pause the queue, limit its monthly cost, or block words',
    description: 'Fields that are left out keep their values.',
    body: EnrichmentPatchSchema,
    answer: Type.Object({ message, enrichment: EnrichmentSchema }, { $id: 'EnrichmentChange' }),
    follows: true,
    shows: 'showEnrichment',
    ...write,
  },
  retryEnrichment: {
    route: 'POST /enrichment/retry',
    summary: 'Try failed products again',
    description:
      'The body may be left out: then all failed products are tried. If the queue is held, one request is allowed, and the message says so. If that request fails too, the queue stays held as long as before.',
    body: Type.Object(chosen, { $id: 'EnrichmentChoice', additionalProperties: false }),
    isBodyOptional: true,
    answer: EnrichmentQueuedSchema,
    ...write,
  },
  queueEnrichment: {
    route: 'POST /enrichment/queue',
    summary: 'Queue products that have no phrases, or others by choice',
    description:
      'The body may be left out: then all products that have no phrases and fit the plan are queued in the background. `external_ids` queues only these. `outdated` queues products whose phrases were written by another generator, model or version of the prompt or the rules: after an upgrade, or after a change of the provider. What a person edited, rejected or locked stays as it is. Products that already wait are not counted.',
    body: Type.Object(
      {
        ...chosen,
        outdated: withDefault(
          Type.Boolean({
            description:
              'True: products whose phrases were written by another generator, model or version of the prompt or the rules. Not together with `external_ids`.',
          }),
          false,
        ),
      },
      { $id: 'EnrichmentQueueChoice', additionalProperties: false },
    ),
    isBodyOptional: true,
    answer: EnrichmentQueuedSchema,
    errors: [409],
    ...write,
  },
  listEnrichmentProducts: {
    route: 'GET /enrichment/products',
    summary: 'List products by the state of their phrases',
    query: enrichmentProductsQuery(),
    answer: Type.Object(
      { products: Type.Array(EnrichmentProductSchema), next_cursor: nullableString },
      { $id: 'EnrichmentProductList' },
    ),
    ...read,
  },
  listTypes: {
    route: 'GET /enrichment/types',
    summary: 'List the types of the products, the most frequent or the riskiest first',
    description:
      'A search, and the order by risk, look through the 20,000 most frequent types. `progress` says how far decisions were applied.',
    query: storeTypesQuery(),
    answer: Type.Object(
      {
        progress: reviewProgress,
        types: Type.Array(StoreTypeSchema),
        next_cursor: nullableString,
      },
      { $id: 'StoreTypeList' },
    ),
    isLong: true,
    ...read,
  },
} as const satisfies Operations;
