/**
 * Declares the calls about people of a store: its members and those who were invited. The link of an invitation is in
 * the answer to its creation and in no other; no answer has a password. Only owners change people, at most 500 in a
 * store; a wrong value is 422.
 */
// Tests: test/api/dashboard-members.test.ts.
import { Type } from 'typebox';
import { type Operations, orNull, type ValueOf } from './operation.ts';
import { roles } from './words/roles.ts';

const role = Type.Enum([...roles]);
const MemberSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role,
  is_operator: Type.Boolean({ description: 'Operators are owners of every store.' }),
  joined_at: Type.String(),
  last_seen_at: orNull(Type.String()),
});
/** A member on the wire. */
export type Member = ValueOf<typeof MemberSchema>;

const invited = { id: Type.String(), email: Type.String(), role, expires_at: Type.String() };
const InvitationSchema = Type.Object(invited);
/** An open invitation on the wire, without its link. */
export type Invitation = ValueOf<typeof InvitationSchema>;

const message = Type.String();
const change = { tag: 'Members', role: 'owner', thread: 'pipeline' } as const;

/** Every call about members. */
export const memberOperations = {
  listMembers: {
    route: 'GET /members',
    summary: 'List the members and the open invitations',
    answer: Type.Object({ members: Type.Array(MemberSchema), invitations: Type.Array(InvitationSchema) }),
    tag: 'Members',
    role: 'viewer',
    thread: 'reader',
  },
  inviteMember: {
    route: 'POST /members',
    summary: 'Invite a person',
    body: Type.Object({ email: Type.String({ format: 'email' }), role }),
    answer: Type.Object({ message, invitation: Type.Object({ ...invited, url: Type.String() }) }),
    storeRate: 'invitationsPerStore',
    ...change,
  },
  changeRole: {
    route: 'PATCH /members/:user_id',
    summary: 'Change the role of a member',
    body: Type.Object({ role }),
    answer: Type.Object({ message, member: MemberSchema }),
    ...change,
  },
  removeMember: {
    route: 'DELETE /members/:user_id',
    summary: 'Remove a member',
    answer: Type.Object({ message }),
    ...change,
  },
  withdrawInvitation: {
    route: 'DELETE /invitations/:id',
    summary: 'Withdraw an invitation',
    answer: Type.Object({ message }),
    ...change,
  },
} as const satisfies Operations;
