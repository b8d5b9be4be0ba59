/**
 * Goal: decisions, counts by pattern and searches are of one store alone, and show what is stored. Method: both databases, with a
 * second store that has the same products.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { findPhrases, sizeOfWords } from '../../server/enrichment/review/find-phrases.ts';
import type { StandingDecision } from '../../server/storage/enrichment/review-tables.ts';
import type { PhraseSet } from '../../server/storage/enrichment/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { productWrite, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const [mine, other] = [storeRow(), storeRow({ id: uuidOf(900) })];

const setOf = (productId: string, changed: Partial<PhraseSet> = {}): PhraseSet => ({
  ...{ productId, state: 'generated', generator: 'offline', model: null, promptVersion: null },
  ...{ generatedAt: someTime, sourceHash: 'h', generated: null, edited: null, lockedFrom: null, dropped: [] },
  ...{ reviewedAt: null, reviewedBy: null, patterns: '0504', byDecision: false, ...changed },
});

/** Products of a store, each with two phrases: `Acme lamp` (05: brand and type) and `lamp` (04: type). */
async function fill(
  storage: Storage,
  storeId: string,
  changes: readonly Partial<PhraseSet>[],
): Promise<string[]> {
  const writes = changes.map((_, index) => productWrite(`p${index}`, index));
  await storage.write(storeId, async (writer) => {
    await writer.products.upsert(writes, 1);
    const phrases = { suggestionPhrases: ['Acme lamp'], searchPhrases: ['lamp'], type: null };
    await writer.phrases.write(
      writes.map(({ id: productId }) => ({ productId, sourceHash: null, ...phrases })),
      2,
    );
    await writer.phrases.writeSets(changes.map((changed, index) => setOf(writes[index]?.id ?? '', changed)));
  });
  return writes.map(({ id }) => id);
}

const decisionOf = (id: number, changed: Partial<StandingDecision> = {}): StandingDecision => ({
  ...{ id: uuidOf(id), kind: 'pattern', subject: 'type', verdict: 'approved' },
  ...{ decidedAt: someTime, decidedBy: 'Ada', newName: null, ...changed },
});

onBothEngines('decisions are those of their store, one on a subject', async ({ storage }) => {
  await storage.directory.createStore(mine, []);
  await storage.directory.createStore(other, []);
  const kept = decisionOf(3, { kind: 'words', verdict: 'refused', decidedBy: null });
  await storage.write(mine.id, async (writer) => {
    await writer.phrases.saveDecision(decisionOf(1));
    await writer.phrases.saveDecision(kept);
    await writer.phrases.saveDecision(decisionOf(2, { verdict: 'refused' }));
  });
  const reader = storage.reader(mine.id);
  assert.deepEqual(await reader.phrases.decisions(), [kept, decisionOf(2, { verdict: 'refused' })]);
  assert.deepEqual(await storage.reader(other.id).phrases.decisions(), []);
  const remove = (storeId: string) =>
    storage.write(storeId, (writer) => writer.phrases.deleteDecision(uuidOf(2)));
  assert.deepEqual(
    [await remove(other.id), await remove(mine.id), await remove(mine.id)],
    [false, true, false],
  );
  assert.deepEqual(await reader.phrases.decisions(), [kept]);
});

onBothEngines('patterns are counted by state, of one store alone', async ({ storage }) => {
  await storage.directory.createStore(mine, []);
  await storage.directory.createStore(other, []);
  const ids = await fill(storage, mine.id, [
    {},
    {},
    { patterns: null },
    { state: 'approved', byDecision: true },
    { state: 'approved' },
    { state: 'rejected' },
    { state: 'edited' },
    { generator: null },
  ]);
  await fill(storage, other.id, [{}]);
  const { phrases } = storage.reader(mine.id);
  const counts = (await phrases.patternCounts()).map(({ state, isOpen, patterns, products, examples }) =>
    [state, isOpen, patterns, products, examples.map((id) => ids.indexOf(id))].join(' '),
  );
  assert.deepEqual(counts.toSorted(), [
    'approved false 0504 1 4',
    'approved true 0504 1 3',
    'generated true  1 2',
    'generated true 0504 2 0,1',
    'rejected false 0504 1 5',
  ]);
  const reviewed = await phrases.reviewed({ after: '', limit: 10 });
  assert.deepEqual(
    reviewed.map(({ externalId }) => externalId),
    ['p0', 'p1', 'p2', 'p3'],
  );
  const holding = await phrases.reviewed({ after: ids[0] ?? '', limit: 10, holding: '04' });
  assert.deepEqual(
    holding.map(({ externalId }) => externalId),
    ['p1', 'p3'],
  );
  assert.deepEqual((await phrases.reviewedAmong([...ids])).length, 4);
  assert.deepEqual(
    [...(await phrases.patternSources(ids.slice(0, 2))).keys()].toSorted(),
    ids.slice(0, 2).toSorted(),
  );
  assert.deepEqual(await phrases.countSets(ids[1] ?? ''), { done: 2, total: 8 });
  assert.deepEqual((await storage.reader(other.id).phrases.patternCounts()).length, 1);
});

onAnyEngine('a search ends after many products and goes on there', async ({ storage }) => {
  await storage.directory.createStore(mine, []);
  const count = limits.reviewedProducts + limits.reviewedProductsPerRead + 3;
  const reader = storage.reader(mine.id);
  const wanted = { words: 'nothing', pattern: null, verdict: null, limit: 10 } as const;
  const all = Array.from({ length: count }, () => ({}));
  await fill(storage, mine.id, all.slice(0, limits.reviewedProducts));
  assert.deepEqual(await findPhrases(reader, { ...wanted, after: null }), { phrases: [], next: null });
  assert.equal((await sizeOfWords(reader, 'acme')).isComplete, true, 'nothing is left to look at');
  await fill(storage, mine.id, all);
  const first = await findPhrases(reader, { ...wanted, after: null });
  assert.equal(first.phrases.length, 0);
  assert.notEqual(first.next, null);
  assert.deepEqual(await findPhrases(reader, { ...wanted, after: first.next }), { phrases: [], next: null });
  const size = await sizeOfWords(reader, 'acme');
  assert.deepEqual([size.isComplete, size.products >= limits.reviewedProducts], [false, true]);
  assert.ok(size.products < count);
});
