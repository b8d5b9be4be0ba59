/**
 * Creates the first account of a service, for the holder of the link that its start printed. An unknown, used or expired link is
 * refused before a password is hashed; with an account in place the link no longer works. Tries count by network (10 a minute). It
 * never makes a second first account, and gives out no link.
 */
// Tests: test/api/dashboard-sessions.test.ts.
import type { FastifyInstance } from 'fastify';
import { SetupLinkSchema, SetupSchema } from '../../../../contract/people.ts';
import { isOpen, setupRefused } from '../../../accounts/invitations.ts';
import { hashToken } from '../../../accounts/sessions.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { checkPassword, createPerson } from '../new-person.ts';
import { answerSignedIn } from '../present-session.ts';
import { readJsonBody } from '../read-json-body.ts';

/** Registers every route of the set-up. */
export function setupRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage, clock, pipeline } = services;
  app.get('/dashboard/api/setup', {
    config: { access: 'open' },
    handler: async () => ({ needed: !(await storage.accounts.hasUsers()) }),
  });

  app.post('/dashboard/api/setup', {
    config: { access: 'open', budget: 'signIn' },
    async handler(request, reply) {
      const tokenHash = hashToken(readJsonBody(request, SetupLinkSchema).token);
      // Before anything else is looked at, and before work is spent on a password.
      const link = await storage.accounts.invitation(tokenHash);
      if (!isOpen(link, clock) || link.kind !== 'setup') throw setupRefused();
      const person = readJsonBody(request, SetupSchema, ({ email = '', password }, report) =>
        checkPassword(password, { email }, report),
      );
      const user = await createPerson(services, request, { ...person, isOperator: true });
      return await answerSignedIn(services, request, reply, user, (session) =>
        pipeline.changeAccounts('setUp', { tokenHash, user, session }),
      );
    },
  });
}
