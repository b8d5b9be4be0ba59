/**
 * Signs people in and out, and changes their own account. A wrong e-mail and a wrong password get the same answer (`sign_in_failed`)
 * after the same time. Tries count by network (10 a minute) and by account; passwords are never logged.
 */
// Tests: test/api/dashboard-sessions.test.ts.
import type { FastifyInstance } from 'fastify';
import type { FieldError } from '../../../../contract/errors.ts';
import type { ValueOf } from '../../../../contract/operation.ts';
import { AccountChangeSchema, SignInSchema } from '../../../../contract/people.ts';
import { normalizeEmail } from '../../../accounts/account-fields.ts';
import { AppError, type Report, validationFailed } from '../../../errors.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { signedInOf } from '../member.ts';
import { checkPassword } from '../new-person.ts';
import { answerSignedIn, presentSession, presentUser } from '../present-session.ts';
import { readJsonBody } from '../read-json-body.ts';
import { clearSessionCookie } from '../session-cookie.ts';
import { knownCaller } from '../sign-in-limiter.ts';

/** Registers every route of the session and of the account. */
export function sessionRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage, config, pipeline, findSignedIn } = services;
  signIn(app, services);
  updateAccount(app, services);

  app.get('/dashboard/api/session', {
    config: { access: 'open' },
    async handler(request, reply) {
      const signedIn = await findSignedIn(request, reply);
      if (signedIn === null) throw new AppError('signed_out', 'You are signed out. Sign in to go on.');
      return await presentSession(storage, signedIn);
    },
  });

  app.delete('/dashboard/api/session', {
    config: { access: 'signed_in' },
    async handler(request, reply) {
      await pipeline.changeAccounts('signOut', { session: signedInOf(request).session });
      clearSessionCookie(request, reply, config);
      return { message: 'You are signed out.' };
    },
  });
}

function signIn(app: FastifyInstance, services: DashboardServices): void {
  const { storage, pipeline, passwords, limiter, findSignedIn } = services;
  app.post('/dashboard/api/session', {
    config: { access: 'open', budget: 'signIn' },
    async handler(request, reply) {
      const { email: typed, password, code = null } = readJsonBody(request, SignInSchema);
      const email = normalizeEmail(typed);
      const user = await storage.accounts.userByEmail(email);
      const caller = await limiter.admitPassword(request, reply, email, user);
      const isRight = await passwords.matches(password, user?.passwordHash ?? null, caller);
      if (user === null || !isRight) {
        throw new AppError('sign_in_failed', 'The e-mail or the password is wrong.');
      }
      const before = await findSignedIn(request, reply);
      const replaces = before?.session.id ?? null;
      return await answerSignedIn(services, request, reply, user, (session) =>
        pipeline.changeAccounts('signIn', { session, replaces, code }),
      );
    },
  });
}

function updateAccount(app: FastifyInstance, services: DashboardServices): void {
  const { storage, pipeline, passwords, limiter } = services;
  app.patch('/dashboard/api/account', {
    config: { access: 'signed_in' },
    async handler(request, reply) {
      const signedIn = signedInOf(request);
      const { userId: id, email, session } = signedIn;
      const change = readJsonBody(request, AccountChangeSchema, (body, report) =>
        checkNewPassword(body, email, report),
      );
      const { name = signedIn.name, current_password: current = '', new_password: password } = change;
      const caller = knownCaller(request);
      if (password !== undefined) {
        // A stranger at an open browser must not be able to try passwords in it.
        limiter.admitSignedIn(id, reply);
        const user = await storage.accounts.user(id);
        if (!(await passwords.matches(current, user?.passwordHash ?? null, caller))) {
          throw validationFailed([wrongPassword('The current password is wrong.')]);
        }
      }
      const passwordHash =
        password === undefined ? {} : { passwordHash: await passwords.hash(password, caller) };
      await pipeline.changeAccounts('updateAccount', {
        user: { id, email },
        fields: { name, ...passwordHash },
        sessionId: session.id,
      });
      return { user: presentUser({ ...signedIn, name }) };
    },
  });
}

/** A new password comes with the one before. */
function checkNewPassword(
  { current_password: current, new_password: password }: ValueOf<typeof AccountChangeSchema>,
  email: string,
  report: Report,
): void {
  if (password === undefined) return;
  checkPassword(password, { email, field: 'new_password' }, report);
  const { path, code, message } = wrongPassword('A new password takes the current one as well.');
  if (current === undefined) report(path, code, message);
}

function wrongPassword(message: string): FieldError {
  return { path: '/current_password', code: 'current_password_invalid', message };
}
