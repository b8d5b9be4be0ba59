/**
 * The states of a product's phrases, and the reasons why a queue waits. Plain values: rules about them are in
 * server/enrichment/.
 */
// Tests: test/api/enrichment.test.ts.

/**
 * The decisions of people about a product's phrases. `generated`: none yet, they are live as they came; `approved`:
 * live, until the product changes; `edited`: a person's own words are live; `rejected`: none are live until the product
 * changes; `locked`: live as they are, until they are unlocked.
 */
export const phraseStates = ['generated', 'approved', 'edited', 'rejected', 'locked'] as const;
/** One of {@link phraseStates}. */
export type PhraseState = (typeof phraseStates)[number];

/** The states that a person can set by name; words of their own make `edited`. */
export const decidedStates = ['generated', 'approved', 'rejected', 'locked'] as const;

/**
 * The sources that can say which type a product has: its own title, category or an attribute; the heads of the titles of
 * products like it; the AI provider; a person.
 */
export const typeEvidenceSources = [
  'title',
  'category',
  'attribute',
  'catalog',
  'provider',
  'person',
] as const;

/** The lists of products by what became of their phrases. */
export const enrichmentLists = ['waiting', 'failed', ...phraseStates] as const;
/** One of {@link enrichmentLists}. */
export type EnrichmentList = (typeof enrichmentLists)[number];

/**
 * The reasons why a store's queue waits without having been paused: the provider refuses, or did not answer, a request of this
 * store; it asked to be left alone, by this store or by all; the budget of the month is spent.
 */
export const holdCodes = ['provider_refused', 'provider_away', 'provider_paused', 'budget_spent'] as const;
/** One of {@link holdCodes}. */
export type HoldCode = (typeof holdCodes)[number];
