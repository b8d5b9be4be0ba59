/**
 * Creates accounts and links to new passwords, for the command line: a person who may run it may give links out. Only a link's hash is
 * stored. Faults reject with `validation_failed`, `conflict` or `not_found`. A link lasts 7 days and works once; e-mails take at most
 * 254 characters. It sends nothing, and an account's password stays until a link is used.
 */
// Tests: test/api/dashboard-links.test.ts.
import type { Clock } from '../clock.ts';
import { notFound, validationFailed } from '../errors.ts';
import { newId } from '../ids.ts';
import type { AccountWriter, User } from '../storage/accounts/tables.ts';
import type { Storage } from '../storage/storage.ts';
import { emailFault, nameFault, normalizeEmail } from './account-fields.ts';
import { createInvitation } from './invitations.ts';

/** A person, and the token of the link with which they set their password. */
export interface UserWithLink {
  readonly user: User;
  readonly token: string;
}

/** Creates an account without a password. Rejects with `validation_failed`, or `conflict` for an e-mail that has one. */
export async function createUser(
  storage: Storage,
  clock: Clock,
  person: Pick<User, 'email' | 'name' | 'isOperator'>,
): Promise<UserWithLink> {
  const { isOperator } = person;
  const [email, name] = [normalizeEmail(person.email), person.name.trim()];
  const faults = [
    { path: '/email', code: 'email_invalid' as const, message: emailFault(email) },
    { path: '/name', code: 'name_invalid' as const, message: nameFault(name) },
  ].flatMap(({ message, ...fault }) => (message === null ? [] : [{ ...fault, message }]));
  const [first, ...rest] = faults;
  if (first !== undefined) throw validationFailed([first, ...rest]);
  const createdAt = clock.nowMicros();
  const user = { id: newId(), email, name, isOperator, passwordHash: null, createdAt, lastSeenAt: null };
  return await storage.accounts.write(async (writer) => {
    await writer.insertUser(user);
    return { user, token: await insertLink(writer, clock, email) };
  });
}

/** Creates a link that replaces earlier ones; the password and the sessions stay until it is used. Rejects with `not_found`. */
export async function createPasswordLink(
  storage: Storage,
  clock: Clock,
  email: string,
): Promise<UserWithLink> {
  return await storage.accounts.write(async (writer) => {
    const user = await writer.userByEmail(normalizeEmail(email));
    if (user === null) throw notFound(`account "${email}" (foretype user list shows them)`);
    return { user, token: await insertLink(writer, clock, user.email) };
  });
}

async function insertLink(writer: AccountWriter, clock: Clock, email: string): Promise<string> {
  const invited = { kind: 'password', storeId: null, email, role: null } as const;
  const { token, invitation } = createInvitation(invited, clock);
  await writer.deleteInvitationsFor(invited);
  await writer.insertInvitation(invitation);
  return token;
}
