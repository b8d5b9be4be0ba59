/** What somebody types to make an account. */
import { nameFault, passwordFault } from '../../accounts/account-fields.ts';
import { newId } from '../../ids.ts';
import type { User } from '../../storage/accounts.ts';
import type { BodyFields } from './body-fields.ts';
import type { DashboardServices } from './dashboard-services.ts';

/** Reads `name` and `password`, throws every fault found so far, and makes the account that is to be stored. */
export async function readNewPerson(
  { passwords, clock }: DashboardServices,
  fields: BodyFields,
  { email, isOperator }: Pick<User, 'email' | 'isOperator'>,
): Promise<User> {
  const name = fields.text('name', (text) => nameFault(text.trim())).trim();
  const password = fields.text('password', (text) => passwordFault(text, email));
  fields.finish();
  const passwordHash = await passwords.hash(password);
  const createdAt = clock.nowMicros();
  return { id: newId(), email, name, isOperator, passwordHash, createdAt, lastSeenAt: createdAt };
}
