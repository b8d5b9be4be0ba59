/**
 * Every change to people as the pipeline thread makes it. Whoever asks has checked who may; what could have changed
 * since (a link was used, an account was made) is decided here, inside the transaction.
 */
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Invitation, Session, User } from '../storage/accounts.ts';
import type { Storage } from '../storage/storage.ts';
import { sessionsOverBefore } from './sessions.ts';

/** Each change by its name, with what it takes and gives; plain data, to cross a thread. */
export interface AccountChanges {
  /** The first account, by the link that a start printed; signed in. Rejects with `setup_refused`. */
  readonly setUp: {
    readonly request: { readonly tokenHash: string; readonly user: User; readonly session: Session };
    readonly response: null;
  };
  /** `replaces`: the session that the browser had before. */
  readonly signIn: {
    readonly request: { readonly session: Session; readonly replaces: string | null };
    readonly response: null;
  };
  readonly signOut: { readonly request: { readonly sessionId: string }; readonly response: null };
  /** False where another request was first. */
  readonly rotateSession: {
    readonly request: { readonly session: Session; readonly tokenHash: string };
    readonly response: boolean;
  };
  readonly noteSeen: { readonly request: { readonly session: Session }; readonly response: null };
}

/** A function for each change. */
export type AccountHandlers<Changes = AccountChanges> = {
  readonly [Name in keyof Changes]: Changes[Name] extends { request: infer Request; response: infer Response }
    ? (request: Request) => Promise<Response>
    : never;
};

/** The changes on a database. */
export function createAccountChanges(storage: Storage, clock: Clock): AccountHandlers {
  return sessionChanges(storage, clock);
}

function sessionChanges({ accounts }: Storage, clock: Clock): AccountHandlers {
  return {
    setUp: ({ tokenHash, user, session }) =>
      accounts.write(async (writer) => {
        // Taking it comes first: of two who hold the link, the second finds it gone.
        const link = await writer.takeInvitation(tokenHash);
        if (!isOpen(link, 'setup', clock) || (await writer.hasUsers())) throw setupRefused();
        await writer.insertUser(user);
        await writer.insertSession(session);
        return null;
      }),
    signIn: ({ session, replaces }) =>
      accounts.write(async (writer) => {
        if (replaces !== null) await writer.deleteSession(replaces);
        await writer.deleteSessionsBefore(sessionsOverBefore(clock.nowMicros()));
        await writer.insertSession(session);
        await writer.updateUser(session.userId, { lastSeenAt: session.createdAt });
        return null;
      }),
    signOut: ({ sessionId }) =>
      accounts.write(async (writer) => {
        await writer.deleteSession(sessionId);
        return null;
      }),
    rotateSession: ({ session: { id, tokenHash: from }, tokenHash: to }) =>
      accounts.write((writer) => writer.rotateSession(id, { from, to, at: clock.nowMicros() })),
    noteSeen: ({ session: { id, userId } }) =>
      accounts.write(async (writer) => {
        const now = clock.nowMicros();
        await writer.touchSession(id, now);
        await writer.updateUser(userId, { lastSeenAt: now });
        return null;
      }),
  };
}

/** Whether a link is there, of this kind, and not too old. */
export function isOpen(link: Invitation | null, kind: Invitation['kind'], clock: Clock): link is Invitation {
  return link?.kind === kind && link.expiresAt > clock.nowMicros();
}

/** The refusal of a set-up link that is wrong, used or replaced. */
export function setupRefused(): AppError {
  return new AppError(
    'setup_refused',
    'The set-up link was used, is a week old, or a later start of the service printed another. Take the newest one.',
  );
}
