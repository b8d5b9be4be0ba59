/**
 * Turns people of a store and open invitations into the JSON that members see: never a password hash or the link of an invitation.
 * Pure; times are RFC 3339 in UTC. Nothing here can fail on a stored row; there are no limits.
 */
// Tests: test/api/dashboard-members.test.ts.
import type * as wire from '../../../contract/members.ts';
import type { StoreInvitation } from '../../accounts/invitations.ts';
import { formatTimestamp } from '../../clock.ts';
import type { Member } from '../../storage/accounts/tables.ts';

/** An operator is owner of every store, with a membership or without. */
export function presentMember({ user, membership }: Member): wire.Member {
  const { lastSeenAt } = user;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.isOperator || membership === null ? 'owner' : membership.role,
    is_operator: user.isOperator,
    joined_at: formatTimestamp(membership?.joinedAt ?? user.createdAt),
    last_seen_at: lastSeenAt === null ? null : formatTimestamp(lastSeenAt),
  };
}

/** Presents an invitation without its link. */
export function presentInvitation({ id, email, role, expiresAt }: StoreInvitation): wire.Invitation {
  return { id, email, role, expires_at: formatTimestamp(expiresAt) };
}
