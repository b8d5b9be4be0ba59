/**
 * Answers links that work once: into a store, or to a new password. An unknown, used or expired link (after 7 days) is 404,
 * of either kind, and never says whether an account exists beyond the link's own. Tries count by network (10 a minute).
 */
// Tests: test/api/dashboard-links.test.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NewPersonSchema, PasswordSchema } from '../../../../contract/people.ts';
import { isIntoStore, isOpen, type StoreInvitation } from '../../../accounts/invitations.ts';
import { hashToken } from '../../../accounts/sessions.ts';
import { formatTimestamp } from '../../../clock.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Invitation, User } from '../../../storage/accounts/tables.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { checkPassword, createPerson } from '../new-person.ts';
import { answerSignedIn } from '../present-session.ts';
import { readJsonBody } from '../read-json-body.ts';
import { knownCaller } from '../sign-in-limiter.ts';

interface ByToken {
  Params: { token: string };
}

/** Registers every route of invitations for those who were invited. */
export function invitationRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage } = services;
  app.get<ByToken>('/dashboard/api/invitations/:token', {
    config: { access: 'open', budget: 'signIn' },
    async handler(request) {
      const { kind, email, role, storeId, expiresAt } = await findInvitation(services, request);
      const store = storeId === null ? null : await storage.directory.findStore(storeId);
      const user = await storage.accounts.userByEmail(email);
      return {
        invitation: {
          ...{ kind, email, role },
          store: store === null ? null : { name: store.name },
          has_account: user !== null,
          expires_at: formatTimestamp(expiresAt),
        },
      };
    },
  });

  app.post<ByToken>('/dashboard/api/invitations/:token', {
    config: { access: 'open', budget: 'signIn' },
    async handler(request, reply) {
      const invitation = await findInvitation(services, request);
      const user = await storage.accounts.userByEmail(invitation.email);
      if (isIntoStore(invitation)) return await join(services, request, reply, invitation, user);
      if (user === null) throw notFound('invitation');
      return await resetPassword(services, request, reply, invitation, user);
    },
  });
}

async function findInvitation(
  { storage, clock }: DashboardServices,
  { params }: FastifyRequest<ByToken>,
): Promise<Invitation> {
  const link = await storage.accounts.invitation(hashToken(params.token));
  if (!isOpen(link, clock) || link.kind === 'setup') throw notFound('invitation');
  return link;
}

/**
 * Adds a person to a store. An existing account must be proven by its password: the link proves no more than that a mail
 * or a message was read.
 */
async function join(
  services: DashboardServices,
  request: FastifyRequest,
  reply: FastifyReply,
  invitation: StoreInvitation,
  existing: User | null,
) {
  const { pipeline, passwords, limiter } = services;
  const { email } = invitation;
  let code: string | null = null;
  if (existing !== null) {
    const { password, code: typed = null } = readJsonBody(request, PasswordSchema);
    code = typed;
    await limiter.admitPassword(request, reply, email, existing);
    if (!(await passwords.matches(password, existing.passwordHash, knownCaller(request)))) {
      throw new AppError('sign_in_failed', `The password of your account ${email} is another.`);
    }
  }
  const user = existing ?? (await createPerson(services, request, readNewPerson(request, email)));
  const isNew = existing === null;
  return await answerSignedIn(services, request, reply, user, (session) =>
    pipeline.changeAccounts('join', { invitation, user, isNew, code, session }),
  );
}

function readNewPerson(request: FastifyRequest, email: string) {
  const person = readJsonBody(request, NewPersonSchema, ({ password }, report) =>
    checkPassword(password, { email }, report),
  );
  return { ...person, email, isOperator: false };
}

async function resetPassword(
  services: DashboardServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { tokenHash, email }: Invitation,
  user: User,
) {
  const { pipeline, passwords, limiter } = services;
  const { password, code = null } = readJsonBody(request, PasswordSchema, (body, report) =>
    checkPassword(body.password, { email }, report),
  );
  // Codes are tried here as well as at the sign-in.
  if (code !== null) await limiter.admitPassword(request, reply, email, user);
  const passwordHash = await passwords.hash(password, knownCaller(request));
  const { id } = user;
  return await answerSignedIn(services, request, reply, user, (session) =>
    pipeline.changeAccounts('resetPassword', { tokenHash, user: { id, email }, passwordHash, code, session }),
  );
}
