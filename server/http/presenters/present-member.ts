/** People of a store, and who was invited into it, as its members see them. */
import { formatTimestamp } from '../../clock.ts';
import type { Invitation, Member } from '../../storage/accounts.ts';

/** An operator is owner of every store. */
export function presentMember({ user, membership }: Member) {
  const { lastSeenAt } = user;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.isOperator ? 'owner' : membership?.role,
    is_operator: user.isOperator,
    joined_at: formatTimestamp(membership?.joinedAt ?? user.createdAt),
    last_seen_at: lastSeenAt === null ? null : formatTimestamp(lastSeenAt),
  };
}

/** Never its link. */
export function presentInvitation({ id, email, role, expiresAt }: Invitation) {
  return { id, email, role, expires_at: formatTimestamp(expiresAt) };
}
