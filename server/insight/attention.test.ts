import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import {
  apiKeyRow,
  feedRow,
  importRun,
  someTime,
  storeRow,
  uuidOf,
} from '../../test/support/storage-rows.ts';
import type { QuarantinedStore } from '../jobs/quarantine-list.ts';
import type { FeedRunDetails } from '../storage/feeds/tables.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Webhook } from '../storage/webhooks/tables.ts';
import { findAttention, isReportable, isWaiting } from './attention.ts';
import type { Attention, StoreFacts } from './store-facts.ts';

const storefront = apiKeyRow({ kind: 'storefront', lastUsedAt: someTime });

/** The counts of a store whose products are complete. */
const allThere = { image: 0, category: 0, isWithoutImages: false };

/** A store about which there is nothing to say. */
const calm: StoreFacts = {
  store: storeRow({ productCount: 20, inStockCount: 20 }),
  lastImport: importRun(uuidOf(7), { validRows: 20 }),
  waitingImports: [],
  hold: null,
  missing: allThere,
  keys: [apiKeyRow(), storefront],
  now: someTime,
  feeds: [feedRow()],
  feedRuns: [],
  webhooks: [],
  isIndexLoaded: true,
  quarantined: [],
  damagedTables: [],
  unread: [],
};

const webhook: Webhook = {
  id: uuidOf(9),
  url: 'https://hooks.example/a?key=1',
  description: '',
  events: [],
  isActive: true,
  disabledReason: null,
  failingSince: null,
  lastDeliveredAt: null,
  previousSecretUntil: null,
  createdAt: 0,
  updatedAt: 0,
};
const feedRunDetails: FeedRunDetails = {
  id: '',
  feedId: '',
  trigger: 'schedule',
  reading: 'whole',
  forced: false,
  notModified: false,
  removedRows: 0,
  restoredRows: 0,
  unidentifiedRows: 0,
  errorCode: null,
  fence: 0,
  processedWith: null,
  facts: null,
  startedAt: null,
  finishedAt: null,
};

function only(facts: Partial<StoreFacts>): Attention {
  const [finding, ...others] = findAttention({ ...calm, ...facts });
  assert.ok(finding !== undefined);
  assert.deepEqual(others, []);
  assert.ok(finding.link === null || finding.link.startsWith(`/stores/${calm.store.id}/`));
  assert.ok(finding.action.length > 0);
  return finding;
}

test('a store that is well needs no attention', () => {
  assert.deepEqual(findAttention(calm), []);
});

test('a failed import is shown with its reason and a link', () => {
  const lastImport = importRun(uuidOf(7), { status: 'failed', error: 'No title column.', filename: 'a.csv' });
  const { code, severity, message, link } = only({ lastImport });
  assert.deepEqual([code, severity], ['last_import_failed', 'problem']);
  assert.equal(message, 'The last import, a.csv, failed: No title column.');
  assert.ok(link?.endsWith(`/imports/${uuidOf(7)}`));
});

test('dry runs and stopped imports raise no attention', () => {
  const error = 'Cancelled. 5 of 20 rows were read; what was written of them stays.';
  assert.equal(isReportable(importRun(uuidOf(7), { status: 'failed', error })), false);
  assert.equal(isReportable(importRun(uuidOf(7), { status: 'failed', error: 'No title column.' })), true);
  assert.equal(isReportable(importRun(uuidOf(7), { dryRun: true })), false);
  assert.equal(isReportable(importRun(uuidOf(7), { status: 'processing' })), false);
  assert.equal(isReportable(importRun(uuidOf(7))), true);
});

test('a failing feed is shown with its reason, not as an import', () => {
  const failing = feedRow({ status: 'error', lastError: 'The address answers 500.', failuresInRow: 1 });
  const { code, severity, message, link } = only({ feeds: [feedRow(), failing] });
  assert.deepEqual([code, severity], ['feed_failing', 'problem']);
  assert.equal(message, 'The feed Main feed failed: The address answers 500.');
  assert.ok(link?.endsWith(`/feeds/${failing.id}`));
  assert.match(only({ feeds: [{ ...failing, failuresInRow: 3 }] }).message, /failed 3 times in a row: /);
  assert.equal(isReportable(importRun(uuidOf(7), { source: 'feed', status: 'failed', error: 'x' })), false);
  const undo = { restored: 0, removed: 1, changedSince: 0, by: 'Ada', startedAt: 1, finishedAt: 1 };
  assert.equal(isReportable(importRun(uuidOf(7), { status: 'completed', undo })), false);
});

test('a shop whose changes cannot be read is shown once', () => {
  const failing = feedRow({ changesError: 'The key may not read products.' });
  const { code, severity, message, link } = only({ feeds: [feedRow(), failing] });
  assert.deepEqual([code, severity], ['feed_changes_failing', 'problem']);
  assert.equal(message, 'Changes of the shop Main feed cannot be read: The key may not read products.');
  assert.ok(link?.endsWith(`/feeds/${failing.id}`));
  const wholly = feedRow({ ...failing, status: 'error', lastError: 'The key is wrong.', failuresInRow: 1 });
  assert.equal(only({ feeds: [wholly] }).code, 'feed_failing');
  assert.deepEqual(findAttention({ ...calm, feeds: [{ ...failing, status: 'paused' }] }), []);
});

test('failed rows of a feed are shown unless the feed fails', () => {
  const feed = feedRow();
  const of = (fields: Partial<ImportRun>) => {
    const run = importRun(uuidOf(8), { source: 'feed', ...fields });
    return { details: { ...feedRunDetails, id: run.id, feedId: feed.id }, run };
  };
  const { code, message, link } = only({ feeds: [feed], feedRuns: [of({ failedRows: 3 })] });
  assert.equal(code, 'feed_rows_failed');
  assert.match(message, /^3 rows of the newest run of the feed Main feed/);
  assert.ok(link?.endsWith(`/feeds/${feed.id}/runs/${uuidOf(8)}`));
  const others = [of({ failedRows: 0 }), of({ failedRows: 3, status: 'failed' })];
  assert.deepEqual(findAttention({ ...calm, feeds: [feed], feedRuns: others }), []);
});

test('a failing webhook is a warning, a disabled one a problem', () => {
  const failing = { ...webhook, failingSince: 1 };
  const { code, severity, message, link } = only({ webhooks: [webhook, failing] });
  assert.deepEqual([code, severity], ['webhook_failing', 'warning']);
  assert.match(message, /^The webhook hooks\.example does not take/);
  assert.ok(link?.endsWith(`/webhooks/${webhook.id}`));
  const off = only({ webhooks: [{ ...failing, isActive: false, disabledReason: 'failing' }] });
  assert.equal(off.severity, 'problem');
});

const quarantined: QuarantinedStore = {
  storeId: calm.store.id,
  work: 'index',
  cause: 'page',
  reason: 'database disk image is malformed',
  since: Date.UTC(2026, 10, 22, 14, 5) * 1_000,
};

test('a store in quarantine sees its working parts', () => {
  const answered = only({ quarantined: [quarantined] });
  assert.deepEqual([answered.code, answered.severity], ['store_quarantined', 'problem']);
  assert.equal(
    answered.message,
    'Some data of the store cannot be read, since 2026-11-22 14:05 UTC. ' +
      'Shoppers are still answered from the last good index.',
  );
  assert.match(answered.action, /Ask the operator to run "foretype doctor"/);
  assert.equal(answered.link, null);
  const unanswered = only({ quarantined: [quarantined], isIndexLoaded: false });
  assert.match(unanswered.message, /cannot be searched until it is repaired\.$/);
  const feed = { ...quarantined, work: 'feed', cause: 'defect', since: quarantined.since + 1 } as const;
  const failing = only({ quarantined: [feed] });
  assert.match(failing.message, /^Some background work .* Shoppers still find the products\.$/);
  assert.match(only({ quarantined: [feed, quarantined] }).message, /2026-11-22 14:05 UTC.* last good index/);
});

test('a store without a place in memory asks for more', () => {
  const putOut = { ...quarantined, work: 'memory', cause: 'memory' } as const;
  const { code, severity, message, action } = only({ quarantined: [putOut], isIndexLoaded: false });
  assert.deepEqual([code, severity], ['index_put_out', 'problem']);
  assert.match(message, /does not fit into the memory .* since 2026-11-22 14:05 UTC\.$/);
  assert.match(action, /raise FORETYPE_INDEX_MEMORY_MB/);
});

test('products that cannot be read are counted and named', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
    table: 'products',
    id,
    column: 'attributes',
    error: 'is not valid JSON',
  }));
  const lacking = { ...quarantined, cause: 'row', rows, rowCount: 1_006 } as const;
  const { code, message, action } = only({ quarantined: [lacking] });
  assert.equal(code, 'products_unreadable');
  assert.match(
    message,
    /^At least 1,006 products cannot be read \(a, b, c, d, e and 1,001 more\), since 2026/,
  );
  assert.match(message, /Shoppers do not find them; all others are found\.$/);
  assert.match(action, /^Upload them again/);
  const met = { ...lacking, work: 'calls', rows: rows.slice(0, 1), rowCount: 1 } as const;
  assert.match(
    only({ quarantined: [met] }).message,
    /^At least 1 product .* \(a\), .* Shoppers still find it\.$/,
  );
});

test('products on a damaged page are for the operator', () => {
  const page = { table: 'products', id: 'a', column: null, error: 'is on a page that cannot be read' };
  const other = { ...page, id: 'b', column: 'raw', error: 'is not valid JSON' };
  const finding = (rows: (typeof page | typeof other)[]) =>
    only({ quarantined: [{ ...quarantined, work: 'calls', cause: 'row', rows, rowCount: rows.length }] });
  const { action, link } = finding([page]);
  assert.equal(action, 'Ask the operator to run "foretype repair": until then it cannot be replaced.');
  assert.equal(link, null);
  assert.match(finding([page, other]).action, /^Ask the operator .* first\. Upload them again/);
});

test('damaged products are named beside rows of other tables', () => {
  const product = { table: 'products', id: 'a', column: 'raw', error: 'is not valid JSON' };
  const synonyms = { ...product, table: 'synonym_sets', id: calm.store.id, column: 'rules' };
  const rows = [product, synonyms];
  const lacking = { ...quarantined, cause: 'row', rows, rowCount: 2 } as const;
  const findings = findAttention({ ...calm, quarantined: [lacking] });
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['products_unreadable', 'settings_unreadable'],
  );
  assert.match(findings[0]?.message ?? '', /^At least 1 product cannot be read \(a\)/);
  assert.match(findings[1]?.message ?? '', /^The synonyms .* UTC\. Shoppers are answered without them\.$/);
  const unknown = { ...lacking, rows: [product, { ...product, table: 'popularity_scores' }] };
  const codes = findAttention({ ...calm, quarantined: [unknown] }).map(({ code }) => code);
  assert.deepEqual(codes, ['store_quarantined', 'products_unreadable']);
});

test('settings that their owner can replace lead to their page', () => {
  const finding = (table: string, work: QuarantinedStore['work'], error = 'is not valid JSON') => {
    const row = { table, id: 'x', column: 'rules', error };
    return only({ quarantined: [{ ...quarantined, work, cause: 'row', rows: [row], rowCount: 1 }] });
  };
  const pages = {
    synonym_sets: 'synonyms',
    merchandising_sets: 'rules',
    ranking_sets: 'ranking',
    collections: 'collections',
    webhooks: 'webhooks/x',
  };
  for (const [table, page] of Object.entries(pages)) {
    const { code, link } = finding(table, 'calls');
    assert.deepEqual([code, link], ['settings_unreadable', `/stores/${calm.store.id}/${page}`]);
  }
  assert.match(finding('synonym_sets', 'enrichment').message, /UTC\. New products wait for their phrases\.$/);
  assert.match(
    finding('webhooks', 'import').message,
    /^Some webhooks cannot be read, .* UTC\. Imports wait\.$/,
  );
  const onPage = finding('synonym_sets', 'calls', 'is on a page that cannot be read');
  assert.deepEqual([onPage.code, onPage.link], ['store_quarantined', null]);
});

test('several webhooks that cannot be read lead to their list', () => {
  const [first, second] = ['x', 'y'].map((id) => ({
    table: 'webhooks',
    id,
    column: 'events',
    error: 'is not valid JSON',
  }));
  assert.ok(first !== undefined && second !== undefined);
  const rows = [first, { ...first, column: 'url' }];
  const met = { ...quarantined, work: 'calls', cause: 'row', rows, rowCount: 2 } as const;
  assert.equal(only({ quarantined: [met] }).link, `/stores/${calm.store.id}/webhooks/x`);
  const both = { ...met, work: 'import', rows: [second], rowCount: 1 } as const;
  assert.equal(only({ quarantined: [met, both] }).link, `/stores/${calm.store.id}/settings`);
});

test('shoppers are not mentioned while no index answers', () => {
  const rows = [{ table: 'products', id: 'a', column: 'raw', error: 'is not valid JSON' }];
  const lacking = { ...quarantined, cause: 'row', rows, rowCount: 1 } as const;
  const feed = { ...quarantined, work: 'feed', cause: 'defect' } as const;
  const findings = findAttention({ ...calm, quarantined: [lacking, feed], isIndexLoaded: false });
  const codes = ['store_quarantined', 'products_unreadable', 'index_loading'];
  assert.deepEqual(
    findings.map(({ code }) => code),
    codes,
  );
  for (const { message } of findings) assert.doesNotMatch(message, /Shoppers/);
});

test('an import that stands still names its reason', () => {
  const error = 'The import waits and is tried again. A row cannot be read.';
  const run = importRun(uuidOf(7), { status: 'processing', error, filename: 'a.csv' });
  assert.equal(isWaiting(run), true);
  assert.equal(isWaiting({ ...run, error: null }), false);
  assert.equal(isWaiting({ ...run, status: 'failed' }), false);
  const { code, message, link } = only({ waitingImports: [run] });
  assert.equal(code, 'import_waiting');
  assert.equal(message, `The import a.csv stands still. ${error}`);
  assert.ok(link?.endsWith(`/imports/${run.id}`));
});

test('a provider that does not answer needs attention', () => {
  const message = 'The AI provider (m) did not answer within 60 s.';
  for (const code of ['provider_away', 'provider_refused'] as const) {
    const found = only({ hold: { code, message, until: 0 } });
    assert.equal(found.code, 'phrases_held');
    assert.ok(found.message.endsWith(message));
  }
  for (const code of ['provider_paused', 'budget_spent'] as const) {
    assert.deepEqual(findAttention({ ...calm, hold: { code, message, until: 0 } }), []);
  }
});

test('a damaged table of all stores is named', () => {
  const table = { table: 'jobs', part: 'rows', error: 'malformed', since: quarantined.since } as const;
  const damaged = only({ damagedTables: [{ ...table, isRebuilt: false }] });
  assert.deepEqual([damaged.code, damaged.severity], ['service_damaged', 'problem']);
  assert.match(
    damaged.message,
    /cannot be read \(jobs\), since 2026-11-22 14:05 UTC\. Shoppers are answered/,
  );
  const rebuilt = { ...calm, damagedTables: [{ ...table, part: 'index', isRebuilt: true }] } as const;
  assert.deepEqual(findAttention(rebuilt), []);
});

test('keys that cannot be read are not missed', () => {
  const incomplete = only({ keys: [], unread: ['keys', 'feeds'] });
  assert.deepEqual([incomplete.code, incomplete.severity], ['overview_incomplete', 'problem']);
  assert.match(incomplete.message, /left out: keys, feeds\.$/);
});

test('rows that failed are counted', () => {
  const one = only({ lastImport: importRun(uuidOf(7), { failedRows: 1 }) });
  assert.match(one.message, /^1 row of the last import/);
  const many = only({ lastImport: importRun(uuidOf(7), { failedRows: 1_200 }) });
  assert.match(many.message, /^1,200 rows of/);
});

test('a full plan is a problem, a plan without limits never', () => {
  const full = { productCount: 100, inStockCount: 100, enrichmentCount: 4 };
  const lastImport = importRun(uuidOf(7), { skippedRows: 3 });
  const { code, message } = only({ store: storeRow({ ...full, plan: 'free' }), lastImport });
  assert.equal(code, 'products_limit_reached');
  assert.match(message, /100 products, all that the plan free allows.* left out 3 rows\.$/);
  assert.deepEqual(findAttention({ ...calm, store: storeRow(full), lastImport }), []);
});

test('a used-up phrase limit is noted where products lack phrases', () => {
  const used = { plan: 'free', enrichmentCount: 5 } as const;
  assert.equal(only({ store: storeRow({ ...used, productCount: 6 }) }).code, 'enriched_limit_reached');
  assert.deepEqual(findAttention({ ...calm, store: storeRow({ ...used, productCount: 5 }) }), []);
});

test('a storefront key must be there, unrevoked and used', () => {
  assert.equal(only({ keys: [apiKeyRow()] }).code, 'no_storefront_key');
  assert.equal(only({ keys: [{ ...storefront, revokedAt: someTime }] }).code, 'no_storefront_key');
  const ended = { ...storefront, lastUsedAt: null, expiresAt: someTime };
  assert.equal(only({ keys: [ended] }).code, 'no_storefront_key');
  const unused = only({ keys: [{ ...storefront, lastUsedAt: null }] });
  assert.deepEqual([unused.code, unused.severity], ['storefront_key_unused', 'info']);
});

test('missing images and categories are counted among all products', () => {
  const store = storeRow({ productCount: 812_000 });
  const image = only({ store, missing: { ...allThere, image: 1 } });
  assert.deepEqual(
    [image.code, image.severity, image.message],
    ['products_without_image', 'info', '1 of 812,000 products has no image.'],
  );
  assert.ok(image.link?.endsWith('/products?missing=image'));
  const category = only({ missing: { ...allThere, category: 2 } });
  assert.match(category.message, /^2 of 20 products have no category\.$/);
  const many = only({ store, missing: { ...allThere, image: limits.missingCountMax } });
  assert.match(many.message, /^At least 20,000 of 812,000 products have no image\.$/);
});

test('a shop without any pictures is left alone about them', () => {
  assert.deepEqual(findAttention({ ...calm, missing: { ...allThere, image: 20 } }), []);
  const store = storeRow({ productCount: 812_000 });
  const missing = { ...allThere, image: limits.missingCountMax, isWithoutImages: true };
  assert.deepEqual(findAttention({ ...calm, store, missing }), []);
});

test('the worst comes first', () => {
  const codes = findAttention({
    store: storeRow(),
    lastImport: importRun(uuidOf(7), { failedRows: 1 }),
    waitingImports: [],
    hold: null,
    missing: { ...allThere, image: 1, category: 1 },
    keys: [{ ...storefront, lastUsedAt: null }],
    now: someTime,
    feeds: [],
    feedRuns: [],
    webhooks: [],
    isIndexLoaded: false,
    quarantined: [],
    damagedTables: [],
    unread: [],
  }).map(({ severity }) => severity);
  assert.deepEqual(codes, ['problem', 'warning', 'warning', 'info', 'info', 'info']);
});
