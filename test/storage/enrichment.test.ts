/**
 * Goal: phrases are written for the product that they were made for, a job is ended once, and what all processes share
 * is decided by one of them at a time. Method: both databases, with products that change in between.
 */
import assert from 'node:assert/strict';
import type { PhraseSet } from '../../server/storage/enrichment/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { feedRow, productWrite, someTime, storeRow, typeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = storeRow().id;
const writes = ['a', 'b', 'c'].map((externalId, index) => productWrite(externalId, index));
const [first, second, third] = writes as [(typeof writes)[0], (typeof writes)[0], (typeof writes)[0]];
const jobOf = ({ id: productId, sourceHash }: typeof first) => ({ productId, sourceHash });
const lists = {
  suggestionPhrases: ['red lamp'],
  searchPhrases: ['lamps', 'lampshade'],
  type: typeRow('lamp'),
};
const phrasesOf = (write: typeof first) => ({ ...jobOf(write), ...lists });

async function withQueue(storage: Storage): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, async (writer) => {
    await writer.products.upsert(writes, 1);
    await writer.enrichment.enqueue(writes.map((write) => ({ ...jobOf(write), createdAt: someTime })));
    await writer.updateStore({ changeNumber: 1, productCount: 3, inStockCount: 3, enrichmentCount: 3 });
  });
}

const putOff = (write: typeof first, delayMs: number, state: 'waiting' | 'failed' = 'waiting') => ({
  ...{ ...jobOf(write), delayMs, state },
  ...{ attempts: 1, error: 'It did not answer.', errorCode: 'away' },
});

onBothEngines('jobs are found fresh, then by time, never once failed', async ({ storage }) => {
  await withQueue(storage);
  const reader = storage.reader(storeId);
  const fresh = async (after: string | null) =>
    (await reader.enrichment.fresh({ after, limit: 10 })).map(({ product }) => product.id);
  assert.deepEqual(await fresh(first.id), [second.id, third.id]);
  await storage.write(storeId, (writer) =>
    writer.enrichment.putOff([putOff(first, 3_600_000), putOff(second, 0), putOff(third, 0, 'failed')]),
  );
  assert.deepEqual(await fresh(null), []);
  const repeated = await reader.enrichment.repeated(10);
  assert.deepEqual(
    repeated.map(({ product, attempts, jobHash }) => [product.id, attempts, jobHash]),
    [[second.id, 1, second.sourceHash]],
  );
  const { waiting, failed } = await reader.enrichment.progress();
  assert.deepEqual([waiting, failed], [2, 1]);
  // The time was rounded to a millisecond that may not have begun.
  assert.ok(((await reader.enrichment.nextMs()) ?? 9) <= 1);
  await storage.write(storeId, (writer) => writer.enrichment.take([jobOf(second)]));
  const waitMs = (await reader.enrichment.nextMs()) ?? 0;
  assert.ok(waitMs > 3_590_000 && waitMs <= 3_600_001, `${waitMs}`);
  assert.deepEqual(
    (await reader.enrichment.list('failed', { after: null, limit: 5 })).map(({ id, job }) => [
      id,
      job?.error,
    ]),
    [[third.id, 'It did not answer.']],
  );
  assert.equal(await storage.write(storeId, (writer) => writer.enrichment.retry([first.id])), 0);
  assert.equal(await storage.write(storeId, (writer) => writer.enrichment.retry(null)), 1);
  assert.deepEqual(await fresh(null), [third.id]);
});

onBothEngines('a newer hash replaces a job in any state', async ({ storage }) => {
  await withQueue(storage);
  await storage.write(storeId, async (writer) => {
    await writer.enrichment.putOff([putOff(first, 0, 'failed')]);
    await writer.enrichment.enqueue([{ productId: first.id, sourceHash: 'newer', createdAt: someTime }]);
    // Of the one before.
    await writer.enrichment.putOff([putOff(first, 0, 'failed')]);
    assert.deepEqual(await writer.enrichment.take([jobOf(first)]), new Set());
  });
  const state = await storage.reader(storeId).enrichment.state(first.id);
  const waiting = { state: 'waiting', attempts: 0, runAt: 0, error: null, errorCode: null };
  assert.deepEqual(state, waiting);
  const taken = await storage.write(storeId, (writer) =>
    writer.enrichment.take([{ productId: first.id, sourceHash: 'newer' }, jobOf(second)]),
  );
  assert.deepEqual(taken, new Set([first.id, second.id]));
});

onBothEngines('phrases are written only for their own hash', async ({ storage }) => {
  await withQueue(storage);
  await storage.write(storeId, (writer) =>
    writer.products.upsert([{ ...first, sourceHash: 'changed since' }], 2),
  );
  const written = await storage.write(storeId, (writer) =>
    writer.phrases.write([phrasesOf(first), phrasesOf(second), { ...phrasesOf(third), sourceHash: null }], 3),
  );
  assert.deepEqual(written, new Set([second.id, third.id]));
  const reader = storage.reader(storeId);
  const changed = await reader.products.changed({ after: { changeNumber: 2, externalId: 'a' }, limit: 5 });
  assert.deepEqual(
    changed.products.map(({ externalId, suggestionPhrases, searchPhrases }) => [
      externalId,
      suggestionPhrases,
      searchPhrases,
    ]),
    ['b', 'c'].map((id) => [id, lists.suggestionPhrases, lists.searchPhrases]),
  );
  assert.deepEqual((await reader.products.find('a'))?.suggestionPhrases, []);
  // An upsert leaves them.
  await storage.write(storeId, (writer) => writer.products.upsert([second], 4));
  assert.deepEqual((await reader.products.find('b'))?.suggestionPhrases, ['red lamp']);
});

onBothEngines('a write of phrases is no catalog write for feeds', async ({ storage }) => {
  await withQueue(storage);
  await storage.write(storeId, async (writer) => {
    await writer.feeds.insert(feedRow({ caughtUpTo: 1 }));
    await writer.phrases.write([phrasesOf(first), phrasesOf(second)], 2);
    await writer.phrases.write([phrasesOf(first)], 3);
    await writer.products.upsert([second], 4);
  });
  const reader = storage.reader(storeId);
  assert.deepEqual((await reader.feeds.removableAmong(['a', 'b', 'c'], 1)).toSorted(), ['a', 'c']);
});

onBothEngines('phrases, settings and usage come back as written', async ({ storage }) => {
  await withQueue(storage);
  const set: PhraseSet = {
    ...{ productId: first.id, state: 'edited', generator: 'openai', model: 'm', promptVersion: 'p1' },
    ...{ generatedAt: someTime, sourceHash: 'h', generated: lists, reviewedAt: someTime, reviewedBy: 'Ada' },
    ...{ edited: { suggestionPhrases: ['mine'], searchPhrases: [], type: null }, lockedFrom: null },
    dropped: [{ rule: 'promotion', count: 2, example: 'buy now' }],
    ...{ patterns: '050a', byDecision: true },
  };
  const bare: PhraseSet = {
    ...{ productId: second.id, state: 'locked', generator: null, model: null, promptVersion: null },
    ...{ generatedAt: null, sourceHash: null, generated: null, reviewedAt: null, reviewedBy: null },
    ...{ edited: null, lockedFrom: 'rejected', dropped: [] },
    ...{ patterns: null, byDecision: false },
  };
  const settings = {
    ...{
      paused: true,
      monthlyBudgetMicros: 5_000_000,
      blocklist: ['nasty'],
      blocklistChange: 7,
      queueAfter: '',
      sweepAfter: 'p7',
      sweepsAgain: true,
    },
    hold: { code: 'provider_refused' as const, message: 'No.', until: someTime },
    ...{ failedRequests: 3, busyRequests: 2, lift: 'spent' as const },
  };
  const usage = {
    ...{ day: '2026-11-21', generator: 'openai m', requests: 1, products: 10, failed: 0 },
    ...{ inputTokens: 100, outputTokens: 50, costMicros: 7 },
  };
  const reader = storage.reader(storeId);
  assert.equal((await reader.enrichment.settings()).paused, false);
  await storage.write(storeId, async (writer) => {
    await writer.phrases.writeSets([{ ...bare, productId: first.id }, bare]);
    await writer.phrases.writeSets([set]);
    await writer.enrichment.saveSettings({ ...settings, paused: false });
    await writer.enrichment.saveSettings(settings);
    await writer.enrichment.addUsage({ ...usage, day: '2026-10-01' });
    for (let count = 0; count < 2; count += 1) await writer.enrichment.addUsage(usage);
    await writer.phrases.setLocked(first.id, true);
    await writer.enrichment.deleteUsageBefore('2026-11-01');
  });
  assert.deepEqual(
    await reader.phrases.sets([first.id, second.id, third.id]),
    new Map([
      [first.id, set],
      [second.id, bare],
    ]),
  );
  const listed = await reader.enrichment.list('edited', { after: null, limit: 5 });
  assert.deepEqual(
    listed.map(({ externalId, phraseState }) => [externalId, phraseState]),
    [['a', 'edited']],
  );
  assert.deepEqual(await reader.enrichment.settings(), settings);
  assert.deepEqual((await reader.enrichment.changedBlocklist(6))?.blocklist, ['nasty']);
  assert.equal(await reader.enrichment.changedBlocklist(7), null);
  const twice = { ...usage, requests: 2, products: 20, inputTokens: 200, outputTokens: 100, costMicros: 14 };
  assert.deepEqual(await reader.enrichment.usage('2026-01-01'), [twice]);
  assert.equal((await reader.products.existing(['a'])).get('a')?.isLocked, true);
});

onBothEngines('never-queued products are found in stretches, without locked ones', async ({ storage }) => {
  await withQueue(storage);
  await storage.write(storeId, async (writer) => {
    await writer.phrases.setLocked(second.id, true);
    await writer.enrichment.countProducts([third.id]);
  });
  const reader = storage.reader(storeId);
  const stretch = await reader.enrichment.neverQueued({ after: '', scan: 2 });
  assert.deepEqual([stretch.products.map(({ id }) => id), stretch.scannedTo], [[first.id], 'b']);
  assert.deepEqual(await reader.enrichment.neverQueued({ after: 'b', scan: 2 }), {
    products: [],
    scannedTo: null,
  });
  const sources = await reader.phrases.sources({ after: 'a', limit: 1 });
  assert.deepEqual([sources.products.map(({ id }) => id), sources.last], [[second.id], 'b']);
});

onBothEngines('outdated products have other rules and no turn', async ({ storage }) => {
  const many = Array.from({ length: 10 }, (_, index) => productWrite(`p${index}`, index));
  const rules = { generator: 'openai', model: 'tiny', promptVersion: 'p2' };
  const foreign = storeRow({ id: uuidOf(60) });
  const shops = [storeRow(), foreign];
  const setOf = (index: number, changed: Partial<PhraseSet> = {}): PhraseSet => ({
    ...{ productId: many[index]?.id ?? '', state: 'generated', ...rules, generatedAt: someTime },
    ...{ sourceHash: 'a', generated: null, edited: null, lockedFrom: null, dropped: [] },
    ...{ patterns: null, byDecision: false },
    ...{ reviewedAt: null, reviewedBy: null, ...changed },
  });
  for (const { id } of shops) {
    await storage.directory.createStore(id === foreign.id ? foreign : storeRow(), []);
    await storage.write(id, async (writer) => {
      await writer.products.upsert(many, 1);
      await writer.phrases.writeSets([
        setOf(0),
        setOf(1, { promptVersion: 'p1' }),
        setOf(2, { generator: 'offline', model: null, promptVersion: 'p2' }),
        setOf(3, { state: 'approved', model: 'large' }),
        setOf(4, { state: 'edited', promptVersion: 'p1' }),
        setOf(5, { state: 'rejected', promptVersion: 'p1' }),
        setOf(6, { state: 'locked', promptVersion: 'p1', lockedFrom: 'generated' }),
        setOf(7, { promptVersion: 'p1' }),
        setOf(8, { promptVersion: null }),
        setOf(9, { generator: null, model: null, promptVersion: null }),
      ]);
    });
  }
  // In one store two of them have a job: one that waits, and one that was given up.
  const jobs = many.filter((_, index) => index === 1 || index === 7);
  await storage.write(storeId, async (writer) => {
    await writer.enrichment.enqueue(jobs.map((write) => ({ ...jobOf(write), createdAt: someTime })));
    await writer.enrichment.putOff(jobs.slice(1).map((write) => putOff(write, 0, 'failed')));
  });
  const placesOf = async (id: string, after: string, scan: number) => {
    const found = await storage.reader(id).phrases.outdated({ after, scan, rules });
    return [found.products.map(({ externalId }) => externalId), found.scannedTo] as const;
  };
  assert.deepEqual(await placesOf(storeId, '', 20), [['p2', 'p3', 'p7', 'p8'], null]);
  assert.deepEqual(await placesOf(foreign.id, '', 20), [['p1', 'p2', 'p3', 'p7', 'p8'], null]);
  assert.deepEqual(await placesOf(storeId, '', 3), [['p2'], many[2]?.id]);
  assert.deepEqual(await placesOf(storeId, many[2]?.id ?? '', 5), [['p3', 'p7'], many[7]?.id]);
});

onBothEngines('one of many callers gets the last call until it ends', async ({ storage, openAnother }) => {
  const others = [storage, await openAnother(), await openAnother()];
  const ask = (by: Storage, id: string) =>
    by.directory.changeAllowance('provider', ({ callsUnderWay, nowMicros: _now, ...state }) =>
      callsUnderWay > 0
        ? { state, result: false }
        : { state, begun: { id, owner: id, keptMs: 60_000 }, result: true },
    );
  const answers = await Promise.all(
    others.flatMap((by, index) => [ask(by, `${index} first`), ask(by, `${index} second`)]),
  );
  assert.equal(answers.filter(Boolean).length, 1);
  const [owner] = ['0', '1', '2']
    .flatMap((index) => [`${index} first`, `${index} second`])
    .filter((_, index) => answers[index]);
  assert.ok(owner !== undefined);
  await storage.directory.keepCalls(owner, 60_000);
  assert.equal(await ask(storage, 'while it is kept'), false);
  await storage.directory.changeAllowance(
    'provider',
    ({ callsUnderWay: _calls, nowMicros: _now, ...state }) => ({
      ...{ state: { ...state, failures: 3 }, endedId: owner, result: null },
    }),
  );
  const view = await storage.directory.changeAllowance('provider', (seen) => {
    const { callsUnderWay: _calls, nowMicros: _now, ...state } = seen;
    return { state, result: seen };
  });
  assert.deepEqual([view.callsUnderWay, view.failures], [0, 3]);
  assert.ok(view.nowMicros > someTime - 365 * 86_400_000_000);
});
