/**
 * Computes the cost of requests, and estimates a run over a catalog. Pure; it never asks a provider. Money is millionths of a US
 * dollar, time is minutes, both rounded up; a model without a price has the cost null, not 0.
 */
// Tests: ./estimate.test.ts.
import type { PhraseGenerator, PhraseProduct } from './phrase-generator.ts';

/** US dollars a million tokens, by model. A dollar a million is a millionth of a dollar a token. */
export type ModelPrices = ReadonlyMap<string, { readonly inputUsd: number; readonly outputUsd: number }>;

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The cost in millionths of a US dollar, rounded up; 0 offline (no model), null if the model has no price. */
export function costMicros(
  prices: ModelPrices,
  model: string | null,
  { inputTokens, outputTokens }: TokenUsage,
): number | null {
  if (model === null) return 0;
  const price = prices.get(model);
  if (price === undefined) return null;
  const cost = inputTokens * price.inputUsd + outputTokens * price.outputUsd;
  // Prices have six decimals at most: what is beyond them comes of the sum and must not round up.
  return Math.ceil(Number(cost.toFixed(6)));
}

/** The limits of a run: the deployment's allowance. */
export interface RunLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly concurrency: number;
}

/** A run over many products, with a sample of them. */
export interface PlannedRun {
  readonly generator: Omit<PhraseGenerator, 'generate'>;
  readonly storeId: string;
  readonly locale: string;
  readonly productCount: number;
  /** Some of the products, from all over the catalog; all of them for few. */
  readonly sample: readonly PhraseProduct[];
  readonly limits: RunLimits;
  readonly prices: ModelPrices;
}

/** The estimate of a run: tokens, requests, money and time. */
export interface RunEstimate extends TokenUsage {
  readonly products: number;
  readonly requests: number;
  /** Cost in millionths of a US dollar; null if the model has no price. */
  readonly costMicros: number | null;
  /** Minutes it takes with the whole share of the allowance that a store may have; rounded up. */
  readonly minutes: number;
}

/**
 * The estimated seconds of one request, and the products that the offline generator does in a minute (chosen; the latter at
 * least).
 */
const requestSeconds = 10;
const offlineProductsPerMinute = 5_000 * 60;

/** Tokens of the sample's requests, spread over all products; no retries, no products that are left out. */
export function estimateRun(run: PlannedRun): RunEstimate {
  const { generator, productCount, sample, limits } = run;
  const requests = Math.ceil(productCount / generator.productsPerRequest);
  const sampled = estimateSample(run);
  const spread = (tokens: number) =>
    sample.length === 0 ? 0 : Math.ceil((tokens * productCount) / sample.length);
  const usage = { inputTokens: spread(sampled.inputTokens), outputTokens: spread(sampled.outputTokens) };
  const minutes =
    generator.model === null
      ? productCount / offlineProductsPerMinute
      : Math.max(
          requests / limits.requestsPerMinute,
          (usage.inputTokens + usage.outputTokens) / limits.tokensPerMinute,
          (requests * requestSeconds) / 60 / limits.concurrency,
        );
  return {
    products: productCount,
    requests,
    ...usage,
    costMicros: costMicros(run.prices, generator.model, usage),
    minutes: Math.ceil(minutes),
  };
}

/** Adds up the tokens of the requests that the queue would send for the sample. */
function estimateSample({ generator, storeId, locale, sample }: PlannedRun): TokenUsage {
  let [inputTokens, outputTokens] = [0, 0];
  for (let start = 0; start < sample.length; start += generator.productsPerRequest) {
    const products = sample.slice(start, start + generator.productsPerRequest);
    const { input, output } = generator.estimateTokens({ storeId, locale, products });
    inputTokens += input;
    outputTokens += output;
  }
  return { inputTokens, outputTokens };
}
