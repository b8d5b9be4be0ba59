/** Guards of integers that no number holds, and of numbers that JSON does not hold: in one row they harm that row. */
import type { Guard } from './guard.ts';

const damagedIntegers = 'test/scenarios/damaged-integers.test.ts';
const damagedNumbers = 'test/api/damaged-numbers.test.ts';
const infiniteNumbers = 'test/scenarios/infinite-numbers.test.ts';

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
    file: 'server/storage/products/rows.ts',
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
    file: 'server/storage/stores/directory.ts',
    from: 'const { values, damaged } = decodeTolerantly(rows, storeRecord.decode);',
    to: 'const { values, damaged } = { values: rows.map(storeRecord.decode), damaged: [] as DamagedRow[] };',
    tests: { [damagedNumbers]: ['a store whose own number is damaged harms itself'] },
  },
  {
    name: 'a store of damaged numbers keeps no other from starting',
    file: 'server/storage/stores/directory.ts',
    from: '  return decodeTolerantly(rows, storeRecord.decode);\n',
    to: '  return { values: rows.map(storeRecord.decode), damaged: [] };\n',
    tests: {
      'test/scenarios/damaged-stores.test.ts': [
        'integers too large in every table harm one store (${engine})',
      ],
    },
  },
  {
    name: 'a damaged number of a turn is set right',
    file: 'server/storage/jobs/claims.ts',
    from: 'if (next?.is_off) {',
    to: 'if (next?.store_id === null) {',
    tests: { 'test/storage/damaged-jobs.test.ts': ['a damaged number of a turn is set right'] },
  },
  {
    name: 'a damaged number of a turn is not handed on',
    file: 'server/storage/jobs/claims.ts',
    from: ' and last_turn between 0 and ${sql.lit(turnsMax)}',
    to: '',
    tests: { 'test/storage/damaged-jobs.test.ts': ['a damaged number of a turn is set right'] },
  },
  {
    name: 'damaged attempts of a job keep no other waiting',
    file: 'server/storage/jobs/claims.ts',
    from: 'case when attempts between 0 and ${sql.lit(attemptsMax)} then attempts + 1 else 1 end',
    to: 'attempts + 1',
    tests: { 'test/storage/damaged-jobs.test.ts': ['damaged numbers of a job keep no other waiting'] },
  },
  {
    name: 'a repair keeps rows whose integers are too large',
    file: 'server/storage/sqlite/repair-file.ts',
    from: 'replaceDamaged(table, row, (kept) => stores.onLoss({ ...lossOf(kept), isKept: true })) ??',
    to: '',
    tests: { [damagedIntegers]: ['integers too large are named, backed up and repaired'] },
  },
  {
    name: 'a large integer is no fault of its page',
    file: 'server/storage/sqlite/salvage-rows.ts',
    from: '  statement.setReadBigInts(true);\n',
    to: '',
    tests: { [damagedIntegers]: ['integers too large are named, backed up and repaired'] },
  },
  {
    name: 'a backup keeps rows whose integers are too large',
    file: 'server/storage/snapshots/read-snapshot.ts',
    from: 'const damage = replaceDamaged(shape.name, row, note) ?? findDamage(shape.name, row);',
    to: 'const damage = findDamage(shape.name, row);',
    tests: {
      [damagedIntegers]: [
        'integers too large are named, backed up and repaired',
        'PostgreSQL sets rows right and keeps them',
      ],
    },
  },
  {
    name: 'PostgreSQL gives a store whose change number is lost one that no change has used',
    file: 'server/storage/damage/remove-unreadable.ts',
    from: "  if (shape.name === 'stores') await recountStore(place, transaction);\n  else if (right",
    to: '  if (right',
    tests: { [damagedIntegers]: ['PostgreSQL sets rows right and keeps them'] },
  },
  {
    name: 'PostgreSQL keeps a product whose integer is too large',
    file: 'server/storage/damage/remove-unreadable.ts',
    from: 'if (right !== null) await setValues(',
    to: 'if (right?.size === 99) await setValues(',
    tests: { [damagedIntegers]: ['PostgreSQL sets rows right and keeps them'] },
  },
  {
    name: 'a number that is not finite is damage of its row',
    file: 'server/storage/table.ts',
    from: 'if (isNotFinite(value)) damaged.push(',
    to: "if (isNotFinite(value) && name === '') damaged.push(",
    tests: {
      [infiniteNumbers]: [
        'an infinite number costs its row alone',
        'PostgreSQL takes rows with infinite numbers out',
      ],
    },
  },
  {
    name: 'a damaged figure is named by its key',
    file: 'server/storage/table.ts',
    from: "[...names, ['store_id']].map(",
    to: "[['id'], ['store_id']].map(",
    tests: {
      [infiniteNumbers]: [
        'an infinite number costs its row alone',
        'PostgreSQL takes rows with infinite numbers out',
      ],
    },
  },
  {
    name: 'a backup holds no number that JSON cannot say',
    file: 'server/backup/backup-format.ts',
    from: 'if (place !== -1)',
    to: 'if (place < -1)',
    tests: { 'test/storage/backup.test.ts': ['a backup never holds values JSON cannot express'] },
  },
  {
    name: 'the copy of a removed row keeps its infinite number',
    file: 'server/cli/repair.ts',
    from: 'row }, asText)',
    to: 'row })',
    tests: { [infiniteNumbers]: ['PostgreSQL takes rows with infinite numbers out'] },
  },
  {
    name: 'a repair makes the data folder for its copies',
    file: 'server/cli/repair.ts',
    from: '  ensureDataFolder(config.dataFolder);\n',
    to: '',
    tests: { [infiniteNumbers]: ['a repair makes the data folder that it needs'] },
  },
  {
    name: 'numbers of a product keep their digits',
    file: 'server/ingest/json-body.ts',
    from: 'parse: ParseText = parseExactJson',
    to: 'parse: ParseText = JSON.parse',
    tests: { 'test/api/product-fields.test.ts': ['numbers keep the digits that were sent'] },
  },
  {
    name: 'numbers of a single product keep their digits',
    file: 'server/ingest/json-body.ts',
    from: 'parseJson(body, valuesPerItem, parseExactJson)',
    to: 'parseJson(body, valuesPerItem)',
    tests: { 'test/api/product-fields.test.ts': ['numbers keep the digits that were sent'] },
  },
  {
    name: 'prices of many digits stay numbers',
    file: 'server/ingest/readers/exact-json.ts',
    from: ' || prices.has(key)',
    to: '',
    tests: {
      'test/api/product-fields.test.ts': ['§4 price: a number of many digits is its nearest double'],
    },
  },
];
