/** What the dashboard knows of the person who is signed in: themselves, their stores, and the token for changes. */
import type { Role } from '../../storage/accounts.ts';
import type { Store } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import type { SignedIn } from './member.ts';

/** The answer of every call that signs somebody in. */
export async function presentSession({ accounts, directory }: Storage, signedIn: SignedIn) {
  const stores = signedIn.isOperator
    ? (await directory.listStores()).map((store) => ({ store, role: 'owner' as const }))
    : await accounts.storesOf(signedIn.userId);
  return {
    user: presentUser(signedIn),
    stores: stores.map(({ store, role }) => presentStoreOf(store, role)),
    csrf_token: signedIn.session.csrfToken,
  };
}

/** A person as they see themselves. */
function presentUser({ userId, email, name, isOperator }: Omit<SignedIn, 'session'>) {
  return { id: userId, email, name, is_operator: isOperator };
}

function presentStoreOf({ id, name, plan, currency, locale }: Store, role: Role) {
  return { id, name, plan, currency, locale, role };
}
