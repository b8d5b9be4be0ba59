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
    return {
      members: (await accounts.members(storeId)).map(presentMember),
      invitations: (await accounts.invitations(storeId)).filter(isIntoStore).map(presentInvitation),
    };
  },
};
