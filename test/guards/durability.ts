/** Guards of what must outlive a crash: commits, backups, repairs, and the keys of secrets. */
import type { Guard } from './guard.ts';

const restoreOfDamaged = 'a restore skips products its backup lacks and their references (${name})';

const recount = 'doctor compares counters with rows, and a repair counts again (${engine})';

export const durabilityGuards: readonly Guard[] = [
  {
    name: 'a row of a backup that does not parse is damage of it',
    file: 'server/backup/backup-format.ts',
    from: '    throw new BackupFault(notReadable, { cause });\n',
    to: '    throw cause;\n',
    tests: {
      'test/storage/backup.test.ts': ['a damaged, cut or overlong backup leaves an empty database'],
    },
  },
  {
    name: 'a commit is on the disk when it is acknowledged',
    file: 'server/storage/sqlite/sqlite-connection.ts',
    from: 'pragma synchronous = full;',
    to: 'pragma synchronous = normal;',
    tests: { 'test/storage/sqlite.test.ts': ['commits are synchronous and foreign keys are checked'] },
  },
  {
    name: 'foreign keys are checked',
    file: 'server/storage/sqlite/sqlite-connection.ts',
    from: 'pragma foreign_keys = on;',
    to: 'pragma foreign_keys = off;',
    tests: { 'test/storage/sqlite.test.ts': ['commits are synchronous and foreign keys are checked'] },
  },
  {
    name: 'a release of SQLite that can lose commits is refused',
    file: 'server/storage/sqlite/sqlite-version.ts',
    from: 'if (part !== oldest) return part > oldest;',
    to: 'if (part !== oldest) return true;',
    tests: { 'test/storage/sqlite.test.ts': ['SQLite before 3.51.3 can lose commits and is refused'] },
  },
  {
    name: 'a transaction with a failed statement is not committed',
    file: 'server/storage/sqlite/open-sqlite-database.ts',
    from: 'if (end() !== null) throw rolledBackError();',
    to: 'end();',
    tests: {
      'test/storage/transactions.test.ts': ['a statement that fails fails the write even when caught'],
    },
  },
  {
    name: 'PostgreSQL’s ROLLBACK for a commit is an error',
    file: 'server/storage/postgres/open-postgres-database.ts',
    from: "if (command !== 'COMMIT') throw rolledBackError();",
    to: 'void command;',
    tests: {
      'test/storage/transactions.test.ts': ['a statement that fails fails the write even when caught'],
    },
    engine: 'postgres',
  },
  {
    name: 'a transaction that has ended takes no statement (PostgreSQL)',
    file: 'server/storage/postgres/postgres-transaction.ts',
    from: "if (!open) throw new Error('The transaction has ended; await every statement inside it.');",
    to: '',
    tests: { 'test/storage/transactions.test.ts': ['a writer cannot be used after its transaction'] },
    engine: 'postgres',
  },
  {
    name: 'a transaction that has ended takes no statement (SQLite)',
    file: 'server/storage/sqlite/open-sqlite-database.ts',
    from: "if (!isOpen) throw new Error('The transaction has ended; await every statement inside it.');",
    to: '',
    tests: { 'test/storage/transactions.test.ts': ['a writer cannot be used after its transaction'] },
  },
  {
    name: 'writers of SQLite take their lock first',
    file: 'server/storage/sqlite/open-sqlite-database.ts',
    from: "connection.database.exec('begin immediate');",
    to: "connection.database.exec('begin');",
    tests: { 'test/storage/transactions.test.ts': ['a writer that only reads first never fails as busy'] },
  },
  {
    name: 'a commit whose end nobody knows is not sent again',
    file: 'server/storage/postgres/retries.ts',
    from: "return run === 1 && stage === 'work' && isCut(error);",
    to: 'return run === 1 && isCut(error);',
    tests: {
      'server/storage/postgres/retries.test.ts': ['a commit with an unknown outcome is never repeated'],
    },
  },
  {
    name: 'what is undone each time is given up',
    file: 'server/storage/postgres/retries.ts',
    from: 'return run < undoneRunsMax;',
    to: 'return run > 0;',
    tests: {
      'server/storage/postgres/retries.test.ts': ['work undone each time is given up after four runs'],
    },
  },
  {
    name: 'work that might not be repeatable runs once',
    file: 'server/storage/postgres/retries.ts',
    from: 'if (!isRepeatable) return false;',
    to: '',
    tests: {
      'server/storage/postgres/retries.test.ts': ['unrepeatable work is retried only before it began'],
    },
  },
  {
    name: 'a second server on one file is refused',
    file: 'server/storage/sqlite/serving-lock.ts',
    from: "    lock.exec('begin exclusive');\n",
    to: '',
    tests: {
      'server/storage/sqlite/serving-lock.live.test.ts': [
        'a second server on a file is refused until released',
      ],
    },
  },
  {
    name: 'a database of a newer version is refused',
    file: 'server/storage/migrate.ts',
    from: 'if (newest !== undefined && newest.number > known) {',
    to: 'if (newest !== undefined && newest.number < 0) {',
    tests: { 'test/storage/migrations.test.ts': ['a database of a newer version is refused and unchanged'] },
  },
  {
    name: 'a backup that was cut off is refused',
    file: 'server/backup/backup-format.ts',
    from: "  throw new BackupFault('The backup is damaged or incomplete: its checksum does not fit.');\n",
    to: '',
    tests: {
      'test/storage/backup.test.ts': ['a damaged, cut or overlong backup leaves an empty database'],
    },
  },
  {
    name: 'a backup that was changed is refused',
    file: 'server/backup/backup-format.ts',
    from: "entry.rows === count && entry.sha256 === hash.digest('hex')",
    to: 'entry.rows === count',
    tests: {
      'test/storage/backup.test.ts': ['a damaged, cut or overlong backup leaves an empty database'],
    },
  },
  {
    name: 'a backup of another form is refused',
    file: 'server/backup/backup-format.ts',
    from: 'if (head.version !== formatVersion) {',
    to: 'if (head.version === null) {',
    tests: { 'test/storage/backup.test.ts': ['a backup of another version names the version needed'] },
  },
  {
    name: 'the key of secrets is readable by its owner only',
    file: 'server/secrets/key-file.ts',
    from: "    writeFileSync(file, `${randomSecret(keyBytes)}\\n`, { mode: 0o600, flag: 'wx' });",
    to: "    writeFileSync(file, `${randomSecret(keyBytes)}\\n`, { mode: 0o644, flag: 'wx' });",
    tests: {
      'server/secrets/key-file.test.ts': ['a key is made once per folder, for its owner only'],
    },
  },
  {
    name: 'a key of secrets is never made over another',
    file: 'server/secrets/key-file.ts',
    from: "    writeFileSync(file, `${randomSecret(keyBytes)}\\n`, { mode: 0o600, flag: 'wx' });",
    to: '    writeFileSync(file, `${randomSecret(keyBytes)}\\n`, { mode: 0o600 });',
    tests: {
      'server/secrets/key-file.test.ts': ['a key is made once per folder, for its owner only'],
    },
  },
  {
    name: 'a sealed secret opens at its place only',
    file: 'server/secrets/seal.ts',
    from: "[keyId, storeId, ownerId, field].join('|')",
    to: "[keyId].join('|')",
    tests: {
      'server/secrets/seal.test.ts': ['a sealed secret opens only in place and unchanged'],
    },
  },
  {
    name: 'an answer to events comes when they are durable',
    file: 'server/events/event-intake.ts',
    from: 'const outcomes = await write(storeId, batches);',
    to: 'const outcomes = batches.map(({ events }) => ({ accepted: events.length, rejected: [] }));\n      void write(storeId, batches);',
    tests: {
      'server/events/event-intake.test.ts': ['events that arrive during a write are gathered for later'],
    },
  },
  {
    name: 'a secret that no key opens is named with its store',
    file: 'server/insight/count-unopened-secrets.ts',
    from: 'another key: ${named}. ${remedy}',
    to: 'another key. ${remedy}',
    tests: { 'test/scenarios/doctor.test.ts': ['doctor names whose secrets no key opens'] },
  },
  {
    name: 'few of many secrets that no key opens are named',
    file: 'server/insight/count-unopened-secrets.ts',
    from: '.slice(0, namedMax)',
    to: '',
    tests: {
      'server/insight/count-unopened-secrets.test.ts': ['many secrets that no key opens are counted'],
    },
  },
  {
    name: 'a backup holds rows that outlive their stores',
    file: 'server/storage/snapshots/table-shapes.ts',
    from: '!retainedTables.includes(name) &&',
    to: '!retainedTables.includes(`no ${name}`) &&',
    tests: {
      'test/storage/backup.test.ts': ['every row moves from SQLite to PostgreSQL and back'],
    },
  },
  {
    name: 'a repair keeps the record of a deleted store',
    file: 'server/storage/sqlite/repair-file.ts',
    from: 'storeId === null || retainedTables.includes(table)',
    to: 'storeId === null',
    tests: { 'test/storage/repair-deletions.test.ts': ['a repair keeps the record of a deleted store'] },
  },
  {
    name: 'a backup saves products of stores whose own rows are lost',
    file: 'server/storage/snapshots/read-snapshot.ts',
    from: 'isSomeLost ? await findPlaceholders(reads, shapes, knownIds) : []',
    to: '[]',
    tests: {
      'test/scenarios/damaged-database.test.ts': ['a backup saves products of stores without rows'],
    },
  },
  {
    name: 'a repair brings no deleted store back',
    file: 'server/storage/sqlite/repaired-stores.ts',
    from: "      if (deletions.has(storeId)) return 'deleted';\n",
    to: '',
    tests: { 'test/storage/repair-deletions.test.ts': ['a repair brings no deleted store back'] },
  },
  {
    name: 'a repaired file is readable for its owner alone',
    file: 'server/storage/sqlite/repair-file.ts',
    from: "  closeSync(openSync(repaired, 'wx', 0o600));\n",
    to: '',
    tests: { 'test/storage/repair-deletions.test.ts': ['a repaired file belongs to its owner alone'] },
  },
  {
    name: 'no row names a product that a repair took out',
    file: 'server/storage/damage/remove-unreadable.ts',
    from: "if (shape.name === 'products' && loss.storeId !== null) {",
    to: "if (shape.name === 'no products' && loss.storeId !== null) {",
    tests: { 'test/storage/erasures.test.ts': ['no row names a product that was taken out'] },
  },
  {
    name: 'members of collections are counted again after a loss',
    file: 'server/storage/damage/complete-rows.ts',
    from: 'count(place.product_id) as members',
    to: 'max(member_count) as members',
    tests: {
      'test/storage/repair.test.ts': ['a repair counts the members of collections again'],
      'test/storage/backup.test.ts': [restoreOfDamaged],
    },
  },
  {
    name: 'no row names a lost product after a repair or a restore',
    file: 'server/storage/damage/complete-rows.ts',
    from: '    ...removalsOf(storeId),\n',
    to: '',
    tests: {
      'test/storage/repair.test.ts': ['a lost product leaves no row that names it'],
      'test/storage/backup.test.ts': [restoreOfDamaged],
    },
  },
  {
    name: 'stores are counted again after a loss',
    file: 'server/storage/damage/complete-rows.ts',
    from: '    recountOf(storeId),\n',
    to: '',
    tests: {
      'test/storage/repair.test.ts': ['a damaged leaf loses its own rows, by name'],
      'test/storage/backup.test.ts': [restoreOfDamaged],
    },
  },
  {
    name: 'a restore completes what a backup lacks',
    file: 'server/storage/snapshots/restore-into.ts',
    from: '    await completeDatabase(database, transaction);\n',
    to: '',
    tests: { 'test/storage/backup.test.ts': [restoreOfDamaged] },
  },
  {
    name: 'a restore makes the row without which no start succeeds',
    file: 'server/storage/damage/complete-rows.ts',
    from: '  await transaction.run(compiled(builder, directoryCompletion));\n',
    to: '',
    tests: { 'test/storage/backup.test.ts': [restoreOfDamaged] },
  },
  {
    name: 'doctor compares the counters of stores with their rows',
    file: 'server/cli/check-rows.ts',
    from: '        counts.add(batch);\n',
    to: '',
    tests: { 'test/scenarios/damaged-database.test.ts': [recount] },
  },
  {
    name: 'a repair counts again where nothing is damaged',
    file: 'server/cli/repair.ts',
    from: ' && findings.length === 0 && completedRows === 0;',
    to: ' && findings.length === 0;',
    tests: { 'test/scenarios/damaged-database.test.ts': [recount] },
  },
  {
    name: 'a repair of PostgreSQL counts again where every row can be read',
    file: 'server/cli/repair.ts',
    from: 'losses.isEmpty() && wrongCounters.length === 0;',
    to: 'losses.isEmpty();',
    tests: { 'test/scenarios/damaged-database.test.ts': [recount] },
    engine: 'postgres',
  },
  {
    name: 'a repaired file keeps its triggers',
    file: 'server/storage/sqlite/repair-file.ts',
    from: "if (type !== 'table') target.exec(sql);",
    to: "if (type === 'index') target.exec(sql);",
    tests: {
      'test/storage/repair.test.ts': ['a repaired file has all tables, indexes and triggers'],
    },
  },
  {
    name: 'a damaged page holds up its own deletion only',
    file: 'server/stores/delete-store.ts',
    from: 'quarantine.fail(storeId, error);',
    to: 'throw error;',
    tests: { 'test/storage/damaged-deletions.test.ts': ['a damaged page holds up its own deletion only'] },
  },
  {
    name: 'a deletion that fails is told of a store that is gone',
    file: 'server/jobs/quarantine-list.ts',
    from: " || store.work === 'deletion') continue;",
    to: ' || store.storeId === null) continue;',
    tests: { 'server/jobs/quarantine-list.test.ts': ['a deletion that fails stays in quarantine'] },
  },
  {
    name: 'what only looks writes into no empty file',
    file: 'server/settings/storage-target.ts',
    from: 'statSync(file).size === 0',
    to: 'statSync(file).size < 0',
    tests: {
      'test/scenarios/doctor.test.ts': ['inspection fails on an empty file and writes nothing'],
    },
  },
  {
    name: 'a missing key is no fault only where nothing is sealed',
    file: 'server/cli/check-keys.ts',
    from: 'if (key === null && sealed > 0) {',
    to: 'if (key === null && sealed < 0) {',
    tests: {
      'test/scenarios/doctor.test.ts': ['a restored service without its key names the missing file'],
    },
  },
  {
    name: 'a start makes the lost key of the demo shop again',
    file: 'server/demo-shop.ts',
    from: 'await restoreDemoKey(storage, clock, demo).catch(passDamage);',
    to: '',
    tests: {
      'test/scenarios/demo-starts.test.ts': [
        'Contract §1 the first start fills a demo store, a restart nothing',
      ],
    },
  },
  {
    name: 'what only looks makes no database',
    file: 'server/settings/storage-target.ts',
    from: 'if (config.databaseUrl === null && !existsSync(file)) {',
    to: 'if (config.databaseUrl === null && !existsSync(file) && false) {',
    tests: { 'test/scenarios/doctor.test.ts': ['inspection creates no folder and no database'] },
  },
];
