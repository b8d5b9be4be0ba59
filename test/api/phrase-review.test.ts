/**
 * Goal: a few decisions settle the phrases of a store, for its own people and keys alone, and each call says what is wrong with it.
 * Method: a running service with the offline generator, on both databases.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type {
  PhraseDecisionBody,
  PhraseGroupSizeBody,
  PhrasePatternBody,
  PhraseReviewBody,
  ReviewedPhraseBody,
} from '../../contract/phrase-review.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { makeProduct } from '../support/make-product.ts';
import type { TestService, TestStore } from '../support/start-test-service.ts';
import { uuidOf } from '../support/storage-rows.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface PatternList {
  readonly review: PhraseReviewBody;
  readonly patterns: readonly PhrasePatternBody[];
  readonly next_cursor: string | null;
}

async function call<Body>(store: TestStore, method: string, path: string, body?: object): Promise<Body> {
  const answer = await store.request(method, `/api/v1${path}`, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Body>();
}

const patternsOf = (store: TestStore, query = '') =>
  call<PatternList>(store, 'GET', `/phrases/patterns${query}`);
const phrasesOf = (store: TestStore, query = '') =>
  call<{ phrases: ReviewedPhraseBody[]; next_cursor: string | null }>(store, 'GET', `/phrases${query}`);
const decide = (store: TestStore, body: object) =>
  call<{ message: string; decisions: PhraseDecisionBody[] }>(store, 'POST', '/phrases/decisions', body);
const decisionsOf = (store: TestStore, query = '') =>
  call<{ decisions: PhraseDecisionBody[]; next_cursor: string | null }>(
    store,
    'GET',
    `/phrases/decisions${query}`,
  );

async function settled(store: TestStore): Promise<PhraseReviewBody> {
  await waitUntil('the decisions', async () => (await patternsOf(store)).review.progress === null);
  return (await patternsOf(store)).review;
}

/** A store with lamps and sofas whose phrases are written. */
async function createReviewed(service: Pick<TestService, 'createStore'>, count = 6): Promise<TestStore> {
  const store = await service.createStore();
  const products = Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? makeProduct(`lamp-${index}`, { title: 'Nordlys desk lamp', brand: 'Nordlys', category: 'Desk lamps' })
      : makeProduct(`sofa-${index}`, { title: 'Hyggelig corner sofa', brand: 'Hyggelig', category: 'Sofas' }),
  );
  await call(store, 'POST', '/product-imports', { products });
  await waitUntil('the phrases', async () => {
    const { open_products: open } = (await patternsOf(store)).review;
    return open === count;
  });
  return store;
}

for (const engine of engines) {
  describe(`review of phrases (${engine.name})`, () => {
    const service = useService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });

    test('a few decisions settle a store and can be taken back', async () => {
      const store = await createReviewed(service);
      const { patterns } = await patternsOf(store);
      assert.ok(patterns.length >= 2 && patterns.length <= 8, `${patterns.length} patterns`);
      const brands = patterns.find(({ pattern }) => pattern === 'brand-type') ?? assert.fail('no brand-type');
      assert.deepEqual([brands.parts, brands.verdict, brands.risk], [['brand', 'type'], null, 'low']);
      assert.equal(brands.products, 6);
      assert.ok(
        brands.samples.length > 0 && brands.samples.every(({ phrase }) => /Nordlys|Hyggelig/.test(phrase)),
      );
      const size = await call<PhraseGroupSizeBody>(store, 'POST', '/phrases/decisions/preview', {
        patterns: ['brand-type'],
      });
      assert.deepEqual(size, {
        products: 6,
        phrases: brands.phrases,
        emptied_products: 0,
        is_complete: true,
      });
      const refused = await decide(store, { verdict: 'refused', patterns: ['brand-type'] });
      assert.equal(refused.message, 'The phrases of 1 pattern will be refused, and so will new ones.');
      const rest = patterns.map(({ pattern }) => pattern).filter((pattern) => pattern !== 'brand-type');
      await decide(store, { verdict: 'approved', patterns: rest });
      assert.deepEqual(await settled(store), {
        ...{ open_products: 0, decided_products: 6, unsorted_products: 0, progress: null },
      });
      assert.deepEqual((await patternsOf(store)).patterns, []);
      const [decided] = (await patternsOf(store, '?verdict=refused')).patterns;
      assert.deepEqual([decided?.pattern, decided?.decision_id], ['brand-type', refused.decisions[0]?.id]);
      const shown = await call<{ phrases: Record<string, unknown> }>(
        store,
        'GET',
        '/products/lamp-0/phrases',
      );
      const { state, reviewed_by: by, suggestion_phrases: live } = shown.phrases;
      assert.deepEqual([state, by], ['approved', 'First secret key']);
      assert.doesNotMatch(JSON.stringify(live), /Nordlys desk lamp/);
      await call(store, 'DELETE', `/phrases/decisions/${refused.decisions[0]?.id}`);
      assert.equal((await settled(store)).open_products, 6);
      assert.deepEqual((await patternsOf(store)).patterns, [brands]);
    });

    test('phrases are found by words, pattern and decision, in pages', async () => {
      const store = await createReviewed(service);
      const all = await phrasesOf(store, '?limit=200');
      assert.equal(all.next_cursor, null);
      const walked: ReviewedPhraseBody[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await phrasesOf(store, `?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
        walked.push(...page.phrases);
        cursor = page.next_cursor;
      }
      assert.deepEqual(walked, all.phrases);
      const lamps = (await phrasesOf(store, '?q=NORD%20la&limit=200')).phrases;
      assert.deepEqual(
        lamps,
        all.phrases.filter(({ external_id: id }) => id.startsWith('lamp')),
      );
      const types = (await phrasesOf(store, '?pattern=type&limit=200')).phrases;
      assert.ok(types.length > 0);
      assert.deepEqual(
        types,
        all.phrases.filter(({ pattern }) => pattern === 'type'),
      );
      const size = await call<PhraseGroupSizeBody>(store, 'POST', '/phrases/decisions/preview', {
        words: 'nord',
      });
      const expected = { products: 3, phrases: lamps.length, emptied_products: 3, is_complete: true };
      assert.deepEqual(size, expected);
      await decide(store, { verdict: 'refused', words: 'nord' });
      await settled(store);
      assert.equal((await phrasesOf(store, '?verdict=refused&limit=200')).phrases.length, lamps.length);
      assert.ok(
        (await phrasesOf(store, '?verdict=open&limit=200')).phrases.every(({ title }) => /sofa/.test(title)),
      );
    });

    test('a pattern of many products has five samples', async () => {
      const store = await createReviewed(service, 42);
      const { patterns } = await patternsOf(store);
      const types = patterns.find(({ pattern }) => pattern === 'type') ?? assert.fail('no types');
      assert.equal(new Set(types.samples.map(({ external_id: id }) => id)).size, 5);
      assert.ok(types.samples.every(({ phrase }) => /lamp|sofa/.test(phrase)));
      const walked: PhrasePatternBody[] = [];
      for (let cursor: string | null = ''; cursor !== null && walked.length <= patterns.length; ) {
        const page: PatternList = await patternsOf(
          store,
          `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...page.patterns);
        cursor = page.next_cursor;
      }
      assert.deepEqual(
        walked.map(({ pattern }) => pattern),
        patterns.map(({ pattern }) => pattern),
      );
    });

    test('a wrong call about groups names each fault', async () => {
      const store = await service.createStore();
      const post = (body: unknown) => store.request('POST', '/api/v1/phrases/decisions', { body });
      const faultOf = async (body: unknown) => {
        const [fault] = expectError(await post(body), 'validation_failed');
        return [fault?.path, fault?.code];
      };
      assert.deepEqual(await faultOf({ verdict: 'approved' }), ['', 'decision_missing']);
      const both = { verdict: 'approved', words: 'lamp', patterns: ['type'] };
      assert.deepEqual(await faultOf(both), ['', 'decision_missing']);
      const order = { verdict: 'approved', patterns: ['type', 'type-brand'] };
      assert.deepEqual(await faultOf(order), ['/patterns/1', 'patterns_invalid']);
      assert.deepEqual(await faultOf({ verdict: 'refused', words: ' !? ' }), ['/words', 'words_invalid']);
      assert.equal((await faultOf({ verdict: 'maybe', words: 'lamp' }))[0], '/verdict');
      for (const path of [
        '/phrases?pattern=colour',
        '/phrases?cursor=bnVsbA',
        '/phrases/patterns?cursor=bnVsbA',
      ]) {
        expectError(await store.request('GET', `/api/v1${path}`), 'validation_failed');
      }
      const unknown = '/api/v1/phrases/decisions/019bf3a0-0000-7000-8000-000000000000';
      expectError(await store.request('DELETE', unknown), 'not_found');
    });

    test('a store has a limited number of decisions', async () => {
      const store = await service.createStore();
      const { storage } = service.current();
      await storage.write(store.store.id, async (writer) => {
        for (let index = 0; index < limits.phraseDecisions; index += 1) {
          const subject = `word ${index}`;
          const decision = { id: uuidOf(index), kind: 'words', subject, verdict: 'approved' } as const;
          await writer.phrases.saveDecision({
            ...decision,
            decidedAt: index,
            decidedBy: null,
            newName: null,
          });
        }
      });
      const more = { verdict: 'refused', words: 'one more' };
      expectError(await store.request('POST', '/api/v1/phrases/decisions', { body: more }), 'conflict');
      // One that takes the place of another needs no place of its own.
      const { decisions } = await decide(store, { verdict: 'refused', words: 'word 7' });
      const listed = await decisionsOf(store, '?limit=200');
      assert.ok(listed.decisions.some(({ id, verdict }) => id === decisions[0]?.id && verdict === 'refused'));
      assert.equal(
        listed.decisions.some(({ id }) => id === uuidOf(7)),
        false,
      );
      assert.notEqual(listed.next_cursor, null);
    });

    test('decisions stay with their store and need an editor', async () => {
      const operator = await setUpOperator(service.current());
      const [mine, other] = [await createReviewed(service, 2), await createReviewed(service, 2)];
      const { decisions } = await decide(mine, { verdict: 'refused', patterns: ['type', 'brand-type'] });
      await settled(mine);
      assert.deepEqual((await decisionsOf(other)).decisions, []);
      assert.equal((await patternsOf(other)).review.open_products, 2);
      const id = decisions[0]?.id ?? '';
      expectError(await other.request('DELETE', `/api/v1/phrases/decisions/${id}`), 'not_found');
      const join = (role: 'viewer' | 'editor') =>
        joinAs(service.current(), operator, mine.store.id, { email: `${role}@shop.example`, role });
      const [viewer, editor] = [await join('viewer'), await join('editor')];
      const path = `/stores/${mine.store.id}/phrases`;
      const body = { verdict: 'approved', words: 'lamp' };
      assert.equal((await viewer.call('GET', `${path}/patterns`)).status, 200);
      assert.equal((await viewer.call('POST', `${path}/decisions/preview`, { words: 'lamp' })).status, 200);
      expectError(await viewer.call('POST', `${path}/decisions`, body), 'insufficient_role');
      expectError(await viewer.call('DELETE', `${path}/decisions/${id}`), 'insufficient_role');
      expectError(await editor.call('GET', `/stores/${other.store.id}/phrases/patterns`), 'not_found');
      assert.equal((await editor.call('POST', `${path}/decisions`, body)).status, 200);
      const [newest] = (await decisionsOf(mine)).decisions;
      assert.deepEqual([newest?.words, newest?.verdict], ['lamp', 'approved']);
      assert.notEqual(newest?.decided_by, 'First secret key');
      const storefront = { key: mine.keys.storefront };
      expectError(await mine.request('GET', '/api/v1/phrases/patterns', storefront), 'insufficient_scope');
    });
  });
}
