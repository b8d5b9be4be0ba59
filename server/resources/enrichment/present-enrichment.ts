/**
 * Turns phrases and their queue into the JSON of the API and the dashboard. Pure; it shows no key of a provider. Money is US dollars
 * as text with two to six decimals, times are RFC 3339 in UTC; unreadable phrases come as an error text.
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.
import type {
  EnrichmentBody,
  EnrichmentProductBody,
  PhrasesBody,
  ProductTypeBody,
  StoreTypeBody,
} from '../../../contract/enrichment.ts';
import { plans } from '../../../contract/limits.ts';
import type { ProductType } from '../../catalog/product-type.ts';
import { formatTimestamp } from '../../clock.ts';
import type { GeneratorSettings } from '../../enrichment/create-generator.ts';
import type { ModelPrices, RunEstimate, RunLimits } from '../../enrichment/estimate.ts';
import { type ProductPhrasesView, type QueueView, whyNotEnriched } from '../../enrichment/read-enrichment.ts';
import { riskWord } from '../../enrichment/review/count-patterns.ts';
import { damagedRowError } from '../../storage/damage/damage.ts';
import type { EnrichmentUsage, ListedEnrichment, PhraseLists } from '../../storage/enrichment/tables.ts';
import type { Store } from '../../storage/records.ts';
import type { TypeOverview } from './read-types.ts';

/** The settings by which the whole deployment generates phrases. */
export interface DeploymentSettings {
  /** `off` if they are not. */
  readonly enrichmentProvider: string;
  readonly enrichment: GeneratorSettings & RunLimits & { readonly prices: ModelPrices };
}

/** The phrases of a product, and its state in the queue. */
export function presentPhrases(view: ProductPhrasesView, store: Store, provider: string): PhrasesBody {
  const { product, set } = view;
  // Phrases that a person wrote have no generator.
  const origin = set === null || set.edited !== null ? null : set;
  return {
    external_id: product.externalId,
    state: set?.state ?? 'none',
    ...presentLists(product),
    proposed: set === null || set.generated === null ? null : presentLists(set.generated),
    generator: origin?.generator ?? null,
    model: origin?.model ?? null,
    prompt_version: origin?.promptVersion ?? null,
    generated_at: timestampOf(origin?.generatedAt ?? null),
    source_hash: origin?.sourceHash ?? null,
    dropped: (origin?.dropped ?? []).map((one) => ({ ...one })),
    reviewed_at: timestampOf(set?.reviewedAt ?? null),
    reviewed_by: set?.reviewedBy ?? null,
    enrichment: presentProgress(view, store, provider),
  };
}

function presentProgress(
  view: ProductPhrasesView,
  store: Store,
  provider: string,
): PhrasesBody['enrichment'] {
  const { set, job } = view;
  const isDone = set !== null && set.generator !== null;
  return {
    status: job?.state ?? (isDone ? 'done' : 'not_queued'),
    reason: whyNotEnriched(view, store, provider),
    attempts: job?.attempts ?? 0,
    next_attempt_at: nextAttemptOf(job),
    error: job?.error ?? null,
  };
}

/** A product in a list of the queue. */
export function presentListed(listed: ListedEnrichment): EnrichmentProductBody {
  return {
    external_id: listed.externalId,
    title: listed.title,
    category: listed.category,
    image_url: listed.imageUrl,
    state: listed.phraseState ?? 'none',
    ...presentLists(listed),
    error: listed.damage === null ? (listed.job?.error ?? null) : damagedRowError(listed.damage).message,
    attempts: listed.job?.attempts ?? 0,
    next_attempt_at: nextAttemptOf(listed.job),
  };
}

/** The queue of a store: what waits, what it may cost, what was spent. */
export function presentQueue(
  view: QueueView,
  estimate: RunEstimate,
  config: DeploymentSettings,
): EnrichmentBody {
  const { server, requestsPerMinute, tokensPerMinute, concurrency } = config.enrichment;
  const binds = (bound: number) => (server === null ? null : bound);
  const { store, settings, waiting, failed, enriched, placesTaken, spentMicros } = view;
  const { monthlyBudgetMicros: budget, hold } = settings;
  return {
    provider: config.enrichmentProvider,
    model: server?.model ?? null,
    paused: settings.paused,
    held:
      hold === null ? null : { code: hold.code, message: hold.message, until: formatTimestamp(hold.until) },
    waiting,
    failed,
    enriched,
    places_taken: placesTaken,
    limit: plans[store.plan].enriched,
    rate: {
      requests_per_minute: binds(requestsPerMinute),
      tokens_per_minute: binds(tokensPerMinute),
      concurrency: binds(concurrency),
    },
    budget: { monthly_usd: budget === null ? null : usdOf(budget), spent_usd: usdOf(spentMicros) },
    blocklist: [...settings.blocklist],
    usage: sumByDay(view.usage),
    estimate: presentEstimate(estimate),
  };
}

/** Presents the estimated cost and time of a run. */
export function presentEstimate(estimate: RunEstimate): EnrichmentBody['estimate'] {
  const { products, requests, inputTokens, outputTokens, costMicros, minutes } = estimate;
  return {
    ...{ products, requests, input_tokens: inputTokens, output_tokens: outputTokens, minutes },
    cost_usd: costMicros === null ? null : usdOf(costMicros),
  };
}

/** Days without any are left out. */
function sumByDay(usage: readonly EnrichmentUsage[]): EnrichmentBody['usage'] {
  return [...Map.groupBy(usage, ({ day }) => day)].map(([day, ofDay]) => {
    const sum = (field: 'requests' | 'products' | 'failed' | 'inputTokens' | 'outputTokens' | 'costMicros') =>
      ofDay.reduce((total, row) => total + row[field], 0);
    return {
      ...{ day, requests: sum('requests'), products: sum('products'), failed: sum('failed') },
      ...{ input_tokens: sum('inputTokens'), output_tokens: sum('outputTokens') },
      cost_usd: usdOf(sum('costMicros')),
    };
  });
}

function presentLists({ suggestionPhrases, searchPhrases, type }: PhraseLists) {
  return {
    suggestion_phrases: [...suggestionPhrases],
    search_phrases: [...searchPhrases],
    type: type === null ? null : presentType(type),
  };
}

function presentType({ name, otherNames, confidence, evidence }: ProductType): ProductTypeBody {
  return { name, other_names: [...otherNames], confidence, evidence: evidence.map((one) => ({ ...one })) };
}

/** A type of a store. */
export function presentStoreType({
  name,
  products,
  categories,
  words,
  decidedProducts,
  decision,
  risk,
  reason,
  samples,
}: TypeOverview): StoreTypeBody {
  return {
    ...{ name, products, categories: [...categories], words: [...words] },
    ...{ decided_products: decidedProducts, decision_id: decision?.id ?? null },
    ...{ risk: riskWord(risk), reason },
    samples: samples.map(({ externalId, title, imageUrl }) => ({
      ...{ external_id: externalId, title, image_url: imageUrl },
    })),
  };
}

/** US dollars with two to six decimals. */
export function usdOf(micros: number): string {
  const text = (micros / 1_000_000).toFixed(6);
  return text.replace(/(\.\d{2}\d*?)0+$/, '$1');
}

function nextAttemptOf(job: ListedEnrichment['job']): string | null {
  return job === null || job.state === 'failed' || job.runAt === 0 ? null : formatTimestamp(job.runAt);
}

function timestampOf(micros: number | null): string | null {
  return micros === null ? null : formatTimestamp(micros);
}
