/** Guards of what one store may keep in the database that all stores share. */
import type { Guard } from './guard.ts';

export const storedGuards: readonly Guard[] = [
  {
    name: 'a run of a worker is completed once a node shows it',
    file: 'server/threads/index-thread/remote-indexes.ts',
    from: 'if (idleMs === null) return;',
    to: 'if (idleMs !== Number.NaN) return;',
    tests: { 'test/storage/awaited-changes.test.ts': ['a worker waits until a node shows its change'] },
  },
  {
    name: 'a worker does not wait for nodes that are not there',
    file: 'server/threads/index-thread/remote-indexes.ts',
    from: 'idleMs > idleMaxMs || signal.aborted',
    to: 'signal.aborted',
    tests: { 'test/storage/awaited-changes.test.ts': ['a worker stops waiting where no node works'] },
  },
  {
    name: 'a node that works on an index says so',
    file: 'server/threads/index-thread/awaited-answers.ts',
    from: 'if (underWay.length > 0) await',
    to: 'if (underWay.length > 1_000) await',
    tests: { 'test/storage/awaited-changes.test.ts': ['a node at work keeps its workers waiting'] },
  },
  {
    name: 'an index answers for the changes that it shows alone',
    file: 'server/storage/indexes/awaited-changes.ts',
    from: "        .where('change_number', '<=', changeNumber);",
    to: '        ;',
    tests: {
      'test/storage/awaited-changes.test.ts': ['an index that goes less far answers no later change'],
    },
  },
  {
    name: 'rows are plain for as long as old nodes may be at work',
    file: 'server/storage/products/row-form.ts',
    from: 'return from <= clock.nowMicros();',
    to: 'return true;',
    tests: { 'test/storage/short-rows.test.ts': ['rows stay plain until old nodes are gone'] },
  },
  {
    name: 'an upgrade leaves nodes of the version before a day',
    file: 'server/storage/migrations/0029-short-rows.ts',
    from: "const isAlone = engine === 'sqlite' || stores.length === 0;",
    to: 'const isAlone = true;',
    tests: {
      'test/storage/stored-databases.test.ts': [
        'a database of migration ${version} keeps every row (${engine.name})',
      ],
    },
    engine: 'postgres',
  },
  {
    name: 'rows are rewritten in one store alone',
    file: 'server/storage/products/short-rows.ts',
    from: "        .where('store_id', '=', storeId)\n        .where('external_id', '>'",
    to: "        .where('external_id', '>'",
    tests: { 'test/storage/short-rows.test.ts': ['another store keeps its rows meanwhile'] },
  },
  {
    name: 'rewriting rows goes on where it was',
    file: 'server/storage/products/short-rows.ts',
    from: '`${after}${last.external_id}`',
    to: 'after',
    tests: { 'test/storage/short-rows.test.ts': ['shortening continues where it was stopped'] },
  },
  {
    name: 'files of a store have a bound of bytes',
    file: 'server/ingest/files/receive-file.ts',
    from: 'if ((await roomForFiles(writer)) < 0) throw new NoRoom();',
    to: '',
    tests: {
      'test/scenarios/file-import-guards.test.ts': [
        'files that arrive together stay below one bound of bytes',
      ],
      'test/api/file-uploads.test.ts': ['an upload without room in its store is refused'],
    },
  },
  {
    name: 'a file that announces too many bytes is refused before it is sent',
    file: 'server/ingest/files/receive-file.ts',
    from: 'return bytes > room ? null : await insertFile(writer, name, environment);',
    to: 'return await insertFile(writer, name, environment);',
    tests: {
      'test/scenarios/file-import-guards.test.ts': [
        'files that arrive together stay below one bound of bytes',
      ],
    },
  },
  {
    name: 'a full store makes room in time',
    file: 'server/ingest/files/receive-file.ts',
    from: 'const isFilling = room < limits.storeFilesMaxBytes / 2;',
    to: 'const isFilling = room < 0;',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['a full store drops its oldest whole file only'],
    },
  },
  {
    name: 'a file that is arriving does not make room for another',
    file: 'server/storage/imports/files.ts',
    from: "    .where('store_id', '=', storeId)\n    .where('complete', '=', true);",
    to: "    .where('store_id', '=', storeId);",
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['a full store drops its oldest whole file only'],
    },
  },
  {
    name: 'spools of feeds are within the bound of files',
    file: 'server/feeds/run-feed.ts',
    from: "if ((await roomForFiles(writer)) < 0) throw new FeedFault('no_room', faultOfNoRoom);",
    to: 'if ((await roomForFiles(writer)) < Number.MIN_SAFE_INTEGER) throw new FeedFault("no_room", faultOfNoRoom);',
    tests: {
      'test/api/feed-admission.test.ts': ['a run without room for its rows changes nothing'],
    },
  },
  {
    name: 'failed rows of a store have a bound of bytes',
    file: 'server/ingest/run-counts.ts',
    from: 'if (filled >= 1) break;',
    to: '',
    tests: {
      'server/ingest/run-counts.live.test.ts': [
        'runs at the same time fill their store once',
        'a run fills only its own part',
      ],
      'test/api/kept-failures.test.ts': [
        'first they are kept without their text, then only counted',
        'a file for a full store only counts its failed rows',
      ],
    },
  },
  {
    name: 'failed rows of one run have a bound of bytes',
    file: 'server/ingest/run-counts.ts',
    from: 'failureBytes / limits.runFailuresMaxBytes',
    to: '0',
    tests: {
      'server/ingest/run-counts.live.test.ts': ['a run fills only its own part'],
    },
  },
  {
    name: 'failed rows are kept without their text before they are not kept',
    file: 'server/ingest/run-counts.ts',
    from: 'filled < limits.failureTextShare ? failure',
    to: 'filled < 1 ? failure',
    tests: {
      'server/ingest/run-counts.live.test.ts': ['a run fills only its own part'],
      'test/api/kept-failures.test.ts': ['first they are kept without their text, then only counted'],
    },
  },
  {
    name: 'what failed rows weigh is written with their run',
    file: 'server/ingest/leased-run.ts',
    from: '...addBatch(this.#run, prepared, decisions), ...failuresKept, processedRows',
    to: '...addBatch(this.#run, prepared, decisions), processedRows',
    tests: {
      'test/api/kept-failures.test.ts': ['a file for a full store only counts its failed rows'],
    },
  },
  {
    name: 'the oldest failed rows make room for newer ones',
    file: 'server/insight/prune-store.ts',
    from: '? reader.imports.oldestWithFailures(importsPerStep) : []',
    to: '? [] : []',
    tests: {
      'server/insight/prune-store.live.test.ts': ['surplus failed rows go, those of the oldest runs first'],
    },
  },
  {
    name: 'failed rows of a run under way do not make room',
    file: 'server/storage/imports/reads.ts',
    from: ".where('failure_bytes', '>', 0)\n        .where('status', 'in', ['completed', 'failed'])",
    to: ".where('failure_bytes', '>', 0)",
    tests: {
      'server/insight/prune-store.live.test.ts': ['surplus failed rows go, those of the oldest runs first'],
    },
  },
  {
    name: 'what is kept of one product has a bound',
    file: 'server/ingest/prepare-rows.ts',
    from: '  if (raw.length > limits.itemMaxLength) return productTooLong;\n',
    to: '',
    tests: {
      'server/ingest/prepare-rows.test.ts': ['a product beyond a million characters fails from any source'],
    },
  },
  {
    name: 'warnings in the record of an import have a bound',
    file: 'server/ingest/run-counts.ts',
    from: ' || length > limits.warningsMaxLength',
    to: '',
    tests: {
      'server/ingest/run-counts.live.test.ts': ['a record shows warnings up to a number and length'],
    },
  },
  {
    name: 'a store keeps so many imports',
    file: 'server/storage/imports/reads.ts',
    from: ", eb('id', '<', newest(most))",
    to: '',
    tests: {
      'server/insight/prune-store.live.test.ts': [
        'imports and audit entries beyond their number go, oldest first',
      ],
      'test/storage/insight.test.ts': ['the oldest ended imports beyond those that stay may go'],
    },
  },
  {
    name: 'an Idempotency-Key does not outlive its import',
    file: 'server/insight/prune-store.ts',
    from: 'writer.idempotency.deleteBefore({ at: createdAt + 1, limit:',
    to: 'writer.idempotency.deleteBefore({ at: createdAt - createdAt, limit:',
    tests: {
      'server/insight/prune-store.live.test.ts': [
        'imports and audit entries beyond their number go, oldest first',
      ],
    },
  },
  {
    name: 'old Idempotency-Keys go so many at once',
    file: 'server/storage/imports/idempotency.ts',
    from: '        orderBy: sql`created_at`,\n        limit,\n',
    to: '        orderBy: sql`created_at`,\n        limit: limit + 9,\n',
    tests: { 'test/storage/idempotency.test.ts': ['old idempotency keys go oldest first, so many at once'] },
  },
  {
    name: 'an Idempotency-Key is kept for a day',
    file: 'server/insight/prune-store.ts',
    from: 'before(limits.idempotencyHours * hourMicros)',
    to: 'before(0)',
    tests: { 'server/insight/prune-store.live.test.ts': ['idempotency keys of yesterday go in steps'] },
  },
  {
    name: 'a store keeps so many entries of its audit log',
    file: 'server/insight/prune-store.ts',
    from: 'kept: auditEntriesMax, limit',
    to: 'kept: limits.auditEntriesMax, limit',
    tests: {
      'server/insight/prune-store.live.test.ts': [
        'imports and audit entries beyond their number go, oldest first',
      ],
    },
  },
  {
    name: 'a store has so many people',
    file: 'server/resources/members/write-members.ts',
    from: 'await checkRoom(writer, clock);',
    to: '',
    tests: {
      'test/api/dashboard-members.test.ts': ['a store has so many people, those invited among them'],
    },
  },
  {
    name: 'invitations that are over take no place',
    file: 'server/resources/members/write-members.ts',
    from: 'filter((invitation) => !isOpen(invitation, clock))',
    to: 'filter((invitation) => invitation.id === "")',
    tests: {
      'test/api/dashboard-members.test.ts': ['a store has so many people, those invited among them'],
    },
  },
  {
    name: 'the names of columns have a bound, since each row has them',
    file: 'csv/detect-layout.ts',
    from: 'if (length > limits.csvHeaderMaxLength) {',
    to: 'if (length < 0) {',
    tests: {
      'csv/detect-layout.test.ts': ['${what} is refused with advice'],
    },
  },
  {
    name: 'a key names so many origins',
    file: 'server/stores/create-key.ts',
    from: 'if (allowedOrigins.length > limits.originsPerKey) {',
    to: 'if (allowedOrigins.length < 0) {',
    tests: {
      'server/stores/create-store.live.test.ts': ['a key’s origins are bounded in number and length'],
    },
  },
  {
    name: 'an origin of a key is not endless',
    file: 'server/stores/create-key.ts',
    from: 'text.length <= limits.originMaxLength && URL',
    to: 'URL',
    tests: {
      'server/stores/create-store.live.test.ts': ['a key’s origins are bounded in number and length'],
    },
  },
  {
    name: 'what failed rows of a store weigh is put right',
    file: 'server/insight/prune-store.ts',
    from: 'if (!isMore) await writer.imports.recountFailureBytes();',
    to: '',
    tests: {
      'server/insight/prune-store.live.test.ts': ['surplus failed rows go, those of the oldest runs first'],
    },
  },
  {
    name: 'the oldest failed rows make room until half is left',
    file: 'server/insight/prune-store.ts',
    from: 'if ((await writer.imports.failureBytes()) <= limits.storeFailuresMaxBytes / 2) return;',
    to: '',
    tests: {
      'server/insight/prune-store.live.test.ts': ['surplus failed rows go, those of the oldest runs first'],
    },
  },
  {
    name: 'the columns of a file of failed rows are bounded',
    file: 'server/http/presenters/failures-csv.ts',
    from: 'columns.size < limits.failedRowsColumnsMax &&',
    to: '',
    tests: {
      'server/http/presenters/failures-csv.live.test.ts': [
        'columns beyond the bound are left out and counted',
      ],
    },
  },
  {
    name: 'the names of these columns are bounded',
    file: 'server/http/presenters/failures-csv.ts',
    from: 'length + column.length <= limits.failedRowsHeaderMaxLength;',
    to: 'length >= 0;',
    tests: { 'server/http/presenters/failures-csv.live.test.ts': ['long names of columns are left out too'] },
  },
  {
    name: 'a failed row has some lines of its file',
    file: 'server/http/presenters/failures-csv.ts',
    from: 'records.slice(0, limits.failedRowLinesMax)',
    to: 'records',
    tests: {
      'server/http/presenters/failures-csv.live.test.ts': ['a row of very many records has some lines'],
    },
  },
  {
    name: 'a file of failed rows is made in parts',
    file: 'server/http/presenters/failures-csv.ts',
    from: 'if (cost >= limits.answerStreamHeldBytes) return afterRow;',
    to: '',
    tests: {
      'server/http/presenters/failures-csv.live.test.ts': ['a long file is written in parts of bounded size'],
    },
  },
  {
    name: 'a damaged kind keeps no other from being pruned',
    file: 'server/jobs/prune-kinds.ts',
    from: 'if (!isStoreFault(error)) throw error;',
    to: 'throw error;',
    tests: { 'server/jobs/prune-kinds.live.test.ts': ['a damaged kind keeps no other from its work'] },
  },
  {
    name: 'a database that is away ends pruning at once',
    file: 'server/jobs/prune-kinds.ts',
    from: 'if (!isStoreFault(error)) throw error;',
    to: '',
    tests: { 'server/jobs/prune-kinds.live.test.ts': ['a database that is away ends the step'] },
  },
  {
    name: 'a store with a defect keeps no other from its look',
    file: 'server/jobs/damage-notes.ts',
    from: 'if (!isStoreFault(error)) throw error;',
    to: 'throw error;',
    tests: { 'server/jobs/damage-notes.live.test.ts': ['a defect in one store leaves others their look'] },
  },
];
