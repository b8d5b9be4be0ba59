/** Guards of undoing imports, and of deciding about groups of phrases: what others did since stays, of any store. */
import type { Guard } from './guard.ts';

export const undoGuards: readonly Guard[] = [
  {
    name: 'an undo leaves what others changed since',
    file: 'server/ingest/undo-products.ts',
    from: 'row.changeNumber === before.catalogChange ? writeOf(before, row, at) : null',
    to: 'writeOf(before, row, at)',
    tests: {
      'test/api/undo-imports.test.ts': ['Contract §10 undo: products are as before, and answers show it'],
    },
  },
  {
    name: 'a finished undo does nothing more',
    file: 'server/ingest/undo-run.ts',
    from: 'if (isDone(run)) return { undo: run.undo ?? nothing, isDone: true,',
    to: 'if (run.undo === undefined) return { undo: nothing, isDone: true,',
    tests: { 'test/api/undo-imports.test.ts': ['a second undo does nothing more and says so'] },
  },
  {
    name: 'an undo moves the chains of its store only',
    file: 'server/storage/replaced/statements.ts',
    from: ".where('store_id', '=', storeId)\n            .where('change_number', '=', before)",
    to: ".where('change_number', '=', before)",
    tests: {
      'test/storage/replaced-products.test.ts': ['an undo changes only what its own store keeps'],
    },
  },
  {
    name: 'a run that is left out joins rows of its store only',
    file: 'server/storage/replaced/statements.ts',
    from: ".selectFrom('replaced_products')\n            .where('store_id', '=', storeId)\n",
    to: ".selectFrom('replaced_products')\n",
    tests: {
      'test/storage/replaced-products.test.ts': ['an undo changes only what its own store keeps'],
    },
  },
  {
    name: 'a store has a limited number of decisions about phrases',
    file: 'server/resources/enrichment/write-review.ts',
    from: '        await refuseTooMany(writer, made);\n',
    to: '',
    tests: { 'test/api/phrase-review.test.ts': ['a store has a limited number of decisions'] },
  },
  {
    name: 'rows of other feeds are known by short names',
    file: 'server/storage/feeds/statements.ts',
    from: 'flatMap(({ id }) => [id, shortRunId(id)])',
    to: 'map(({ id }) => id)',
    tests: { 'test/storage/feeds.test.ts': ['products that another feed wrote late may go'] },
  },
];
