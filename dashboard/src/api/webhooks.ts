/** Endpoints of a store and the messages to them. A secret is answered once, when it is made. */
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { DeliveryBody, WebhookBody } from '../../../contract/webhooks.ts';
import type { WebhookEvent } from '../../../contract/words/webhooks.ts';
import { nextPageCursor, storePath } from './paths.ts';
import { pollEvery } from './poll.ts';
import { request, withQuery } from './request.ts';

const webhooksOf = (storeId: string) => ['store', storeId, 'webhooks'];

interface WebhookList {
  readonly webhooks: readonly WebhookBody[];
  /** Those that cannot be read, where there are any. */
  readonly unreadable?: readonly { readonly id: string; readonly message: string }[];
}

export function useWebhooks(storeId: string) {
  return useQuery({
    queryKey: webhooksOf(storeId),
    queryFn: ({ signal }) => request<WebhookList>('GET', storePath(storeId, '/webhooks'), { signal }),
  });
}

/** What people decide of an endpoint. */
export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
}

/** An endpoint with the secret that was just made for it. */
export interface WebhookWithSecret {
  readonly webhook: WebhookBody;
  readonly secret: string;
}

/** A change after which lists and logs are read again. */
function useWebhookChange<Input, Answer>(storeId: string, change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

export function useCreateWebhook(storeId: string) {
  return useWebhookChange(storeId, (body: WebhookFields) =>
    request<WebhookWithSecret>('POST', storePath(storeId, '/webhooks'), { body }),
  );
}

/** Which endpoint, and what of it changes. */
export type WebhookChange = { readonly id: string } & Partial<WebhookFields> & {
    readonly is_active?: boolean;
  };

export function useChangeWebhook(storeId: string) {
  return useWebhookChange(storeId, ({ id, ...body }: WebhookChange) =>
    request<{ webhook: WebhookBody }>('PATCH', storePath(storeId, `/webhooks/${id}`), { body }),
  );
}

export function useDeleteWebhook(storeId: string) {
  return useWebhookChange(storeId, (id: string) =>
    request<{ message: string }>('DELETE', storePath(storeId, `/webhooks/${id}`)),
  );
}

export function useRotateWebhook(storeId: string) {
  return useWebhookChange(storeId, (id: string) =>
    request<WebhookWithSecret>('POST', storePath(storeId, `/webhooks/${id}/rotate`)),
  );
}

export function useTestWebhook(storeId: string) {
  return useWebhookChange(storeId, (id: string) =>
    request<{ delivery: DeliveryBody }>('POST', storePath(storeId, `/webhooks/${id}/test`)),
  );
}

interface DeliveriesPage {
  readonly deliveries: readonly DeliveryBody[];
  readonly next_cursor: string | null;
}

/** How often a log is read again, and while a message in it was not tried yet. */
const refreshMs = 10_000;
const untriedMs = 1_000;

export function useDeliveries(storeId: string, webhookId: string) {
  return useInfiniteQuery({
    queryKey: [...webhooksOf(storeId), webhookId, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      request<DeliveriesPage>(
        'GET',
        withQuery(storePath(storeId, `/webhooks/${webhookId}/deliveries`), { cursor: pageParam, limit: 30 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    refetchInterval: pollEvery<InfiniteData<DeliveriesPage>>((data) => {
      const newest = data?.pages[0]?.deliveries ?? [];
      const isUntried = newest.some(({ status, attempts }) => status === 'pending' && attempts.length === 0);
      return isUntried ? untriedMs : refreshMs;
    }),
  });
}
