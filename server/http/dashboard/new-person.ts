/** What somebody types to make an account. */
import type { FastifyRequest } from 'fastify';
import { nameFault, passwordFault } from '../../accounts/account-fields.ts';
import { newId } from '../../ids.ts';
import type { User } from '../../storage/accounts.ts';
import type { BodyFields } from './body-fields.ts';
import type { DashboardServices } from './dashboard-services.ts';
import { knownCaller } from './sign-in-limiter.ts';

/**
 * Reads `name` and `password`, throws every fault found so far, and makes the account that is to be stored. Only for
 * requests with a link that works.
 */
export async function readNewPerson(
  { passwords, clock }: DashboardServices,
  request: FastifyRequest,
  fields: BodyFields,
  { email, isOperator }: Pick<User, 'email' | 'isOperator'>,
): Promise<User> {
  const name = fields.text('name', (text) => nameFault(text.trim())).trim();
  const password = fields.text('password', (text) => passwordFault(text, email));
  fields.finish();
  const passwordHash = await passwords.hash(password, knownCaller(request));
  const createdAt = clock.nowMicros();
  return { id: newId(), email, name, isOperator, passwordHash, createdAt, lastSeenAt: createdAt };
}
