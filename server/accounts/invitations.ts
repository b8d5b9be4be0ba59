/**
 * Links that work once: to the first account of a service, into a store, to a new password. Only a token's hash is stored; a link is
 * valid for `limits.invitationDays`. It sends no e-mail. A link is valid for 7 days (times in microseconds); an unknown, used or
 * expired one is refused alike, so that the answer does not say which it was. It checks no permission.
 */
// Tests: test/api/dashboard-links.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Role } from '../../contract/words/roles.ts';
import { type Clock, dayMicros } from '../clock.ts';
import { AppError } from '../errors.ts';
import { newId, randomToken } from '../ids.ts';
import type { Invitation } from '../storage/accounts/tables.ts';
import type { Storage } from '../storage/storage.ts';
import { hashToken } from './sessions.ts';

/** A link's token, which is shown once, and what is stored of it. */
export interface NewInvitation {
  readonly token: string;
  readonly invitation: Invitation;
}

/** The purpose of an invitation. */
export type Invited = Pick<Invitation, 'kind' | 'storeId' | 'email' | 'role'>;

/** Creates an invitation that is valid for a week from now. */
export function createInvitation(invited: Invited, clock: Clock): NewInvitation {
  const token = randomToken();
  const createdAt = clock.nowMicros();
  const expiresAt = createdAt + limits.invitationDays * dayMicros;
  return {
    token,
    invitation: { id: newId(), ...invited, tokenHash: hashToken(token), createdAt, expiresAt },
  };
}

/**
 * Returns the token of a new set-up link, which replaces those of earlier starts; null once there is an account. Only a
 * reader of the service's output can make the first account.
 */
export async function openSetup(storage: Storage, clock: Clock): Promise<string | null> {
  if (await storage.accounts.hasUsers()) return null;
  const invited = { kind: 'setup', storeId: null, email: '', role: null } as const;
  const { token, invitation } = createInvitation(invited, clock);
  await storage.accounts.write(async (writer) => {
    await writer.deleteInvitationsFor(invited);
    await writer.insertInvitation(invitation);
  });
  return token;
}

/** An invitation into a store. */
export type StoreInvitation = Invitation & { readonly storeId: string; readonly role: Role };

/** Whether a link is an invitation into a store, which has a role. */
export function isIntoStore(invitation: Invitation): invitation is StoreInvitation {
  return invitation.kind === 'member';
}

/** Whether a link exists and has not expired. */
export function isOpen(link: Invitation | null, clock: Clock): link is Invitation {
  return link !== null && link.expiresAt > clock.nowMicros();
}

/** The refusal of a set-up link that is wrong, used or replaced. */
export function setupRefused(): AppError {
  return new AppError(
    'setup_refused',
    'The set-up link was used, is a week old, or a later start of the service printed another. Take the newest one.',
  );
}
