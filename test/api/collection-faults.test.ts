/**
 * Goal: calls of collections are refused as all others are, in words that tell what was given and what would be right.
 * Method: a running service. Nothing here hangs on the database, so one is enough.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CollectionBody } from '../../contract/collections.ts';
import type { CollectionRules } from '../../contract/words/collections.ts';
import { anyEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { useSharedService } from '../support/use-service.ts';

const path = '/api/v1/collections';
const rules: CollectionRules = {
  match: 'all',
  conditions: [{ field: 'price', op: 'at_most', value: '20' }],
};

describe('calls of collections', () => {
  const service = useSharedService(anyEngine);

  test('a fault names the given value and the remedy', async () => {
    const store = await service.createStore();
    const conditions = [
      { field: 'price', op: 'between', value: [20] },
      { field: 'price', op: 'is', value: 'cheap' },
      { field: 'in_stock', op: 'is', value: 'yes' },
      { field: 'category', op: 'under', value: ' > ' },
      { field: 'title', op: 'is', value: 'x', name: 'y' },
      { field: 'attribute', op: 'is', value: 'x', name: 7 },
      5,
    ];
    const body = { title: 7, rules: { match: 'all', conditions, more: 1 } };
    const faults = expectError(await store.request('POST', path, { body }), 'validation_failed');
    assert.deepEqual(
      faults.map(({ message }) => message),
      [
        '"title" takes text of 1 to 255 characters, without control characters; got 7.',
        '"rules" takes match, conditions, not "more".',
        '"value" takes two prices, such as [10, 12.90], for between, the lower one first; got [20].',
        '"value" takes a price, such as 12.90, for price; got "cheap".',
        '"value" takes true or false for in_stock; got "yes".',
        '"value" takes levels of a category, such as Shoes > Boots, of 1 to 255 characters that can be compared; got " > ".',
        'A condition on title takes field, op, value, not "name".',
        '"name" takes the label of an attribute, 1 to 64 characters; got 7.',
        'A condition takes { "field", "op", "value" }; got 5.',
      ],
    );
    const empty = await store.request('POST', path, {
      body: { title: 'X', rules: { match: 'all', conditions: [] } },
    });
    assert.match(empty.text, /a list of 1 to 20 conditions; got a list of 0\./);
  });

  test('null clears a description, which is optional', async () => {
    const store = await service.createStore();
    const made = await store.request('POST', path, {
      body: { title: 'Cheap', rules, description: null },
    });
    const { slug, description } = made.as<{ collection: CollectionBody }>().collection;
    assert.equal(description, '');
    for (const [given, kept] of [
      ['For rainy days.', 'For rainy days.'],
      [null, ''],
    ] as const) {
      const answer = await store.request('PATCH', `${path}/${slug}`, { body: { description: given } });
      assert.equal(answer.as<{ collection: CollectionBody }>().collection.description, kept);
    }
  });

  test('lists that are complete still check how they are asked', async () => {
    const store = await service.createStore();
    for (const list of [path, `${path}/suggested`]) {
      assert.equal((await store.request('GET', `${list}?limit=5&cursor=`)).status, 200);
      for (const name of ['limit', 'cursor']) {
        const answer = await store.request('GET', `${list}?${name}=abc`);
        assert.equal(expectError(answer, 'validation_failed')[0]?.path, name);
      }
    }
  });
});
