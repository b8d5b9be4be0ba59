/**
 * Signs a person in, and presents what the dashboard then knows of them: themselves, their stores, the token for changes. It checks no
 * password: the caller has done so. Failing to remember the network, because the database is full, never fails the sign-in. It
 * presents no hash and no token of the session but the one for changes. Times are microseconds inside.
 */
// Tests: ./present-session.live.test.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../../contract/words/roles.ts';
import { createSession } from '../../accounts/sessions.ts';
import type { Session, User } from '../../storage/accounts/tables.ts';
import { passDamage } from '../../storage/damage/damage.ts';
import type { Store } from '../../storage/records.ts';
import { findDemoStore } from '../../stores/demo-store.ts';
import { networkPrefix } from '../../structures/network-prefix.ts';
import type { Services } from '../services.ts';
import { passUnavailable, type SignedIn, toSignedIn } from './member.ts';
import { setSessionCookie } from './session-cookie.ts';

/** The services that a sign-in needs. */
interface SessionServices extends Pick<Services, 'storage' | 'config' | 'clock'> {
  readonly pipeline: Pick<Services['pipeline'], 'changeAccounts'>;
}

/**
 * Begins a session: `store` writes it, then the browser gets its token, and the network counts as known. The cookie comes
 * before everything that can fail, since `store` may have used up a one-time link.
 */
export async function answerSignedIn(
  { storage, config, clock, pipeline }: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
  store: (session: Session) => Promise<unknown>,
) {
  const { token, session } = createSession(user.id, clock);
  await store(session);
  setSessionCookie(request, reply, config, token);
  const network = networkPrefix(request.ip);
  await passUnavailable(pipeline.changeAccounts('rememberNetwork', { userId: user.id, network }));
  return await presentSession(storage, toSignedIn(user, session));
}

/** The answer of every call that signs somebody in. */
export async function presentSession({ accounts, directory }: Services['storage'], signedIn: SignedIn) {
  const stores = signedIn.isOperator
    ? (await directory.listStores()).map((store) => ({ store, role: 'owner' as const }))
    : await accounts.storesOf(signedIn.userId);
  const demo = await findDemoStore({ directory }).catch(passDamage);
  return {
    user: presentUser(signedIn),
    stores: stores.map(({ store, role }) => ({
      ...presentStoreOf(store, role),
      is_demo: store.id === demo?.storeId,
    })),
    csrf_token: signedIn.session.csrfToken,
  };
}

/** A person as they see themselves. */
export function presentUser({ userId, email, name, isOperator }: Omit<SignedIn, 'session'>) {
  return { id: userId, email, name, is_operator: isOperator };
}

function presentStoreOf({ id, name, plan, currency, locale }: Store, role: Role) {
  return { id, name, plan, currency, locale, role };
}
