/**
 * The operations that read members, done in the reader thread. They write nothing; a store has at most 500 members and invitations, so
 * the list has no pages. A store without members gives empty lists, and errors of the database reject.
 */
// Tests: test/api/dashboard-members.test.ts.
import type { memberOperations } from '../../../contract/members.ts';
import { isIntoStore } from '../../accounts/invitations.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { presentInvitation, presentMember } from './present-member.ts';

/** A handler for each operation. */
export const memberReads: OperationHandlers<typeof memberOperations, 'reader', ReadContext> = {
  async listMembers({ storeId }, { accounts }) {
    // Invitations first: a person who joins between the two reads is in both lists, not in neither.
    const invitations = await accounts.invitations(storeId);
    const members = await accounts.members(storeId);
    return {
      members: members.map(presentMember),
      invitations: invitations.filter(isIntoStore).map(presentInvitation),
    };
  },
};
