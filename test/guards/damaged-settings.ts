/** Guards of settings that cannot be read: rules, synonyms, collections, endpoints. */
import type { Guard } from './guard.ts';

export const damagedSettingsGuards: readonly Guard[] = [
  {
    name: 'rules that cannot be read are replaced',
    file: 'server/merchandising/replace-merchandising.ts',
    from: 'seenAt === undefined ? known.catch(passDamagedRow) : known',
    to: 'known',
    tests: { 'test/api/damaged-settings.test.ts': ['rules that cannot be read are replaced by PUT'] },
  },
  {
    name: 'rules of an unknown time are not replaced by who names one',
    file: 'server/merchandising/replace-merchandising.ts',
    from: 'seenAt === undefined ? known.catch(passDamagedRow) : known',
    to: 'known.catch(passDamagedRow)',
    tests: { 'test/api/damaged-settings.test.ts': ['rules that cannot be read are replaced by PUT'] },
  },
  {
    name: 'synonyms that cannot be read are replaced',
    file: 'server/autocomplete/replace-synonyms.ts',
    from: '.catch(passDamagedRow)',
    to: '',
    tests: { 'test/api/damaged-settings.test.ts': ['synonyms that cannot be read are replaced by PUT'] },
  },
  {
    name: 'a list leaves out a collection that cannot be read',
    file: 'server/storage/collection-reads.ts',
    from: "separate(await query(collections.orderBy('title').orderBy('id')), toCollection)",
    to: "{ values: (await query(collections.orderBy('title'))).map(toCollection), damaged: [] }",
    tests: { 'test/api/damaged-settings.test.ts': ['a list names the collection that it leaves out'] },
  },
  {
    name: 'a collection that cannot be read is deleted',
    file: 'server/collections/collection-changes.ts',
    from: '(await writer.collectionNames()).find(({ slug }) => slug === place.slug);',
    to: 'await find(writer, place);',
    tests: { 'test/api/damaged-settings.test.ts': ['a list names the collection that it leaves out'] },
  },
  {
    name: 'a slug that cannot be read of its collection is taken',
    file: 'server/collections/collection-changes.ts',
    from: 'const others = await writer.collectionNames();',
    to: 'const others = (await writer.collections()).values;',
    tests: { 'test/api/damaged-settings.test.ts': ['a list names the collection that it leaves out'] },
  },
  {
    name: 'a generation that cannot be read holds up no other',
    file: 'server/storage/collection-reads.ts',
    from: 'tolerate(await query(followed), toGeneration)',
    to: '(await query(followed)).map(toGeneration)',
    tests: { 'test/api/damaged-settings.test.ts': ['collections go on beside rules that cannot be read'] },
  },
  {
    name: 'a list leaves out an endpoint that cannot be read',
    file: 'server/storage/webhook-statements.ts',
    from: "separate(await query(webhooks.orderBy('id')), toWebhook)",
    to: "{ values: (await query(webhooks.orderBy('id'))).map(toWebhook), damaged: [] }",
    tests: { 'test/api/damaged-settings.test.ts': ['an endpoint that cannot be read is named and deleted'] },
  },
  {
    name: 'an endpoint that cannot be read is deleted',
    file: 'server/webhooks/webhook-changes.ts',
    from: 'const url = await writer.webhookUrl(place.webhookId);',
    to: 'const { url } = await find(writer, place);',
    tests: { 'test/api/damaged-settings.test.ts': ['an endpoint that cannot be read is named and deleted'] },
  },
  {
    name: 'an overview names endpoints that cannot be read',
    file: 'server/insight/read-overview.ts',
    from: "  if (webhooks.damaged.length > 0) unread.add('webhooks');\n",
    to: '',
    tests: { 'test/api/damaged-settings.test.ts': ['an endpoint that cannot be read is named and deleted'] },
  },
  {
    name: 'an event waits for an endpoint that cannot be read',
    file: 'server/webhooks/announce.ts',
    from: 'if (unreadable !== undefined) throw damagedRowError(unreadable);',
    to: 'void damagedRowError, unreadable;',
    tests: { 'test/api/damaged-products.test.ts': ['an import that has to wait says why'] },
  },
];
