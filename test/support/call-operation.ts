/** Operations called as a thread calls them, without HTTP: the body is checked, the answer is JSON. */
import type { InputOf, Operations, ParamsOf, ValueOf } from '../../contract/operation.ts';
import { webhookOperations } from '../../contract/webhooks.ts';
import { runOperation } from '../../server/operations/run-operation.ts';
import type { OutboundPolicy } from '../../server/outbound/outbound.ts';
import { webhookUrl } from '../../server/resources/webhooks/webhook-url.ts';
import { type WebhookDependencies, webhookWrites } from '../../server/resources/webhooks/write-webhooks.ts';
import type { Storage } from '../../server/storage/storage.ts';

/** Calls an operation of a store by name. */
export type CallOperation<Set extends Operations> = <Name extends keyof Set & string>(
  name: Name,
  call: {
    readonly storeId: string;
    readonly params?: ParamsOf<Set[Name]['route']>;
    readonly body?: InputOf<Set[Name]['body']>;
  },
) => Promise<ValueOf<Set[Name]['answer']>>;

/** The operations that change webhooks. */
export function callWebhooks(
  storage: Storage,
  { policy, ...dependencies }: WebhookDependencies & { readonly policy: OutboundPolicy },
): CallOperation<typeof webhookOperations> {
  const set = {
    handlers: webhookWrites(storage, dependencies),
    formats: { 'webhook-url': webhookUrl(policy) },
  };
  const declared: Operations = webhookOperations;
  return async (name, { storeId, params = {}, body }) => {
    const bodySchema = declared[name]?.body ?? null;
    const call = { name, storeId, actor: null, origin: 'https://search.example', params, query: {} };
    const bytes = new TextEncoder().encode(JSON.stringify(body ?? {}));
    const cancelled = new AbortController().signal;
    const answer = await runOperation(set, { ...call, bodySchema, body: bytes }, { cancelled });
    return JSON.parse(new TextDecoder().decode(answer)) as never;
  };
}
