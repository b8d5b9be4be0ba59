/**
 * Calls that belong to no store: changes of one’s own account, and new stores. A refused value is a {@link
 * RequestFailure} whose `errors` name the field. It keeps no password.
 */
// Tests: test/browser/dashboard.test.ts.
import { useMutation } from '@tanstack/react-query';
import type { InputOf } from '../../../contract/operation.ts';
import type { AccountChangeSchema } from '../../../contract/people.ts';
import type { NewStoreSchema, StoreSettings } from '../../../contract/stores.ts';
import type { Person } from './answers.ts';
import { request } from './request.ts';
import { useRefreshSession } from './session.ts';

/** A store that was just created, with its keys, which are shown this once. */
export interface CreatedStore {
  readonly store: StoreSettings;
  readonly keys: { readonly secret: string; readonly storefront: string };
}

/** The session is read again when the page of the store is opened: before, the page with the keys would make way for it. */
export function useCreateStore() {
  return useMutation({
    mutationFn: (body: InputOf<typeof NewStoreSchema>) => request<CreatedStore>('POST', '/stores', { body }),
  });
}

/**
 * Changes the name or password of the person who is signed in, then reads the session again. A wrong value fails with
 * 422.
 */
export function useChangeAccount() {
  const refresh = useRefreshSession();
  return useMutation({
    mutationFn: (body: InputOf<typeof AccountChangeSchema>) =>
      request<{ user: Person }>('PATCH', '/account', { body }),
    onSuccess: refresh,
  });
}
