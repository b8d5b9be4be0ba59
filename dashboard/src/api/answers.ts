/**
 * The answers of /dashboard/api that no operation declares, as types only. Pages show these objects as they are:
 * turning every name to another case would only make two names for each thing. Nothing checks them here; tests of the
 * API do. Times are ISO 8601 in UTC.
 */
// Tests: test/browser/dashboard.test.ts.
import type { Role } from '../../../contract/words/roles.ts';

/** The account of somebody who can sign in. An operator may also create stores and change plans. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly is_operator: boolean;
}

/** A store that the person who is signed in may see. */
export interface StoreSummary {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly currency: string;
  readonly locale: string;
  readonly role: Role;
  /** Whether it is the store of invented products that an empty service starts with. */
  readonly is_demo: boolean;
}

/**
 * The answer about a session: who is signed in, the stores that they may open, and the token that proves that a
 * change comes from this page.
 */
export interface SessionAnswer {
  readonly user: Person;
  readonly stores: readonly StoreSummary[];
  readonly csrf_token: string;
}

/** A link that works once: into a store, or to a new password. */
export interface InvitationAnswer {
  readonly invitation: {
    readonly kind: 'member' | 'password';
    readonly email: string;
    /** Both null for a new password. */
    readonly role: Role | null;
    readonly store: { readonly name: string } | null;
    /** A person who has an account already proves it with its password. */
    readonly has_account: boolean;
    readonly expires_at: string;
  };
}
