/** Rules and synonyms that cannot be read, which people of the store replace by none. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { storePath } from './paths.ts';
import { RequestFailure, request } from './request.ts';

/** Whether the answer says that what was asked for cannot be read. */
export function isDamage(error: unknown): boolean {
  return error instanceof RequestFailure && error.code === 'store_unavailable';
}

const pages = { rules: 'merchandising', synonyms: 'synonyms' } as const;

/** Settings that are replaced as a whole. */
export type WholeSettings = keyof typeof pages;

/** Replaces them by none. The service keeps what can be read, as what somebody has sent again since. */
export function useStartAgain(storeId: string, what: WholeSettings) {
  const queries = useQueryClient();
  const page = pages[what];
  return useMutation({
    mutationFn: () => request('PUT', storePath(storeId, `/${page}`), { body: { [what]: [] } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}
