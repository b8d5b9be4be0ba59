/** Guards of indexes whose pages cannot be read. */
import type { Guard } from './guard.ts';

const beside = 'an index beside damaged rows stays as it is';

export const damagedIndexGuards: readonly Guard[] = [
  {
    name: 'a damaged index of stores is rebuilt before they are served',
    file: 'server/start-service.ts',
    from: '  await rebuildIndexes(target, storage, environment, quarantine);\n',
    to: '  void rebuildIndexes;\n',
    tests: {
      'test/scenarios/damaged-indexes.test.ts': ['a damaged index without queries is rebuilt at the start'],
    },
  },
  {
    name: 'a damaged index that is met while the service runs is rebuilt soon',
    file: 'server/threads/pipeline-thread/pipeline-thread.ts',
    from: 'if (tables.isDue()) tableWatch.wake();',
    to: 'void tableWatch;',
    tests: {
      'test/scenarios/damaged-indexes.test.ts': ['an index damaged at run time is rebuilt'],
    },
  },
  {
    name: 'a page that cannot be read is counted',
    file: 'server/storage/damage/damage-count.ts',
    from: 'if (error instanceof DamageError && error.row === null) Atomics.add(count, 0, 1);',
    to: 'void DamageError, count;',
    tests: { 'test/storage/damaged-indexes.test.ts': ['a damaged index is looked for once it was met'] },
  },
  {
    name: 'all threads count in one place',
    file: 'server/settings/storage-target.ts',
    from: "if (target.engine === 'sqlite') return { ...target, damageMet };",
    to: "void damageMet;\n      if (target.engine === 'sqlite') return target;",
    tests: {
      'test/scenarios/damaged-indexes.test.ts': ['an index damaged at run time is rebuilt'],
    },
  },
  {
    name: 'damaged rows cause no look at indexes each second',
    file: 'server/jobs/damaged-tables.ts',
    from: 'isDue: () => isWorthwhile && damageMet()',
    to: 'isDue: () => damageMet()',
    tests: {
      'test/storage/damaged-indexes.test.ts': ['damaged rows met again need no new look'],
    },
  },
  {
    name: 'an entry of an index is read, not its pages alone',
    file: 'server/storage/sqlite/table-indexes.ts',
    from: 'select count(*), ${values} from',
    to: 'select count(*) from',
    tests: {
      'test/storage/damaged-indexes.test.ts': ['an index page without its second half is damaged'],
    },
  },
  {
    name: 'a disk that fails, or memory that runs out, is no damaged index',
    file: 'server/storage/sqlite/table-indexes.ts',
    from: 'if (isDamage(error)) return error.message;',
    to: 'if (isDamage(error) || error instanceof Error) return error.message;',
    tests: { 'test/storage/damaged-indexes.test.ts': ['${name} has no index rebuilt'] },
  },
  {
    name: 'an index that cannot be rebuilt keeps its pages',
    file: 'server/storage/sqlite/rebuild-indexes.ts',
    from: '    replaceIndex(database, table, index);\n',
    to: "    database.prepare('delete from sqlite_schema where name = ?').run(index.name);\n    void replaceIndex;\n",
    tests: { 'test/storage/damaged-indexes.test.ts': [beside] },
  },
  {
    name: 'what was rebuilt stays on the list of the process',
    file: 'server/jobs/quarantine-list.ts',
    from: 'this.#tables = [...tables, ...this.#tables.filter(isRebuilt)];',
    to: 'void isRebuilt;\n    this.#tables = tables;',
    tests: { 'server/jobs/quarantine-list.test.ts': ['a table that was rebuilt stays on the list'] },
  },
];
