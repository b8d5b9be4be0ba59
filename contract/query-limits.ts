// Tests: test/api/limits.test.ts.
/** Limits on the cost of questions to the engine. */
export const queryLimits = {
  /** Steps of the engine that one keystroke may cost (server/search/step-budget.ts), and more for each product of the index. */
  querySteps: 230_000,
  queryStepsPerProduct: 1.4,
  /** Steps of all stores after which other requests are looked at, and questions of stores that spent less come first. */
  queryStepsPerTurn: 100_000,
  /** Requests but keystrokes that a thread begins before it looks for others. Chosen: some milliseconds. */
  requestsPerTurn: 16,
  /** The cost of a byte of events in the same steps: read, judged and handed on. Measured beside steps. */
  eventStepsPerByte: 20,
  /** Questions of one store, and its requests with events, that wait for their turn. Beyond it the answer is 503 with Retry-After. */
  queriesWaitingPerStore: 1_000,
} as const;
