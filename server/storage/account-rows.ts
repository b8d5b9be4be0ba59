/** People between accounts.ts and their tables. */

import type { Insertable, Selectable } from 'kysely';
import type { AuditEntry, Invitation, Membership, Role, Session, User } from './accounts.ts';
import { readJson } from './json-columns.ts';
import type {
  AuditEntriesTable,
  InvitationsTable,
  MembershipsTable,
  SessionsTable,
  UsersTable,
} from './schema.ts';

export function toUser(row: Selectable<UsersTable>): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    isOperator: Boolean(row.is_operator),
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}

export function toUserRow(user: User): Insertable<UsersTable> {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    password_hash: user.passwordHash,
    is_operator: user.isOperator,
    created_at: user.createdAt,
    last_seen_at: user.lastSeenAt,
  };
}

export function toSession(row: SessionsTable): Session {
  return {
    id: row.id,
    userId: row.user_id,
    tokenHash: row.token_hash,
    previousTokenHash: row.previous_token_hash,
    csrfToken: row.csrf_token,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
    lastSeenAt: row.last_seen_at,
  };
}

export function toSessionRow(session: Session): SessionsTable {
  return {
    id: session.id,
    user_id: session.userId,
    token_hash: session.tokenHash,
    previous_token_hash: session.previousTokenHash,
    csrf_token: session.csrfToken,
    created_at: session.createdAt,
    rotated_at: session.rotatedAt,
    last_seen_at: session.lastSeenAt,
  };
}

export function toMembership(row: MembershipsTable): Membership {
  return {
    storeId: row.store_id,
    userId: row.user_id,
    role: row.role as Role,
    joinedAt: row.joined_at,
  };
}

export function toMembershipRow(membership: Membership): MembershipsTable {
  return {
    store_id: membership.storeId,
    user_id: membership.userId,
    role: membership.role,
    joined_at: membership.joinedAt,
  };
}

export function toInvitation(row: InvitationsTable): Invitation {
  return {
    id: row.id,
    kind: row.kind as Invitation['kind'],
    storeId: row.store_id,
    email: row.email,
    role: row.role as Role | null,
    tokenHash: row.token_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export function toInvitationRow(invitation: Invitation): InvitationsTable {
  return {
    id: invitation.id,
    kind: invitation.kind,
    store_id: invitation.storeId,
    email: invitation.email,
    role: invitation.role,
    token_hash: invitation.tokenHash,
    created_at: invitation.createdAt,
    expires_at: invitation.expiresAt,
  };
}

export function toAuditEntry(row: AuditEntriesTable): AuditEntry {
  const { actor_name: name, actor_email: email } = row;
  return {
    id: row.id,
    at: row.at,
    actor: name === null || email === null ? null : { name, email },
    action: row.action,
    subject: row.subject,
    details: readJson('audit_entries', row, 'details'),
  };
}

export function toAuditEntryRow(storeId: string, entry: AuditEntry): AuditEntriesTable {
  return {
    store_id: storeId,
    id: entry.id,
    at: entry.at,
    actor_name: entry.actor?.name ?? null,
    actor_email: entry.actor?.email ?? null,
    action: entry.action,
    subject: entry.subject,
    details: JSON.stringify(entry.details),
  };
}
