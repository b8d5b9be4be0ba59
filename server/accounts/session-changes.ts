/**
 * Makes the changes of people to themselves: the first account, signing in and out, a new name or password, joining a store. A link is
 * taken in the same transaction, so that it works once; a used or expired one rejects with `setup_refused` or `not_found`. Permissions
 * were checked before; passwords come as hashes, never in plain text. A new password ends all other sessions of the person. Links last
 * 7 days, times are microseconds.
 */
// Tests: test/api/dashboard-sessions.test.ts.
import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import type { AccountWriter, User } from '../storage/accounts/tables.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import type { ChangeHandlers, SessionChanges } from './changes.ts';
import { isOpen, setupRefused } from './invitations.ts';
import type { PassFactor } from './second-factors.ts';
import { sessionsOverBefore } from './sessions.ts';

/** Implements {@link SessionChanges}. */
export function sessionChanges(
  storage: Storage,
  clock: Clock,
  passFactor: PassFactor,
): ChangeHandlers<SessionChanges> {
  const { accounts } = storage;
  const write = (work: (writer: AccountWriter) => Promise<unknown>) =>
    accounts.write(async (writer) => {
      await work(writer);
      return null;
    });
  return {
    setUp: ({ tokenHash, user, session }) =>
      write(async (writer) => {
        // Taking it comes first: of two who hold the link, the second finds it gone.
        const link = await writer.takeInvitation(tokenHash);
        if (!isOpen(link, clock) || link.kind !== 'setup' || (await writer.hasUsers())) throw setupRefused();
        await writer.insertUser(user);
        await writer.insertSession(session);
      }),
    signIn: ({ session, replaces, code }) =>
      write(async (writer) => {
        await passFactor(writer, session.userId, code);
        if (replaces !== null) await writer.deleteSession(replaces);
        await writer.deleteSessionsBefore(sessionsOverBefore(clock.nowMicros()));
        await writer.insertSession(session);
        await writer.updateUser(session.userId, { lastSeenAt: session.createdAt });
      }),
    signOut: ({ session: { id } }) => write((writer) => writer.deleteSession(id)),
    rotateSession: ({ session: { id, tokenHash: from }, tokenHash: to }) =>
      accounts.write((writer) => writer.rotateSession(id, { from, to, at: clock.nowMicros() })),
    noteSeen: ({ session: { id, userId } }) =>
      write(async (writer) => {
        const now = clock.nowMicros();
        await writer.touchSession(id, now);
        await writer.updateUser(userId, { lastSeenAt: now });
      }),
    updateAccount: ({ user, fields, sessionId }) =>
      write(async (writer) => {
        await writer.updateUser(user.id, fields);
        if (fields.passwordHash !== undefined) await forgetPassword(writer, user, sessionId);
      }),
    resetPassword: ({ tokenHash, user, passwordHash, code, session }) =>
      write(async (writer) => {
        const link = await writer.takeInvitation(tokenHash);
        if (!isOpen(link, clock) || link.kind !== 'password') throw notFound('invitation');
        // A person who can read the mail has the link, but not the second factor.
        await passFactor(writer, user.id, code);
        await writer.updateUser(user.id, { passwordHash, lastSeenAt: session.createdAt });
        await forgetPassword(writer, user, null);
        await writer.insertSession(session);
      }),
    join: ({ invitation: { storeId, role, tokenHash }, user, isNew, code, session }) =>
      storage.write(storeId, async (writer) => {
        const link = await writer.accounts.takeInvitation(tokenHash);
        if (!isOpen(link, clock) || link.kind !== 'member') throw notFound('invitation');
        if (isNew) await writer.accounts.insertUser(user);
        else await passFactor(writer.accounts, user.id, code);
        const joinedAt = session.createdAt;
        await writer.accounts.putMembership({ storeId, userId: user.id, role, joinedAt });
        await writer.accounts.insertSession(session);
        await writer.accounts.updateUser(user.id, { lastSeenAt: joinedAt });
        const actor = { name: user.name, email: user.email };
        const [action, details] = ['member.joined', { role }];
        await writer.audit.insert(createAuditEntry(clock, { actor, action, subject: user.email, details }));
        return null;
      }),
  };
}

/** Everything that the previous password opened is closed. */
async function forgetPassword(
  writer: AccountWriter,
  { id, email }: Pick<User, 'id' | 'email'>,
  exceptSessionId: string | null,
): Promise<void> {
  await writer.deleteSessionsOf(id, exceptSessionId);
  await writer.forgetNetworks(id);
  await writer.deleteInvitationsFor({ kind: 'password', storeId: null, email });
}
