/** Guards of reads of much of a store: they keep nobody's lists waiting, and cost as their rows. */
import type { Guard } from './guard.ts';

export const readsGuards: readonly Guard[] = [
  {
    name: 'a read of many figures lets other work run',
    file: 'server/storage/key-ranges.ts',
    from: '    after = sql` and ${key} > ${last}`;\n    await turnOfOthers();\n',
    to: '    after = sql` and ${key} > ${last}`;\n',
    tests: { 'test/storage/search-statistics.test.ts': ['a read of many figures lets other work run'] },
  },
  {
    name: 'ranges of figures end by the rows of all days together',
    file: 'server/storage/key-ranges.ts',
    from: 'const before = rowsPerStatement - days.length;',
    to: 'const before = Math.ceil(rowsPerStatement / days.length);',
    tests: {
      'test/storage/search-statistics.test.ts': ['figures of days that share no key cost as their rows'],
    },
  },
  {
    name: 'ranges of figures read no row behind them',
    file: 'server/storage/key-ranges.ts',
    from: 'order by ${key}) as of_day`',
    to: 'limit 1000000) as of_day`',
    tests: {
      'test/storage/search-statistics.test.ts': ['ranges of figures are found by an index, without sorting'],
    },
  },
  {
    name: 'lists come between the parts of figures',
    file: 'server/threads/reader-thread.ts',
    from: 'longNames.has(name)',
    to: 'longNames.size < 0',
    tests: {
      'server/threads/reader-client.test.ts': [
        'lists come between the statements of long reads',
        'figures are read no further once their caller is gone',
      ],
    },
  },
  {
    name: 'each statement of a long read has a turn',
    file: 'server/storage/create-storage.ts',
    from: 'inTurn(() => database.read(storeId, asked, planning)).catch',
    to: 'database.read(storeId, asked, planning).catch',
    tests: {
      'test/storage/search-statistics.test.ts': ['figures of days that share no key cost as their rows'],
      'server/threads/reader-client.test.ts': ['figures are read no further once their caller is gone'],
    },
  },
  {
    name: 'long reads hold no turn of lists',
    file: 'server/threads/reader-thread.ts',
    from: 'return longReads.run(storeId, () => gate(storeId, () => task(reader)), cancelled);',
    to: 'return turns.run(storeId, () => gate(storeId, () => task(storage.reader(storeId))), cancelled);',
    tests: {
      'server/threads/reader-client.test.ts': [
        'lists come between the statements of long reads',
        'figures are read no further once their caller is gone',
      ],
    },
  },
  {
    name: 'a long read ends once its caller is gone',
    file: 'server/threads/reader-thread.ts',
    from: '(statement) => turns.run(storeId, statement, cancelled)',
    to: '(statement) => turns.run(storeId, statement)',
    tests: {
      'server/threads/reader-client.test.ts': ['figures are read no further once their caller is gone'],
    },
  },
  {
    name: 'a list whose caller is gone is not read',
    file: 'server/threads/reader-thread.ts',
    from: 'return turns.run(storeId, () => gate(storeId, task), cancelled);',
    to: 'return turns.run(storeId, () => gate(storeId, task));',
    tests: {
      'server/threads/reader-client.test.ts': ['figures are read no further once their caller is gone'],
    },
  },
  {
    name: 'reads of figures hear of callers who are gone',
    file: 'server/http/analytics-calls.ts',
    from: 'readers.of(storeId, hangUpOf(reply))',
    to: 'readers.of(storeId)',
    tests: { 'server/http/analytics-calls.test.ts': ['reads of figures hear that their caller is gone'] },
  },
];
