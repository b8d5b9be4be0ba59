/** Operations called as a thread calls them, without HTTP: the body is checked, the answer is JSON. */
import { collectionOperations } from '../../contract/collections.ts';
import { enrichmentOperations } from '../../contract/enrichment.ts';
import { feedOperations } from '../../contract/feeds.ts';
import type { Operations, ParamsOf, ValueOf } from '../../contract/operation.ts';
import { webhookOperations } from '../../contract/webhooks.ts';
import { StrangerWait } from '../../server/jobs/stranger-wait.ts';
import { type OperationSet, runOperation } from '../../server/operations/run-operation.ts';
import type { OutboundPolicy } from '../../server/outbound/outbound.ts';
import { collectionFormats } from '../../server/resources/collections/collection-formats.ts';
import {
  type CollectionDependencies,
  collectionWrites,
} from '../../server/resources/collections/write-collections.ts';
import { enrichmentFormats } from '../../server/resources/enrichment/parse-enrichment.ts';
import {
  type EnrichmentDependencies,
  enrichmentWrites,
} from '../../server/resources/enrichment/write-enrichment.ts';
import type { FeedDependencies } from '../../server/resources/feeds/feed-dependencies.ts';
import { feedBodyFormats } from '../../server/resources/feeds/feed-formats.ts';
import { feedWrites } from '../../server/resources/feeds/write-feeds.ts';
import { webhookUrl } from '../../server/resources/webhooks/webhook-url.ts';
import { type WebhookDependencies, webhookWrites } from '../../server/resources/webhooks/write-webhooks.ts';
import type { Storage } from '../../server/storage/storage.ts';

/** Calls an operation of a store by name. */
export type CallOperation<Set extends Operations> = <Name extends keyof Set & string>(
  name: Name,
  call: {
    readonly storeId: string;
    readonly params?: ParamsOf<Set[Name]['route']>;
    readonly body?: object;
  },
) => Promise<ValueOf<Set[Name]['answer']>>;

/** The operations that change webhooks. */
export function callWebhooks(
  storage: Storage,
  { policy, ...dependencies }: WebhookDependencies & { readonly policy: OutboundPolicy },
): CallOperation<typeof webhookOperations> {
  const handlers = webhookWrites(storage, dependencies);
  return callerOf(webhookOperations, { handlers, formats: { 'webhook-url': webhookUrl(policy) } });
}

/** The operations that change collections. */
export function callCollections(
  storage: Storage,
  dependencies: CollectionDependencies,
): CallOperation<typeof collectionOperations> {
  const handlers = collectionWrites(storage, dependencies);
  return callerOf(collectionOperations, { handlers, formats: collectionFormats });
}

/** The operations that change phrases and the queue. */
export function callEnrichment(
  storage: Storage,
  dependencies: EnrichmentDependencies,
): CallOperation<typeof enrichmentOperations> {
  const handlers = enrichmentWrites(storage, dependencies);
  return callerOf(enrichmentOperations, { handlers, formats: enrichmentFormats });
}

/** The operations that change feeds. Looks at addresses wait for no other. */
export function callFeeds(
  storage: Storage,
  dependencies: Omit<FeedDependencies, 'looks'>,
): CallOperation<typeof feedOperations> {
  const place = () => ({ wait: new StrangerWait(dependencies.clock), leaving: new AbortController().signal });
  const handlers = feedWrites(storage, {
    ...dependencies,
    looks: { lookAt: (_storeId, task) => task(), preview: (_storeId, task) => task(place()) },
  });
  return callerOf(feedOperations, { handlers, formats: feedBodyFormats(dependencies.policy) });
}

function callerOf<Set extends Operations>(
  declared: Set,
  operations: OperationSet<{ readonly cancelled: AbortSignal }>,
): CallOperation<Set> {
  return async (name, { storeId, params = {}, body }) => {
    const bodySchema = declared[name]?.body ?? null;
    const bytes = new TextEncoder().encode(JSON.stringify(body ?? {}));
    const cancelled = new AbortController().signal;
    const call = {
      name,
      isLong: false,
      storeId,
      caller: 'secret',
      actor: null,
      callerName: 'Key',
      params,
      query: {},
    } as const;
    const request = { ...call, origin: 'https://search.example', bodySchema, body: bytes };
    const answer = await runOperation(operations, request, { cancelled });
    return JSON.parse(new TextDecoder().decode(answer)) as never;
  };
}
