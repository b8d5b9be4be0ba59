/**
 * What the service needs of a database to know people: users, their sessions, their roles in stores, one-time links,
 * and the record of what they did. Every time is in microseconds since the epoch, UTC.
 */
import type { Store } from './records.ts';

/** What a member may do in a store, the least first: look, work with products, decide about the store. */
export const roles = ['viewer', 'editor', 'owner'] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];

/** A person with an account. */
export interface User {
  readonly id: string;
  /** In lower case; no two users share one. */
  readonly email: string;
  readonly name: string;
  /** A PHC string; null until a password was set for the first time. */
  readonly passwordHash: string | null;
  /** Runs the service: owner of every store. */
  readonly isOperator: boolean;
  readonly createdAt: number;
  /** To the minute; null before the first sign-in. */
  readonly lastSeenAt: number | null;
}

/** A browser that is signed in. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the cookie's token, hex. */
  readonly tokenHash: string;
  /** Of the token before the last rotation, which requests that were under way still carry. */
  readonly previousTokenHash: string | null;
  /** What changing calls must send beside the cookie. */
  readonly csrfToken: string;
  readonly createdAt: number;
  /** When the token was made. */
  readonly rotatedAt: number;
  /** To the minute. */
  readonly lastSeenAt: number;
}

/** A user's role in a store. */
export interface Membership {
  readonly storeId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: number;
}

/** A member as a store's list shows them. Operators are members of every store without a membership. */
export interface Member {
  readonly user: User;
  readonly membership: Membership | null;
}

/**
 * A link that works once:
 *
 * | kind | made by | opens |
 * | --- | --- | --- |
 * | `setup` | the start of a service without users | the account of the first operator |
 * | `member` | an owner | a role in a store, and an account where the e-mail has none |
 * | `password` | the command line | a new password for an account |
 */
export interface Invitation {
  readonly id: string;
  readonly kind: 'setup' | 'member' | 'password';
  /** With `member` only. */
  readonly storeId: string | null;
  /** In lower case; empty with `setup`. */
  readonly email: string;
  /** With `member` only. */
  readonly role: Role | null;
  /** SHA-256 of the link's token, hex. */
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Who did something: as they were called then. Null: nobody signed in, such as the command line. */
export interface Actor {
  readonly name: string;
  readonly email: string;
}

/** One line of a store's audit log. */
export interface AuditEntry {
  /** Sorts by time. */
  readonly id: string;
  readonly at: number;
  readonly actor: Actor | null;
  /** What was done, `member.invited`. */
  readonly action: string;
  /** To what, in words for people. */
  readonly subject: string;
  /** Further facts; never anything secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Reads of people. */
export interface AccountReader {
  /** Whether anybody was ever given an account. */
  hasUsers(): Promise<boolean>;
  /** By creation time. */
  users(): Promise<User[]>;
  user(userId: string): Promise<User | null>;
  /** `email` in lower case. */
  userByEmail(email: string): Promise<User | null>;
  /** The session whose token, or whose token before the last rotation, has the hash. */
  session(tokenHash: string): Promise<{ readonly session: Session; readonly user: User } | null>;
  /** The stores in which the user has a role, by name. */
  storesOf(userId: string): Promise<{ readonly store: Store; readonly role: Role }[]>;
  membership(storeId: string, userId: string): Promise<Membership | null>;
  /** Whether the user, or with null anybody, signed in from a network that has one of the hashes. */
  hasSignedInFrom(userId: string | null, networkHashes: readonly string[]): Promise<boolean>;
  /** Members by the time when they joined, then operators without a membership. */
  members(storeId: string): Promise<Member[]>;
  invitation(tokenHash: string): Promise<Invitation | null>;
  /** Invitations to the store that wait, expired ones included, oldest first. */
  invitations(storeId: string): Promise<Invitation[]>;
}

/** Reads and writes of people within one transaction; not to be used after it ended. */
export interface AccountWriter extends AccountReader {
  /** Rejects with `conflict` where the e-mail has an account. */
  insertUser(user: User): Promise<void>;
  updateUser(
    userId: string,
    fields: Partial<Pick<User, 'name' | 'passwordHash' | 'lastSeenAt'>>,
  ): Promise<void>;
  insertSession(session: Session): Promise<void>;
  touchSession(sessionId: string, lastSeenAt: number): Promise<void>;
  /** Replaces the token unless somebody did so before. Returns whether it did. */
  rotateSession(
    sessionId: string,
    token: { readonly from: string; readonly to: string; readonly at: number },
  ): Promise<boolean>;
  deleteSession(sessionId: string): Promise<void>;
  /** Ends the sessions of a user, but for the one given. */
  deleteSessionsOf(userId: string, exceptSessionId: string | null): Promise<void>;
  /** Deletes sessions that were made or last seen before these times. */
  deleteSessionsBefore(times: { readonly createdAt: number; readonly lastSeenAt: number }): Promise<void>;
  /** Notes from where a user signed in; of each user the newest `kept` networks stay. */
  rememberNetwork(
    network: { readonly userId: string; readonly networkHash: string; readonly seenAt: number },
    kept: number,
  ): Promise<void>;
  forgetNetworks(userId: string): Promise<void>;
  /** Inserts, or sets the role. */
  putMembership(membership: Membership): Promise<void>;
  deleteMembership(storeId: string, userId: string): Promise<void>;
  insertInvitation(invitation: Invitation): Promise<void>;
  /** Deletes the invitation and gives what it was, or null: whoever gets it has used it. */
  takeInvitation(tokenHash: string): Promise<Invitation | null>;
  /** Deletes an invitation to the store; null if there is none. */
  deleteInvitation(storeId: string, invitationId: string): Promise<Invitation | null>;
  /** Deletes invitations of a kind for an e-mail; with a store, those to it only. */
  deleteInvitationsFor(invited: {
    readonly kind: Invitation['kind'];
    readonly storeId: string | null;
    readonly email: string;
  }): Promise<void>;
}

/** The people of a database. */
export interface Accounts extends AccountReader {
  /** One transaction on people alone; for those in a store see `StoreWriter.accounts`. As of `Storage.write`. */
  write<Result>(work: (writer: AccountWriter) => Promise<Result>): Promise<Result>;
}
