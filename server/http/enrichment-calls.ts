/** What both doors to phrases and their queue do alike, for keys and for people: each call answers with what is sent back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { pluralOf } from '../../contract/plural.ts';
import { enrichmentLists } from '../../contract/words/enrichment.ts';
import { quote } from '../catalog/problem.ts';
import { formatTimestamp } from '../clock.ts';
import type { EnrichmentChanges } from '../enrichment/changes.ts';
import { outlineGenerator } from '../enrichment/create-generator.ts';
import type { ChosenProducts } from '../enrichment/queue-rest.ts';
import {
  estimateRest,
  readPause,
  readPhrases,
  readQueue,
  type Standing,
} from '../enrichment/read-enrichment.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../ids.ts';
import type { Actor } from '../storage/accounts.ts';
import type { CountedType } from '../storage/enrichment.ts';
import { sendMade } from './answer-memory.ts';
import { jsonObjectOf } from './body.ts';
import { pathExternalId } from './external-ids.ts';
import { presentPhrases, presentQueue } from './presenters/present-enrichment.ts';
import { pageSize, readCursor, readQuery } from './query.ts';
import type { Services } from './services.ts';

/** Whose queue a request is about, and who asks. */
export interface EnrichmentCaller {
  readonly storeId: string;
  readonly actor: Actor | null;
  /** Of the key that asks, where no person does. */
  readonly keyName?: string;
}

type Call = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** The calls, as one handler each; paths name a product `:external_id`. */
export interface EnrichmentCalls {
  readonly showPhrases: Call;
  readonly changePhrases: Call;
  readonly showQueue: Call;
  readonly changeQueue: Call;
  readonly retry: Call;
  readonly queueRest: Call;
  readonly listProducts: Call;
  readonly listTypes: Call;
}

/** `callerOf` is the gate's word on a request. */
export function createEnrichmentCalls(
  services: Pick<Services, 'storage' | 'readers' | 'pipeline' | 'index' | 'config' | 'clock'>,
  callerOf: (request: FastifyRequest) => EnrichmentCaller,
): EnrichmentCalls {
  const { storage, readers, pipeline, index, config, clock } = services;
  const generator = outlineGenerator(config.enrichment, clock);
  async function standing(): Promise<Standing> {
    const pausedUntil = await readPause(storage.directory, config.enrichment.server !== null);
    return { nowMicros: clock.nowMicros(), pausedUntil };
  }
  async function phrasesOf(request: FastifyRequest) {
    const { storeId } = callerOf(request);
    const store = await storage.directory.findStore(storeId);
    const known = await readPhrases(readers.of(storeId), pathExternalId(request), await standing());
    if (store === null || known === null) throw notFound('product');
    return presentPhrases(known, store, config.enrichmentProvider);
  }
  async function queueOf(request: FastifyRequest) {
    const { storeId } = callerOf(request);
    const store = await storage.directory.findStore(storeId);
    if (store === null) throw notFound('store');
    const when = { ...(await standing()), days: limits.enrichmentUsageDays };
    const view = await readQueue(readers.of(storeId), store, when);
    return presentQueue(view, await estimateRest(storage, view, generator, config.enrichment), config);
  }
  return {
    async showPhrases(request) {
      return { phrases: await phrasesOf(request) };
    },
    async changePhrases(request) {
      const caller = callerOf(request);
      const change = { ...caller, externalId: pathExternalId(request), body: jsonObjectOf(request) };
      const { warnings } = await pipeline.changeEnrichments('changePhrases', change);
      await index.follow(caller.storeId);
      const message = 'The phrases of the product have been changed.';
      return { message, phrases: await phrasesOf(request), warnings };
    },
    async showQueue(request) {
      return { enrichment: await queueOf(request) };
    },
    async changeQueue(request) {
      const change = { ...callerOf(request), body: jsonObjectOf(request) };
      await pipeline.changeEnrichments('changeEnrichment', change);
      await index.follow(change.storeId);
      return { message: 'The queue has been changed.', enrichment: await queueOf(request) };
    },
    async retry(request) {
      const asked = { ...callerOf(request), body: choiceOf(request) };
      const retried = await pipeline.changeEnrichments('retryEnrichment', asked);
      return presentChosen(retried, `queued again.${wordsOfHold(retried)}`);
    },
    async queueRest(request) {
      const asked = { ...callerOf(request), body: choiceOf(request) };
      return presentChosen(await pipeline.changeEnrichments('queueEnrichment', asked), 'being queued.');
    },
    ...listCalls(services, callerOf),
  };
}

function listCalls(
  { storage, readers }: Pick<Services, 'storage' | 'readers'>,
  callerOf: (request: FastifyRequest) => EnrichmentCaller,
): Pick<EnrichmentCalls, 'listProducts' | 'listTypes'> {
  return {
    async listProducts(request, reply) {
      const query = readQuery(request.query);
      const list = query.choice('state', enrichmentLists) ?? 'waiting';
      const limit = pageSize(query);
      const after = readCursor(query, isUuid);
      query.finish();
      const { storeId } = callerOf(request);
      return await sendMade(request, reply, () =>
        readers.page(storeId, 'enrichments', { list, after, limit }),
      );
    },
    async listTypes(request, reply) {
      const query = readQuery(request.query);
      const text = query.text('q', '');
      const limit = pageSize(query);
      const after = typeAt(readCursor(query, (place) => typeAt(place) !== null));
      query.finish();
      const { storeId } = callerOf(request);
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw notFound('store');
      const question = { after, limit, text, locale: store.locale };
      return await sendMade(request, reply, () => readers.page(storeId, 'types', question));
    },
  };
}

/** The type that a cursor names; null where it names none. */
function typeAt(place: string | null): CountedType | null {
  try {
    const read: unknown = JSON.parse(place ?? '');
    const [products, name] = Array.isArray(read) && read.length === 2 ? (read as readonly unknown[]) : [];
    return typeof name === 'string' && Number.isSafeInteger(products)
      ? { name, products: Number(products) }
      : null;
  } catch {
    return null;
  }
}

function wordsOfHold({ wasHeld, heldUntil }: EnrichmentChanges['retryEnrichment']['response']): string {
  if (heldUntil === null) return wasHeld ? ' The queue was held and goes on.' : '';
  const until = formatTimestamp(heldUntil);
  return ` The queue stays held, since the request that was allowed last failed too: the provider is asked again at ${until}.`;
}

function presentChosen({ count, unknownIds }: ChosenProducts, done: string) {
  const message = `${count} ${pluralOf(count, 'product')} ${count === 1 ? 'is' : 'are'} ${done}`;
  const unknown = unknownIds.length === 0 ? '' : ` Unknown: ${unknownIds.map(quote).join(', ')}.`;
  return { message: `${message}${unknown}`, queued_rows: count, unknown_ids: unknownIds };
}

/** The body may be left out. */
function choiceOf(request: FastifyRequest) {
  return hasBody(request) ? jsonObjectOf(request) : {};
}

function hasBody({ body }: FastifyRequest): boolean {
  return body instanceof Uint8Array && body.byteLength > 0;
}
