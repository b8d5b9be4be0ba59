/** Settings of a store, its members and audit log, the own account, new stores. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StoreCounts } from '../words/store-contents.ts';
import type {
  AuditEntry,
  Invitation,
  Member,
  MembersAnswer,
  Person,
  Role,
  StoreSettings,
  StoreSummary,
} from './answers.ts';
import { nextPageCursor, storePath } from './paths.ts';
import { request, withQuery } from './request.ts';
import { useRefreshSession } from './session.ts';

/** A store that was just made, with its keys, which are told this once. */
export interface CreatedStore {
  readonly store: Omit<StoreSummary, 'role'>;
  readonly keys: { readonly secret: string; readonly storefront: string };
}

export interface NewStore {
  readonly name: string;
  readonly currency: string;
  readonly locale: string;
  readonly plan: string;
}

/** The session hears of the store when its page is opened: before, the page with the keys would make way for it. */
export function useCreateStore() {
  return useMutation({
    mutationFn: (body: NewStore) => request<CreatedStore>('POST', '/stores', { body }),
  });
}

export function useStoreSettings(storeId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'settings'],
    queryFn: ({ signal }) =>
      request<{ store: StoreSettings }>('GET', storePath(storeId, '/settings'), { signal }),
  });
}

/** `plan`: for operators only. */
export type SettingsChange = Pick<StoreSettings, 'name' | 'currency' | 'locale'> &
  Partial<Pick<StoreSettings, 'plan'>>;

export function useChangeSettings(storeId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: (body: SettingsChange) =>
      request<{ store: StoreSettings }>('PATCH', storePath(storeId, '/settings'), { body }),
    onSuccess: async () => {
      await Promise.all([queries.invalidateQueries({ queryKey: ['store', storeId] }), refresh()]);
    },
  });
}

/** Rows that a deletion would remove, by table. Counted when somebody is about to delete the store. */
export function useStoreContents(storeId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'deletion'],
    queryFn: ({ signal }) =>
      request<{ would_delete: Record<string, number> }>('GET', storePath(storeId, '/deletion'), { signal }),
  });
}

/** `name`: as the owner typed it. The session hears of it from the page, which goes with the store. */
export function useDeleteStore(storeId: string) {
  return useMutation({
    mutationFn: (body: { readonly name: string }) =>
      request<{ message: string; deleted: StoreCounts }>('DELETE', storePath(storeId, ''), { body }),
  });
}

export function useMembers(storeId: string) {
  return useQuery({
    queryKey: ['store', storeId, 'members'],
    queryFn: ({ signal }) => request<MembersAnswer>('GET', storePath(storeId, '/members'), { signal }),
  });
}

/** An invitation that was just made, with its link, which is told this once. */
export type NewInvitation = Invitation & { readonly url: string };

/** A change of who is a member; the list is read again afterwards. */
function useMemberChange<Input, Answer>(storeId: string, change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['store', storeId] }),
  });
}

export function useInvite(storeId: string) {
  return useMemberChange(storeId, (body: { readonly email: string; readonly role: Role }) =>
    request<{ invitation: NewInvitation }>('POST', storePath(storeId, '/members'), { body }),
  );
}

export function useChangeRole(storeId: string) {
  return useMemberChange(storeId, ({ id, role }: { readonly id: string; readonly role: Role }) =>
    request<{ member: Member }>('PATCH', storePath(storeId, `/members/${id}`), { body: { role } }),
  );
}

export function useRemoveMember(storeId: string) {
  return useMemberChange(storeId, (id: string) =>
    request<{ message: string }>('DELETE', storePath(storeId, `/members/${id}`)),
  );
}

export function useWithdrawInvitation(storeId: string) {
  return useMemberChange(storeId, (id: string) =>
    request<{ message: string }>('DELETE', storePath(storeId, `/invitations/${id}`)),
  );
}

interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next_cursor: string | null;
}

export function useAuditLog(storeId: string) {
  return useInfiniteQuery({
    queryKey: ['store', storeId, 'audit'],
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>('GET', withQuery(storePath(storeId, '/audit'), { cursor: pageParam, limit: 30 }), {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
  });
}

export interface AccountChange {
  readonly name?: string;
  readonly current_password?: string;
  readonly new_password?: string;
}

export function useChangeAccount() {
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: (body: AccountChange) => request<{ user: Person }>('PATCH', '/account', { body }),
    onSuccess: refresh,
  });
}
