/**
 * Creates the account of a person who comes by a link. Passwords are hashed off the threads and never stored or logged as text; the
 * account is written by the caller. A password of fewer than 10 or more than 200 characters is a fault of its field. Times are
 * microseconds since 1970.
 */
// Tests: test/api/dashboard-links.test.ts.
import type { FastifyRequest } from 'fastify';
import { passwordFault } from '../../accounts/account-fields.ts';
import type { Report } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { User } from '../../storage/accounts/tables.ts';
import type { DashboardServices } from './dashboard-services.ts';
import { knownCaller } from './sign-in-limiter.ts';

/** Makes the account that is to be stored. Only for requests with a link that works. */
export async function createPerson(
  { passwords, clock }: DashboardServices,
  request: FastifyRequest,
  { password, ...person }: Pick<User, 'email' | 'name' | 'isOperator'> & { readonly password: string },
): Promise<User> {
  const passwordHash = await passwords.hash(password, knownCaller(request));
  const createdAt = clock.nowMicros();
  return { id: newId(), ...person, passwordHash, createdAt, lastSeenAt: createdAt };
}

/** Reports what is wrong with a new password; one that has a fault already is undefined. */
export function checkPassword(
  password: string | undefined,
  { email, field = 'password' }: { readonly email: string; readonly field?: string },
  report: Report,
): void {
  const fault = password === undefined ? null : passwordFault(password, email);
  if (fault !== null) report(`/${field}`, `${field}_invalid`, fault);
}
