/**
 * Declares every change to people, and to a store by people, that the pipeline thread can be asked for. The caller has checked
 * permissions; what could have changed since (a link was used, an owner left) is decided inside the transaction. Passwords never come
 * here: only their hashes. It declares types only and does nothing. Errors cross the thread as codes; times are microseconds.
 */
// Tests: ./known-networks.live.test.ts.
import type { AuditEntry, PersonActor, Session, User } from '../storage/accounts/tables.ts';
import type { StoreDeletion } from '../storage/products/erasure-tables.ts';
import type { CreatedStore, StoreSettings } from '../stores/create-store.ts';
import type { StoreInvitation } from './invitations.ts';

interface Change<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}

/** Changes that people make to their own account and sessions. */
export interface SessionChanges {
  /** Creates the first account through the link that a start printed, and signs in. Rejects with `setup_refused`. */
  readonly setUp: Change<
    { readonly tokenHash: string; readonly user: User; readonly session: Session },
    null
  >;
  /**
   * `replaces`: the session that the browser had before. `code`: of the second factor, here and in every change that begins a
   * session of an existing account: without a right one it rejects with `second_factor_needed` or `sign_in_failed`.
   */
  readonly signIn: Change<
    { readonly session: Session; readonly replaces: string | null; readonly code: string | null },
    null
  >;
  readonly signOut: Change<{ readonly session: Session }, null>;
  /** False where another request was first. */
  readonly rotateSession: Change<{ readonly session: Session; readonly tokenHash: string }, boolean>;
  readonly noteSeen: Change<{ readonly session: Session }, null>;
  /** A new password ends all sessions but the one given, and lets links to another one go. */
  readonly updateAccount: Change<
    {
      readonly user: Pick<User, 'id' | 'email'>;
      readonly fields: Partial<Pick<User, 'name' | 'passwordHash'>>;
      readonly sessionId: string;
    },
    null
  >;
  /**
   * Sets a password through a link of the command line; ends all sessions and begins one. Rejects with `not_found` for a
   * used link.
   */
  readonly resetPassword: Change<
    {
      readonly tokenHash: string;
      readonly user: Pick<User, 'id' | 'email'>;
      readonly passwordHash: string;
      readonly code: string | null;
      readonly session: Session;
    },
    null
  >;
  /** Adds a person to a store, signed in; `isNew`: the account is created too. Rejects with `not_found` for a used link. */
  readonly join: Change<
    {
      readonly invitation: StoreInvitation;
      readonly user: User;
      readonly isNew: boolean;
      readonly code: string | null;
      readonly session: Session;
    },
    null
  >;
}

/** A person who changes their second factor. */
type FactorOwner = Pick<User, 'id' | 'email' | 'name'>;

/** Changes that people make to their own second factor. */
export interface FactorChanges {
  /** A secret that does not count yet. Rejects with `conflict` where a factor is on. */
  readonly beginFactor: Change<
    { readonly user: FactorOwner },
    { readonly secret: string; readonly address: string }
  >;
  /** Turns the factor on, ends all other sessions, and gives the recovery codes, which are shown this once. */
  readonly confirmFactor: Change<
    { readonly user: FactorOwner; readonly code: string; readonly sessionId: string },
    readonly string[]
  >;
  /** Turns the factor off. `code`: null where the password was checked. */
  readonly endFactor: Change<{ readonly user: FactorOwner; readonly code: string | null }, null>;
}

/** The networks from which people sign in. */
export interface NetworkChanges {
  /**
   * Whether the person signed in from the network before, with the present password; null asks whether any person did.
   * `networks` are the `nestedPrefixes` of the address; the first one decides.
   */
  readonly isKnownNetwork: Change<
    { readonly userId: string | null; readonly networks: readonly [string, ...string[]] },
    boolean
  >;
  /** The person has just signed in from there; `network` as of `networkPrefix`. */
  readonly rememberNetwork: Change<{ readonly userId: string; readonly network: string }, null>;
}

/** Changes that people make to a store. */
export interface StoreChanges {
  readonly createStore: Change<
    { readonly settings: StoreSettings; readonly actor: PersonActor },
    CreatedStore
  >;
  /** Begins; the rows of the store go afterwards. Rejects with `validation_failed` where `name` is not the store's. */
  readonly deleteStore: Change<
    { readonly storeId: string; readonly name: string; readonly actor: PersonActor | null },
    StoreDeletion
  >;
  /** Something was done in the store that no other change here records. */
  readonly recordAudit: Change<{ readonly storeId: string; readonly entry: AuditEntry }, null>;
}

/** Each change by its name, with what it takes and gives; plain data, to cross a thread. */
export interface AccountChanges extends SessionChanges, FactorChanges, NetworkChanges, StoreChanges {}

/** A function for each change. */
export type ChangeHandlers<Changes> = {
  readonly [Name in keyof Changes]: Changes[Name] extends Change<infer Request, infer Response>
    ? (request: Request) => Promise<Response>
    : never;
};
