/**
 * The operations that change members, done in the pipeline thread. Each change writes an entry of the store's audit log. A store keeps
 * at least one owner and has at most 500 members and open invitations; a person who is a member already is `conflict`, an unknown one
 * `not_found`. They send no mail.
 */
// Tests: test/api/dashboard-members.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { memberOperations } from '../../../contract/members.ts';
import type { Role } from '../../../contract/words/roles.ts';
import { createInvitation, isOpen } from '../../accounts/invitations.ts';
import type { Clock } from '../../clock.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import { onceLink } from '../../links.ts';
import type { OperationCall, OperationHandlers } from '../../operations/operation-call.ts';
import type { AccountReader, Member, Membership } from '../../storage/accounts/tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { presentInvitation, presentMember } from './present-member.ts';

/** A handler for each operation; it resolves when the change is durable. */
export function memberWrites(
  storage: Storage,
  clock: Clock,
): OperationHandlers<typeof memberOperations, 'pipeline'> {
  return {
    async inviteMember({ storeId, actor, origin, body: { email, role } }) {
      const { token, invitation } = createInvitation({ kind: 'member', storeId, email, role }, clock);
      await storage.write(storeId, async (writer) => {
        if (await isMember(writer.accounts, storeId, email)) {
          throw new AppError('conflict', `${email} is a member of the store already.`);
        }
        await writer.accounts.deleteInvitationsFor({ kind: 'member', storeId, email });
        await checkRoom(writer, clock);
        await writer.accounts.insertInvitation(invitation);
        await writer.audit.insert(
          createAuditEntry(clock, { actor, action: 'member.invited', subject: email, details: { role } }),
        );
      });
      return {
        message: `Send the link to ${email}. It is shown this once, and works once within a week.`,
        invitation: {
          ...presentInvitation({ ...invitation, storeId, role }),
          url: onceLink(origin, 'invitation', token),
        },
      };
    },
    async changeRole(call) {
      const place = placeOf(call);
      const member = await changeRole(storage, clock, { ...place, role: call.body.role });
      return { message: 'The role has been changed.', member: presentMember(member) };
    },
    async removeMember(call) {
      const { storeId, userId, actor, isOperator } = placeOf(call);
      await storage.write(storeId, async (writer) => {
        const { user, membership } = await findMember(writer, userId);
        if (!isOperator) await keepAnOwner(writer, membership);
        await writer.accounts.deleteMembership(storeId, userId);
        await writer.audit.insert(
          createAuditEntry(clock, { actor, action: 'member.removed', subject: user.email }),
        );
      });
      return { message: 'The member has been removed.' };
    },
    async withdrawInvitation({ storeId, actor, params }) {
      await storage.write(storeId, async (writer) => {
        const withdrawn = await writer.accounts.deleteInvitation(storeId, params.id);
        if (withdrawn === null) throw notFound('invitation');
        const subject = withdrawn.email;
        await writer.audit.insert(
          createAuditEntry(clock, { actor, action: 'invitation.withdrawn', subject }),
        );
      });
      return { message: 'The invitation has been withdrawn.' };
    },
  };
}

type MemberCall = Pick<
  OperationCall<(typeof memberOperations)['removeMember']>,
  'storeId' | 'actor' | 'isOperator' | 'params'
>;

/**
 * Returns the store and person whose membership is changed, and the person who changes it. Throws `not_found` for a text
 * that is no id.
 */
function placeOf({ storeId, actor, isOperator, params: { user_id: userId } }: MemberCall) {
  if (!isUuid(userId)) throw notFound('member');
  return { storeId, userId, actor, isOperator };
}

async function changeRole(
  storage: Storage,
  clock: Clock,
  { storeId, userId, actor, isOperator, role }: ReturnType<typeof placeOf> & { readonly role: Role },
): Promise<Member> {
  return await storage.write(storeId, async (writer) => {
    const { user, membership } = await findMember(writer, userId);
    // An operator, who stays owner of every store, may lower the last other owner.
    if (role !== 'owner' && !isOperator) await keepAnOwner(writer, membership);
    if (role === membership.role) return { user, membership };
    const changed = { storeId, userId, role, joinedAt: membership.joinedAt };
    await writer.accounts.putMembership(changed);
    await writer.audit.insert(
      createAuditEntry(clock, {
        actor,
        action: 'member.role_changed',
        subject: user.email,
        details: { from: membership.role, to: role },
      }),
    );
    return { user, membership: changed };
  });
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

async function findMember({ accounts, store }: StoreWriter, userId: string) {
  const user = await accounts.user(userId);
  if (user?.isOperator === true) {
    const message = `${user.email} runs the service and is owner of every store.`;
    throw validationFailed([{ path: '/role', code: 'role_invalid', message }]);
  }
  const membership = await accounts.membership(store.id, userId);
  if (user === null || membership === null) throw notFound('member');
  return { user, membership };
}

/**
 * Rejects if the store would lose its last owner. Must run under the store's lock, so that two owners cannot lower each
 * other at once.
 */
async function keepAnOwner({ accounts }: StoreWriter, { storeId, userId, role }: Membership): Promise<void> {
  if (role !== 'owner') return;
  const others = (await accounts.members(storeId)).filter(
    ({ membership }) => membership?.role === 'owner' && membership.userId !== userId,
  );
  if (others.length > 0) return;
  const message = 'A store keeps an owner: make somebody else one first.';
  throw validationFailed([{ path: '/role', code: 'last_owner', message }]);
}
