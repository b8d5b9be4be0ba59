/**
 * The second factor of a person: codes of an authenticator app, and ten recovery codes for when the phone is lost. The secret is
 * sealed; of recovery codes only hashes are stored. A code counts once, and only after the factor was confirmed by one. A wrong code
 * rejects with `sign_in_failed`, a missing one with `second_factor_needed`; both change nothing. It does not limit attempts: callers do.
 * A change holds although a store of the person cannot write it down; that is a warning.
 */
// Tests: test/api/second-factor.test.ts.
import { hash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { AppError, validationFailed } from '../errors.ts';
import { randomSecret } from '../ids.ts';
import type { Sealer } from '../secrets/seal.ts';
import type { AccountReader, AccountWriter, SecondFactor, User } from '../storage/accounts/tables.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import type { ChangeHandlers, FactorChanges } from './changes.ts';
import { addressOfSecret, stepOfCode, toBase32 } from './one-time-code.ts';

/** 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20;
/** 80 bits, too many to find one from its hash. */
const recoveryBytes = 10;

/** Checks the code of a person who signs in; resolves at once for a person without a factor. */
export type PassFactor = (writer: AccountWriter, userId: string, code: string | null) => Promise<void>;

/** Creates the check. */
export function createFactorCheck(clock: Clock, sealer: Sealer): PassFactor {
  return async (writer, userId, code) => {
    const factor = await writer.secondFactor(userId);
    if (factor === null || factor.confirmedAt === null) return;
    if (code === null) {
      throw new AppError('second_factor_needed', 'Enter the code that your authenticator app shows.');
    }
    await replace(writer, factor, spendCode(factor, code, { clock, sealer, refusal: wrongCode }), wrongCode);
  };
}

/** Replaces the factor: of two calls with the same code the second finds that it has changed. */
async function replace(
  writer: AccountWriter,
  from: SecondFactor,
  to: SecondFactor,
  refusal: () => AppError,
): Promise<void> {
  if (!(await writer.replaceSecondFactor(from, to))) throw refusal();
}

interface Parts {
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** Makes the error for a wrong code. */
  readonly refusal: () => AppError;
}

/** The factor after a code of the app, or a recovery code, was used. Throws for any other, and for a used one. */
function spendCode(factor: SecondFactor, typed: string, { clock, sealer, refusal }: Parts): SecondFactor {
  const code = typed.replace(/[\s-]/g, '').slice(0, codeMaxLength);
  const recovery = hashOf(code);
  if (factor.recoveryHashes.includes(recovery)) {
    return { ...factor, recoveryHashes: factor.recoveryHashes.filter((other) => other !== recovery) };
  }
  const secret = sealer.open(factor.sealed, placeOf(factor.userId));
  if (secret === null) {
    const message =
      'Codes of the app cannot be checked now. Use a recovery code, or ask who runs the service.';
    throw new AppError('sign_in_failed', message);
  }
  const step = stepOfCode(Buffer.from(secret, 'base64'), code, clock.nowMicros());
  // Each step counts once: a code that somebody has seen is worth nothing.
  if (step === null || step <= factor.lastStep) throw refusal();
  return { ...factor, lastStep: step };
}

const codeMaxLength = 64;

const wrong =
  'The code is wrong, or it was used before. Wait for the next code of the app, or use a recovery code.';

function wrongCode(): AppError {
  return new AppError('sign_in_failed', wrong);
}

/** The refusal of a code in a form of a person who is signed in. */
function wrongField(): AppError {
  return validationFailed([{ path: '/code', code: 'code_invalid', message: wrong }]);
}

function hashOf(code: string): string {
  return hash('sha256', code.toUpperCase(), 'hex');
}

function placeOf(userId: string) {
  return { storeId: 'people', ownerId: userId, field: 'second factor' };
}

/** The place of changes, and of their entries in audit logs. */
export interface FactorHistory {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Gets a line for the operator: an audit log of a store lacks an entry. */
  readonly warn: (message: string) => void;
}

/** Implements {@link FactorChanges}. */
export function factorChanges(
  { storage, clock, warn }: FactorHistory,
  sealer: Sealer,
): ChangeHandlers<FactorChanges> {
  const { accounts } = storage;
  const parts = { clock, sealer, refusal: wrongField };
  const record = (user: Pick<User, 'id' | 'email' | 'name'>, action: string) =>
    recordFactor({ storage, clock, warn }, { user, actor: { name: user.name, email: user.email }, action });
  return {
    beginFactor: ({ user }) =>
      accounts.write(async (writer) => {
        const secret = Buffer.from(randomSecret(secretBytes), 'base64');
        const sealed = sealer.seal(secret.toString('base64'), placeOf(user.id));
        const factor = { userId: user.id, sealed, confirmedAt: null, lastStep: 0, recoveryHashes: [] };
        if (!(await writer.putNewFactor(factor))) throw isOn();
        return { secret: toBase32(secret), address: addressOfSecret(secret, user.email) };
      }),
    async confirmFactor({ user, code, sessionId }) {
      const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode);
      await accounts.write(async (writer) => {
        const factor = await writer.secondFactor(user.id);
        if (factor === null) throw new AppError('conflict', 'Set the second factor up first.');
        if (factor.confirmedAt !== null) throw isOn();
        const recoveryHashes = codes.map((text) => hashOf(text.replaceAll('-', '')));
        const used = spendCode(factor, code, parts);
        const confirmed = { ...used, confirmedAt: clock.nowMicros(), recoveryHashes };
        await replace(writer, factor, confirmed, wrongField);
        // Other sessions were opened by the password alone.
        await writer.deleteSessionsOf(user.id, sessionId);
      });
      await record(user, 'member.second_factor_on');
      return codes;
    },
    async endFactor({ user, code }) {
      await accounts.write(async (writer) => {
        const factor = await writer.secondFactor(user.id);
        if (factor === null) throw new AppError('conflict', 'There is no second factor.');
        if (code !== null) spendCode(factor, code, parts);
        await writer.deleteSecondFactor(user.id);
      });
      await record(user, 'member.second_factor_off');
      return null;
    },
  };
}

function isOn(): AppError {
  return new AppError('conflict', 'The second factor is on already. Turn it off first.');
}

/** `ABCD-EFGH-IJKL-MNOP`: letters and digits that look different in every font. */
function newRecoveryCode(): string {
  const text = toBase32(Buffer.from(randomSecret(recoveryBytes), 'base64'));
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** A change of a person's factor, for the history of each store in which the person has a role. */
interface FactorEntry {
  readonly user: Pick<User, 'id' | 'email'>;
  readonly actor: { readonly name: string; readonly email: string } | null;
  readonly action: string;
}

/**
 * Writes an entry of the audit log of each store of the person. It never rejects, since the change holds already: what could not
 * be written is a warning.
 */
async function recordFactor(
  { storage, clock, warn }: FactorHistory,
  { user, actor, action }: FactorEntry,
): Promise<void> {
  const missed = (error: unknown) =>
    warn(`an audit log lacks ${action} of the account ${user.id}: ${String(error)}`);
  try {
    for (const { store } of await storage.accounts.storesOf(user.id)) {
      const written = storage.write(store.id, async (writer) => {
        await writer.audit.insert(createAuditEntry(clock, { actor, action, subject: user.email }));
      });
      await written.catch((error: unknown) => {
        // A database that is away is no fault of one store.
        if (error instanceof AppError && error.code === 'unavailable') throw error;
        missed(error);
      });
    }
  } catch (error) {
    missed(error);
  }
}

/** Takes the factor of a person who lost everything, and ends their sessions; false, and nothing is changed, where there is none. */
export async function resetFactor(history: FactorHistory, user: User): Promise<boolean> {
  const isReset = await history.storage.accounts.write(async (writer) => {
    const isDeleted = await writer.deleteSecondFactor(user.id);
    if (isDeleted) await writer.deleteSessionsOf(user.id, null);
    return isDeleted;
  });
  if (isReset) await recordFactor(history, { user, actor: null, action: 'member.second_factor_reset' });
  return isReset;
}

/** The state of a person's factor, as they see it; null where it is off. */
export async function factorOf(
  accounts: Pick<AccountReader, 'secondFactor'>,
  userId: string,
): Promise<{ readonly since: number; readonly recoveryCodes: number } | null> {
  const factor = await accounts.secondFactor(userId);
  if (factor === null || factor.confirmedAt === null) return null;
  return { since: factor.confirmedAt, recoveryCodes: factor.recoveryHashes.length };
}
