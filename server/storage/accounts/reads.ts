/**
 * Reads users, sessions, memberships and invitations. They belong to the directory, so no statement is bound to one store. Null for a
 * token, an id or an e-mail that does not exist; expiry is the caller's to judge. It writes nothing and returns only hashes of tokens
 * and passwords. E-mails must be in lower case; lists have no limit, since a deployment has at most 500 people in a store.
 */
// Tests: test/api/dashboard-members.test.ts.
import type { Kysely } from 'kysely';
import { decodeTolerantly } from '../damage/damage.ts';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import { storeRecord } from '../stores/tables.ts';
import { type AccountReader, invitations, memberships, secondFactors, sessions, users } from './tables.ts';

/** Creates the reader of users, sessions, memberships and invitations of all stores. */
export function createAccountReader(builder: Kysely<Schema>, query: Query): AccountReader {
  return { ...userReads(builder, query), ...memberReads(builder, query) };
}

type UserReads = Pick<
  AccountReader,
  'hasUsers' | 'users' | 'user' | 'userByEmail' | 'session' | 'secondFactor' | 'hasSignedInFrom'
>;

function userReads(builder: Kysely<Schema>, query: Query): UserReads {
  const allUsers = builder.selectFrom('users').selectAll();
  return {
    async hasUsers() {
      return (await query(allUsers.limit(1))).length > 0;
    },
    async users() {
      return (await query(allUsers.orderBy('created_at').orderBy('id'))).map(users.decode);
    },
    async user(userId) {
      const [row] = await query(allUsers.where('id', '=', userId));
      return row === undefined ? null : users.decode(row);
    },
    async userByEmail(email) {
      const [row] = await query(allUsers.where('email', '=', email));
      return row === undefined ? null : users.decode(row);
    },
    async secondFactor(userId) {
      const [row] = await query(
        builder.selectFrom('second_factors').selectAll().where('user_id', '=', userId),
      );
      return row === undefined ? null : secondFactors.decode(row);
    },
    async hasSignedInFrom(userId, networkHashes) {
      const known = builder
        .selectFrom('sign_in_networks')
        .select('network_hash')
        .where('network_hash', 'in', networkHashes)
        .limit(1);
      const wanted = userId === null ? known : known.where('user_id', '=', userId);
      return (await query(wanted)).length > 0;
    },
    async session(tokenHash) {
      const [row] = await query(
        builder
          .selectFrom('sessions')
          .selectAll()
          .where((expression) =>
            expression.or([
              expression('token_hash', '=', tokenHash),
              expression('previous_token_hash', '=', tokenHash),
            ]),
          ),
      );
      if (row === undefined) return null;
      const [user] = await query(allUsers.where('id', '=', row.user_id));
      return user === undefined ? null : { session: sessions.decode(row), user: users.decode(user) };
    },
  };
}

function memberReads(builder: Kysely<Schema>, query: Query): Omit<AccountReader, keyof UserReads> {
  const allMemberships = builder.selectFrom('memberships').selectAll();
  const allInvitations = builder.selectFrom('invitations').selectAll();
  return {
    async storesOf(userId) {
      const rows = await query(
        builder
          .selectFrom('memberships')
          .innerJoin('stores', 'stores.id', 'memberships.store_id')
          .selectAll('stores')
          .select('memberships.role')
          .where('memberships.user_id', '=', userId)
          .orderBy('stores.name')
          .orderBy('stores.id'),
      );
      // Stores that cannot be read are left out: the node that serves them reports them.
      return decodeTolerantly(rows, (row) => ({ store: storeRecord.decode(row), role: row.role })).values;
    },
    async membership(storeId, userId) {
      const [row] = await query(allMemberships.where('store_id', '=', storeId).where('user_id', '=', userId));
      return row === undefined ? null : memberships.decode(row);
    },
    async members(storeId) {
      const ofStore = allMemberships.where('store_id', '=', storeId).orderBy('joined_at').orderBy('user_id');
      const joined = (await query(ofStore)).map(memberships.decode);
      const ids = joined.map(({ userId }) => userId);
      const concerned = builder
        .selectFrom('users')
        .selectAll()
        .where((expression) =>
          expression.or([
            expression('is_operator', '=', true),
            ...(ids.length === 0 ? [] : [expression('id', 'in', ids)]),
          ]),
        )
        .orderBy('created_at')
        .orderBy('id');
      const byId = new Map((await query(concerned)).map((row) => [row.id, users.decode(row)]));
      const members = joined.flatMap((membership) => {
        const user = byId.get(membership.userId);
        byId.delete(membership.userId);
        return user === undefined ? [] : [{ user, membership }];
      });
      return [...members, ...[...byId.values()].map((user) => ({ user, membership: null }))];
    },
    async invitation(tokenHash) {
      const [row] = await query(allInvitations.where('token_hash', '=', tokenHash));
      return row === undefined ? null : invitations.decode(row);
    },
    async invitations(storeId) {
      const ofStore = allInvitations.where('store_id', '=', storeId).orderBy('created_at').orderBy('id');
      return (await query(ofStore)).map(invitations.decode);
    },
  };
}
