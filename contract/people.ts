/** What people send about themselves, in calls of the dashboard that begin or use a session. */
// Tests: test/api/dashboard-sessions.test.ts, test/api/dashboard-links.test.ts.
import { Type } from 'typebox';

/** Text that no message repeats. */
const secret = () => Type.String({ format: 'secret' });
const name = () => Type.String({ format: 'person-name' });
const password = secret();

/** Signing in. */
export const SignInSchema = Type.Object({ email: secret(), password });

/** The link of a set-up, which is looked at before anything else. */
export const SetupLinkSchema = Type.Object({ token: secret() });

/** The first account. */
export const SetupSchema = Type.Object({ email: Type.String({ format: 'email' }), name: name(), password });

/** A new account of a person whose e-mail is known. */
export const NewPersonSchema = Type.Object({ name: name(), password });

/** The password of an account, as it is or as it will be. */
export const PasswordSchema = Type.Object({ password });

/** What people change about themselves. */
export const AccountChangeSchema = Type.Object({
  name: Type.Optional(name()),
  current_password: Type.Optional(secret()),
  new_password: Type.Optional(secret()),
});
