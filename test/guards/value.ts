/** Guards of carts, orders and their value: nothing is added that does not belong together, and no id says more than it may. */
import type { Guard } from './guard.ts';

export const valueGuards: readonly Guard[] = [
  {
    name: 'an id of an answer is of its own store alone',
    file: 'server/threads/evidence/query-ids.ts',
    from: 'if (opened.readInt32LE(8) !== keys.mark) continue;',
    to: '',
    tests: {
      'server/threads/evidence/query-ids.test.ts': [
        'an id opens as its own query, in its own store alone',
        'made-up ids and changed ones open nowhere',
      ],
    },
  },
  {
    name: 'private texts have no name that orders find',
    file: 'server/threads/evidence/query-ids.ts',
    from: 'const mayKeep = !looksPrivate(query);',
    to: 'const mayKeep = true;',
    tests: {
      'server/threads/evidence/query-ids.test.ts': [
        'texts are taken once, without private and fruitless ones',
      ],
    },
  },
  {
    name: 'texts of a store that cannot be written are kept',
    file: 'server/threads/evidence/query-ids.ts',
    from: 'await writeEach(ids.take(), write, (unwritten) => ids.restore(unwritten));',
    to: 'for (const named of ids.take()) await write(named);',
    tests: {
      'server/threads/evidence/query-ids.test.ts': [
        'texts of an unwritable store wait, and hold up no other',
      ],
    },
  },
  {
    name: 'a store has room for some texts of answers',
    file: 'server/threads/evidence/query-ids.ts',
    from: 'if (ofStore.length >= limits.answeredQueriesPerDay) return;',
    to: '',
    tests: {
      'server/threads/evidence/query-ids.test.ts': ['a store’s flood of texts leaves room to others'],
    },
  },
  {
    name: 'a day has room for some texts of answers',
    file: 'server/events/answered-queries.ts',
    from: 'ofDay.slice(0, room)',
    to: 'ofDay',
    tests: {
      'test/storage/answered-queries.test.ts': ['a day has room for a bounded number of texts'],
    },
  },
  {
    name: 'texts of answers go with the salt',
    file: 'server/storage/events/writes.ts',
    from: 'where: sql`day < ${day}`,',
    to: 'where: sql`day < 0`,',
    tests: {
      'test/storage/answered-queries.test.ts': ['texts of answers go when their salt is gone'],
    },
  },
  {
    name: 'an amount that could mean two things is refused',
    file: 'server/events/parse-events.ts',
    from: 'plainAmount.test(value)',
    to: 'true',
    tests: {
      'test/api/value.test.ts': [
        'Contract §10 value: absurd amounts are refused alone, each with what to send',
      ],
    },
  },
  {
    name: 'currencies are never added',
    file: 'server/catalog/revenue.ts',
    from: 'const known = sums[currency];',
    to: 'const known = Object.values(sums)[0];',
    tests: { 'server/catalog/revenue.test.ts': ['revenue adds up by currency, and nothing changes it'] },
  },
  {
    name: 'sales of a full day take no room of searches',
    file: 'server/events/event-days.ts',
    from: '.slice(0, Math.max(0, room))',
    to: '',
    tests: {
      'test/storage/value-statistics.test.ts': ['a full day counts further queries of sales nowhere'],
    },
  },
  {
    name: 'a cart takes no more of an allowance than there is',
    file: 'server/events/network-allowances.ts',
    from: 'Math.min(weight, clickAllowances[0]);',
    to: 'weight;',
    tests: {
      'server/events/network-allowances.test.ts': ['clicks and carts of a network stay within its allowance'],
    },
  },
];
