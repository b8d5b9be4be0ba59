// Tests: test/api/limits.test.ts.
/**
 * Limits of the cost of questions to the engine and about whole catalogs; a part of `limits`. Steps are the engine’s unit of work
 * (server/search/step-budget.ts), so that the limits do not depend on the machine.
 */
export const queryLimits = {
  /** Steps that one keystroke may cost; beyond them the best results so far are the answer. */
  querySteps: 230_000,
  /** Steps that it may cost in addition for each product of the index. */
  queryStepsPerProduct: 1.4,
  /** Steps of all stores after which other requests are looked at, and questions of stores that spent less come first. */
  queryStepsPerTurn: 100_000,
  /** Requests other than keystrokes that a thread begins before it looks for new ones. Chosen: some milliseconds. */
  requestsPerTurn: 16,
  /** The steps that a byte of events counts for: reading, judging and passing it on. Measured beside steps. */
  eventStepsPerByte: 20,
  /** Questions of one store, and its requests with events, that wait for their turn. Beyond it the answer is 503 with Retry-After. */
  queriesWaitingPerStore: 1_000,

  /** Products of which what they lack is counted, those that changed last. Chosen: some seconds, in which others have turns. */
  completenessProductsMax: 1_000_000,
  /** Sources that this count lists, those with the most products; all others form one. Chosen: a person reads no more. */
  completenessSourcesMax: 50,
} as const;
