/** The members of a store, who was invited, and what was done in the store. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageQuerySchema } from '../../../../contract/queries.ts';
import { emailFault, normalizeEmail } from '../../../accounts/account-fields.ts';
import { createInvitation, linkOf } from '../../../accounts/invitations.ts';
import { notFound } from '../../../errors.ts';
import { isUuid } from '../../../ids.ts';
import { roles } from '../../../storage/accounts.ts';
import { sendMade } from '../../answer-memory.ts';
import { readNewestFirst } from '../../import-pages.ts';
import { originOf } from '../../origin.ts';
import { presentInvitation, presentMember } from '../../presenters/present-member.ts';
import { readBodyFields } from '../body-fields.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { actorOf, memberOf } from '../member.ts';

const members = '/dashboard/api/stores/:store_id/members';

/** Registers every route of members for those who are in the store. */
export function memberRoutes(app: FastifyInstance, services: DashboardServices): void {
  listMembers(app, services);
  inviteMember(app, services);
  changeMember(app, services);
  removeMember(app, services);
  withdrawInvitation(app, services);
  listAuditEntries(app, services);
}

function listMembers(app: FastifyInstance, { readers }: DashboardServices): void {
  app.get(members, {
    config: { access: 'viewer' },
    handler(request, reply) {
      const { storeId } = memberOf(request);
      return sendMade(request, reply, () => readers.page(storeId, 'members', {}));
    },
  });
}

function inviteMember(app: FastifyInstance, { pipeline, clock, config }: DashboardServices): void {
  app.post(members, {
    config: { access: 'owner', storeRate: 'invitationsPerStore' },
    async handler(request) {
      const { storeId } = memberOf(request);
      const fields = readBodyFields(request);
      const email = normalizeEmail(fields.text('email', (text) => emailFault(normalizeEmail(text))));
      const role = fields.choice('role', roles);
      fields.finish();
      const invited = { kind: 'member', storeId, email, role } as const;
      const { token, invitation } = createInvitation(invited, clock);
      await pipeline.changeAccounts('invite', {
        invitation: { ...invitation, storeId, role },
        actor: actorOf(request),
      });
      return {
        message: `Send the link to ${email}. It is shown this once, and works once within a week.`,
        invitation: {
          ...presentInvitation(invitation),
          url: linkOf(originOf(request, config), 'member', token),
        },
      };
    },
  });
}

interface OneMember {
  Params: { user_id: string };
}

function changeMember(app: FastifyInstance, { pipeline, storage }: DashboardServices): void {
  app.patch<OneMember>(`${members}/:user_id`, {
    config: { access: 'owner' },
    async handler(request) {
      const userId = userIdOf(request);
      const fields = readBodyFields(request);
      const role = fields.choice('role', roles);
      fields.finish();
      const { storeId, isOperator } = memberOf(request);
      const change = { storeId, userId, role, actor: actorOf(request), isOperator };
      const membership = await pipeline.changeAccounts('changeRole', change);
      const user = await storage.accounts.user(userId);
      if (user === null) throw notFound('member');
      return { message: 'The role has been changed.', member: presentMember({ user, membership }) };
    },
  });
}

function removeMember(app: FastifyInstance, { pipeline }: DashboardServices): void {
  app.delete<OneMember>(`${members}/:user_id`, {
    config: { access: 'owner' },
    async handler(request) {
      const userId = userIdOf(request);
      const { storeId, isOperator } = memberOf(request);
      await pipeline.changeAccounts('removeMember', {
        ...{ storeId, userId, actor: actorOf(request), isOperator },
      });
      return { message: 'The member has been removed.' };
    },
  });
}

function withdrawInvitation(app: FastifyInstance, { pipeline }: DashboardServices): void {
  app.delete<{ Params: { id: string } }>('/dashboard/api/stores/:store_id/invitations/:id', {
    config: { access: 'owner' },
    async handler(request) {
      const { id: invitationId } = request.params;
      const { storeId } = memberOf(request);
      await pipeline.changeAccounts('withdrawInvitation', {
        ...{ storeId, invitationId, actor: actorOf(request) },
      });
      return { message: 'The invitation has been withdrawn.' };
    },
  });
}

function listAuditEntries(app: FastifyInstance, { readers }: DashboardServices): void {
  app.get('/dashboard/api/stores/:store_id/audit', {
    config: { access: 'owner' },
    schema: { querystring: PageQuerySchema },
    handler(request, reply) {
      const { storeId } = memberOf(request);
      const page = readNewestFirst(request);
      return sendMade(request, reply, () => readers.page(storeId, 'auditEntries', page));
    },
  });
}

function userIdOf({ params }: FastifyRequest<OneMember>): string {
  if (!isUuid(params.user_id)) throw notFound('member');
  return params.user_id;
}
