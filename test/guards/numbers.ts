/** Guards of integers that no number holds: in one row they harm that row. */
import type { Guard } from './guard.ts';

const damagedNumbers = 'test/api/damaged-numbers.test.ts';

export const numberGuards: readonly Guard[] = [
  {
    name: 'an integer too large for SQLite names its row',
    file: 'server/storage/sqlite/sqlite-connection.ts',
    from: '    if (!isLargeInteger(error)) throw error;\n',
    to: '    throw error;\n',
    tests: {
      [damagedNumbers]: [
        'a product with a large number is named, others go on',
        'a batch repairs numbers that it does not change',
        'a store whose own number is damaged harms itself',
      ],
    },
  },
  {
    name: 'an integer too large for PostgreSQL names its row',
    file: 'server/storage/postgres/postgres-transaction.ts',
    from: '  if (largeIntegersParsed() !== before) await guardRows(client, rows, fields);\n',
    to: '',
    tests: { [damagedNumbers]: ['a product with a large number is named, others go on'] },
    engine: 'postgres',
  },
  {
    name: 'a change of no number ends the list of changes',
    file: 'server/storage/product-rows.ts',
    from: "rows.findLast((row) => closedColumns(row).every(({ column }) => column !== 'change_number'))",
    to: 'rows.at(-1)',
    tests: { [damagedNumbers]: ['an index follows past a change of no number'] },
  },
  {
    name: 'a damaged time of creation is written again',
    file: 'server/ingest/damaged-products.ts',
    from: "    if (column === 'created_at') await",
    to: "    if (column === 'never') await",
    tests: {
      [damagedNumbers]: [
        'a product with a large number is named, others go on',
        'a batch repairs numbers that it does not change',
      ],
    },
  },
  {
    name: 'a large flag keeps no product from being written',
    file: 'server/storage/sqlite/product-statements.ts',
    from: 'flags.includes(name) ? `${name} <> 0 as ${name}` : name',
    to: 'name',
    tests: { [damagedNumbers]: ['flags of any size keep no product from being written'] },
  },
  {
    name: 'a list of stores leaves a damaged one out',
    file: 'server/storage/directory.ts',
    from: 'const { values, damaged } = decodeTolerantly(rows, toStore);',
    to: 'const { values, damaged } = { values: rows.map(toStore), damaged: [] as DamagedRow[] };',
    tests: { [damagedNumbers]: ['a store whose own number is damaged harms itself'] },
  },
  {
    name: 'a store of damaged numbers keeps no other from starting',
    file: 'server/storage/directory.ts',
    from: '  return decodeTolerantly(rows, toStore);\n',
    to: '  return { values: rows.map(toStore), damaged: [] };\n',
    tests: {
      'test/scenarios/damaged-stores.test.ts': [
        'integers too large in every table harm one store (${engine})',
      ],
    },
  },
  {
    name: 'a damaged number of a turn is set right',
    file: 'server/storage/job-claims.ts',
    from: 'if (next?.is_off) {',
    to: 'if (next?.store_id === null) {',
    tests: { 'test/storage/damaged-jobs.test.ts': ['a damaged number of a turn is set right'] },
  },
  {
    name: 'a damaged number of a turn is not handed on',
    file: 'server/storage/job-claims.ts',
    from: ' and last_turn between 0 and ${sql.lit(turnsMax)}',
    to: '',
    tests: { 'test/storage/damaged-jobs.test.ts': ['a damaged number of a turn is set right'] },
  },
  {
    name: 'damaged attempts of a job keep no other waiting',
    file: 'server/storage/job-claims.ts',
    from: 'case when attempts between 0 and ${sql.lit(attemptsMax)} then attempts + 1 else 1 end',
    to: 'attempts + 1',
    tests: { 'test/storage/damaged-jobs.test.ts': ['damaged numbers of a job keep no other waiting'] },
  },
];
