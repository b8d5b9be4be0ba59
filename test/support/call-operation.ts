/**
 * Operations called as a thread calls them, without HTTP: the body is checked, the answer is JSON. An invalid body rejects as it would
 * over HTTP (`validation_failed`); rights and rates are not checked, since no HTTP is there. A missing store is the caller's fault.
 */
import type { collectionOperations } from '../../contract/collections.ts';
import type { enrichmentOperations } from '../../contract/enrichment.ts';
import type { feedOperations } from '../../contract/feeds.ts';
import type { Operation, Operations, ParamsOf, ValueOf } from '../../contract/operation.ts';
import { operations, type ServiceOperations } from '../../contract/operations.ts';
import type { phraseReviewOperations } from '../../contract/phrase-review.ts';
import type { shopCheckOperations } from '../../contract/shop-check.ts';
import type { webhookOperations } from '../../contract/webhooks.ts';
import { RemoteWait } from '../../server/jobs/remote-wait.ts';
import type { OperationRequest } from '../../server/operations/operation-call.ts';
import { ownCall } from '../../server/operations/own-call.ts';
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
import { reviewWrites } from '../../server/resources/enrichment/write-review.ts';
import type { FeedDependencies } from '../../server/resources/feeds/feed-dependencies.ts';
import { feedBodyFormats } from '../../server/resources/feeds/feed-formats.ts';
import { feedWrites } from '../../server/resources/feeds/write-feeds.ts';
import { type ShopCheckDependencies, shopCheckWrites } from '../../server/resources/shop-check/check-shop.ts';
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
  return callerOf({ handlers, formats: { 'webhook-url': webhookUrl(policy) } });
}

/** The checks of pages of shops. */
export function callShopChecks(
  storage: Storage,
  dependencies: ShopCheckDependencies,
): CallOperation<typeof shopCheckOperations> {
  return callerOf({ handlers: shopCheckWrites(storage, dependencies), formats: {} });
}

/** The operations that change collections. */
export function callCollections(
  storage: Storage,
  dependencies: CollectionDependencies,
): CallOperation<typeof collectionOperations> {
  const handlers = collectionWrites(storage, dependencies);
  return callerOf({ handlers, formats: collectionFormats });
}

/** The operations that change phrases and the queue. */
export function callEnrichment(
  storage: Storage,
  dependencies: EnrichmentDependencies,
): CallOperation<typeof enrichmentOperations & typeof phraseReviewOperations> {
  const handlers = { ...enrichmentWrites(storage, dependencies), ...reviewWrites(storage, dependencies) };
  return callerOf({ handlers, formats: enrichmentFormats });
}

/** The operations that change feeds. Looks at addresses wait for no other. */
export function callFeeds(
  storage: Storage,
  dependencies: Omit<FeedDependencies, 'probes'>,
): CallOperation<typeof feedOperations> {
  const place = () => ({ wait: new RemoteWait(dependencies.clock), leaving: new AbortController().signal });
  const handlers = feedWrites(storage, {
    ...dependencies,
    probes: { probe: (_storeId, task) => task(), preview: (_storeId, task) => task(place()) },
  });
  return callerOf({ handlers, formats: feedBodyFormats(dependencies.policy) });
}

/** A call of an operation by a secret key, as it crosses to a thread. */
export function requestOf(
  storeId: string,
  name: keyof ServiceOperations,
  { params = {}, body = {} }: { readonly params?: OperationRequest['params']; readonly body?: object } = {},
): OperationRequest {
  const declared: Operation = operations[name];
  return ownCall(name, {
    storeId,
    isLong: declared.isLong === true,
    callerName: 'Key',
    origin: 'https://search.example',
    params,
    body: new TextEncoder().encode(JSON.stringify(body)),
    bodySchema: declared.body ?? null,
  });
}

function callerOf<Set extends Operations>(
  set: OperationSet<{ readonly cancelled: AbortSignal }>,
): CallOperation<Set> {
  return async (name, { storeId, ...call }) => {
    const request = requestOf(storeId, name as keyof ServiceOperations, call);
    const answer = await runOperation(set, request, { cancelled: new AbortController().signal });
    return JSON.parse(new TextDecoder().decode(answer)) as never;
  };
}
