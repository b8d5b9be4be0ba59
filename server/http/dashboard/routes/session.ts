/** Signing in and out. */
import type { FastifyInstance } from 'fastify';
import { normalizeEmail } from '../../../accounts/account-fields.ts';
import { createSession } from '../../../accounts/sessions.ts';
import { AppError } from '../../../errors.ts';
import { readBodyFields } from '../body-fields.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { findSignedIn, signedInOf, toSignedIn } from '../member.ts';
import { presentSession } from '../present-session.ts';
import { clearSessionCookie, setSessionCookie } from '../session-cookie.ts';

/** Registers every route of the session. */
export function sessionRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage, config, pipeline } = services;
  signIn(app, services);

  app.get('/dashboard/api/session', {
    config: { access: 'open' },
    async handler(request, reply) {
      const signedIn = await findSignedIn(services, request, reply);
      if (signedIn === null) throw new AppError('signed_out', 'You are signed out. Sign in to go on.');
      return await presentSession(storage, signedIn);
    },
  });

  app.delete('/dashboard/api/session', {
    config: { access: 'signed_in' },
    async handler(request, reply) {
      const { session } = signedInOf(request);
      await pipeline.changeAccounts('signOut', { sessionId: session.id });
      clearSessionCookie(request, reply, config);
      return { message: 'You are signed out.' };
    },
  });
}

function signIn(app: FastifyInstance, services: DashboardServices): void {
  const { storage, config, clock, pipeline, passwords, limiter } = services;
  app.post('/dashboard/api/session', {
    config: { access: 'open' },
    async handler(request, reply) {
      limiter.admitAddress(request, reply);
      const fields = readBodyFields(request);
      const email = normalizeEmail(fields.text('email'));
      const password = fields.text('password');
      fields.finish();
      limiter.admitAccount(email, reply);
      const user = await storage.accounts.userByEmail(email);
      const isRight = await passwords.matches(password, user?.passwordHash ?? null);
      if (user === null || !isRight) {
        throw new AppError('sign_in_failed', 'The e-mail or the password is wrong.');
      }
      const before = await findSignedIn(services, request, reply);
      const { token, session } = createSession(user.id, clock);
      await pipeline.changeAccounts('signIn', { session, replaces: before?.session.id ?? null });
      setSessionCookie(request, reply, config, token);
      return await presentSession(storage, toSignedIn(user, session));
    },
  });
}
