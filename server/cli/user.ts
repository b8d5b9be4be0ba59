/**
 * `foretype user …`: accounts of the dashboard, and the way back for a lost password. Works beside a running server. Links are valid
 * for 7 days, work once and are printed once; a password is never asked for or printed here. A wrong e-mail (it takes at most 254
 * characters) ends it with exit code 2, a taken one or an unknown account with 1; nothing changes then.
 */
// Tests: test/scenarios/command-line-users.test.ts.
import { normalizeEmail } from '../accounts/account-fields.ts';
import { createPasswordLink, createUser, type UserWithLink } from '../accounts/password-links.ts';
import { resetFactor } from '../accounts/second-factors.ts';
import { formatTimestamp } from '../clock.ts';
import { notFound } from '../errors.ts';
import { onceLink } from '../links.ts';
import { expectedOrigin } from '../process/service-address.ts';
import type { User } from '../storage/accounts/tables.ts';
import { type Command, type Invocation, jsonOption, type Option } from './command.ts';
import { withNewStorage, withStorage } from './with-storage.ts';

const emailOption: Option = {
  kind: 'value',
  placeholder: 'E',
  required: true,
  help: 'with which the person signs in',
};

/** Prints a link; the account has no password until it is used. */
export const userCreate: Command = {
  name: 'user create',
  summary: 'make an account of the dashboard',
  operands: [],
  options: {
    email: emailOption,
    name: { kind: 'value', placeholder: 'N', required: true, help: 'what people call the person' },
    operator: { kind: 'switch', help: 'owner of every store, and may make stores' },
    json: jsonOption,
  },
  run: (invocation) =>
    withNewStorage(invocation.config, async (storage) => {
      const created = await createUser(storage, invocation.clock, {
        email: invocation.value('email'),
        name: invocation.value('name'),
        isOperator: invocation.has('operator'),
      });
      printLink(invocation, created);
      return 0;
    }),
};

/** Every account of this database. */
export const userList: Command = {
  name: 'user list',
  summary: 'list the accounts of the dashboard',
  operands: [],
  options: { json: jsonOption },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const users = await storage.accounts.users();
      const lines = users.map(({ email, name, isOperator, lastSeenAt }) => {
        const seen = lastSeenAt === null ? 'never seen' : `seen ${formatTimestamp(lastSeenAt).slice(0, 16)}`;
        return `${email}  ${isOperator ? 'operator' : 'member'}  ${seen}  ${name}`;
      });
      const none = 'There is no account yet: foretype serve prints the link to the first one.';
      invocation.print({ users: users.map(present) }, lines.length > 0 ? lines : [none]);
      return 0;
    }),
};

/** Prints a link. Its holder may set a new password, which ends all sessions of the account. */
export const userResetPassword: Command = {
  name: 'user reset-password',
  summary: 'make a link to a new password',
  operands: [],
  options: { email: emailOption, json: jsonOption },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      printLink(invocation, await createPasswordLink(storage, invocation.clock, invocation.value('email')));
      return 0;
    }),
};

/** For a person who lost both the phone and the recovery codes. Ends all sessions of the account. */
export const userResetFactor: Command = {
  name: 'user reset-factor',
  summary: 'turn off the second factor of an account',
  operands: [],
  options: { email: emailOption, json: jsonOption },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const email = invocation.value('email');
      const user = await storage.accounts.userByEmail(normalizeEmail(email));
      if (user === null) throw notFound(`account "${email}" (foretype user list shows them)`);
      const warn = (message: string) => void process.stderr.write(`${message}\n`);
      const isReset = await resetFactor({ storage, clock: invocation.clock, warn }, user);
      const line = isReset
        ? `The second factor of ${user.email} is off, and all sessions have ended. The password is as before.`
        : `${user.email} has no second factor.`;
      invocation.print({ user: present(user), was_on: isReset }, [line]);
      return 0;
    }),
};

function printLink({ config, print }: Invocation, { user, token }: UserWithLink): void {
  const link = onceLink(expectedOrigin(config), 'invitation', token);
  print({ user: present(user), link }, [
    link,
    `${user.email} sets a password there. The link works once, within a week, and is shown this once.`,
  ]);
}

function present({ id, email, name, isOperator, createdAt, lastSeenAt }: User) {
  return {
    id,
    email,
    name,
    is_operator: isOperator,
    created_at: formatTimestamp(createdAt),
    last_seen_at: lastSeenAt === null ? null : formatTimestamp(lastSeenAt),
  };
}
