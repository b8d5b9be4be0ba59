/** Guards of members of collections: who is one, and what they are ordered by. */
import type { Guard } from './guard.ts';

const followWrites = 'server/resources/collections/follow-writes.live.test.ts';
const planned = 'server/resources/collections/plan-step.test.ts';

export const collectionsGuards: readonly Guard[] = [
  {
    name: 'a product that is gone becomes no member',
    file: 'server/resources/collections/plan-step.ts',
    from: 'else if (now === undefined) return null;',
    to: 'else if (now === undefined) replaced.push(keys);',
    tests: { 'test/storage/erasures.test.ts': ['a product erased during a step becomes no member'] },
  },
  {
    name: 'a product is erased while no place of it is being written',
    file: 'server/storage/products/erasures.ts',
    from: '      await transaction.lockMembers(storeId);\n',
    to: '',
    tests: { [followWrites]: ['a product is erased before its place is written or after'] },
  },
  {
    name: 'keys of a product that changed since are left to its newer version',
    file: 'server/resources/collections/plan-step.ts',
    from: 'else if (now.changeNumber !== changeNumber) kept.push(keys);',
    to: 'else if (now.changeNumber < 0) kept.push(keys);',
    tests: { [planned]: ['keys of a product that changed since stay'] },
  },
  {
    name: 'keys go with the last place alone',
    file: 'server/storage/collections/member-writes.ts',
    from: ".whereRef('member.product_id', '=', 'member_keys.product_id'),",
    to: ".where('member.product_id', '=', ''),",
    tests: { [followWrites]: ['keys go with the last place of a product'] },
  },
  {
    name: 'steps of the version before are taken again',
    file: 'server/storage/collections/rows.ts',
    from: 'position: toPosition(row.keyed_change, row.keyed_external_id),',
    to: 'position: toPosition(row.seen_change, row.seen_external_id),',
    tests: { [followWrites]: ['steps of the version before are taken again'] },
  },
  {
    name: 'stores that the version before followed are looked at',
    file: 'server/storage/collections/writes.ts',
    from: "eb('followed.keyed_change', '!=', ref('stores.change_number')),",
    to: "eb('followed.followed_change', '!=', ref('stores.change_number')),",
    tests: { [followWrites]: ['steps of the version before are taken again'] },
  },
  {
    name: 'a walk along all members of a store has an end',
    file: 'server/storage/collections/member-places.ts',
    from: "const bounded = end === null ? rest : rest.where(isBeyond(key, way === 'asc' ? '<=' : '>=', end));",
    to: 'const bounded = rest;',
    tests: {
      'test/storage/member-places.test.ts': ['members are sorted where a walk would be longer'],
    },
  },
  {
    name: 'a page goes on behind the end of a walk',
    file: 'server/storage/collections/member-places.ts',
    from: 'if (near.length === limit || end === null) return near;',
    to: 'if (near.length <= limit || end === null) return near;',
    tests: { 'test/storage/member-places.test.ts': ['pages in every order are those of a plain sort'] },
  },
];
