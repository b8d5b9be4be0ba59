/**
 * The bodies that people send about themselves, in calls of the dashboard that begin or use a session. No message
 * repeats a text of the format `secret`. A missing or wrong field is 422, which names it; lengths are in
 * people-limits.ts.
 */
// Tests: test/api/dashboard-sessions.test.ts, test/api/dashboard-links.test.ts.
import { Type } from 'typebox';

/** A text that no message repeats. */
const secret = () => Type.String({ format: 'secret' });
const name = () => Type.String({ format: 'person-name' });
const password = secret();

/** The body that signs a person in. The e-mail is not checked for its form: a wrong one is just unknown. */
export const SignInSchema = Type.Object({ email: secret(), password, code: Type.Optional(secret()) });

/** The link of a set-up, which is looked at before anything else. */
export const SetupLinkSchema = Type.Object({ token: secret() });

/** The account of the first owner. */
export const SetupSchema = Type.Object({ email: Type.String({ format: 'email' }), name: name(), password });

/** A new account of a person whose e-mail is known. */
export const NewPersonSchema = Type.Object({ name: name(), password });

/** The password of an account, as it is or as it will be, and the code of its second factor. */
export const PasswordSchema = Type.Object({ password, code: Type.Optional(secret()) });

/** The changes that people can make to their own account; each field may be left out. */
export const AccountChangeSchema = Type.Object({
  name: Type.Optional(name()),
  current_password: Type.Optional(secret()),
  new_password: Type.Optional(secret()),
});

/** The password with which a person begins to set a second factor up. */
export const FactorStartSchema = Type.Object({ current_password: secret() });

/** The code with which a person proves that the app has the secret. */
export const FactorCodeSchema = Type.Object({ code: secret() });

/** The code or the password with which a person turns the second factor off. */
export const FactorEndSchema = Type.Object({
  code: Type.Optional(secret()),
  current_password: Type.Optional(secret()),
});
