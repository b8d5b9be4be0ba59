/**
 * All of a database as its readers give it, for tests that hold what was stored against what is read later. It reads at most 1,000
 * entries of each list (500 of those read from the newest on) and writes nothing. A reader that rejects rejects the whole.
 */

import { shortHash } from '../../server/catalog/source-hash.ts';
import { moveName } from '../../server/storage/events/tables.ts';
import type { Storage, StoreReader } from '../../server/storage/storage.ts';
import { livedInMarks } from './lived-in-service.ts';

const all = { after: null, limit: 1_000 } as const;
const newest = { before: null, limit: 500 } as const;

/**
 * Reads everything that a database holds, by reader; lists stay lists, maps become lists of pairs, bytes become base64. If a
 * reader returns another shape now, it is converted here to the one that earlier versions wrote down: what rows hold may not
 * change.
 */
export async function readEverything(storage: Storage): Promise<Record<string, unknown>> {
  const { directory, accounts } = storage;
  const stores = await directory.listStores();
  const read = {
    stores,
    salts: await directory.sessionSalts(),
    popularityVersions: await directory.popularityVersions(),
    toCollect: await directory.storesToCollect(),
    version: (await directory.changesSince(null)).version,
    allowance: await directory.changeAllowance('openai', (view) => ({
      state: view,
      result: { ...view, nowMicros: null },
    })),
    session: await accounts.session((await directory.findMark(livedInMarks.session)) ?? ''),
    jobs: (await storage.health()).jobs.map(({ kind }) => kind),
    users: await accounts.users(),
    byStore: await Promise.all(stores.map(({ id }) => readStore(storage, id))),
  };
  return JSON.parse(JSON.stringify(read, plain)) as Record<string, unknown>;
}

/** Sorts what readers return in no order. */
function sorted<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[] {
  return [...items].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/** A hash of a product is stored as a whole or by its beginning. */
export function withShortHashes(name: string, value: unknown): unknown {
  const isHash = name === 'contentHash' || name === 'sourceHash' || name === 'jobHash';
  return isHash && typeof value === 'string' ? shortHash(value) : value;
}

function plain(name: string, value: unknown): unknown {
  if (value instanceof Map) return [...value];
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return withShortHashes(name, value);
}

async function readStore(storage: Storage, storeId: string): Promise<Record<string, unknown>> {
  const { directory, accounts, sharedIndexes } = storage;
  const reader = storage.reader(storeId);
  const shared = { storeId, version: 'fixture' };
  return {
    storeId,
    keys: await directory.listApiKeys(storeId),
    members: await accounts.members(storeId),
    invitations: await accounts.invitations(storeId),
    sharedIndex: await sharedIndexes.find(shared),
    sharedPages: await sharedIndexes.readPages(storeId, 7, [0]),
    ...(await readCatalog(reader)),
    ...(await readRuns(reader, (await directory.findMark(livedInMarks.file)) ?? '')),
    ...(await readFeeds(reader)),
    ...(await readEnrichment(reader)),
    ...(await readRules(reader)),
    memberships: await readMemberships(storage, storeId),
    ...(await readFigures(reader)),
  };
}

async function readCatalog(reader: StoreReader) {
  const { products } = await reader.products.page(all);
  const ids = products.map(({ externalId }) => externalId);
  return {
    products,
    existing: sorted(await reader.products.existing(ids), ([id]) => id),
    changed: (await reader.products.changed(all)).products,
    raw: await Promise.all(ids.map((id) => reader.products.raw(id))),
    changes: await Promise.all(ids.map((id) => reader.products.recordedChanges(id, newest))),
    productRuns: await Promise.all(ids.map((id) => reader.products.runs(id))),
    named: sorted(await reader.merchandising.namedProducts(ids), ({ id }) => id),
    collectable: (await reader.collections.changedProducts(all)).products,
  };
}

/** Reads memberships with the keys that order them, as earlier versions kept them. */
async function readMemberships(storage: Storage, storeId: string) {
  const reader = storage.reader(storeId);
  const ids = (await reader.products.page(all)).products.map(({ id }) => id);
  const keyed = await storage.writeMembers(storeId, (writer) => writer.keyedProducts(ids));
  const keys = new Map(keyed.map((product) => [product.id, product.keys]));
  const memberships = sorted(await reader.collections.memberships(ids), ({ productId }) => productId);
  return memberships.map((membership) => ({ ...membership, ...keys.get(membership.productId) }));
}

async function readRuns(reader: StoreReader, fileId: string) {
  const imports = await reader.imports.page(newest);
  return {
    imports,
    failures: await Promise.all(
      imports.map(({ id }) => reader.imports.failures(id, { afterRow: 0, limit: 500 })),
    ),
    idempotency: await reader.idempotency.find('once'),
    files: await reader.files.among([fileId]),
    chunk: await reader.files.chunk(fileId, 0),
    fileCount: await reader.files.count(),
    audit: await reader.audit.page(newest),
  };
}

async function readFeeds(reader: StoreReader) {
  const { feeds, runs } = await reader.feeds.listWithRuns(100);
  const contents = feeds.map(async ({ id: feedId }) => {
    const runId = await reader.feeds.contentOf(feedId);
    return runId === null ? [] : await reader.feeds.content({ feedId, runId });
  });
  const { values: webhooks } = await reader.webhooks.list();
  return {
    feeds,
    feedRuns: runs,
    feedContents: await Promise.all(contents),
    webhooks,
    deliveries: await Promise.all(webhooks.map(({ id }) => reader.webhooks.deliveries(id, newest))),
  };
}

async function readEnrichment(reader: StoreReader) {
  const { products } = await reader.products.page(all);
  return {
    enrichmentSettings: await reader.enrichment.settings(),
    waiting: await reader.enrichment.fresh(all),
    phraseSets: sorted(await reader.phrases.sets(products.map(({ id }) => id)), ([id]) => id),
    usage: await reader.enrichment.usage('2020-01-01'),
    types: await reader.phrases.types(all),
  };
}

async function readRules(reader: StoreReader) {
  const { values: collections } = await reader.collections.list();
  const generations = await reader.collections.followedGenerations();
  const members = generations.map(({ number, memberCount }) =>
    reader.collections.members({
      generation: number,
      memberCount,
      sort: 'title',
      after: null,
      limit: 100,
      now: 0,
    }),
  );
  return {
    collections,
    generations,
    collected: await Promise.all(members),
    synonyms: await reader.synonyms.read(),
    merchandising: await reader.merchandising.read(),
    ranking: await reader.merchandising.ranking(),
  };
}

async function readFigures(reader: StoreReader) {
  const span = { from: '2020-01-01', to: '2100-01-01' };
  const events = await reader.events.list({ after: 0, limit: 1_000 });
  const popularity = await reader.events.changedPopularity(all);
  const moves = events.flatMap(({ sessionHash }) =>
    popularity.map(({ kind, key }) => moveName(sessionHash, kind, key)),
  );
  return {
    events,
    popularity,
    popularityVersion: await reader.events.popularityVersion(),
    moves: sorted(await reader.events.sessionMoves(moves), ({ name }) => name),
    querySessions: sorted(
      await reader.events.querySessions(['lamp', 'tab']),
      ({ sessionHash }) => sessionHash,
    ),
    answered: await reader.events.answeredQueries('2026-11-21', ['AAAAAAAAAAA']),
    searchDays: await reader.analytics.searchDays(span),
    queryDays: await reader.analytics.queryDays('2026-11-21', ['lämpchen']),
    valueDays: await reader.analytics.valueDays(span),
    productDays: await reader.analytics.productDays(span),
    rankedProducts: await reader.analytics.rankedProducts(span, 100),
    requests: await reader.statistics.requests(0),
    catalog: await reader.statistics.catalog(0),
  };
}
