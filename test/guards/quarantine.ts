/** Guards of quarantine: who learns of a store that cannot be read, and what is said of work that waits. */
import type { Guard } from './guard.ts';

export const quarantineGuards: readonly Guard[] = [
  {
    name: 'a damaged key is told as its store’s',
    file: 'server/storage/stores/keys.ts',
    from: '{ ...error.row, storeId: row.store_id }',
    to: '{ ...error.row }',
    tests: { 'test/api/damaged-products.test.ts': ['a key that cannot be read is named to operators'] },
  },
  {
    name: 'a currency of a store that cannot be used is damage',
    file: 'server/storage/stores/tables.ts',
    from: "currency: formedText(isCurrency, 'is no currency code'),",
    to: 'currency: text(),',
    tests: {
      'test/api/damaged-products.test.ts': ['a store whose currency cannot be used harms itself'],
    },
  },
  {
    name: 'a repair keeps the row of a store without currency',
    file: 'server/storage/damage/replace-damaged.ts',
    from: ', ...replaceableTexts(table, row)]',
    to: ']',
    tests: {
      'test/scenarios/damaged-database.test.ts': [
        'a store keeps its row without a usable currency (${engine})',
      ],
    },
  },
  {
    name: 'no upload is advised for a damaged page',
    file: 'server/insight/attention-to-damage.ts',
    from: '  if (ofPages.length === 0) return',
    to: '  if (ofPages.length >= 0) return',
    tests: { 'server/insight/attention.test.ts': ['products on a damaged page are for the operator'] },
  },
  {
    name: 'a command on a missing store makes no database',
    file: 'server/cli/with-storage.ts',
    from: '  existingTarget(config);\n',
    to: '',
    tests: {
      'test/scenarios/command-line.test.ts': ['only commands that create stores or people make a database'],
    },
  },
  {
    name: 'a repair on SQLite takes no --yes',
    file: 'server/cli/repair.ts',
    from: "  if (invocation.has('yes')) {\n",
    to: '  if (clock === null) {\n',
    tests: {
      'test/scenarios/damaged-database.test.ts': ['a damaged file is diagnosed, backed up and repaired'],
    },
  },
  {
    name: 'a currency or price that cannot be used is damage',
    file: 'server/storage/column.ts',
    from: '    if (!isFormed(stored)) throw new ColumnFault(fault);\n',
    to: '',
    tests: {
      'test/api/damaged-products.test.ts': [
        'a price that is no number is named, and repaired',
        'pages of a collection go on behind such a product',
      ],
    },
  },
  {
    name: 'a batch repairs a price that cannot be used',
    file: 'server/storage/column.ts',
    from: "  return { sqlType: 'text', decode: check, fault: faultOf(check) };\n}\n\n/** A column that may be null. */",
    to: "  return { sqlType: 'text', decode: check };\n}\n\n/** A column that may be null. */",
    tests: {
      'test/api/damaged-products.test.ts': ['a price that is no number is named, and repaired'],
    },
  },
  {
    name: 'a batch takes a row for sound only where it is',
    file: 'server/storage/products/known-products.ts',
    from: 'if (empty_columns === null) return false;',
    to: '',
    tests: { 'test/storage/known-products.test.ts': ['a batch doubts each row that cannot be read'] },
  },
  {
    name: 'a page of a collection is filled behind a damaged row',
    file: 'server/storage/collections/reads.ts',
    from: '    if (read.count < wanted) break;\n',
    to: '    break;\n',
    tests: {
      'test/api/damaged-products.test.ts': ['pages of a collection go on behind such a product'],
    },
  },
  {
    name: 'a product that cannot be read holds up no queue',
    file: 'server/enrichment/run-enrichment.ts',
    from: 'await this.#write((writer) => giveUpDamaged(writer, products));',
    to: "throw new Error('damaged');",
    tests: {
      'test/scenarios/enrichment-damage.test.ts': ['a product that cannot be read holds up no other'],
    },
  },
  {
    name: 'a page of products goes on around a damaged page',
    file: 'server/storage/products/pages.ts',
    from: '.catch(aroundPages(() => readNamed({ ...page, limit: Math.min(page.limit, rowsAroundDamage) })))',
    to: '',
    tests: {
      'test/scenarios/damaged-pages.test.ts': [
        'the list continues behind a damaged page',
        'an export continues behind a damaged page',
      ],
    },
  },
  {
    name: 'a list goes on behind products that are deleted meanwhile',
    file: 'server/storage/products/pages.ts',
    from: 'isMore: ids.length === page.limit',
    to: 'isMore: found.every((one) => one !== null) && ids.length === page.limit',
    tests: {
      'test/storage/damaged-meanwhile.test.ts': ['a product deleted meanwhile does not end a damaged list'],
    },
  },
  {
    name: 'damage of a page is reported with store and table',
    file: 'server/storage/damage/damage.ts',
    from: "return place === '' ? error : new DamagedPageError(place, error.cause);",
    to: 'return error;',
    tests: { 'test/scenarios/damaged-pages.test.ts': ['damage of a page is reported with store and table'] },
  },
  {
    name: 'a start waits for no store of a damaged table',
    file: 'server/threads/index-thread/index-thread.ts',
    from: '  if (error instanceof DamageError) loaded.resolve();\n',
    to: '',
    tests: { 'test/scenarios/damaged-pages.test.ts': ['a start waits for no store of a lost table'] },
  },
  {
    name: 'a job of a store that cannot be written is put off',
    file: 'server/threads/crashes/job-guard.ts',
    from: 'error instanceof AppError, { delayMs })',
    to: 'error instanceof AppError)',
    tests: { 'test/scenarios/damaged-pages.test.ts': ['a start waits for no store of a lost table'] },
  },
  {
    name: 'a job that waits stands in the log once',
    file: 'server/threads/pipeline-thread/pipeline-jobs.ts',
    from: '    if (warned.has(message)) return;\n',
    to: '',
    tests: { 'test/scenarios/damaged-pages.test.ts': ['a start waits for no store of a lost table'] },
  },
  {
    name: 'readiness names stores to this machine only',
    file: 'server/http/routes/probes.ts',
    from: "    if (!isFromThisMachine(request)) return { status: 'ok' };\n",
    to: '',
    tests: { 'test/api/health.test.ts': ['Contract §1 the probes answer without a key'] },
  },
  {
    name: 'an overview tells of the quarantine of its own store',
    file: 'server/insight/read-overview.ts',
    from: 'faults.stores.filter((one) => one.storeId === storeId)',
    to: 'faults.stores',
    tests: {
      'test/api/dashboard-quarantine.test.ts': [
        'the overview says that a store cannot be read (${engine.name})',
      ],
    },
  },
  {
    name: 'a query is asked again around damaged pages of shared tables',
    file: 'server/storage/sqlite/open-sqlite-database.ts',
    from: '    return around.all(connection, query, error);',
    to: '    throw error;',
    tests: {
      'test/storage/shared-tables.test.ts': [
        'the rows beside a damaged page are read',
        'every damaged index is rebuilt from its rows',
      ],
    },
  },
  {
    name: 'what is lost is not unknown',
    file: 'server/storage/sqlite/read-around.ts',
    from: '    if (rows.length === 0 && copied.some(({ isSomeLost }) => isSomeLost)) throw fault;\n',
    to: '',
    tests: {
      'test/storage/shared-tables.test.ts': ['an entry not found beside a damaged page stays uncertain'],
    },
  },
  {
    name: 'copies of damaged tables are made again after a change',
    file: 'server/storage/sqlite/read-around.ts',
    from: 'if (last?.version === version) return last;',
    to: 'if (last !== undefined) return last;',
    tests: { 'test/storage/shared-tables.test.ts': ['a write shows at once beside a damaged page'] },
  },
  {
    name: 'a damaged page of one store has no shared table checked',
    file: 'server/storage/sqlite/check-table.ts',
    from: 'where rootpage in (select value from json_each(?)) and',
    to: 'where (rootpage > 0 or rootpage in (select value from json_each(?))) and',
    tests: {
      'server/storage/sqlite/read-around.test.ts': [
        'one store’s damaged page checks no shared table',
        'a shared table is checked once a second at most',
      ],
    },
  },
  {
    name: 'a shared table is checked once a second at most',
    file: 'server/storage/sqlite/read-around.ts',
    from: 'nowMs - last.checkedMs < checkEveryMs',
    to: 'nowMs < last.checkedMs',
    tests: {
      'server/storage/sqlite/read-around.test.ts': ['a shared table is checked once a second at most'],
    },
  },
  {
    name: 'a moment without memory is no damage',
    file: 'server/storage/sqlite/check-table.ts',
    from: 'if (isDamage(error)) return error.message;',
    to: 'if (isReadFault(error)) return error.message;',
    tests: {
      'server/storage/sqlite/check-table.test.ts': ['a moment without memory is not damage'],
    },
  },
  {
    name: 'a damaged index of a shared table is rebuilt',
    file: 'server/jobs/damaged-tables.ts',
    from: '    await rebuildIndexes(table);\n',
    to: '',
    tests: {
      'test/storage/shared-tables.test.ts': ['every damaged index is rebuilt from its rows'],
    },
  },
  {
    name: 'an index that cannot be rebuilt hides no other table',
    file: 'server/jobs/damaged-tables.ts',
    from: 'return { isRebuilt: false, error: `${error}; its',
    to: 'if (error) throw cause; return { isRebuilt: false, error: `${error}; its',
    tests: {
      'test/storage/shared-tables.test.ts': ['an index that cannot be rebuilt hides no other'],
    },
  },
  {
    name: 'a lost list of migrations stops no start',
    file: 'server/storage/migrate.ts',
    from: '    if (await database.isMadeBy(migrate)) return await listAll(database);\n',
    to: '',
    tests: { 'test/storage/shared-tables.test.ts': ['the rows beside a damaged page are read'] },
  },
  {
    name: 'a key that was good opens its store while its row is damaged',
    file: 'server/stores/key-ring.ts',
    from: 'const copy = error instanceof DamageError ? known.lastGood(key) : undefined;',
    to: 'const copy = undefined;',
    tests: {
      'server/stores/known-grants.test.ts': ['a known key opens its store while its row is damaged'],
    },
  },
  {
    name: 'damage brings back no key that was withdrawn',
    file: 'server/stores/key-ring.ts',
    from: '      await known.dropWithdrawn(directory);\n',
    to: '',
    tests: {
      'server/stores/known-grants.test.ts': ['damage brings back no key that was revoked or deleted'],
    },
  },
  {
    name: 'a key that was withdrawn is dropped also where it was asked for meanwhile',
    file: 'server/stores/known-grants.ts',
    from: 'if (withdrawn.has(keyId) ||',
    to: 'if (this.current(key) !== undefined) continue;\n        if (withdrawn.has(keyId) ||',
    tests: {
      'server/stores/known-grants.test.ts': ['a damaged key is refused while it is withdrawn'],
    },
  },
  {
    name: 'only copies of the changed store are asked about',
    file: 'server/stores/known-grants.ts',
    from: '    this.#unchecked = new Set();\n',
    to: '',
    tests: {
      'server/stores/known-grants.test.ts': ['only the changed store’s remembered keys are checked'],
    },
  },
  {
    name: 'leases that cannot be given back end no pipeline thread',
    file: 'server/threads/pipeline-thread/pipeline-thread.ts',
    from: "if (storage.engine === 'sqlite') await takeOver().catch(passDamage);",
    to: "if (storage.engine === 'sqlite') await takeOver();",
    tests: {
      'test/scenarios/damaged-tables.test.ts': ['damaged pages of all other tables stop nothing'],
    },
  },
  {
    name: 'a product whose row is damaged is erased by its key',
    file: 'server/ingest/damaged-products.ts',
    from: '    if (!(error instanceof DamageError) || error.row === null) throw error;',
    to: '    throw error;',
    tests: { 'test/storage/damage.test.ts': ['purge erases a product whose row is damaged'] },
  },
  {
    name: 'a row of the same content that cannot be read is written',
    file: 'server/ingest/damaged-products.ts',
    from: 'changed.set(id, { ...product, contentHash: unknownHash, sourceHash: unknownHash });',
    to: 'changed.set(id, product);',
    tests: {
      'test/api/damaged-products.test.ts': ['a file repairs a row that it does not change'],
    },
  },
  {
    name: 'a row that a call meets is noted',
    file: 'server/http/errors.ts',
    from: 'if (known.row !== null && storeId !== undefined) noteDamage(storeId, [known.row]);',
    to: '',
    tests: {
      'test/api/damaged-products.test.ts': ['a row that a call meets is named until it is repaired'],
    },
  },
  {
    name: 'a row that a list leaves out is noted',
    file: 'server/storage/damage/damage.ts',
    from: '    if (damaged.length > 0) onDamage(storeId, damaged);\n',
    to: '',
    tests: {
      'test/api/damaged-products.test.ts': ['a row that a list leaves out is named too'],
    },
  },
  {
    name: 'an import that waits says why',
    file: 'server/threads/crashes/job-guard.ts',
    from: "if (!kind.endsWith('import')) return;",
    to: "if (kind.endsWith('import')) return;",
    tests: {
      'test/api/damaged-products.test.ts': ['an import that has to wait says why'],
    },
  },
  {
    name: 'a key that cannot be read is listed',
    file: 'server/storage/stores/keys.ts',
    from: 'if (apiKeys.damageIn(row).length === 0) return apiKeys.decode(row);',
    to: 'if (row.id !== null) return apiKeys.decode(row);',
    tests: {
      'test/api/damaged-products.test.ts': ['a key that cannot be read is listed and revoked'],
    },
  },
  {
    name: 'an overview shows what can be read',
    file: 'server/insight/read-overview.ts',
    from: 'if (!isLeftOut && !(error instanceof DamageError)) throw error;',
    to: 'if (isLeftOut || !isLeftOut) throw error;',
    tests: {
      'test/api/dashboard-quarantine.test.ts': ['the overview shows the readable parts (${engine.name})'],
    },
  },
  {
    name: 'an overview promises no search without an index',
    file: 'server/insight/attention-to-damage.ts',
    from: 'if (!isIndexLoaded) return',
    to: 'if (quarantined.length === 0) return',
    tests: { 'server/insight/attention.test.ts': ['a store in quarantine sees its working parts'] },
  },
  {
    name: 'a deleted store leaves quarantine for all its work',
    file: 'server/jobs/quarantine-list.ts',
    from: 'if (store.storeId !== storeId || store.work',
    to: 'if (store !== undefined || store.work',
    tests: {
      'server/jobs/quarantine-list.test.ts': ['a deleted store leaves quarantine for all its work'],
    },
  },
  {
    name: 'a job that is due at once is not late since 1970',
    file: 'server/storage/read-health.ts',
    from: '${isDue} and run_at > 0 then',
    to: '${isDue} then',
    tests: {
      'test/storage/health.test.ts': ['a job without a time waits since it was made'],
      'test/scenarios/doctor.test.ts': ['doctor passes after an import without a server'],
    },
  },
  {
    name: 'a failing store pauses before it is tried again',
    file: 'server/jobs/quarantine.ts',
    from: 'if (now < entry.dueMs) continue;',
    to: '',
    tests: { 'server/jobs/quarantine.test.ts': ['a failing store is tried again after growing pauses'] },
  },
  {
    name: 'a fault of all stores puts none into quarantine',
    file: 'server/jobs/quarantine.ts',
    from: 'if (!isStoreFault(error)) return false;',
    to: '',
    tests: { 'server/jobs/quarantine.test.ts': ['a fault of all stores quarantines none'] },
  },
];
