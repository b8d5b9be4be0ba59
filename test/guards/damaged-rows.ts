/** Guards of rows that cannot be read: what still answers, and how they are named. */
import type { Guard } from './guard.ts';

export const damagedRowGuards: readonly Guard[] = [
  {
    name: 'a packed text that refers to an empty column is damage',
    file: 'server/storage/products/packed-raw.ts',
    from: "    else if ('column' in part && isEmpty(part.column)) return false;\n",
    to: '',
    tests: { 'test/storage/short-rows.test.ts': ['a packed text without its columns is damage'] },
  },
  {
    name: 'a snapshot is not unpacked from columns that cannot be read',
    file: 'server/storage/products/rows.ts',
    from: '  if (damage !== undefined) throw damagedRowError(damage);\n',
    to: '',
    tests: { 'test/api/damaged-products.test.ts': ['a patch needs what the snapshot is made of'] },
  },
  {
    name: 'a store whose own row is damaged answers from its saved index',
    file: 'server/autocomplete/upkeep/saved-indexes.ts',
    from: 'error instanceof DamageError ? await rememberedStore(saved, storeId) : null;',
    to: 'null;',
    tests: {
      'test/scenarios/damaged-stores.test.ts': [
        'a store with a damaged row answers from saved index (${engine})',
      ],
    },
  },
  {
    name: 'what was saved is opened also where the row of its store is damaged',
    file: 'server/autocomplete/following/store-index.ts',
    from: '(await found.catch(passDamage)) ?? store',
    to: '(await found) ?? store',
    tests: {
      'test/scenarios/damaged-stores.test.ts': [
        'a store with a damaged row answers from saved index (${engine})',
      ],
    },
  },
  {
    name: 'a removal shows what of a damaged product can be read',
    file: 'server/storage/products/rows.ts',
    from: 'orElse([], () => suggestionPhrases.decode(row).suggestionPhrases)',
    to: '[]',
    tests: {
      'test/api/damaged-products.test.ts': ['a product that cannot be read is taken away by its key'],
    },
  },
  {
    name: 'a call about a product of a damaged page names it',
    file: 'server/storage/damage/damage.ts',
    from: '    const [lost] = await reader.products.lost([externalId]);\n',
    to: '    if (externalId) throw error;\n    const [lost] = await reader.products.lost([externalId]);\n',
    tests: { 'test/scenarios/damaged-pages.test.ts': ['a call about a damaged page’s product names it'] },
  },
  {
    name: 'a job of a deleted store ends quietly',
    file: 'server/threads/crashes/job-guard.ts',
    from: 'if (await isDeleted(storage.directory, storeId)) {',
    to: 'if (storeId === null) {',
    tests: { 'server/threads/crashes/job-guard.test.ts': ['a job of a deleted store ends quietly'] },
  },
  {
    name: 'nothing but a repair goes on with a deletion that damage holds up',
    file: 'server/cli/store-delete.ts',
    from: "cause instanceof DamageError ? '' : ",
    to: '',
    tests: {
      'test/scenarios/damaged-deletion.test.ts': ['a damaged page that blocks a deletion is reported'],
    },
  },
  {
    name: 'further rows repeat no line about their store',
    file: 'server/jobs/quarantine-list.ts',
    from: 'before === undefined || !isAboutRows(before) || !isAboutRows(store)',
    to: 'before === undefined || store !== undefined',
    tests: {
      'server/jobs/quarantine-list.test.ts': ['an unreadable row is reported once by name'],
    },
  },
  {
    name: 'the log names a bounded number of rows, each once',
    file: 'server/jobs/quarantine-list.ts',
    from: 'if (met.has(name) || met.size >= rowsKept) continue;',
    to: '',
    tests: {
      'server/jobs/quarantine-list.test.ts': ['an unreadable row is reported once by name'],
    },
  },
  {
    name: 'a product known by its UUID counts once beside its external id',
    file: 'server/jobs/damage-notes.ts',
    from: 'found.table === productsByUuid ? known.get(found.id) : undefined',
    to: 'undefined as string | undefined',
    tests: { 'server/jobs/damage-notes.live.test.ts': ['a product known by its UUID alone counts once'] },
  },
  {
    name: 'products that an index has named are not named by UUID',
    file: 'server/jobs/damage-notes.ts',
    from: 'table === productsByUuid ? row.error === unreadablePage : row.table',
    to: 'row.table',
    tests: { 'server/jobs/damage-notes.live.test.ts': ['a product known by its UUID alone counts once'] },
  },
];
