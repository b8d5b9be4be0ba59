/** The first account of a service, made by whoever holds the link that its start printed. */
import type { FastifyInstance } from 'fastify';
import { isOpen, setupRefused } from '../../../accounts/account-changes.ts';
import { emailFault, nameFault, normalizeEmail, passwordFault } from '../../../accounts/account-fields.ts';
import { createSession, hashToken } from '../../../accounts/sessions.ts';
import { newId } from '../../../ids.ts';
import { readBodyFields } from '../body-fields.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { toSignedIn } from '../member.ts';
import { presentSession } from '../present-session.ts';
import { setSessionCookie } from '../session-cookie.ts';

/** Registers every route of the set-up. */
export function setupRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage, config, clock, pipeline, passwords, limiter } = services;
  app.get('/dashboard/api/setup', {
    config: { access: 'open' },
    handler: async () => ({ needed: !(await storage.accounts.hasUsers()) }),
  });

  app.post('/dashboard/api/setup', {
    config: { access: 'open' },
    async handler(request, reply) {
      limiter.admitAddress(request, reply);
      const fields = readBodyFields(request);
      const tokenHash = hashToken(fields.text('token'));
      // Before anything else is looked at, and before work is spent on a password.
      const link = await storage.accounts.invitation(tokenHash);
      if (!isOpen(link, 'setup', clock)) throw setupRefused();
      const name = fields.text('name', (text) => nameFault(text.trim())).trim();
      const email = normalizeEmail(fields.text('email', (text) => emailFault(normalizeEmail(text))));
      const password = fields.text('password', (text) => passwordFault(text, email));
      fields.finish();
      const user = {
        ...{ id: newId(), email, name, isOperator: true },
        ...{ passwordHash: await passwords.hash(password), createdAt: clock.nowMicros() },
      };
      const { token, session } = createSession(user.id, clock);
      const created = { ...user, lastSeenAt: session.createdAt };
      await pipeline.changeAccounts('setUp', { tokenHash, user: created, session });
      setSessionCookie(request, reply, config, token);
      return await presentSession(storage, toSignedIn(created, session));
    },
  });
}
