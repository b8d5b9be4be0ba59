/**
 * Decides which turn each of the changes of {@link AccountChanges} takes. It runs nothing. A change that names a store takes the
 * store's turn, one that names networks theirs (address prefixes), any other one the person's who asks; a store that is not there yet
 * counts as its maker. Pure: it checks nothing and cannot fail.
 */
// Tests: server/threads/fairness/account-turns.live.test.ts.
import type { AccountChanges } from './changes.ts';

/** The turn of a store, of a person, or of the networks from which a caller signs in (`nestedPrefixes`). */
export type ChangeTurn =
  | { readonly kind: 'store'; readonly storeId: string }
  | { readonly kind: 'person'; readonly person: string }
  | { readonly kind: 'look'; readonly networks: readonly string[] };

/** The request of any change. */
export type ChangeRequest = AccountChanges[keyof AccountChanges]['request'];

/** The turn by what the change names: a store comes before the person who changes it. */
export function turnOf(request: ChangeRequest): ChangeTurn {
  if ('storeId' in request) return { kind: 'store', storeId: request.storeId };
  if ('invitation' in request) return { kind: 'store', storeId: request.invitation.storeId };
  if ('networks' in request) return { kind: 'look', networks: request.networks };
  return { kind: 'person', person: personOf(request) };
}

type PersonRequest = Exclude<
  ChangeRequest,
  { readonly storeId: string } | { readonly invitation: unknown } | { readonly networks: unknown }
>;

function personOf(request: PersonRequest): string {
  if ('user' in request) return request.user.id;
  if ('session' in request) return request.session.userId;
  // A store that is not there yet takes the turn of its maker.
  return 'userId' in request ? request.userId : request.actor.email;
}
