/** Merchandising: the rules of a store, what their ids are called, and what rules would do to an answer. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MerchandisingBody } from '../../../contract/merchandising.ts';
import type { MerchandisingRule, Redirect } from '../../../contract/words/merchandising.ts';
import type { ProductRow } from './answers.ts';
import { storePath } from './paths.ts';
import { request } from './request.ts';

/** A rule that may have no id yet. */
export type RuleInput = Omit<MerchandisingRule, 'id'> & { readonly id?: string };

/** A product of the answer and what rules had to say of it. */
export interface PreviewedProduct {
  readonly product: ProductRow;
  readonly pin: number | null;
  readonly boost: number | null;
}

/** What shoppers would see. */
export interface RulePreview {
  readonly products: readonly PreviewedProduct[];
  readonly hidden: readonly ProductRow[];
  readonly redirect: Redirect | null;
  readonly categories: readonly string[];
}

const rulesOf = (storeId: string) => ['store', storeId, 'merchandising'];

export function useMerchandising(storeId: string) {
  return useQuery({
    queryKey: rulesOf(storeId),
    queryFn: ({ signal }) =>
      request<MerchandisingBody>('GET', storePath(storeId, '/merchandising'), { signal }),
  });
}

/** The products that the rules pin or hide. */
export function useRuledProducts(storeId: string) {
  return useQuery({
    queryKey: [...rulesOf(storeId), 'products'],
    queryFn: ({ signal }) =>
      request<{ products: readonly ProductRow[] }>('GET', storePath(storeId, '/merchandising/products'), {
        signal,
      }),
    select: ({ products }) => products,
  });
}

/** Reads the rules and their products anew; over when they are there. */
export function useReloadRules(storeId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: rulesOf(storeId) });
}

/** One rule as it was when it was read, and as it shall be: null for none. */
export interface RuleChange {
  readonly before: MerchandisingRule | null;
  readonly after: RuleInput | null;
}

/**
 * Over when the change holds; the rules are read again before somebody waits for them. All other rules stay as they are,
 * and a rule that somebody else changed meanwhile is refused as a `conflict`.
 */
export function useChangeRule(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: RuleChange) =>
      request<MerchandisingBody>('PATCH', storePath(storeId, '/merchandising'), { body: change }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: rulesOf(storeId) });
    },
  });
}

/** What shoppers would see for a query by these rules alone; null asks nothing. */
export function usePreviewedAnswer(
  storeId: string,
  asked: { readonly query: string; readonly rules: readonly RuleInput[] } | null,
) {
  return useQuery({
    queryKey: ['store', storeId, 'previewed-answer', asked],
    queryFn: ({ signal }) =>
      request<RulePreview>('POST', storePath(storeId, '/merchandising/preview'), {
        body: asked,
        signal,
      }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}
