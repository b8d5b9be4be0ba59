/** Guards of settings that cannot be read: rules, synonyms, collections, webhooks. */
import type { Guard } from './guard.ts';

export const damagedSettingsGuards: readonly Guard[] = [
  {
    name: 'damaged products are named beside rows of other tables',
    file: 'server/insight/attention-to-damage.ts',
    from: "cause === 'row' ? rows.filter(({ table }) => tables.includes(table)) : [];",
    to: "cause === 'row' && rows.every(({ table }) => tables.includes(table)) ? rows : [];",
    tests: {
      'server/insight/attention.test.ts': ['damaged products are named beside rows of other tables'],
    },
  },
  {
    name: 'settings that cannot be read cost no product an attempt',
    file: 'server/enrichment/run-enrichment.ts',
    from: 'error instanceof GeneratorError || error instanceof AppError',
    to: 'error instanceof GeneratorError',
    tests: {
      'test/api/damaged-phrases.test.ts': ['products wait until damaged synonyms are replaced'],
    },
  },
  {
    name: 'rules that cannot be read are replaced',
    file: 'server/resources/merchandising/write-merchandising.ts',
    from: 'seen === undefined ? known.catch(passDamagedRow) : known',
    to: 'known',
    tests: { 'test/api/damaged-settings.test.ts': ['rules that cannot be read are replaced by PUT'] },
  },
  {
    name: 'rules of an unknown time are not replaced by who names one',
    file: 'server/resources/merchandising/write-merchandising.ts',
    from: 'seen === undefined ? known.catch(passDamagedRow) : known',
    to: 'known.catch(passDamagedRow)',
    tests: { 'test/api/damaged-settings.test.ts': ['rules that cannot be read are replaced by PUT'] },
  },
  {
    name: 'synonyms that cannot be read are replaced',
    file: 'server/resources/synonyms/write-synonyms.ts',
    from: '.catch(passDamagedRow)',
    to: '',
    tests: { 'test/api/damaged-settings.test.ts': ['synonyms that cannot be read are replaced by PUT'] },
  },
  {
    name: 'people replace only rules that cannot be read',
    file: 'server/resources/merchandising/write-merchandising.ts',
    from: "    if (caller === 'member') return;\n",
    to: '',
    tests: {
      'test/api/damaged-settings.test.ts': ['people replace only what cannot be read'],
      'test/browser/dashboard-damaged-settings.test.ts': [
        'a setting that a colleague saved meanwhile is kept',
      ],
    },
  },
  {
    name: 'people replace only synonyms that cannot be read',
    file: 'server/resources/synonyms/write-synonyms.ts',
    from: 'if (!isMember || before === null) await',
    to: 'await',
    tests: { 'test/api/damaged-settings.test.ts': ['people replace only what cannot be read'] },
  },
  {
    name: 'a store that is held is not said to be damaged',
    file: 'server/threads/crashes/call-gate.ts',
    from: 'throw unavailable(heldMessage,',
    to: 'throw Object.assign(unavailable(heldMessage, 1), { code: "store_unavailable" }, { retryAfterSeconds: 5 }); void (heldMessage,',
    tests: { 'server/threads/crashes/call-gate.test.ts': ['calls of a held store wait, others continue'] },
  },
  {
    name: 'an overview is shown while reads are held',
    file: 'server/insight/read-overview.ts',
    from: "(isHeld && code === 'unavailable')",
    to: 'isHeld === undefined',
    tests: { 'server/insight/read-overview.live.test.ts': ['an overview is shown while reads are held'] },
  },
  {
    name: 'a page does not ask again for what cannot be read',
    file: 'dashboard/src/api/poll.ts',
    from: 'data === undefined && isLasting(error) ? false : pauseOf(data)',
    to: 'error === null && isLasting(error) ? false : pauseOf(data)',
    tests: {
      'dashboard/src/api/poll.test.ts': ['a missing or damaged resource is not polled again'],
      'test/browser/dashboard-damaged-settings.test.ts': ['the page of a damaged collection keeps its words'],
    },
  },
  {
    name: 'a service that is away is asked again',
    file: 'dashboard/src/api/poll.ts',
    from: 'return isDamage(error) || (error instanceof RequestFailure && error.status === 404);',
    to: 'return isDamage(error) || error instanceof RequestFailure;',
    tests: { 'dashboard/src/api/poll.test.ts': ['a service that is away is asked again'] },
  },
  {
    name: 'a damaged webhook is not said to be gone',
    file: 'dashboard/src/pages/webhooks/webhook-page.tsx',
    from: 'webhook === undefined && leftOut === undefined && (',
    to: 'webhook === undefined && (',
    tests: {
      'test/browser/dashboard-damaged-settings.test.ts': ['the page of a damaged webhook deletes it'],
    },
  },
  {
    name: 'a list leaves out a collection that cannot be read',
    file: 'server/storage/collections/reads.ts',
    from: "separate(await query(whole.orderBy('title').orderBy('id')), collections.decode)",
    to: "{ values: (await query(whole.orderBy('title'))).map(collections.decode), damaged: [] }",
    tests: { 'test/api/damaged-settings.test.ts': ['a list names the collection that it leaves out'] },
  },
  {
    name: 'a collection that cannot be read is deleted',
    file: 'server/resources/collections/write-collections.ts',
    from: '(await writer.collections.names()).find(({ slug }) => slug === params.slug);',
    to: 'await writer.collection(params.slug);',
    tests: { 'test/api/damaged-settings.test.ts': ['a list names the collection that it leaves out'] },
  },
  {
    name: 'a slug that cannot be read of its collection is taken',
    file: 'server/resources/collections/write-collections.ts',
    from: 'const others = await writer.collections.names();',
    to: 'const others = (await writer.collections()).values;',
    tests: { 'test/api/damaged-settings.test.ts': ['a list names the collection that it leaves out'] },
  },
  {
    name: 'a generation that cannot be read holds up no other',
    file: 'server/storage/collections/reads.ts',
    from: 'tolerate(await query(followed), toGeneration)',
    to: '(await query(followed)).map(toGeneration)',
    tests: { 'test/api/damaged-settings.test.ts': ['collections go on beside rules that cannot be read'] },
  },
  {
    name: 'a list leaves out a webhook that cannot be read',
    file: 'server/storage/webhooks/statements.ts',
    from: 'separate(await query(all), webhookRecord.decode)',
    to: '{ values: (await query(all)).map(webhookRecord.decode), damaged: [] }',
    tests: { 'test/api/damaged-settings.test.ts': ['a webhook that cannot be read is named and deleted'] },
  },
  {
    name: 'a webhook that cannot be read is deleted',
    file: 'server/resources/webhooks/write-webhooks.ts',
    from: 'const url = await writer.webhooks.url(params.id);',
    to: 'const { url } = await findWebhook(writer, params.id);',
    tests: { 'test/api/damaged-settings.test.ts': ['a webhook that cannot be read is named and deleted'] },
  },
  {
    name: 'an overview names webhooks that cannot be read',
    file: 'server/insight/read-overview.ts',
    from: "  if (webhooks.damaged.length > 0) unread.add('webhooks');\n",
    to: '',
    tests: { 'test/api/damaged-settings.test.ts': ['a webhook that cannot be read is named and deleted'] },
  },
  ...Object.entries({
    synonyms: "['synonym_sets', (reader) => reader.synonyms.read()],",
    rules: "['merchandising_sets', (reader) => reader.merchandising.read()],",
    collections: "['collections', (reader, slug) => reader.collections.find(slug)],",
    generations:
      "['collection_generations', (reader, number) => reader.collections.generation(Number(number))],",
    webhooks: "['webhooks', (reader, id) => reader.webhooks.find(id)],",
  }).map(([what, from]) => ({
    ...{ name: `${what} are named no longer than they are damaged`, file: 'server/jobs/damage-notes.ts' },
    ...{ from, to: '' },
    tests: { 'test/api/damaged-settings.test.ts': ['settings are named until they can be read'] },
  })),
  {
    name: 'an event waits for a webhook that cannot be read',
    file: 'server/resources/webhooks/announce.ts',
    from: 'if (unreadable !== undefined) throw damagedRowError(unreadable);',
    to: 'void damagedRowError, unreadable;',
    tests: { 'test/api/damaged-products.test.ts': ['an import that has to wait says why'] },
  },
];
