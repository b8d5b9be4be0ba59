/**
 * People turn their own second factor on and off. To begin takes the password, so that no one at an open browser can lock its owner out; it
 * counts once a code of the app was entered. Recovery codes are in the answer to that and in no other. Tries of codes and passwords
 * count by person (6 a minute); secrets and codes are never logged.
 */
// Tests: test/api/second-factor.test.ts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FactorCodeSchema, FactorEndSchema, FactorStartSchema } from '../../../../contract/people.ts';
import { factorOf } from '../../../accounts/second-factors.ts';
import { formatTimestamp } from '../../../clock.ts';
import { validationFailed } from '../../../errors.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { signedInOf } from '../member.ts';
import { readJsonBody } from '../read-json-body.ts';
import { knownCaller } from '../sign-in-limiter.ts';

const path = '/dashboard/api/account/second-factor';

/** Registers every route of the second factor. */
export function secondFactorRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { storage, pipeline, limiter } = services;
  const config = { access: 'signed_in' } as const;
  app.get(path, { config }, async (request) => {
    const factor = await factorOf(storage.accounts, signedInOf(request).userId);
    const shown = factor && {
      since: formatTimestamp(factor.since),
      recovery_codes_left: factor.recoveryCodes,
    };
    return { second_factor: shown };
  });
  app.post(path, { config }, async (request, reply) => {
    const { current_password: password } = readJsonBody(request, FactorStartSchema);
    limiter.admitSignedIn(signedInOf(request).userId, reply);
    await checkPassword(services, request, password);
    return await pipeline.changeAccounts('beginFactor', { user: ownerOf(request) });
  });
  app.post(`${path}/confirm`, { config }, async (request, reply) => {
    const { code } = readJsonBody(request, FactorCodeSchema);
    const { userId, session } = signedInOf(request);
    limiter.admitSignedIn(userId, reply);
    const confirmation = { user: ownerOf(request), code, sessionId: session.id };
    return { recovery_codes: await pipeline.changeAccounts('confirmFactor', confirmation) };
  });
  app.post(`${path}/end`, { config }, async (request, reply) => {
    const { code = null, current_password: password } = readJsonBody(request, FactorEndSchema);
    limiter.admitSignedIn(signedInOf(request).userId, reply);
    if (code === null) await checkPassword(services, request, password ?? '');
    await pipeline.changeAccounts('endFactor', { user: ownerOf(request), code });
    return { message: 'The second factor is off.' };
  });
}

function ownerOf(request: FastifyRequest) {
  const { userId: id, email, name } = signedInOf(request);
  return { id, email, name };
}

async function checkPassword(
  { storage, passwords }: DashboardServices,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const user = await storage.accounts.user(signedInOf(request).userId);
  if (await passwords.matches(password, user?.passwordHash ?? null, knownCaller(request))) return;
  const message = 'The current password is wrong.';
  throw validationFailed([{ path: '/current_password', code: 'current_password_invalid', message }]);
}
