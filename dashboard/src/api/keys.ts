/** Keys of a store. The key itself is answered once, when it is made. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyKind, StoreKey } from './answers.ts';
import { storePath } from './paths.ts';
import { request } from './request.ts';

const keysOf = (storeId: string) => ['store', storeId, 'keys'];

export function useKeys(storeId: string) {
  return useQuery({
    queryKey: keysOf(storeId),
    queryFn: ({ signal }) =>
      request<{ keys: readonly StoreKey[] }>('GET', storePath(storeId, '/keys'), { signal }),
  });
}

export interface NewKey {
  readonly kind: KeyKind;
  readonly name: string;
  readonly allowed_origins?: readonly string[];
}

/** A key that was just made; `secret` is the whole key, of either kind. */
export interface CreatedKey {
  readonly key: StoreKey;
  readonly secret: string;
}

export function useCreateKey(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewKey) => request<CreatedKey>('POST', storePath(storeId, '/keys'), { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

export interface KeyChange {
  readonly id: string;
  readonly name: string;
  readonly allowed_origins?: readonly string[];
}

export function useChangeKey(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: KeyChange) =>
      request<{ key: StoreKey }>('PATCH', storePath(storeId, `/keys/${id}`), { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysOf(storeId) }),
  });
}

export function useRevokeKey(storeId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<{ key: StoreKey }>('DELETE', storePath(storeId, `/keys/${id}`)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}
