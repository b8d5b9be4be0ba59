/**
 * Goal: a few decisions settle the types of a store, for its own people and keys alone, and each call says what is wrong with it.
 * Method: a running service with the offline generator, on both databases.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StoreTypeBody } from '../../contract/enrichment.ts';
import type { PhraseDecisionBody, PhraseGroupSizeBody } from '../../contract/phrase-review.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { makeProduct } from '../support/make-product.ts';
import type { TestService, TestStore } from '../support/start-test-service.ts';
import { typeRow } from '../support/storage-rows.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface TypeList {
  readonly progress: object | null;
  readonly types: readonly StoreTypeBody[];
  readonly next_cursor: string | null;
}

async function call<Body>(store: TestStore, method: string, path: string, body?: object): Promise<Body> {
  const answer = await store.request(method, `/api/v1${path}`, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Body>();
}

const typesOf = (store: TestStore, query = '') => call<TypeList>(store, 'GET', `/enrichment/types${query}`);
const decide = (store: TestStore, body: object) =>
  call<{ message: string; decisions: PhraseDecisionBody[] }>(store, 'POST', '/phrases/decisions', body);
const decisionsOf = async (store: TestStore, query: string) =>
  (await call<{ decisions: PhraseDecisionBody[] }>(store, 'GET', `/phrases/decisions${query}`)).decisions;

async function namesAndCounts(store: TestStore) {
  await waitUntil('the decisions', async () => (await typesOf(store)).progress === null);
  return (await typesOf(store)).types.map(({ name, products }) => `${name} ${products}`);
}

/** A store with four lamps, two of type `lamps`, and a product of the type `nordlys`, which is its brand. */
async function createTyped(service: Pick<TestService, 'createStore' | 'storage'>): Promise<TestStore> {
  const store = await service.createStore();
  const types = ['lamp', 'lamp', 'lamp', 'lamps', 'lamps', 'nordlys'];
  const products = types.map((type, index) =>
    makeProduct(`p${index}`, {
      ...{ title: `Nordlys ${type} no. ${index}`, brand: 'Nordlys', category: 'Lamps' },
      image_url: `https://shop.example/${index}.jpg`,
    }),
  );
  await call(store, 'POST', '/product-imports', { products });
  await waitUntil('the phrases', async () => {
    const { review } = await call<{ review: { open_products: number } }>(store, 'GET', '/phrases/patterns');
    return review.open_products === types.length;
  });
  await service.storage.write(store.store.id, async (writer) => {
    for (const [index, name] of types.entries()) {
      const product = (await writer.products.find(`p${index}`)) ?? assert.fail('no product');
      const { suggestionPhrases, searchPhrases } = product;
      const lists = { suggestionPhrases, searchPhrases, type: typeRow(name) };
      await writer.phrases.write(
        [{ productId: product.id, sourceHash: null, ...lists }],
        writer.store.changeNumber,
      );
    }
  });
  return store;
}

for (const engine of engines) {
  describe(`review of types (${engine.name})`, () => {
    const service = useService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });

    test('types are listed by risk, with reasons and pictures', async () => {
      const store = await createTyped(service.current());
      const { types } = await typesOf(store, '?order=risk');
      assert.deepEqual(
        types.map(({ name, risk, reason, decided_products: decided }) => [name, risk, reason, decided]),
        [
          ['nordlys', 'high', '“Nordlys” is a brand of its products, not what they are.', 0],
          ['lamps', 'high', 'It is another form of “lamp”, which 3 products have.', 0],
          ['lamp', 'low', 'It is 93 % certain on average.', 0],
        ],
      );
      assert.deepEqual(types[0]?.samples, [
        {
          ...{ external_id: 'p5', title: 'Nordlys nordlys no. 5' },
          image_url: 'https://shop.example/5.jpg',
        },
      ]);
      const walked: StoreTypeBody[] = [];
      for (let cursor: string | null = ''; cursor !== null && walked.length <= types.length; ) {
        const place: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await typesOf(store, `?order=risk&limit=1${place}`);
        walked.push(...page.types);
        cursor = page.next_cursor;
      }
      assert.deepEqual(walked, types);
      assert.deepEqual(
        (await typesOf(store, '?order=risk&q=LAMP')).types.map(({ name }) => name),
        ['lamps', 'lamp'],
      );
    });

    test('types are merged, refused, accepted and taken back', async () => {
      const store = await createTyped(service.current());
      const size = await call<PhraseGroupSizeBody>(store, 'POST', '/phrases/decisions/preview', {
        types: ['lamps', 'nordlys', 'no such type'],
      });
      assert.deepEqual(size, { products: 3, phrases: 0, emptied_products: 0, is_complete: true });
      const merge = { verdict: 'approved', types: ['lamps'], new_name: ' lamp ' };
      const merged = await decide(store, merge);
      assert.equal(merged.message, 'The products of 1 type will have the type "lamp", and so will new ones.');
      const refused = await decide(store, { verdict: 'refused', types: ['nordlys'] });
      assert.deepEqual(await namesAndCounts(store), ['lamp 5']);
      const [lamp] = (await typesOf(store)).types;
      assert.equal(lamp?.reason, 'First secret key chose this name in place of “lamps”.');
      assert.deepEqual([lamp?.decided_products, lamp?.decision_id], [5, merged.decisions[0]?.id]);
      const accepted = await decide(store, { verdict: 'approved', types: ['lamp'] });
      assert.equal((await typesOf(store)).types[0]?.decision_id, accepted.decisions[0]?.id);
      await decide(store, { verdict: 'approved', words: 'lamp' });
      const listed = await decisionsOf(store, '?about=types');
      assert.deepEqual(
        listed.map(({ type, new_name: newName, verdict, words }) => [type, newName, verdict, words]),
        [
          ['lamp', null, 'approved', null],
          ['nordlys', null, 'refused', null],
          ['lamps', 'lamp', 'approved', null],
        ],
      );
      assert.deepEqual(
        (await decisionsOf(store, '?about=phrases')).map(({ words, type }) => [words, type]),
        [['lamp', null]],
      );
      for (const { id } of [...merged.decisions, ...refused.decisions]) {
        await call(store, 'DELETE', `/phrases/decisions/${id}`);
      }
      assert.deepEqual(await namesAndCounts(store), ['lamp 3', 'lamps 2', 'nordlys 1']);
    });

    test('a wrong call about types names place and value', async () => {
      const store = await createTyped(service.current());
      const post = (body: unknown) => store.request('POST', '/api/v1/phrases/decisions', { body });
      const faultOf = async (body: unknown) => {
        const [fault] = expectError(await post(body), 'validation_failed');
        return [fault?.path, fault?.code, fault?.message];
      };
      const types = ['lamps'];
      assert.deepEqual(await faultOf({ verdict: 'refused', types: ['lamp', ' '] }), [
        ...['/types/1', 'phrase_invalid', '"types" takes names of 1 to 80 characters, got " ".'],
      ]);
      assert.deepEqual(await faultOf({ verdict: 'refused', types, new_name: 'lamp' }), [
        ...['/new_name', 'new_name_invalid'],
        '"new_name" goes with "types" and the verdict "approved", got "lamp".',
      ]);
      assert.deepEqual(await faultOf({ verdict: 'approved', types, new_name: 'lamps' }), [
        ...['/new_name', 'new_name_invalid', '"new_name" differs from each of "types", got "lamps".'],
      ]);
      const long = { verdict: 'approved', types, new_name: 'one two three four five six seven' };
      assert.deepEqual((await faultOf(long)).slice(0, 2), ['/new_name', 'phrase_invalid']);
      assert.equal((await faultOf({ verdict: 'approved', types: [] }))[0], '/types');
      const both = { verdict: 'approved', types, words: 'lamp' };
      assert.deepEqual((await faultOf(both)).slice(0, 2), ['', 'decision_missing']);
      const wrongOrder = await store.request('GET', '/api/v1/enrichment/types?order=name');
      expectError(wrongOrder, 'validation_failed');
    });

    test('a name that is decided away is no new name', async () => {
      const store = await createTyped(service.current());
      await decide(store, { verdict: 'approved', types: ['lamps'], new_name: 'lamp' });
      await decide(store, { verdict: 'refused', types: ['nordlys'] });
      const rename = (newName: string) =>
        store.request('POST', '/api/v1/phrases/decisions', {
          body: { verdict: 'approved', types: ['lamp'], new_name: newName },
        });
      const renamed = await rename('lamps');
      expectError(renamed, 'conflict');
      assert.match(renamed.text, /No product can have the type .*lamps.*: a decision renames it to .*lamp/);
      const refused = await rename('nordlys');
      expectError(refused, 'conflict');
      assert.match(refused.text, /a decision refuses it/);
      assert.equal((await decisionsOf(store, '?about=types')).length, 2);
    });

    test('decisions on types stay with their store and role', async () => {
      const operator = await setUpOperator(service.current());
      const mine = await createTyped(service.current());
      const other = await createTyped(service.current());
      const { decisions } = await decide(mine, { verdict: 'refused', types: ['lamps'] });
      assert.deepEqual(await namesAndCounts(mine), ['lamp 3', 'nordlys 1']);
      assert.deepEqual(await namesAndCounts(other), ['lamp 3', 'lamps 2', 'nordlys 1']);
      const id = decisions[0]?.id ?? '';
      expectError(await other.request('DELETE', `/api/v1/phrases/decisions/${id}`), 'not_found');
      const viewer = await joinAs(service.current(), operator, mine.store.id, {
        ...{ email: 'vic@shop.example', role: 'viewer' },
      });
      const path = `/stores/${mine.store.id}`;
      const body = { verdict: 'approved', types: ['lamp'] };
      assert.equal((await viewer.call('GET', `${path}/enrichment/types?order=risk`)).status, 200);
      const preview = await viewer.call('POST', `${path}/phrases/decisions/preview`, { types: ['lamp'] });
      assert.equal(preview.as<PhraseGroupSizeBody>().products, 3);
      expectError(await viewer.call('POST', `${path}/phrases/decisions`, body), 'insufficient_role');
      const foreign = await viewer.call('GET', `/stores/${other.store.id}/enrichment/types?order=risk`);
      expectError(foreign, 'not_found');
    });
  });
}
