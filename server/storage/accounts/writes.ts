/**
 * Writes users, sessions, networks, memberships and invitations inside a transaction. Inputs are trusted; only an e-mail that has an
 * account already is refused, with `conflict`. It writes no audit entry: the caller does. Unknown ids change nothing. Times are
 * microseconds since 1970.
 */
// Tests: test/api/dashboard-members.test.ts.
import type { Kysely } from 'kysely';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import { createAccountReader } from './reads.ts';
import {
  type AccountReader,
  type AccountWriter,
  invitations,
  memberships,
  secondFactors,
  sessions,
  users,
} from './tables.ts';

/**
 * Creates the writer of users, sessions, memberships and invitations within a transaction, in which it can read them
 * too.
 */
export function createAccountWriter(builder: Kysely<Schema>, transaction: Transaction): AccountWriter {
  return {
    ...createAccountReader(builder, transaction.query),
    ...userWrites(builder, transaction),
    ...factorWrites(builder, transaction),
    ...sessionWrites(builder, transaction),
    ...memberWrites(builder, transaction),
  };
}

type UserWrites = Pick<AccountWriter, 'insertUser' | 'updateUser'>;

function userWrites(builder: Kysely<Schema>, transaction: Transaction): UserWrites {
  return {
    async insertUser(user) {
      const insert = builder
        .insertInto('users')
        .values(users.encode(user))
        .onConflict((conflict) => conflict.column('email').doNothing());
      if ((await transaction.run(insert)) === 1) return;
      throw new AppError('conflict', `There is an account for ${user.email} already.`);
    },
    async updateUser(userId, { name, passwordHash, lastSeenAt }) {
      const fields = {
        ...(name === undefined ? {} : { name }),
        ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
        ...(lastSeenAt === undefined ? {} : { last_seen_at: lastSeenAt }),
      };
      await transaction.run(builder.updateTable('users').set(fields).where('id', '=', userId));
    },
  };
}

type FactorWrites = Pick<AccountWriter, 'putNewFactor' | 'replaceSecondFactor' | 'deleteSecondFactor'>;

function factorWrites(builder: Kysely<Schema>, transaction: Transaction): FactorWrites {
  return {
    async putNewFactor(factor) {
      const { user_id: _, ...fields } = secondFactors.encode(factor);
      const put = builder
        .insertInto('second_factors')
        .values(secondFactors.encode(factor))
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet(fields).where('second_factors.confirmed_at', 'is', null),
        );
      return (await transaction.run(put)) === 1;
    },
    async replaceSecondFactor(from, to) {
      const before = secondFactors.encode(from);
      const { user_id: userId, ...fields } = secondFactors.encode(to);
      const replace = builder
        .updateTable('second_factors')
        .set(fields)
        .where('user_id', '=', userId)
        .where('sealed', '=', before.sealed)
        .where('last_step', '=', before.last_step)
        .where('recovery_hashes', '=', before.recovery_hashes);
      return (await transaction.run(replace)) === 1;
    },
    async deleteSecondFactor(userId) {
      const remove = builder.deleteFrom('second_factors').where('user_id', '=', userId);
      return (await transaction.run(remove)) === 1;
    },
  };
}

type SessionWrites = Pick<
  AccountWriter,
  | 'insertSession'
  | 'touchSession'
  | 'rotateSession'
  | 'deleteSession'
  | 'deleteSessionsOf'
  | 'deleteSessionsBefore'
  | 'rememberNetwork'
  | 'forgetNetworks'
>;

function sessionWrites(builder: Kysely<Schema>, transaction: Transaction): SessionWrites {
  const deleted = builder.deleteFrom('sessions');
  const networks = builder.deleteFrom('sign_in_networks');
  return {
    async insertSession(session) {
      await transaction.run(builder.insertInto('sessions').values(sessions.encode(session)));
    },
    async touchSession(sessionId, lastSeenAt) {
      const touch = builder
        .updateTable('sessions')
        .set({ last_seen_at: lastSeenAt })
        .where('id', '=', sessionId);
      await transaction.run(touch);
    },
    async rotateSession(sessionId, { from, to, at }) {
      const rotate = builder
        .updateTable('sessions')
        .set({ token_hash: to, previous_token_hash: from, rotated_at: at, last_seen_at: at })
        .where('id', '=', sessionId)
        .where('token_hash', '=', from);
      return (await transaction.run(rotate)) === 1;
    },
    async deleteSession(sessionId) {
      await transaction.run(deleted.where('id', '=', sessionId));
    },
    async deleteSessionsOf(userId, exceptSessionId) {
      const all = deleted.where('user_id', '=', userId);
      await transaction.run(exceptSessionId === null ? all : all.where('id', '!=', exceptSessionId));
    },
    async deleteSessionsBefore({ createdAt, lastSeenAt }) {
      const old = deleted.where((expression) =>
        expression.or([
          expression('created_at', '<', createdAt),
          expression('last_seen_at', '<', lastSeenAt),
        ]),
      );
      await transaction.run(old);
    },
    async rememberNetwork({ userId, networkHash, seenAt }, kept) {
      const put = builder
        .insertInto('sign_in_networks')
        .values({ user_id: userId, network_hash: networkHash, seen_at: seenAt })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'network_hash']).doUpdateSet({ seen_at: seenAt }),
        );
      await transaction.run(put);
      const newest = builder
        .selectFrom('sign_in_networks')
        .select('network_hash')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .orderBy('network_hash')
        .limit(kept);
      await transaction.run(networks.where('user_id', '=', userId).where('network_hash', 'not in', newest));
    },
    async forgetNetworks(userId) {
      await transaction.run(networks.where('user_id', '=', userId));
    },
  };
}

type MemberWrites = Omit<
  AccountWriter,
  keyof AccountReader | keyof UserWrites | keyof FactorWrites | keyof SessionWrites
>;

function memberWrites(builder: Kysely<Schema>, transaction: Transaction): MemberWrites {
  const deleted = builder.deleteFrom('invitations');
  return {
    async putMembership(membership) {
      const put = builder
        .insertInto('memberships')
        .values(memberships.encode(membership))
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'store_id']).doUpdateSet({ role: membership.role }),
        );
      await transaction.run(put);
    },
    async deleteMembership(storeId, userId) {
      const membership = builder
        .deleteFrom('memberships')
        .where('store_id', '=', storeId)
        .where('user_id', '=', userId);
      await transaction.run(membership);
    },
    async insertInvitation(invitation) {
      await transaction.run(builder.insertInto('invitations').values(invitations.encode(invitation)));
    },
    async takeInvitation(tokenHash) {
      const take = deleted.where('token_hash', '=', tokenHash).returningAll();
      const [row] = await transaction.query(take);
      return row === undefined ? null : invitations.decode(row);
    },
    async deleteInvitation(storeId, invitationId) {
      const ofStore = deleted.where('store_id', '=', storeId).where('id', '=', invitationId);
      const [row] = await transaction.query(ofStore.returningAll());
      return row === undefined ? null : invitations.decode(row);
    },
    async deleteInvitationsFor({ kind, storeId, email }) {
      const alike = deleted.where('kind', '=', kind).where('email', '=', email);
      await transaction.run(storeId === null ? alike : alike.where('store_id', '=', storeId));
    },
  };
}
