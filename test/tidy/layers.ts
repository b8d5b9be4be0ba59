/**
 * The layer table: every place of the project and what it may import. Arrows point to places further up in this
 * list only, which the test of this file proves. Put an arrow here only when the code has it or a decision record
 * names it; where an arrow is missing, pass the thing in as a parameter instead of adding one.
 */

export interface Layer {
  /** A folder, or one file where it differs from its folder; a file belongs to the longest place that fits. */
  readonly place: string;
  /** Places from which it may import, beside itself. */
  readonly mayImport: readonly string[];
  /** Packages and node modules; absent means any that `packageHomes` does not keep elsewhere. */
  readonly packages?: readonly string[];
}

const contract = 'contract';
const csv = 'csv';
const errors = 'server/errors.ts';
const clock = 'server/clock.ts';
const ids = 'server/ids.ts';
const links = 'server/links.ts';
const within = 'server/within.ts';
const databaseUrl = 'server/settings/database-url.ts';
const configSource = 'server/settings/config-source.ts';
const config = 'server/settings/config.ts';
const usableMemory = 'server/process/usable-memory.ts';
const connectionLimit = 'server/settings/connection-limit.ts';
const log = 'server/process/log.ts';
const metrics = 'server/process/metrics.ts';
const requestDurations = 'server/process/request-durations.ts';
const dataFolder = 'server/settings/data-folder.ts';
const structures = 'server/structures';
const packageVersion = 'server/package-version.ts';
const packed = 'server/packed.js';
const catalog = 'server/catalog';
/** Words of languages as data, then the rooms of the engine, each of which may look into those before it. */
const engineRooms = [
  ...['server/language', 'server/search/step-budget.ts'],
  'server/search/text',
  'server/search/columns',
  'server/search/document',
  'server/search/engine.ts',
  'server/search/phrases',
  'server/search/query',
  'server/search/spelling',
  'server/search/segment',
  'server/search/products',
  'server/search/suggestions',
  'server/search/indexing',
];
/** What the rest of the service may know of the engine: its two sides, their words, and the form of texts. */
const search = [
  'server/search',
  'server/search/engine.ts',
  'server/search/step-budget.ts',
  'server/search/document',
  'server/search/text',
  'server/search/query',
  'server/search/indexing',
];
const outbound = 'server/outbound';
const secrets = 'server/secrets';
/** What clicks are worth as time goes by: written by events, read by the ranking. Pure. */
const popularity = 'server/events/popularity.ts';
const looksPrivate = 'server/events/looks-private.ts';
/** The words that report the end of a run. */
const runEvent = 'server/ingest/run-event.ts';
/** Words that say what is said of a thing, in the languages of shops. Pure. */
const traitWords = 'server/enrichment/generators/offline/trait-words.ts';
const blockedWords = 'server/enrichment/phrase-rules/blocked-words.ts';
const operationsPlace = 'server/operations';
const indexFiles = 'server/index-files';
const evaluation = 'server/evaluation';
const records = 'server/storage/records.ts';
/** The files of the storage that import each other, each only those before it. */
const storageFiles = [
  ...['column', 'damage/damage', 'snapshots/snapshot', 'table', 'stores/tables', 'accounts/tables'],
  ...['enrichment/allowance-tables', 'indexes/awaited-tables', 'imports/tables'],
  ...['products/packed-type', 'products/packed-json', 'products/packed-raw', 'products/row-raw'],
  ...['products/tables', 'collections/tables', 'enrichment/tables', 'products/erasure-tables'],
  ...['enrichment/review-tables', 'events/tables', 'feeds/tables', 'jobs/tables', 'stores/key-tables'],
  ...['merchandising/tables', 'statistics/tables', 'synonyms/tables', 'records', 'analytics/tables'],
  ...['indexes/tables', 'replaced/tables', 'webhooks/tables', 'storage'],
].map((name) => `server/storage/${name}.ts`);
/** How values stand in columns, and columns in tables. */
const isEncoding = (place: string) => /\/(?:column|table|products\/(?:packed|row)-\w+)\.ts$/.test(place);
const encodings = storageFiles.filter(isEncoding);
/** What a caller may know of the database: the interface, its tables and records, never a statement. */
const storage = storageFiles.filter((place) => !isEncoding(place));
/** Products by their ids, read through that interface a page at a time; no statement. */
const productsAmong = 'server/storage/products-among.ts';
const base = [contract, errors, clock, ids, links, structures];
const useCase = [...base, catalog, ...storage];
/** Calls of a resource; each that changes something writes an entry of the audit log. */
const resource = [...useCase, operationsPlace, 'server/stores'];
/** A change of a query changes a rule and synonyms in one transaction. */
const ofRules = ['server/resources/merchandising', 'server/resources/synonyms'];
const useCases = [
  'server/ingest',
  'server/feeds',
  'server/enrichment',
  'server/merchandising',
  'server/autocomplete',
  'server/events',
  popularity,
  looksPrivate,
  'server/analytics',
  'server/stores',
  'server/accounts',
  'server/insight',
  runEvent,
  ...[
    ...['analytics', 'collections', 'enrichment', 'events', 'feeds', 'imports', 'keys'],
    ...['members', 'merchandising', 'products', 'searches', 'shop-check'],
    ...['stores', 'synonyms', 'webhooks'],
  ].map((name) => `server/resources/${name}`),
  operationsPlace,
];
const process = [
  ...base,
  within,
  config,
  log,
  metrics,
  catalog,
  ...search,
  indexFiles,
  ...storage,
  'server/jobs',
  outbound,
  secrets,
  ...useCases,
];
const presenters = 'server/http/presenters';
const openStorage = 'server/storage/open-storage.ts';
const serving = 'server/serving';
const assembly = 'server/start-service.ts';
const demoShop = 'server/demo-shop.ts';
const [storageTarget, storageLock, serviceAddress] = [
  'server/settings/storage-target.ts',
  'server/process/storage-lock.ts',
  'server/process/service-address.ts',
] as const;
const connectionUse = 'server/storage/connection-use.ts';
const whole = [
  ...process,
  connectionLimit,
  dataFolder,
  ...[storageTarget, storageLock, serviceAddress, openStorage],
  'server/threads',
  presenters,
  'server/http',
  'demo',
];
const engines = ['server/storage/sqlite', 'server/storage/postgres'];

export const layers: readonly Layer[] = [
  { place: contract, mayImport: [], packages: ['typebox'] },
  // Runs in browsers too: no package, nothing of node.
  { place: csv, mayImport: [contract], packages: [] },
  { place: errors, mayImport: [contract], packages: [] },
  { place: clock, mayImport: [], packages: [] },
  { place: ids, mayImport: [], packages: ['node:crypto'] },
  { place: links, mayImport: [], packages: [] },
  { place: structures, mayImport: [], packages: [] },
  { place: within, mayImport: [], packages: ['node:timers/promises'] },
  { place: packageVersion, mayImport: [], packages: ['node:fs'] },
  { place: packed, mayImport: [], packages: ['node:crypto', 'node:fs'] },
  { place: databaseUrl, mayImport: [], packages: [] },
  { place: configSource, mayImport: [], packages: [] },
  { place: usableMemory, mayImport: [] },
  { place: config, mayImport: [contract, errors, databaseUrl, configSource, usableMemory] },
  { place: connectionLimit, mayImport: [contract, config] },
  { place: log, mayImport: [contract, errors, clock] },
  { place: requestDurations, mayImport: [] },
  { place: metrics, mayImport: [contract, errors, clock, requestDurations] },
  { place: dataFolder, mayImport: [] },
  { place: catalog, mayImport: [contract, errors, structures], packages: ['node:crypto', 'entities'] },
  ...engineRooms.map((place, index) => ({
    place,
    mayImport: [contract, errors, catalog, structures, ...engineRooms.slice(0, index)],
    packages: ['node:crypto'],
  })),
  {
    place: 'server/search',
    mayImport: [contract, errors, catalog, ...engineRooms],
    packages: ['node:crypto'],
  },
  { place: evaluation, mayImport: [contract, csv, errors, catalog, ...search], packages: [] },
  ...storageFiles.map((place, index) => ({
    place,
    mayImport: [contract, errors, catalog, ...storageFiles.slice(0, index)],
    packages: [],
  })),
  { place: productsAmong, mayImport: [records, 'server/storage/storage.ts'], packages: [] },
  { place: 'server/storage', mayImport: [...base, catalog, ...storage, ...encodings] },
  {
    place: 'server/storage/sqlite',
    mayImport: [...base, catalog, ...storage, ...encodings, 'server/storage'],
  },
  { place: connectionUse, mayImport: [] },
  {
    place: 'server/storage/postgres',
    mayImport: [...base, databaseUrl, catalog, ...storage, ...encodings, 'server/storage', connectionUse],
  },
  { place: openStorage, mayImport: [...base, ...storage, 'server/storage', ...engines] },
  {
    place: storageTarget,
    mayImport: [config, dataFolder, openStorage, connectionUse],
    packages: ['node:fs', 'node:path'],
  },
  { place: storageLock, mayImport: [clock, openStorage] },
  { place: serviceAddress, mayImport: [config, openStorage], packages: ['node:path'] },
  // The form of a backup: rows in, a file out, and back.
  { place: 'server/backup', mayImport: [...base, ...storage] },
  { place: 'server/jobs', mayImport: [...base, ...storage] },
  // Pure of what it is for: neither feeds nor webhooks, no storage.
  { place: outbound, mayImport: [contract, clock] },
  { place: secrets, mayImport: [ids], packages: ['node:crypto', 'node:fs', 'node:path'] },
  { place: runEvent, mayImport: storage, packages: [] },
  {
    place: 'server/ingest',
    // Which words of a product find room in an index.
    mayImport: [
      ...[...useCase, productsAmong, csv, structures, 'server/jobs', runEvent],
      ...['server/search/text', 'server/search/document'],
    ],
  },
  // A deletion that damage holds up is in quarantine.
  { place: 'server/stores', mayImport: [...useCase, 'server/jobs'] },
  // A feed is one more source for the one pipeline (§1.3).
  {
    place: 'server/feeds',
    mayImport: [...useCase, 'server/jobs', outbound, secrets, 'server/ingest', runEvent, 'server/stores'],
  },
  { place: traitWords, mayImport: [structures, 'server/language', 'server/search/text'], packages: [] },
  { place: blockedWords, mayImport: ['server/search/text'], packages: [] },
  // Phrases are compared and read as the engine does it.
  {
    place: 'server/enrichment',
    mayImport: [
      ...useCase,
      traitWords,
      blockedWords,
      'server/language',
      'server/jobs',
      'server/search/columns',
      'server/search/text',
      'server/search/document',
      'server/search/phrases',
      'server/search/query',
    ],
  },
  // Indexes on disk: how far one goes is said in the words of the database.
  { place: indexFiles, mayImport: [...search, records, 'server/storage/indexes/tables.ts'] },
  { place: popularity, mayImport: [], packages: [] },
  { place: looksPrivate, mayImport: [contract], packages: [] },
  // What the engine found is arranged; the engine knows nothing of it.
  {
    place: 'server/merchandising',
    mayImport: [
      ...[...useCase, 'server/stores'],
      ...['server/search/engine.ts', 'server/search/columns', 'server/search/text'],
    ],
  },
  {
    place: 'server/autocomplete',
    mayImport: [
      ...useCase,
      ...search,
      within,
      indexFiles,
      popularity,
      blockedWords,
      'server/jobs',
      'server/merchandising',
      'server/enrichment',
    ],
  },
  {
    place: 'server/events',
    mayImport: [...useCase, structures, 'server/jobs', 'server/search/text', popularity, looksPrivate],
  },
  { place: 'server/analytics', mayImport: [...useCase, looksPrivate, 'server/jobs', 'server/search/text'] },
  // What runs the calls of all resources: their bodies are read by rules that the catalog has.
  { place: operationsPlace, mayImport: [...base, catalog, ...storage, 'server/ingest'] },
  { place: 'server/resources/analytics', mayImport: [...resource, 'server/analytics'] },
  { place: 'server/resources/webhooks', mayImport: [...resource, outbound, secrets, runEvent] },
  // Of the engine it knows the normal form of text and what ends a name; of phrases, what their words say of a thing.
  {
    place: 'server/resources/collections',
    mayImport: [
      ...resource,
      'server/jobs',
      'server/merchandising',
      'server/search/text',
      'server/search/document',
      traitWords,
    ],
  },
  // The background run of feeds stays beside the pipeline; this room is what callers do with feeds.
  {
    place: 'server/resources/feeds',
    mayImport: [...resource, 'server/feeds', 'server/ingest', 'server/jobs', outbound],
  },
  // Terms are compared as the engine compares them.
  { place: 'server/resources/synonyms', mayImport: [...resource, 'server/search/text'] },
  // Of the engine it knows the normal form of text; the generators write the phrases.
  {
    place: 'server/resources/enrichment',
    mayImport: [...resource, 'server/enrichment', blockedWords, 'server/jobs', 'server/search/text'],
  },
  // What rules say is compiled and applied apart from their calls.
  {
    place: 'server/resources/merchandising',
    mayImport: [...resource, productsAmong, 'server/merchandising', 'server/search/text'],
  },
  { place: 'server/resources/searches', mayImport: [...resource, 'server/merchandising', ...ofRules] },
  { place: 'server/resources/events', mayImport: [...resource, 'server/events'] },
  { place: 'server/resources/keys', mayImport: resource },
  { place: 'server/resources/stores', mayImport: resource },
  { place: 'server/resources/shop-check', mayImport: [...resource, outbound, 'server/ingest'] },
  { place: 'server/accounts', mayImport: [...useCase, structures, secrets, 'server/stores'] },
  { place: 'server/resources/members', mayImport: [...resource, 'server/accounts'] },
  { place: 'server/resources/imports', mayImport: [...resource, csv, 'server/ingest'] },
  { place: 'server/insight', mayImport: [...useCase, 'server/jobs'] },
  // Products are shown with their history, and found as the dashboard finds them.
  { place: 'server/resources/products', mayImport: [...resource, 'server/ingest', 'server/insight'] },
  // What the service says in the words of the API. Pure, so that any thread can say it.
  {
    place: presenters,
    mayImport: [
      ...[contract, csv, errors, clock, catalog, ...storage, operationsPlace],
      ...['server/autocomplete', 'server/insight'],
    ],
  },
  { place: 'demo', mayImport: [contract, catalog] },
  // Thread entries and their clients are composition roots of their own. The demo shop's feed is made where feeds are read.
  {
    place: 'server/threads',
    mayImport: [
      ...[...process, usableMemory, packed, 'server/storage', openStorage, serviceAddress],
      ...[presenters, 'demo'],
    ],
  },
  {
    place: 'server/http',
    mayImport: [
      ...base,
      csv,
      structures,
      packageVersion,
      config,
      connectionLimit,
      log,
      metrics,
      catalog,
      ...storage,
      ...useCases,
      'server/jobs',
      'server/threads',
      presenters,
      // The pages of the demo shop.
      'demo',
    ],
  },
  // Runs in a browser: of the service it knows the words of its answers.
  { place: 'dashboard', mayImport: [contract, csv] },
  // Runs in strangers' pages: nothing from elsewhere.
  { place: 'widget', mayImport: [], packages: [] },
  // What shops install: types of the contract, and the pure parts of the widget.
  { place: 'packages/client', mayImport: [contract, 'widget'], packages: [] },
  { place: 'packages/react', mayImport: ['widget'], packages: ['react', '@foretype/client'] },
  // A shop that has installed them.
  { place: 'packages/demo', mayImport: [], packages: ['react-dom', '@foretype/client', '@foretype/react'] },
  // The whole service put together; commands start it or open its storage for themselves.
  { place: demoShop, mayImport: whole },
  { place: serving, mayImport: whole },
  { place: assembly, mayImport: [...whole, demoShop, serving] },
  {
    place: 'server/cli',
    mayImport: [...whole, structures, packageVersion, packed, 'server/backup', csv, assembly, evaluation],
  },
  { place: 'server/process/native-memory.ts', mayImport: [configSource] },
  {
    place: 'server/main.js',
    mayImport: [packed, 'server/process/native-memory.ts', ...whole, assembly, 'server/cli'],
  },
];

/** Places that may import anything and that nothing else imports; test files count as one wherever they stand. */
export const outsiders: readonly string[] = ['test', 'bench', 'bin'];

/** The place of a file in a table, or null where it has none. */
export function placeOf(path: string, places: readonly string[]): string | null {
  // A test stands at the place of the file that it tests.
  const tested = ['.ts', '.js'].map((end) => path.replace(/(?:\.live|\.alone)?\.test\.ts$/, end));
  const fitting = places.filter((place) => tested.includes(place) || path.startsWith(`${place}/`));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}
