/**
 * Goal: products get phrases by themselves, shoppers are answered by them within a second, and the store's people and
 * keys, but nobody else, decide what is live. Method: a running service with its own threads on both databases.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { EnrichmentBody, EnrichmentProductBody, PhrasesBody } from '../../contract/enrichment.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine, engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { makeProduct } from '../support/make-product.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const offline = { FORETYPE_ENRICHMENT_PROVIDER: 'offline' };

const lamp = makeProduct('lamp', {
  title: 'Nordlux Explore Table Lamp black',
  brand: 'Nordlux',
  category: 'Home > Lighting > Table Lamps',
  attributes: { Color: 'Black', Material: 'Metal' },
});

async function importProducts(store: TestStore, ...products: readonly unknown[]): Promise<void> {
  const answer = await store.request('POST', '/api/v1/product-imports', { body: { products } });
  assert.equal(answer.status, 200, answer.text);
}

async function phrasesOf(store: TestStore, externalId: string): Promise<PhrasesBody> {
  const answer = await store.request('GET', `/api/v1/products/${externalId}/phrases`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ phrases: PhrasesBody }>().phrases;
}

async function queueOf(store: TestStore): Promise<EnrichmentBody> {
  const answer = await store.request('GET', '/api/v1/enrichment');
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ enrichment: EnrichmentBody }>().enrichment;
}

async function untilDone(store: TestStore, externalId: string): Promise<PhrasesBody> {
  const isDone = async () => (await phrasesOf(store, externalId)).enrichment.status === 'done';
  await waitUntil(`the phrases of ${externalId}`, isDone, 20_000);
  return await phrasesOf(store, externalId);
}

async function titlesFor(store: TestStore, query: string): Promise<string[]> {
  const answer = await store.request('GET', `/api/v1/autocomplete?q=${encodeURIComponent(query)}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ products: { title: string }[] }>().products.map(({ title }) => title);
}

for (const engine of engines) {
  describe(`enrichment (${engine.name})`, () => {
    const service = useService(engine, offline);

    test('a new product gets phrases unasked and is found by them', async () => {
      const store = await service.createStore();
      await importProducts(store, lamp);
      const phrases = await untilDone(store, 'lamp');
      assert.equal(phrases.state, 'generated');
      assert.deepEqual([phrases.generator, phrases.model, phrases.proposed], ['offline', null, null]);
      assert.ok(phrases.suggestion_phrases.length > 0, 'no phrases to suggest');
      const queue = await queueOf(store);
      assert.deepEqual([queue.provider, queue.waiting, queue.failed, queue.enriched], ['offline', 0, 0, 1]);
      assert.equal(queue.usage[0]?.products, 1);
      const answer = await store.request('PUT', '/api/v1/products/lamp/phrases', {
        body: { search_phrases: ['gooseneck reading companion'] },
      });
      const edited = answer.as<{ phrases: PhrasesBody }>().phrases;
      assert.deepEqual(
        [edited.state, edited.generator, edited.generated_at, edited.reviewed_by],
        ['edited', null, null, 'First secret key'],
      );
      assert.deepEqual(await titlesFor(store, 'gooseneck'), [lamp.title]);
      // Another wording is enriched again, beside the words of a person.
      await importProducts(store, { ...lamp, title: 'Nordlux Explore Table Lamp white' });
      await waitUntil('the proposal', async () => (await phrasesOf(store, 'lamp')).proposed !== null, 20_000);
      assert.deepEqual(await titlesFor(store, 'gooseneck'), ['Nordlux Explore Table Lamp white']);
    });

    test('generated phrases are answered within two seconds, unasked', async () => {
      const store = await service.createStore();
      await store.request('PATCH', '/api/v1/enrichment', { body: { paused: true } });
      await importProducts(store, lamp);
      assert.deepEqual(await titlesFor(store, 'lamp nordlux'), [lamp.title]);
      const before = await queueOf(store);
      assert.deepEqual([before.paused, before.waiting, before.estimate.products], [true, 1, 1]);
      assert.equal((await phrasesOf(store, 'lamp')).enrichment.reason, 'The queue is paused.');
      await store.request('PATCH', '/api/v1/enrichment', { body: { paused: false } });
      const { suggestion_phrases: suggested } = await untilDone(store, 'lamp');
      const suggestions = async () => {
        const answer = await store.request('GET', '/api/v1/autocomplete?q=nord');
        return answer.as<{ suggestions: string[] }>().suggestions;
      };
      await waitUntil(
        'the suggestion',
        async () => (await suggestions()).some((phrase) => suggested.includes(phrase)),
        2_000,
      );
    });

    test('a wrong decision names each fault and changes nothing', async () => {
      const store = await service.createStore();
      await importProducts(store, lamp);
      const put = (body: unknown) => store.request('PUT', '/api/v1/products/lamp/phrases', { body });
      const wrong = await put({
        suggestion_phrases: ['ok', 'OK', 'one two three four five six seven', 5],
        search_phrases: 'x',
        state: 'approved',
        mood: 'good',
      });
      const errors = expectError(wrong, 'validation_failed');
      assert.deepEqual(
        errors.map(({ path }) => path),
        [
          '/mood',
          '/suggestion_phrases/1',
          '/suggestion_phrases/2',
          '/suggestion_phrases/3',
          '/search_phrases',
          '/state',
        ],
      );
      expectError(await put({}), 'validation_failed');
      expectError(await put({ state: 'edited' }), 'validation_failed');
      expectError(
        await store.request('PATCH', '/api/v1/enrichment', {
          body: { paused: 'yes', monthly_budget_usd: -1, blocklist: [''] },
        }),
        'validation_failed',
      );
      expectError(await store.request('GET', '/api/v1/products/none/phrases'), 'not_found');
      expectError(
        await store.request('PUT', '/api/v1/products/none/phrases', { body: { state: 'locked' } }),
        'not_found',
      );
      expectError(await store.request('GET', '/api/v1/enrichment/products?state=odd'), 'validation_failed');
      expectError(
        await store.request('GET', '/api/v1/enrichment', { key: store.keys.storefront }),
        'insufficient_scope',
      );
      const other = await service.createStore();
      expectError(await other.request('GET', '/api/v1/products/lamp/phrases'), 'not_found');
    });

    test('a blocked word leaves suggestions at once and returns likewise', async () => {
      const store = await service.createStore();
      await store.request('PATCH', '/api/v1/enrichment', { body: { paused: true } });
      const names = ['Pullover Hoodie', 'Zip Hoodies', 'Hood Ornament', 'Hooded Jacket'];
      const titles = names.flatMap((name) => ['Red', 'Blue', 'Green'].map((colour) => `${colour} ${name}`));
      await importProducts(store, ...titles.map((title, index) => makeProduct(`h${index}`, { title })));
      const block = async (...blocklist: string[]) => {
        const answer = await store.request('PATCH', '/api/v1/enrichment', { body: { blocklist } });
        assert.equal(answer.status, 200, answer.text);
      };
      const suggestionsFor = async (query: string) => {
        const answer = await store.request('GET', `/api/v1/autocomplete?q=${query}&limit=3`);
        return answer.as<{ suggestions: string[] }>().suggestions;
      };
      const before = await suggestionsFor('hood');
      assert.ok(before.some((text) => text.includes('hoodie')));
      await block('hoodie');
      const after = await suggestionsFor('hood');
      assert.ok(after.length > 0 && after.every((text) => !/hoodies?/.test(text)), after.join());
      assert.ok((await suggestionsFor('')).every((text) => !/hoodies?/.test(text)));
      await block();
      assert.deepEqual(await suggestionsFor('hood'), before);
    });

    test('phrases read can be written back, blocked ones with a warning', async () => {
      const store = await service.createStore();
      await importProducts(store, lamp);
      await untilDone(store, 'lamp');
      const put = async (body: unknown) => {
        const answer = await store.request('PUT', '/api/v1/products/lamp/phrases', { body });
        assert.equal(answer.status, 200, answer.text);
        return answer.as<{ phrases: PhrasesBody; warnings: string[] }>();
      };
      await put({ suggestion_phrases: ['evil lamps'] });
      await store.request('PATCH', '/api/v1/enrichment', { body: { blocklist: ['evil lamp'] } });
      const { state, suggestion_phrases, search_phrases } = await phrasesOf(store, 'lamp');
      const { phrases, warnings } = await put({ state, suggestion_phrases, search_phrases });
      assert.deepEqual([phrases.state, phrases.suggestion_phrases], ['edited', ['evil lamps']]);
      assert.match(warnings.join(), /"evil lamps" holds what the store blocks/);
      const { suggestions } = (await store.request('GET', '/api/v1/autocomplete?q=evil')).as<{
        suggestions: string[];
      }>();
      assert.deepEqual(suggestions, []);
      assert.deepEqual((await put({ suggestion_phrases: ['good lamps'] })).warnings, []);
    });

    test('products are listed by the state of their phrases', async () => {
      const store = await service.createStore();
      const ids = ['a', 'b', 'c'];
      await importProducts(store, ...ids.map((id) => ({ ...lamp, external_id: id })));
      for (const id of ids) await untilDone(store, id);
      await store.request('PUT', '/api/v1/products/b/phrases', { body: { state: 'rejected' } });
      const list = async (query: string) => {
        const answer = await store.request('GET', `/api/v1/enrichment/products?${query}`);
        assert.equal(answer.status, 200, answer.text);
        return answer.as<{ products: EnrichmentProductBody[]; next_cursor: string | null }>();
      };
      const first = await list('state=generated&limit=1');
      const second = await list(`state=generated&limit=1&cursor=${first.next_cursor}`);
      const found = [...first.products, ...second.products].map(({ external_id: id }) => id).toSorted();
      assert.deepEqual([found, second.next_cursor], [['a', 'c'], null]);
      assert.deepEqual(
        (await list('state=rejected')).products.map(({ external_id: id }) => id),
        ['b'],
      );
    });

    test('a product without possible phrases says so', async () => {
      const store = await service.createStore();
      await importProducts(store, makeProduct('odd', { title: '60X120*A' }));
      const { suggestion_phrases, search_phrases, enrichment } = await untilDone(store, 'odd');
      assert.deepEqual([suggestion_phrases, search_phrases], [[], []]);
      assert.match(enrichment.reason ?? '', /names nothing that shoppers type/);
      const put = await store.request('PUT', '/api/v1/products/odd/phrases', { body: { state: 'rejected' } });
      const { phrases } = put.as<{ phrases: PhrasesBody }>();
      assert.match(phrases.enrichment.reason ?? '', /rejected/);
    });

    test('only named products are queued, and a wrong body queues none', async () => {
      const store = await service.createStore({ plan: 'free' });
      const six = Array.from({ length: 6 }, (_, index) => ({ ...lamp, external_id: `p${index}` }));
      await importProducts(store, ...six);
      await untilDone(store, 'p4');
      const ask = (body: unknown) => store.request('POST', '/api/v1/enrichment/queue', { body });
      for (const body of [{ mood: 'good' }, { external_ids: 'p5' }, { external_ids: [] }, []]) {
        expectError(await ask(body), 'validation_failed');
      }
      const named = { external_ids: ['p5', 'p5', 'unknown'] };
      const refused = (await ask(named)).as<{
        message: string;
        queued_rows: number;
        unknown_ids: string[];
      }>();
      assert.deepEqual([refused.queued_rows, refused.unknown_ids], [0, ['unknown']]);
      assert.match(refused.message, /Unknown: "unknown"/);
      // A place of the plan is taken, whatever became of the phrases.
      await store.request('PUT', '/api/v1/products/p4/phrases', { body: { state: 'rejected' } });
      const { enriched, places_taken: taken, limit } = await queueOf(store);
      assert.deepEqual([enriched, taken, limit], [4, 5, 5]);
      await service.current().storage.write(store.store.id, async (writer) => {
        await writer.updateSettings({ ...writer.store, plan: 'starter' });
      });
      assert.equal((await ask(named)).as<{ queued_rows: number }>().queued_rows, 1);
      await untilDone(store, 'p5');
    });

    test('a full plan explains missing phrases and queues on growth', async () => {
      const store = await service.createStore({ plan: 'free' });
      await importProducts(
        store,
        ...Array.from({ length: 6 }, (_, index) => ({ ...lamp, external_id: `p${index}` })),
      );
      await untilDone(store, 'p4');
      const { enrichment } = await phrasesOf(store, 'p5');
      assert.equal(enrichment.status, 'not_queued');
      assert.match(enrichment.reason ?? '', /plan free .* 5 products/);
      const answer = await store.request('POST', '/api/v1/enrichment/queue');
      assert.equal(answer.as<{ queued_rows: number }>().queued_rows, 0);
      await importProducts(store, { ...lamp, external_id: 'p0', title: 'Nordlux Explore Table Lamp white' });
      const changed = (await phrasesOf(store, 'p0')).enrichment;
      assert.match(changed.reason ?? '', /has changed since its phrases were written; the plan free is full/);
      const retried = await store.request('POST', '/api/v1/enrichment/retry');
      assert.equal(retried.as<{ queued_rows: number }>().queued_rows, 0);
    });
  });
}

describe('enrichment in the dashboard', () => {
  const service = useService(anyEngine, offline);
  let operator: Visitor;
  before(async () => {
    operator = await setUpOperator(service.current());
  });

  test('an editor decides on phrases, a viewer sees, both logged', async () => {
    const store = await service.createStore();
    const storeId = store.store.id;
    await importProducts(store, lamp);
    await untilDone(store, 'lamp');
    const join = (email: string, role: 'editor' | 'viewer') =>
      joinAs(service.current(), operator, storeId, { email, role });
    const editor = await join('eddy@shop.example', 'editor');
    const viewer = await join('vic@shop.example', 'viewer');
    const path = `/stores/${storeId}`;
    const shown = await viewer.call('GET', `${path}/products/lamp/phrases`);
    assert.equal(shown.as<{ phrases: PhrasesBody }>().phrases.state, 'generated');
    expectError(await viewer.call('PATCH', `${path}/enrichment`, { paused: true }), 'insufficient_role');
    expectError(
      await viewer.call('PUT', `${path}/products/lamp/phrases`, { state: 'approved' }),
      'insufficient_role',
    );
    const approved = await editor.call('PUT', `${path}/products/lamp/phrases`, { state: 'approved' });
    const { phrases } = approved.as<{ phrases: PhrasesBody }>();
    assert.equal(phrases.state, 'approved');
    assert.ok(phrases.reviewed_by !== null && phrases.reviewed_at !== null);
    const body = { monthly_budget_usd: '12.5', blocklist: ['case', 'CASE', 'Cäse', 'metal'] };
    const changed = await editor.call('PATCH', `${path}/enrichment`, body);
    const { enrichment } = changed.as<{ enrichment: EnrichmentBody }>();
    assert.deepEqual([enrichment.budget.monthly_usd, enrichment.blocklist], ['12.50', ['case', 'metal']]);
    assert.equal((await viewer.call('GET', `${path}/enrichment/products?state=approved`)).status, 200);
    const audit = await operator.call('GET', `${path}/audit`);
    const { entries } = audit.as<{ entries: { action: string; actor: { email: string } | null }[] }>();
    const done = entries
      .filter(({ actor }) => actor?.email === 'eddy@shop.example')
      .map(({ action }) => action);
    assert.deepEqual(
      done.filter((action) => /phrases|enrichment/.test(action)),
      ['enrichment.changed', 'phrases.changed'],
    );
  });
});
