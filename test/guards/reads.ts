/** Guards of reads of much of a store: they keep nobody's lists waiting, and cost as their rows. */
import type { Guard } from './guard.ts';

const bytes = 'test/storage/page-bytes.test.ts';
const long = 'no page of long products goes beyond its bytes';
const calls = 'server/http/operation-routes.live.test.ts';
const written = 'server/operations/write-page.test.ts';

export const readsGuards: readonly Guard[] = [
  {
    name: 'a read of many figures lets other work run',
    file: 'server/storage/analytics/key-ranges.ts',
    from: '    after = sql` and ${key} > ${last}`;\n    await turnOfOthers();\n',
    to: '    after = sql` and ${key} > ${last}`;\n',
    tests: { 'test/storage/search-statistics.test.ts': ['a read of many figures lets other work run'] },
  },
  {
    name: 'ranges of figures end by the rows of all days together',
    file: 'server/storage/analytics/key-ranges.ts',
    from: 'const before = rowsPerStatement - days.length;',
    to: 'const before = Math.ceil(rowsPerStatement / days.length);',
    tests: {
      'test/storage/search-statistics.test.ts': ['figures of days without shared keys cost their rows'],
    },
  },
  {
    name: 'ranges of figures read no row behind them',
    file: 'server/storage/analytics/key-ranges.ts',
    from: 'order by ${key}) as of_day`',
    to: 'limit 1000000) as of_day`',
    tests: {
      'test/storage/search-statistics.test.ts': ['ranges of figures are found by an index, without sorting'],
    },
  },
  {
    name: 'lists come between the parts of figures',
    file: 'server/threads/reader-thread/reader-thread.ts',
    from: 'return isLong ? run() : inTurn(storeId, cancelled, run);',
    to: 'return inTurn(storeId, cancelled, run);',
    tests: {
      'server/threads/reader-thread/reader-client.live.test.ts': [
        'lists come between the statements of long reads',
        'a long read ends once its caller is gone',
      ],
    },
  },
  {
    name: 'each statement of a long read has a turn',
    file: 'server/storage/create-storage.ts',
    from: 'inTurn(() => database.read(storeId, asked, planning)).catch',
    to: 'database.read(storeId, asked, planning).catch',
    tests: {
      'test/storage/search-statistics.test.ts': ['figures of days without shared keys cost their rows'],
      'server/threads/reader-thread/reader-client.live.test.ts': ['a long read ends once its caller is gone'],
    },
  },
  {
    name: 'long reads hold no turn of lists',
    file: 'server/threads/reader-thread/reader-thread.ts',
    from: 'return longReads.run(storeId, () => gate(storeId, () => task(reader)), cancelled);',
    to: 'return turns.run(storeId, () => gate(storeId, () => task(storage.reader(storeId))), cancelled);',
    tests: {
      'server/threads/reader-thread/reader-client.live.test.ts': [
        'lists come between the statements of long reads',
        'a long read ends once its caller is gone',
      ],
    },
  },
  {
    name: 'a long read ends once its caller is gone',
    file: 'server/threads/reader-thread/reader-thread.ts',
    from: '(statement) => turns.run(storeId, statement, cancelled)',
    to: '(statement) => turns.run(storeId, statement)',
    tests: {
      'server/threads/reader-thread/reader-client.live.test.ts': ['a long read ends once its caller is gone'],
    },
  },
  {
    name: 'a list whose caller is gone is not read',
    file: 'server/threads/reader-thread/reader-thread.ts',
    from: 'return turns.run(storeId, () => gate(storeId, task), cancelled);',
    to: 'return turns.run(storeId, () => gate(storeId, task));',
    tests: {
      'server/threads/reader-thread/reader-client.live.test.ts': ['a long read ends once its caller is gone'],
    },
  },
  {
    name: 'long reads hear that their caller is gone',
    file: 'server/http/operation-routes.ts',
    from: 'await readers.operate(of, hungUp)',
    to: 'await readers.operate(of, new AbortController().signal)',
    tests: { [calls]: ['reads of figures hear that their caller is gone'] },
  },
  {
    name: 'files of figures hear that their caller is gone',
    file: 'server/http/answers/analytics-file.ts',
    from: 'disconnectSignal(reply)',
    to: 'new AbortController().signal',
    tests: { [calls]: ['reads of figures hear that their caller is gone'] },
  },
  {
    name: 'a page of products ends by its bytes',
    file: 'server/storage/read-page.ts',
    from: 'const limit = await countFitting(reads, rows, bounds);',
    to: 'const { limit } = bounds;',
    tests: { [bytes]: [long, 'a batch reads stored products page by page'] },
  },
  {
    name: 'a product beyond the bytes of a page is read',
    file: 'server/storage/read-page.ts',
    from: 'if (count > 0 && bytes + size > pageMaxBytes) {',
    to: 'if (bytes + size > pageMaxBytes) {',
    tests: { [bytes]: ['a product beyond the bytes of a page is one'] },
  },
  {
    name: 'usual products are not looked at one by one for their bytes',
    file: 'server/storage/read-page.ts',
    from: 'if (Number(sum?.bytes ?? 0) <= pageMaxBytes) return limit;',
    to: 'if (Number(sum?.bytes ?? 0) < 0) return limit;',
    tests: { [bytes]: ['usual products cost one more statement a page'] },
  },
  {
    name: 'collections follow pages that end by their bytes',
    file: 'server/storage/collections/reads.ts',
    from: 'const bounds = { limit, texts: longProductTexts };',
    to: 'const bounds = { limit, texts: longProductTexts.slice(1) };',
    tests: { [bytes]: [long] },
  },
  {
    name: 'sources of phrases are read by their bytes',
    file: 'server/storage/enrichment/phrase-reads.ts',
    from: 'const { rows, isMore } = await readPage({ builder, query }, page, { limit, texts: longProductTexts });',
    to: 'const { rows, isMore } = await readPage({ builder, query }, page, { limit, texts: longProductTexts.slice(1) });',
    tests: { [bytes]: [long] },
  },
  {
    name: 'a look for damage counts what was sent',
    file: 'server/storage/products/reads.ts',
    from: "texts: [...longProductTexts, 'products.raw']",
    to: 'texts: longProductTexts',
    tests: { [bytes]: ['a batch reads stored products page by page'] },
  },
  {
    name: 'a backup of SQLite takes rows by their bytes',
    file: 'server/storage/sqlite/read-table.ts',
    from: 'if (page.length < tableRowsPerPage && bytes < pageMaxBytes) continue;',
    to: 'if (page.length < tableRowsPerPage) continue;',
    tests: { [bytes]: ['a backup takes long rows by their bytes'] },
  },
  {
    name: 'a backup of PostgreSQL takes rows by their bytes',
    file: 'server/storage/postgres/read-table.ts',
    from: 'of fittingCounts(sizes.map(({ bytes }) => bytes))',
    to: 'of fittingCounts(sizes.map(({ bytes }) => bytes * 0))',
    tests: { [bytes]: ['a backup takes long rows by their bytes'] },
    engine: 'postgres',
  },
  {
    name: 'a preview counts the products that it looked at',
    file: 'server/resources/collections/preview-rules.ts',
    from: 'left -= page.products.length + page.damaged.length;',
    to: 'left -= limit;',
    tests: {
      'server/resources/collections/preview-rules.test.ts': [
        'a preview looks at as many products of short pages',
      ],
    },
  },
  {
    name: 'long rows behind short ones are read in small groups',
    file: 'server/operations/write-page.ts',
    from: 'wanted = Math.min(wanted * 2, rowsPerReadMax)',
    to: 'wanted *= 2',
    tests: { [written]: ['long rows behind short ones are read in small groups'] },
  },
  {
    name: 'a list goes on behind a page that ends by its bytes',
    file: 'server/operations/write-page.ts',
    from: "const page = 'rows' in found ? found : { rows: found, isMore: found.length === most };",
    to: "const some = 'rows' in found ? found.rows : found;\n    const page = { rows: some, isMore: some.length === most };",
    tests: { [written]: ['a read that ends early does not end its list'] },
  },
  {
    name: 'a feed is read after its newest run',
    file: 'server/resources/feeds/read-feeds.ts',
    from: 'const [latest] = await reader.feeds.runs(params.feed_id, newest);\n    const feed = await findFeed(reader, params.feed_id);',
    to: 'const feed = await findFeed(reader, params.feed_id);\n    const [latest] = await reader.feeds.runs(params.feed_id, newest);',
    tests: { 'server/resources/feeds/read-feeds.live.test.ts': ['a feed is as new as the run beside it'] },
  },
  {
    name: 'listed feeds are read after their runs',
    file: 'server/storage/feeds/statements.ts',
    from: 'const runs = await newestRuns(feedIds, limit);',
    to: 'const known = await list();\n      const runs = await newestRuns(feedIds, limit);\n      if (limit > 0) return { feeds: known, runs };',
    tests: {
      'server/resources/feeds/read-feeds.live.test.ts': ['listed feeds are as new as the runs beside them'],
    },
  },
  {
    name: 'a waiting product is read before its phrases',
    file: 'server/enrichment/read-enrichment.ts',
    from: '  const product = await reader.products.find(externalId);\n  if (product === null || queueable',
    to: '  const product = known;\n  if (product === null || queueable',
    tests: {
      'server/enrichment/read-enrichment.live.test.ts': ['phrases that come during a read are never missing'],
    },
  },
  {
    name: 'a history ends with the product that is shown',
    file: 'server/insight/product-history.ts',
    from: 'before: before ?? product.changeNumber + 1,',
    to: 'before,',
    tests: {
      'server/resources/products/read-products.live.test.ts': [
        'a product, its snapshot and its history fit together',
      ],
    },
  },
];
