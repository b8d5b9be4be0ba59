/** What questions to the engine may cost. */
export const queryLimits = {
  /** Steps of the engine that one keystroke may cost (server/search/step-budget.ts), and more for each product of the index. */
  querySteps: 230_000,
  queryStepsPerProduct: 1.4,
  /** Steps of all stores after which other requests are looked at, and questions of stores that spent less come first. */
  queryStepsPerTurn: 100_000,
  /** Questions of one store that wait for their turn. Beyond it the answer is 503 with Retry-After. */
  queriesWaitingPerStore: 1_000,
} as const;
