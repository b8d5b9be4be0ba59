/** Guards of what is written to the catalog: plans, idempotency, dry runs, change numbers, and what a row may hold. */
import type { Guard } from './guard.ts';

export const ingestGuards: readonly Guard[] = [
  {
    name: 'products held against rules let others in between',
    file: 'server/resources/collections/products-in-turns.ts',
    from: 'if (index % productsPerTurn === 0) await turnOfOthers();',
    to: '',
    tests: {
      'server/resources/collections/preview-rules.test.ts': [
        'products that a preview looks at let others in between',
      ],
      'server/resources/collections/follow-turns.live.test.ts': [
        'a step of many products lets other work run',
      ],
    },
  },
  {
    name: 'products of many rules give way more often',
    file: 'server/resources/collections/products-in-turns.ts',
    from: 'evaluationsPerTurn / Math.max(1, rulesPerProduct)',
    to: 'evaluationsPerTurn',
    tests: {
      'server/resources/collections/preview-rules.test.ts': [
        'others have a turn before each product of many rules',
      ],
      'server/resources/collections/follow-turns.live.test.ts': [
        'a product of many collections takes a turn alone',
      ],
    },
  },
  {
    name: 'a batch of rows is bounded in bytes',
    file: 'server/ingest/leased-run.ts',
    from: ' && bytes < limits.rowBytesPerTransaction',
    to: '',
    tests: { 'server/ingest/leased-run.test.ts': ['a batch of long rows ends at eight MiB'] },
  },
  {
    name: 'texts are looked at where JSON shows a rare escape',
    file: 'server/catalog/text.ts',
    from: '[bfu]/;',
    to: '[u]/;',
    tests: {
      'server/catalog/text.test.ts': ['JSON text shows that no text of it is forbidden'],
      'server/ingest/prepare-rows.test.ts': ['a row that holds forbidden characters anywhere fails'],
    },
  },
  {
    name: 'what is kept of rows is copied',
    file: 'server/ingest/run-counts.ts',
    from: '...structuredClone(further.slice(0, room))',
    to: '...further.slice(0, room)',
    tests: { 'server/ingest/run-counts.live.test.ts': ['kept counts hold none of the rows’ texts'] },
  },
  {
    name: 'a full store takes no new product',
    file: 'server/ingest/decide-writes.ts',
    from: "if (existing === undefined && !hasRoom(context.store, 'products', added.createdRows)) {",
    to: "if (existing === undefined && context.store.id === '') {",
    tests: {
      'server/ingest/decide-writes.test.ts': [
        '§8 products: a free store takes its hundredth product, not the next',
      ],
      'test/api/limits.test.ts': [
        '§8 products, §4.2 plan-limit, §2.3 skipped-rows: the overflow is skipped and counted',
      ],
    },
  },
  {
    name: 'a full store takes updates',
    file: 'server/ingest/decide-writes.ts',
    from: "if (existing === undefined && !hasRoom(context.store, 'products', added.createdRows)) {",
    to: "if (!hasRoom(context.store, 'products', added.createdRows)) {",
    tests: {
      'server/ingest/decide-writes.test.ts': ['§4.2 updates: existing products of a full store are written'],
    },
  },
  {
    name: 'what a batch adds counts toward the plan',
    file: 'server/ingest/decide-writes.ts',
    from: 'held + alreadyAdded < limit',
    to: 'held < limit',
    tests: {
      'server/ingest/import-json.live.test.ts': [
        '§8 products: a batch fills a free store and skips the rest',
      ],
    },
  },
  {
    name: 'the limit of enrichment binds',
    file: 'server/ingest/decide-writes.ts',
    from: "return hasRoom(context.store, 'enriched', alreadyAdded);",
    to: 'return alreadyAdded >= 0;',
    tests: {
      'server/ingest/decide-writes.test.ts': [
        '§8 enriched: a free store queues its fifth product, not the sixth',
      ],
    },
  },
  {
    name: 'an unchanged product is not written',
    file: 'server/ingest/decide-writes.ts',
    from: 'isSameHash(existing.contentHash, prepared.contentHash)',
    to: "existing.contentHash === ''",
    tests: {
      'server/ingest/decide-writes.test.ts': ['§1.5 an unchanged product is neither written nor queued'],
    },
  },
  {
    name: 'a changed price is not enriched again',
    file: 'server/ingest/decide-writes.ts',
    from: '  if (existing !== undefined && hasSameSource(existing, prepared)) return false;\n',
    to: '',
    tests: {
      'server/ingest/decide-writes.test.ts': ['Contract §4 a changed price is written and never queued'],
    },
  },
  {
    name: 'a product with locked phrases is not queued',
    file: 'server/ingest/decide-writes.ts',
    from: 'if (!context.enrich || existing?.isLocked) return false;',
    to: 'if (!context.enrich) return false;',
    tests: {
      'server/ingest/decide-writes.test.ts': ['a product with locked phrases is written but not queued'],
    },
  },
  {
    name: 'a batch takes 10,000 rows',
    file: 'server/ingest/json-body.ts',
    from: 'if (rowCount > limits.productsPerBatch) {',
    to: 'if (rowCount < 0) {',
    tests: {
      'server/ingest/json-body.test.ts': ['Contract §3 a batch takes 10,000 rows and refuses 10,001'],
    },
  },
  {
    name: 'a body that is not UTF-8 is refused',
    file: 'server/ingest/json-body.ts',
    from: '{ fatal: true }',
    to: '{ fatal: false }',
    tests: { 'server/ingest/json-body.test.ts': ['a body that is not UTF-8 is malformed_json'] },
  },
  {
    name: 'a body is an object',
    file: 'server/ingest/json-body.ts',
    from: 'value !== null && !Array.isArray(value)',
    to: 'value !== null',
    tests: { 'server/ingest/json-body.test.ts': ['a body that is no object is refused with its type'] },
  },
  {
    name: 'an idempotency key goes with one body',
    file: 'server/ingest/idempotent-import.ts',
    from: 'if (record.requestHash !== requestHash) {',
    to: "if (record.requestHash === '') {",
    tests: {
      'server/ingest/import-json.live.test.ts': ['Contract §5 the same key with another body is refused'],
    },
  },
  {
    name: 'the same key and body import once',
    file: 'server/ingest/import-json.ts',
    from: 'if (earlier !== null) return { run: earlier,',
    to: "if (earlier?.id === '') return { run: earlier,",
    tests: {
      'server/ingest/import-json.live.test.ts': [
        'Contract §5 the same key and body give the first import',
        'two requests with one key at once import once',
      ],
    },
  },
  {
    name: 'an idempotency key is forgotten after 24 hours',
    file: 'server/ingest/idempotent-import.ts',
    from: 'if (record.createdAt < oldest) {',
    to: 'if (record.createdAt < 0) {',
    tests: { 'server/ingest/import-json.live.test.ts': ['Contract §5 a key is forgotten after 24 hours'] },
  },
  {
    name: 'a dry run writes nothing',
    file: 'server/ingest/import-json.ts',
    from: 'if (request.dryRun) {',
    to: "if (request.dryRun && request.storeId === '') {",
    tests: {
      'server/ingest/import-json.live.test.ts': [
        'Contract §5 a dry run counts everything and writes nothing',
      ],
    },
  },
  {
    name: 'a field beside the list of products is refused',
    file: 'server/ingest/json-body.ts',
    from: '  refuseUnknown(value);\n',
    to: '',
    tests: {
      'test/api/unknown-parameters.test.ts': ['Contract §5 fields beside the list of products are refused'],
    },
  },
  {
    name: 'a trial run asked for in the body is refused',
    file: 'server/ingest/json-body.ts',
    from: "if (Object.hasOwn(value, 'dry_run')) throw misplacedDryRun('/dry_run');",
    to: '',
    tests: {
      'test/api/unknown-parameters.test.ts': ['Contract §5 a trial run without a clear value writes nothing'],
    },
  },
  {
    name: 'a blank flag is refused',
    file: 'server/http/query.ts',
    from: '/^(?:0|1|true|false)$/',
    to: '/^(?:0|1|true|false|)$/',
    tests: {
      'server/http/query.test.ts': ['flags take 1, 0, true and false only'],
    },
  },
  {
    name: 'a dry run uses no idempotency key',
    file: 'server/ingest/idempotent-import.ts',
    from: 'if (idempotencyKey === null || dryRun) return null;',
    to: 'if (request.idempotencyKey === null) return null;',
    tests: {
      'server/ingest/import-json.live.test.ts': ['a dry run neither uses nor spends an idempotency key'],
    },
  },
  {
    name: 'an import that changes nothing moves no change number',
    file: 'server/ingest/pipeline.ts',
    from: 'if (decisions.writes.length === 0) return { ...decisions, changeNumber: writer.store.changeNumber };',
    to: '',
    tests: {
      'server/ingest/import-json.live.test.ts': ['an import that changes nothing moves no change number'],
    },
  },
  {
    name: 'each write has a change number of its own',
    file: 'server/ingest/pipeline.ts',
    from: 'const changeNumber = writer.store.changeNumber + 1;',
    to: 'const changeNumber = writer.store.changeNumber;',
    tests: { 'test/api/autocomplete.test.ts': ['every write is found at once while others are written'] },
  },
  {
    name: 'what changes is written down before it is overwritten',
    file: 'server/ingest/pipeline.ts',
    from: '  await keepReplaced(writer, decisions, { id: runId, changeNumber }, batch.stored);\n  await writer.products.upsert(decisions.writes, changeNumber);',
    to: '  await writer.products.upsert(decisions.writes, changeNumber);\n  await keepReplaced(writer, decisions, { id: runId, changeNumber }, batch.stored);',
    tests: {
      'server/ingest/product-changes.live.test.ts': ['changes walked backwards give the product as it was'],
    },
  },
  {
    name: 'lines of a body that breaks off are not kept',
    file: 'server/http/bodies/store-stream.ts',
    from: 'await pipeline.discardFile({ storeId, fileId }).catch(() => {});',
    to: '',
    tests: {
      'test/api/product-lines.test.ts': ['lines that break off leave no file and no import'],
    },
  },
  {
    name: 'a file of an import is not discarded with a lost answer',
    file: 'server/ingest/files/receive-file.ts',
    from: '  if (await writer.files.isInUse(fileId)) return false;\n  await writer.files.setComplete',
    to: '  await writer.files.setComplete',
    tests: {
      'server/ingest/files/receive-file.live.test.ts': ['a discarded file stays while an import uses it'],
    },
  },
  {
    name: 'a body names the product of its path',
    file: 'server/ingest/upsert-product.ts',
    from: 'if (parsed.externalId !== externalId) {',
    to: "if (parsed.externalId === '') {",
    tests: { 'server/ingest/upsert-product.live.test.ts': ['Contract §4 a body with another id is refused'] },
  },
  {
    name: 'a bad product stores nothing',
    file: 'server/ingest/upsert-product.ts',
    from: 'if (failure !== undefined) throw refuse(failure.problems);',
    to: 'if (failure?.row === 0) throw refuse(failure.problems);',
    tests: {
      'server/ingest/upsert-product.live.test.ts': ['a PATCH that makes the product invalid changes nothing'],
    },
  },
  {
    name: 'the last row of an id counts, once',
    file: 'server/ingest/prepare-rows.ts',
    from: 'if (repeat !== undefined && repeat.lastRow !== row) continue;',
    to: '',
    tests: {
      'test/api/feed-runs.test.ts': ['the last valid row of an id counts at any distance'],
    },
  },
  {
    name: 'a file that has not arrived whole is not imported',
    file: 'server/ingest/files/request-import.ts',
    from: 'if (!file.complete) {',
    to: "if (file.id === '') {",
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['a file that has not arrived whole is not imported'],
    },
  },
  {
    name: 'a store has so many imports waiting',
    file: 'server/ingest/files/request-import.ts',
    from: 'if ((await writer.imports.countOpen()) >= limits.importsWaitingPerStore) {',
    to: 'if ((await writer.imports.countOpen()) < 0) {',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['a store’s files and waiting imports are bounded'],
    },
  },
  {
    name: 'a store holds so many files',
    file: 'server/ingest/files/receive-file.ts',
    from: 'if (count >= limits.filesPerStore || isFilling)',
    to: 'if (isFilling)',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['a store’s files and waiting imports are bounded'],
    },
  },
  {
    name: 'spools of feeds take no place of files',
    file: 'server/ingest/files/receive-file.ts',
    from: '(await writer.files.count()) - (await writer.files.countSpools())',
    to: 'await writer.files.count()',
    tests: {
      'test/scenarios/file-import-guards.test.ts': ['feed runs take no place of files and imports'],
    },
  },
  {
    name: 'a file in use is not imported twice',
    file: 'server/ingest/files/request-import.ts',
    from: 'if (await writer.files.isInUse(fileId)) {',
    to: "if (fileId === '') {",
    tests: {
      'test/api/file-imports.test.ts': ['a file that is being imported is not imported a second time'],
    },
  },
  {
    name: 'an import that is over is not cancelled',
    file: 'server/ingest/files/request-import.ts',
    from: "if (run.status === 'completed' || run.status === 'failed') {",
    to: "if (run.id === '') {",
    tests: {
      'test/api/file-imports.test.ts': [
        'an import that is over cannot be cancelled, one that waits ends at once',
      ],
    },
  },
  {
    name: 'a file name holds no control characters',
    file: 'server/ingest/files/receive-file.ts',
    from: "    .replace(/\\p{Cc}/gu, ' ')\n",
    to: '',
    tests: { 'test/api/file-uploads.test.ts': ['a file name with control characters is kept as text'] },
  },
];
