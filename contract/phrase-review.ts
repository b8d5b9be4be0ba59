/**
 * Declares the calls that review phrases and types in groups: all phrases of a pattern, all that have some words, or all products of
 * a type. A decision stands until it is taken back, and holds for products that come later. It declares no decision on a single product (`changePhrases`). Times are
 * ISO 8601 in UTC; a wrong value is 422, which names the field.
 */
// Tests: test/api/phrase-review.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { pageQuery } from './queries.ts';
import { phraseParts, phraseVerdicts, reviewRisks } from './words/phrase-patterns.ts';

const message = Type.String();
const nullableString = orNull(Type.String());
const verdict = Type.Enum([...phraseVerdicts]);
const verdictFilter = Type.Enum(['open', ...phraseVerdicts]);
const pattern = Type.String({
  description:
    'The parts of a product that the words of a phrase come from, joined by hyphens: `brand-type`.',
});

const ReviewProgressSchema = Type.Object(
  {
    done: Type.Integer({ description: 'Products that the decisions have reached.' }),
    total: Type.Integer(),
  },
  { $id: 'ReviewProgress' },
);

/** How far the decisions of a store were applied. */
export const reviewProgress = orNull(ReviewProgressSchema, {
  description: 'How far the decisions were applied; null if they are applied to all products.',
});

const PhraseReviewSchema = Type.Object(
  {
    open_products: Type.Integer({ description: 'Products of which a phrase is not decided yet.' }),
    decided_products: Type.Integer({
      description: 'Products of which decisions on groups decide every phrase.',
    }),
    unsorted_products: Type.Integer({
      description: 'Products whose phrases are not sorted into patterns yet.',
    }),
    progress: reviewProgress,
  },
  { $id: 'PhraseReview' },
);
/** How far the review of a store is, on the wire. */
export type PhraseReviewBody = ValueOf<typeof PhraseReviewSchema>;

const reviewedProduct = {
  external_id: Type.String(),
  title: Type.String(),
  image_url: nullableString,
};

const PhrasePatternSchema = Type.Object(
  {
    pattern,
    parts: Type.Array(Type.Enum([...phraseParts])),
    phrases: Type.Integer(),
    products: Type.Integer(),
    verdict: orNull(verdict, { description: 'Null: not decided yet.' }),
    decision_id: orNull(Type.String(), { description: 'The decision that stands.' }),
    risk: Type.Enum([...reviewRisks]),
    reason: Type.String({ description: 'For people: why the risk is as it is.' }),
    samples: Type.Array(Type.Object({ ...reviewedProduct, phrase: Type.String() }), {
      description: 'Some of the products, each with one of its phrases.',
    }),
  },
  { $id: 'PhrasePattern' },
);
/** A pattern of a store's phrases on the wire. */
export type PhrasePatternBody = ValueOf<typeof PhrasePatternSchema>;

const ReviewedPhraseSchema = Type.Object(
  {
    ...reviewedProduct,
    phrase: Type.String(),
    is_shown: Type.Boolean({ description: 'Whether it is a suggestion; others are only searched.' }),
    pattern,
    verdict: orNull(verdict, { description: 'What the decisions say of it; null: not decided yet.' }),
  },
  { $id: 'ReviewedPhrase' },
);
/** A phrase with its product, on the wire. */
export type ReviewedPhraseBody = ValueOf<typeof ReviewedPhraseSchema>;

const PhraseDecisionSchema = Type.Object(
  {
    id: Type.String(),
    pattern: orNull(pattern),
    words: orNull(
      Type.String({ description: 'Beginnings of words of the phrase, or of the title of its product.' }),
    ),
    type: orNull(Type.String({ description: 'The name of a type.' })),
    verdict,
    new_name: orNull(Type.String(), {
      description: 'The name that products of the type have instead; null: they keep it, or have none.',
    }),
    decided_at: Type.String(),
    decided_by: nullableString,
  },
  { $id: 'PhraseDecision' },
);
/** A decision that stands, on the wire. */
export type PhraseDecisionBody = ValueOf<typeof PhraseDecisionSchema>;

const group = {
  patterns: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: limits.phraseDecisions,
      description: 'Patterns by name.',
    }),
  ),
  words: Type.Optional(
    Type.String({
      maxLength: limits.queryMaxLength,
      description:
        'Each begins a word of the phrase, or of the title of its product. Not together with `patterns`.',
    }),
  ),
  types: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: limits.phraseDecisions,
      description: 'Types of products by name. Not together with `patterns` or `words`.',
    }),
  ),
};

const PhraseGroupSizeSchema = Type.Object(
  {
    products: Type.Integer({
      description: 'Without those that a person decided by themselves, which stay as they are.',
    }),
    phrases: Type.Integer({
      description: 'Phrases of the group; 0 for types, since phrases stay as they are.',
    }),
    emptied_products: Type.Integer({
      description: 'Products that would have no phrase left if these were refused.',
    }),
    is_complete: Type.Boolean({
      description: `False: only the first ${limits.reviewedProducts} products of the store were counted.`,
    }),
  },
  { $id: 'PhraseGroupSize' },
);
/** What a decision would be about, on the wire. */
export type PhraseGroupSizeBody = ValueOf<typeof PhraseGroupSizeSchema>;

const tag = 'Phrases';
const read = { tag, key: 'secret', role: 'viewer', thread: 'reader', isLong: true } as const;
const write = { tag, key: 'secret', role: 'editor', thread: 'pipeline' } as const;

/** Every call about the review of phrases in groups. */
export const phraseReviewOperations = {
  listPatterns: {
    route: 'GET /phrases/patterns',
    summary: 'List the patterns of the generated phrases, the riskiest first',
    description:
      'Phrases of products that a person decided by themselves are not counted. `review` says how far the review is.',
    query: Type.Object({ ...pageQuery('text').properties, verdict: withDefault(verdictFilter, 'open') }),
    answer: Type.Object(
      { review: PhraseReviewSchema, patterns: Type.Array(PhrasePatternSchema), next_cursor: nullableString },
      { $id: 'PhrasePatternList' },
    ),
    ...read,
  },
  listPhrases: {
    route: 'GET /phrases',
    summary: 'Search the generated phrases',
    description: `A page looks through ${limits.reviewedProducts} products at most, so it may have few entries although there are more.`,
    query: Type.Object({
      ...pageQuery('text').properties,
      q: withDefault(
        Type.String({
          maxLength: limits.queryMaxLength,
          description:
            'Each word begins a word of the phrase, or of the title of its product; blank: all phrases.',
        }),
        '',
      ),
      pattern: withDefault(Type.String({ description: 'Only phrases of this pattern; blank: of all.' }), ''),
      verdict: Type.Optional(verdictFilter),
    }),
    answer: Type.Object(
      { phrases: Type.Array(ReviewedPhraseSchema), next_cursor: nullableString },
      { $id: 'ReviewedPhraseList' },
    ),
    ...read,
  },
  listDecisions: {
    route: 'GET /phrases/decisions',
    summary: 'List the decisions on groups of phrases and on types, newest first',
    query: Type.Object({
      ...pageQuery('id').properties,
      about: Type.Optional(
        Type.Enum(['phrases', 'types'], {
          description: 'Only decisions on phrases, or only those on types.',
        }),
      ),
    }),
    answer: Type.Object(
      { decisions: Type.Array(PhraseDecisionSchema), next_cursor: nullableString },
      { $id: 'PhraseDecisionList' },
    ),
    ...read,
  },
  previewDecision: {
    route: 'POST /phrases/decisions/preview',
    summary: 'Count what a decision on a group of phrases, or on types, would be about',
    body: Type.Object(group, { $id: 'PhraseGroup', additionalProperties: false }),
    answer: PhraseGroupSizeSchema,
    ...read,
  },
  makeDecision: {
    route: 'POST /phrases/decisions',
    summary: 'Approve or refuse groups of phrases, or types',
    description:
      'The decision stands until it is deleted: phrases that are written later are decided likewise. It is applied in the background. Refused phrases are not live; a product of which every phrase is decided is `approved`. A decision on words goes before one on a pattern, a refusal of words before an approval of words. Products that a person edited, approved, rejected or locked by themselves stay as they are. Products of a refused type have no type; those of an approved type keep it, or have `new_name`. A decision on the same type is replaced. A `new_name` that another decision refuses or renames is a `conflict`.',
    body: Type.Object(
      {
        ...group,
        verdict,
        new_name: Type.Optional(
          Type.String({
            format: 'type-name',
            description: 'Only with `types` and `approved`: all their products have this type instead.',
          }),
        ),
      },
      { $id: 'PhraseDecisionInput', additionalProperties: false },
    ),
    answer: Type.Object(
      { message, decisions: Type.Array(PhraseDecisionSchema) },
      { $id: 'PhraseDecisionsMade' },
    ),
    errors: [409],
    ...write,
  },
  deleteDecision: {
    route: 'DELETE /phrases/decisions/:id',
    summary: 'Take back a decision on a group of phrases, or on a type',
    description:
      'Refused phrases are live again, products have the type that was generated, and products wait for a decision again, as if the decision had not been made. Products that a person decided by themselves meanwhile, and products whose phrases were written again, keep what they have now.',
    answer: Type.Object({ message }, { $id: 'PhraseDecisionDeleted' }),
    ...write,
  },
} as const satisfies Operations;
