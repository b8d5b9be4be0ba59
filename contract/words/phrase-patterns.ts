/**
 * The parts that phrases are made of. The pattern of a phrase names the parts that it has, in this order, joined by hyphens:
 * `brand-type`. Plain values: server/enrichment/review/phrase-pattern.ts finds the parts of a phrase.
 */
// Tests: server/enrichment/review/phrase-pattern.test.ts.

/**
 * `type`: what the product is; `attribute`: a value such as its colour; `measure`: a number with a unit; `model`: any other word
 * with a digit; `title`: other words of its title or identifiers; `other`: words that the product does not have.
 */
export const phraseParts = [
  'brand',
  'author',
  'type',
  'attribute',
  'measure',
  'model',
  'category',
  'title',
  'other',
] as const;
/** One of {@link phraseParts}. */
export type PhrasePart = (typeof phraseParts)[number];

/** The decisions on a group of phrases: they stay live, or none of them is. */
export const phraseVerdicts = ['approved', 'refused'] as const;
/** One of {@link phraseVerdicts}. */
export type PhraseVerdict = (typeof phraseVerdicts)[number];

/** The orders of a list of types. */
export const typeOrders = ['products', 'risk'] as const;
/** One of {@link typeOrders}. */
export type TypeOrder = (typeof typeOrders)[number];

/** The risks of patterns and types. */
export const reviewRisks = ['high', 'medium', 'low'] as const;

/** What a decision can be on: the phrases of a pattern, those that have some words, or the products of a type. */
export const decisionKinds = ['pattern', 'words', 'type'] as const;
/** One of {@link decisionKinds}. */
export type DecisionKind = (typeof decisionKinds)[number];
