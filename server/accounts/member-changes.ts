/** What people do to the members of a store. Each change stands in the store's audit log. */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { AppError, notFound, validationFailed } from '../errors.ts';
import type { AccountReader, Membership } from '../storage/accounts.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import type { ChangeHandlers, MemberChange, MemberChanges } from './changes.ts';
import { isOpen } from './invitations.ts';

/** As of {@link MemberChanges}. */
export function memberChanges(storage: Storage, clock: Clock): ChangeHandlers<MemberChanges> {
  return {
    ...invitationChanges(storage, clock),
    changeRole: (change) =>
      storage.write(change.storeId, async (writer) => {
        const { storeId, userId, role, actor } = change;
        const { user, membership } = await findMember(writer, change);
        if (role !== 'owner') await keepAnOwner(writer, membership, change);
        if (role === membership.role) return membership;
        const changed = { storeId, userId, role, joinedAt: membership.joinedAt };
        await writer.accounts.putMembership(changed);
        await writer.insertAuditEntry(
          createAuditEntry(clock, {
            actor,
            action: 'member.role_changed',
            subject: user.email,
            details: { from: membership.role, to: role },
          }),
        );
        return changed;
      }),
    removeMember: (change) =>
      storage.write(change.storeId, async (writer) => {
        const { storeId, userId, actor } = change;
        const { user, membership } = await findMember(writer, change);
        await keepAnOwner(writer, membership, change);
        await writer.accounts.deleteMembership(storeId, userId);
        await writer.insertAuditEntry(
          createAuditEntry(clock, { actor, action: 'member.removed', subject: user.email }),
        );
        return null;
      }),
  };
}

type InvitationChanges = Pick<MemberChanges, 'invite' | 'join' | 'withdrawInvitation'>;

function invitationChanges(storage: Storage, clock: Clock): ChangeHandlers<InvitationChanges> {
  return {
    invite: ({ invitation, actor }) =>
      storage.write(invitation.storeId, async (writer) => {
        const { storeId, email, role } = invitation;
        if (await isMember(writer.accounts, storeId, email)) {
          throw new AppError('conflict', `${email} is a member of the store already.`);
        }
        await writer.accounts.deleteInvitationsFor({ kind: 'member', storeId, email });
        await checkRoom(writer, clock);
        await writer.accounts.insertInvitation(invitation);
        await writer.insertAuditEntry(
          createAuditEntry(clock, { actor, action: 'member.invited', subject: email, details: { role } }),
        );
        return null;
      }),
    join: ({ invitation: { storeId, role, tokenHash }, user, isNew, session }) =>
      storage.write(storeId, async (writer) => {
        const link = await writer.accounts.takeInvitation(tokenHash);
        if (!isOpen(link, clock) || link.kind !== 'member') throw notFound('invitation');
        if (isNew) await writer.accounts.insertUser(user);
        const joinedAt = session.createdAt;
        await writer.accounts.putMembership({ storeId, userId: user.id, role, joinedAt });
        await writer.accounts.insertSession(session);
        await writer.accounts.updateUser(user.id, { lastSeenAt: joinedAt });
        const { name, email } = user;
        await writer.insertAuditEntry(
          createAuditEntry(clock, {
            actor: { name, email },
            action: 'member.joined',
            subject: email,
            details: { role },
          }),
        );
        return null;
      }),
    withdrawInvitation: ({ storeId, invitationId, actor }) =>
      storage.write(storeId, async (writer) => {
        const withdrawn = await writer.accounts.deleteInvitation(storeId, invitationId);
        if (withdrawn === null) throw notFound('invitation');
        const subject = withdrawn.email;
        await writer.insertAuditEntry(
          createAuditEntry(clock, { actor, action: 'invitation.withdrawn', subject }),
        );
        return null;
      }),
  };
}

/** Invitations that are over go; each other one may become a member. */
async function checkRoom({ accounts, store }: StoreWriter, clock: Clock): Promise<void> {
  const invitations = await accounts.invitations(store.id);
  const over = invitations.filter((invitation) => !isOpen(invitation, clock));
  for (const { id } of over) await accounts.deleteInvitation(store.id, id);
  // Operators are in every store.
  const members = (await accounts.members(store.id)).filter(({ membership }) => membership !== null);
  if (members.length + invitations.length - over.length < limits.peopleMax) return;
  const message = `A store has ${limits.peopleMax} members and open invitations at most. Withdraw an invitation, or remove a member.`;
  throw new AppError('conflict', message);
}

async function isMember(accounts: AccountReader, storeId: string, email: string): Promise<boolean> {
  const user = await accounts.userByEmail(email);
  if (user === null) return false;
  return user.isOperator || (await accounts.membership(storeId, user.id)) !== null;
}

async function findMember({ accounts }: StoreWriter, { storeId, userId }: MemberChange) {
  const user = await accounts.user(userId);
  if (user?.isOperator === true) {
    const message = `${user.email} runs the service and is owner of every store.`;
    throw validationFailed([{ path: '/role', code: 'role_invalid', message }]);
  }
  const membership = await accounts.membership(storeId, userId);
  if (user === null || membership === null) throw notFound('member');
  return { user, membership };
}

/** Under the store's lock, so that two owners cannot lower each other at once. */
async function keepAnOwner(
  { accounts }: StoreWriter,
  { storeId, userId, role }: Membership,
  { isOperator }: MemberChange,
): Promise<void> {
  if (role !== 'owner' || isOperator) return;
  const others = (await accounts.members(storeId)).filter(
    ({ membership }) => membership?.role === 'owner' && membership.userId !== userId,
  );
  if (others.length > 0) return;
  const message = 'A store keeps an owner: make somebody else one first.';
  throw validationFailed([{ path: '/role', code: 'last_owner', message }]);
}
