/**
 * Reads phrases and a store's queue for the dashboard and the API. It writes nothing and asks no provider. An unknown product is null;
 * a sample of 50 products stands for the catalog in estimates. Times are microseconds since 1970, money millionths of a US dollar.
 */
// Tests: test/scenarios/enrichment-holds.test.ts.
import { plans } from '../../contract/limits.ts';
import { isSameHash } from '../catalog/source-hash.ts';
import { formatTimestamp } from '../clock.ts';
import type {
  EnrichmentSettings,
  EnrichmentState,
  EnrichmentUsage,
  PhraseSet,
  PhraseSource,
} from '../storage/enrichment/tables.ts';
import type { Store, StoredProduct } from '../storage/records.ts';
import type { Directory, StoreReader } from '../storage/storage.ts';
import { allowanceName } from './allowance.ts';
import { estimateRun, type ModelPrices, type RunEstimate, type RunLimits } from './estimate.ts';
import { mostRequests } from './queue-hold.ts';
import { countQueueable } from './queue-rest.ts';
import { dayBefore, monthOf, spentSince } from './usage-days.ts';
import type { GeneratorOutline } from './write-answer.ts';

/** The phrases of one product, and its state in the queue. */
export interface ProductPhrasesView {
  readonly product: StoredProduct;
  readonly set: PhraseSet | null;
  readonly job: EnrichmentState | null;
  readonly countsAsEnriched: boolean;
  /** The hash of the product as it is now. */
  readonly sourceHash: string;
  readonly settings: EnrichmentSettings;
}

/** Reads the phrases of a product; null if it is unknown. */
export async function readPhrases(
  reader: StoreReader,
  externalId: string,
  standing: Standing,
): Promise<ProductPhrasesView | null> {
  const known = await reader.products.find(externalId);
  if (known === null) return null;
  // The job first and the phrases last: phrases that come in between are never missing beside a job that is done.
  const job = await reader.enrichment.state(known.id);
  const set = (await reader.phrases.sets([known.id])).get(known.id) ?? null;
  const queueable = await reader.enrichment.queueable(externalId);
  const product = await reader.products.find(externalId);
  if (product === null || queueable === null) return null;
  return {
    ...{ product, set, job },
    countsAsEnriched: queueable.countsAsEnriched,
    sourceHash: queueable.sourceHash,
    settings: await standingSettings(reader, standing),
  };
}

/** Facts besides the store. */
export interface Standing {
  readonly nowMicros: number;
  /** The time until which no store asks the provider; 0 if it may be asked. */
  readonly pausedUntil: number;
}

/**
 * The settings without a hold that is over, which the queue takes away with its next turn or answer, and with what holds
 * all stores. A refusal stays until the provider answers: its products do nothing but wait.
 */
async function standingSettings(
  reader: StoreReader,
  { nowMicros, pausedUntil }: Standing,
): Promise<EnrichmentSettings> {
  const settings = await reader.enrichment.settings();
  const { hold } = settings;
  const isHeld = hold !== null && (hold.until > nowMicros || hold.code === 'provider_refused');
  return { ...settings, hold: isHeld ? hold : pausedUntil > nowMicros ? pauseHold(pausedUntil) : null };
}

function pauseHold(until: number): NonNullable<EnrichmentSettings['hold']> {
  const message = `The provider is busy. It is left alone until ${formatTimestamp(until)}, then asked again.`;
  return { code: 'provider_paused', message, until };
}

/** Returns the time until which all requests to the provider pause; 0 without a provider. */
export async function readPause(directory: Pick<Directory, 'allowancePausedUntil'>, isAsked: boolean) {
  return isAsked ? await directory.allowancePausedUntil(allowanceName) : 0;
}

/** The queue of a store. */
export interface QueueView {
  readonly store: Store;
  /** Products that have the places of the plan. */
  readonly placesTaken: number;
  readonly settings: EnrichmentSettings;
  readonly waiting: number;
  readonly failed: number;
  /** Products that have phrases. */
  readonly enriched: number;
  /** The usage of the last days, one entry a day and generator, oldest first. */
  readonly usage: readonly EnrichmentUsage[];
  /** Cost of the calendar month (UTC). */
  readonly spentMicros: number;
  /** Products that have no phrases and would fit the plan, those that wait included. */
  readonly toCome: number;
  /** Some of the store's products, from its beginning. */
  readonly sample: readonly PhraseSource[];
}

/** Products that an estimate looks at. Chosen. */
const sampled = 50;

/** Reads the queue; `nowMicros` decides which days count. */
export async function readQueue(
  reader: StoreReader,
  store: Store,
  { days, ...standing }: Standing & { readonly days: number },
): Promise<QueueView> {
  const { nowMicros } = standing;
  const month = monthOf(nowMicros);
  const from = dayBefore(nowMicros, days - 1);
  const [settings, progress, enriched, known, sources] = await Promise.all([
    standingSettings(reader, standing),
    reader.enrichment.progress(),
    reader.phrases.countProducts(),
    reader.enrichment.usage(month < from ? month : from),
    reader.phrases.sources({ after: null, limit: sampled }),
  ]);
  const { products, placesTaken, waiting, failed } = progress;
  const counted = { ...store, productCount: products, enrichmentCount: placesTaken };
  return {
    ...{ store, settings, enriched, placesTaken, waiting, failed },
    usage: known.filter(({ day }) => day >= from),
    spentMicros: spentSince(known, month),
    toCome: waiting + countQueueable(counted),
    sample: sources.products,
  };
}

/** Estimates the cost of all missing phrases, in the same way for every caller. */
export async function estimateRest(
  { directory }: { readonly directory: Pick<Directory, 'hasOtherStores'> },
  { store, toCome, sample }: QueueView,
  generator: GeneratorOutline,
  { prices, concurrency, ...rates }: RunLimits & { readonly prices: ModelPrices },
): Promise<RunEstimate> {
  const { id: storeId, locale } = store;
  const hasOthers = await directory.hasOtherStores(storeId);
  const limits = { ...rates, concurrency: mostRequests(concurrency, hasOthers) };
  return estimateRun({ generator, storeId, locale, productCount: toCome, sample, limits, prices });
}

/** Why a product has no new phrases yet, or will get none; null if it has them. */
export function whyNotEnriched(view: ProductPhrasesView, store: Store, provider: string): string | null {
  const { set, job, settings } = view;
  if (set?.state === 'locked') return 'A person has locked the phrases of the product.';
  if (job?.state === 'failed') return `Given up after ${job.attempts} attempts: ${job.error}`;
  if (provider === 'off' && (job !== null || set === null)) {
    return 'No phrases are generated here: FORETYPE_ENRICHMENT_PROVIDER is off.';
  }
  if (job !== null) {
    if (settings.paused) return 'The queue is paused.';
    if (settings.hold !== null) return settings.hold.message;
    return job.error === null
      ? 'It waits for its turn.'
      : `It is tried again. The last attempt: ${job.error}`;
  }
  return set === null || set.generator === null ? whyNotQueued(view, store) : whyNoneOrOld(view, set, store);
}

function whyNotQueued({ set, countsAsEnriched }: ProductPhrasesView, store: Store): string {
  if (set?.state === 'edited') return 'A person has written its phrases.';
  if (set?.state === 'rejected') return 'A person has rejected its phrases.';
  if (countsAsEnriched) return 'It does not wait any more: it is queued again when it changes.';
  const { enriched } = plans[store.plan];
  if (isFull(store)) {
    return `The plan ${store.plan} has phrases written for ${enriched} products, and that many have them.`;
  }
  return 'It was never queued. Queue the products that have no phrases.';
}

/** Phrases were written for it once. */
function whyNoneOrOld(
  { product, sourceHash }: ProductPhrasesView,
  { generator, state, sourceHash: writtenFor }: PhraseSet,
  store: Store,
): string | null {
  if (writtenFor === null || !isSameHash(sourceHash, writtenFor)) {
    const why = isFull(store) ? `the plan ${store.plan} is full` : 'it was not queued again';
    return `It has changed since its phrases were written; ${why}.`;
  }
  if (state === 'rejected') {
    return 'A person has rejected its phrases. New ones are written when the product changes.';
  }
  if (product.suggestionPhrases.length + product.searchPhrases.length > 0) return null;
  return state === 'generated' && generator === 'offline'
    ? 'Its title names nothing that shoppers type, beside what is suggested for it anyway, or what it had was blocked. ' +
        'Queue it by its id to have phrases written anew.'
    : 'No phrase for it is left: no phrase passed the rules, what it had was blocked, or a person took them out. Queue it by ' +
        'its id to have phrases written anew.';
}

function isFull({ plan, enrichmentCount }: Store): boolean {
  const { enriched } = plans[plan];
  return enriched !== null && enrichmentCount >= enriched;
}
