/**
 * Tables and interfaces of people: users, their sessions, their roles in stores, one-time links, and the audit log. Every time is in
 * microseconds since 1970, UTC. Only hashes of tokens and passwords are stored. It checks no permission: callers have done so. Lengths
 * are limited before a row is written (e-mails 254 characters); a column here has no limit of its own. Unknown ids give null, and
 * damaged rows are named when they are read.
 */
// Tests: test/api/dashboard-members.test.ts.
import type { Role } from '../../../contract/words/roles.ts';
import { flag, integer, isText, json, listOf, object, optional, text, time } from '../column.ts';
import type { Store } from '../stores/tables.ts';
import { type RecordOf, storeTable, table } from '../table.ts';

/** People, looked up by e-mail. */
export const users = table('users', {
  key: ['id'],
  columns: {
    id: text(),
    /** The address in lower case; no two users share one. */
    email: text(),
    name: text(),
    /** A PHC string; null until the first password is set. */
    password_hash: optional(text()),
    /** Whether the user runs the service, which makes them an owner of every store. */
    is_operator: flag(),
    created_at: time(),
    /** Rounded to the minute; null before the first sign-in. */
    last_seen_at: optional(time()),
  },
});

/** A person with an account. */
export type User = RecordOf<typeof users>;

/** Browsers that are signed in, looked up by token. */
export const sessions = table('sessions', {
  key: ['id'],
  columns: {
    id: text(),
    user_id: text(),
    /** SHA-256 of the cookie's token, hex. */
    token_hash: text(),
    /** Hash of the token before the last rotation: requests that were under way still carry that token. */
    previous_token_hash: optional(text()),
    /** A call that changes something must send this token beside the cookie. */
    csrf_token: text(),
    created_at: time(),
    /** The time at which the token was made. */
    rotated_at: time(),
    /** Rounded to the minute. */
    last_seen_at: time(),
  },
});

/** A browser that is signed in. */
export type Session = RecordOf<typeof sessions>;

/** Second factors of people. */
export const secondFactors = table('second_factors', {
  key: ['user_id'],
  columns: {
    user_id: text(),
    /** The secret of the authenticator app, sealed. */
    sealed: text(),
    /** The time from which signing in asks for it; null until a first code proved that the app has the secret. */
    confirmed_at: optional(time()),
    /** The newest 30-second step whose code was used: neither it nor an earlier one counts again. */
    last_step: integer(),
    /** SHA-256 of the recovery codes that are left, hex. */
    recovery_hashes: json(listOf(isText)),
  },
});

/** A person's second factor. */
export type SecondFactor = RecordOf<typeof secondFactors>;

/** Networks from which people signed in. */
export const signInNetworks = table('sign_in_networks', {
  key: ['user_id', 'network_hash'],
  columns: {
    user_id: text(),
    /** Keyed, so that it reveals no address. */
    network_hash: text(),
    seen_at: time(),
  },
});

/** Roles of people in stores. */
export const memberships = table('memberships', {
  key: ['user_id', 'store_id'],
  columns: { user_id: text(), store_id: text(), role: text<Role>(), joined_at: time() },
});

/** A user's role in a store. */
export type Membership = RecordOf<typeof memberships>;

/** A member as a store's list shows them. Operators are members of every store without a membership. */
export interface Member {
  readonly user: User;
  readonly membership: Membership | null;
}

/**
 * Links that work once, looked up by token:
 *
 * | kind | made by | opens |
 * | --- | --- | --- |
 * | `setup` | the start of a service without users | the account of the first operator |
 * | `member` | an owner | a role in a store, and an account where the e-mail has none |
 * | `password` | the command line | a new password for an account |
 */
export const invitations = table('invitations', {
  key: ['id'],
  columns: {
    id: text(),
    kind: text<'setup' | 'member' | 'password'>(),
    /** The store, for `member` only. */
    store_id: optional(text()),
    /** The address in lower case; empty for `setup`. */
    email: text(),
    /** The role, for `member` only. */
    role: optional(text<Role>()),
    /** SHA-256 of the link's token, hex. */
    token_hash: text(),
    created_at: time(),
    expires_at: time(),
  },
});

/** A link that works once. */
export type Invitation = RecordOf<typeof invitations>;

/** The person or API key that did something. Entries of the command line and of the service itself have none. */
export interface Actor {
  /** The name of the person or key at that time. */
  readonly name: string;
  /** Null for a key. */
  readonly email: string | null;
}

/** A person who is signed in. */
export interface PersonActor extends Actor {
  readonly email: string;
}

/** The audit log of a store. */
export const auditEntries = storeTable('audit_entries', {
  key: ['id'],
  columns: {
    /** Sorts by time. */
    id: text(),
    at: time(),
    actor_name: optional(text()),
    actor_email: optional(text()),
    /** The action, such as `member.invited`. */
    action: text(),
    /** The thing acted on, in words for people. */
    subject: text(),
    /** Further facts; never anything secret. */
    details: json(object<Readonly<Record<string, unknown>>>()),
  },
});

/** One line of a store's audit log. */
export interface AuditEntry extends Omit<RecordOf<typeof auditEntries>, 'actorName' | 'actorEmail'> {
  readonly actor: Actor | null;
}

/** Reads of the audit log of one store. */
export interface AuditReader {
  /** Newest first, older than the given entry id. */
  page(page: { readonly before: string | null; readonly limit: number }): Promise<AuditEntry[]>;
}

/** Writes of the audit log of one store. */
export interface AuditWriter {
  insert(entry: AuditEntry): Promise<void>;
  /** Deletes entries that are not among the newest `kept`; returns how many went, at most `limit`. */
  deleteOldest(bounds: { readonly kept: number; readonly limit: number }): Promise<number>;
}

/** Reads of people. */
export interface AccountReader {
  /** Whether anybody has an account. */
  hasUsers(): Promise<boolean>;
  /** Returns all users, by creation time. */
  users(): Promise<User[]>;
  user(userId: string): Promise<User | null>;
  /** `email` in lower case. */
  userByEmail(email: string): Promise<User | null>;
  /** The session whose token, or whose token before the last rotation, has the hash. */
  session(tokenHash: string): Promise<{ readonly session: Session; readonly user: User } | null>;
  secondFactor(userId: string): Promise<SecondFactor | null>;
  /** The stores in which the user has a role, by name. */
  storesOf(userId: string): Promise<{ readonly store: Store; readonly role: Role }[]>;
  membership(storeId: string, userId: string): Promise<Membership | null>;
  /** Whether the user signed in from a network that has one of the hashes; null asks about any user. */
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
  /** Stores a factor that is not confirmed, in the place of another such one. False where the user has a confirmed one. */
  putNewFactor(factor: SecondFactor): Promise<boolean>;
  /** Replaces a factor if it is still as it was read. Returns whether it did. */
  replaceSecondFactor(from: SecondFactor, to: SecondFactor): Promise<boolean>;
  /** Whether there was one. */
  deleteSecondFactor(userId: string): Promise<boolean>;
  insertSession(session: Session): Promise<void>;
  touchSession(sessionId: string, lastSeenAt: number): Promise<void>;
  /** Replaces the token `from` if it is still the session's. Returns whether it did. */
  rotateSession(
    sessionId: string,
    token: { readonly from: string; readonly to: string; readonly at: number },
  ): Promise<boolean>;
  deleteSession(sessionId: string): Promise<void>;
  /** Ends the sessions of a user, but for the one given. */
  deleteSessionsOf(userId: string, exceptSessionId: string | null): Promise<void>;
  /** Deletes sessions that were made or last seen before these times. */
  deleteSessionsBefore(times: { readonly createdAt: number; readonly lastSeenAt: number }): Promise<void>;
  /** Notes a network from which a user signed in, and keeps the user's newest `kept` networks. */
  rememberNetwork(
    network: { readonly userId: string; readonly networkHash: string; readonly seenAt: number },
    kept: number,
  ): Promise<void>;
  forgetNetworks(userId: string): Promise<void>;
  /** Inserts a membership, or sets the role of an existing one. */
  putMembership(membership: Membership): Promise<void>;
  deleteMembership(storeId: string, userId: string): Promise<void>;
  insertInvitation(invitation: Invitation): Promise<void>;
  /** Deletes the invitation and returns it, or null: the caller that gets it has used it. */
  takeInvitation(tokenHash: string): Promise<Invitation | null>;
  /** Deletes an invitation to the store; null if there is none. */
  deleteInvitation(storeId: string, invitationId: string): Promise<Invitation | null>;
  /** Deletes invitations of a kind for an e-mail; with a store, only the invitations to that store. */
  deleteInvitationsFor(invited: {
    readonly kind: Invitation['kind'];
    readonly storeId: string | null;
    readonly email: string;
  }): Promise<void>;
}

/** The people of a database. */
export interface Accounts extends AccountReader {
  /** Runs one transaction on people alone, with the rules of `Storage.write`. For people in a store see `StoreWriter.accounts`. */
  write<Result>(work: (writer: AccountWriter) => Promise<Result>): Promise<Result>;
}
