/** Guards of reads and writes that meet a page or a row of the database which cannot be read. */
import type { Guard } from './guard.ts';

const search = 'a search names once the product that it leaves out';

export const damagedPageGuards: readonly Guard[] = [
  {
    name: 'the list of the dashboard goes around a damaged page',
    file: 'server/storage/products/stretches.ts',
    from: '.catch(aroundPages<FoundStretch>(() => findAround(page)))',
    to: '',
    tests: {
      'test/scenarios/damaged-pages.test.ts': ['lists of people leave out products of a damaged page'],
    },
  },
  {
    name: 'the list of the dashboard looks at few products around a damaged page',
    file: 'server/storage/products/stretches.ts',
    from: 'Math.min(page.scan, Math.max(limit, scanAround))',
    to: 'page.scan',
    tests: {
      'test/scenarios/damaged-pages.test.ts': ['a list looks at few products around a damaged page'],
    },
  },
  {
    name: 'a batch names its products on a damaged page',
    file: 'server/ingest/damaged-products.ts',
    from: 'if (!(error instanceof DamageError) || error.row !== null) throw error;',
    to: 'if (error !== null) throw error;',
    tests: { 'test/scenarios/damaged-pages.test.ts': ['a batch beside a damaged page names its products'] },
  },
  {
    name: 'a run names its products on a damaged page',
    file: 'server/ingest/leased-run.ts',
    from: 'await withLostNames(reader, rows.externalIds, () => this.write(write));',
    to: 'void withLostNames, reader;\n    await this.write(write);',
    tests: { 'test/scenarios/damaged-pages.test.ts': ['a batch beside a damaged page names its products'] },
  },
  {
    name: 'a page of a collection goes around a damaged page',
    file: 'server/storage/collections/reads.ts',
    from: 'const found = await readEach(ids, readCards, (row) => row.id);',
    to: 'const rows = new Map((await readCards(ids)).map((row) => [row.id, { row }]));\n    const found = ids.map((id) => rows.get(id) ?? null);',
    tests: {
      'test/scenarios/damaged-pages.test.ts': ['lists of people leave out products of a damaged page'],
    },
  },
  {
    name: 'a page of a collection goes on behind purged products',
    file: 'server/storage/collections/reads.ts',
    from: 'const rows = await findEach(await readPlaces(page, inStock, { after: from, limit: wanted }));',
    to: 'const read = await findEach(await readPlaces(page, inStock, { after: from, limit: wanted }));\n      const rows = read.filter(({ card }) => card !== null);',
    tests: {
      'test/storage/damaged-meanwhile.test.ts': ['a product purged meanwhile does not end a collection'],
    },
  },
  {
    name: 'a write goes around no damaged page',
    file: 'server/storage/sqlite/open-sqlite-database.ts',
    from: 'if (failure !== null) throw failure;',
    to: '',
    tests: { 'test/storage/damage.test.ts': ['a write ends with the page that it meets'] },
  },
  {
    name: 'a batch names its products whose long texts are lost',
    file: 'server/storage/products/reads.ts',
    from: 'damagedAmong(some, batchProductColumns)',
    to: 'damagedAmong(some, fragileProductColumns)',
    tests: {
      'test/scenarios/damaged-pages.test.ts': [
        'a batch with a damaged description names its product (${engine.name})',
      ],
    },
    engine: 'postgres',
  },
  {
    name: 'an index is built around a damaged page',
    file: 'server/storage/products/reads.ts',
    from: '.catch(aroundPages(() => changesAround(page, Math.min(limit, rowsAroundDamage))))',
    to: '',
    tests: {
      'test/scenarios/damaged-pages.test.ts': ['a store without saved index is searched around damage'],
    },
  },
  {
    name: 'a search names what the index found and cannot be read',
    file: 'server/insight/find-products.ts',
    from: 'if (isDamaged(row)) damaged.push(row);',
    to: 'if (isDamaged(row)) continue;',
    tests: { 'test/api/damaged-products.test.ts': [search] },
  },
  {
    name: 'a search names what has its text as id and cannot be read',
    file: 'server/insight/find-products.ts',
    from: '[text.trim(), ...ids]',
    to: 'ids',
    tests: {
      'test/scenarios/damaged-pages.test.ts': ['lists of people leave out products of a damaged page'],
    },
  },
  {
    name: 'a search names each product that cannot be read once',
    file: 'server/insight/find-products.ts',
    from: '[...new Set([text.trim(), ...ids])]',
    to: '[text.trim(), ...ids]',
    tests: {
      'test/scenarios/damaged-pages.test.ts': ['lists of people leave out products of a damaged page'],
    },
  },
  {
    name: 'a search reads products by the ids that merchants gave them',
    file: 'server/http/handlers/find-in-catalog.ts',
    from: 'map(({ externalId }) => externalId)',
    to: 'map(({ productId }) => productId)',
    tests: { 'test/api/damaged-products.test.ts': [search] },
  },
  {
    name: 'a search reads on behind a page of products that are long',
    file: 'server/insight/find-products.ts',
    from: '    after = page.next;\n',
    to: '    after = null;\n',
    tests: {
      'server/insight/find-products.live.test.ts': ['a search finds products that make more than a page'],
    },
  },
  {
    name: 'a card that is lost is not named as a product by its UUID',
    file: 'server/storage/collections/reads.ts',
    from: '  table: productsByUuid,\n',
    to: '',
    tests: {
      'test/scenarios/damaged-pages.test.ts': ['lists of people leave out products of a damaged page'],
    },
  },
];
