/**
 * Goal: a store whose index is larger than the memory for indexes keeps no other store waiting, and operators and its
 * merchant learn why it is not answered. Method: a real service with one MiB for indexes; loads are counted by its metrics.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, titlesFor } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Their index takes more than one MiB. */
const manyProducts = Array.from({ length: 6_000 }, (_, number) =>
  productInput(`p${number}`, { title: `Lamp ${number} with a shade of linen` }),
);

describe('an index larger than the memory for indexes', () => {
  const service = useService(onOneNode(anyEngine, 'a process bounds its own memory'), {
    FORETYPE_INDEX_MEMORY_MB: '1',
  });

  async function countLoads(): Promise<number> {
    const { text } = await service.request('GET', '/metrics');
    const loads = text.matchAll(/^foretype_index_loads_total\{[^}]*\} (\d+)$/gm);
    return [...loads].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  const keystroke = (store: TestStore) => store.request('GET', '/api/v1/autocomplete?q=lamp');

  test('costs no other store its place, and is named', async () => {
    const [large, small] = [await service.createStore(), await service.createStore()];
    await importProducts(large, manyProducts);
    await importProducts(small, [productInput('lamp', { title: 'Lamp' })]);
    assert.deepEqual(await titlesFor(small, 'lamp'), ['Lamp']);
    await waitUntil(
      'the large index to be put out',
      async () => {
        assert.deepEqual(await titlesFor(small, 'lamp'), ['Lamp']);
        const answer = await keystroke(large);
        return answer.status === 503 && answer.text.includes('does not fit into memory');
      },
      20_000,
    );
    const before = await countLoads();
    const asked = 30;
    for (let count = 0; count < asked; count += 1) {
      const answer = await keystroke(large);
      expectError(answer, 'unavailable');
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
      assert.equal((await keystroke(small)).status, 200);
    }
    // One in a second at most.
    assert.ok((await countLoads()) - before < asked / 3, `${before} loads, then ${await countLoads()}`);

    const storeId = large.store.id;
    const { quarantined } = (await service.request('GET', '/readyz')).as<{
      quarantined: readonly Readonly<Record<string, string>>[];
    }>();
    assert.deepEqual(
      quarantined.map(({ store, work, cause }) => [store, work, cause]),
      [[storeId, 'memory', 'memory']],
    );
    assert.match(
      quarantined[0]?.reason ?? '',
      /indexes may take 1 MiB, and these took (\d+) MiB. Set FORETYPE_INDEX_MEMORY_MB to \1 or more$/,
    );
    const { text } = await service.request('GET', '/metrics');
    const series = `foretype_store_quarantined{store="${storeId}",work="memory",cause="memory"} 1`;
    assert.ok(text.includes(series), text);
    const operator = await setUpOperator(service.current());
    const overview = await operator.call('GET', `/stores/${storeId}/overview`);
    const { attention } = overview.as<{ attention: readonly Readonly<Record<string, string>>[] }>();
    const finding = attention.find(({ code }) => code === 'index_put_out');
    assert.match(finding?.action ?? overview.text, /raise FORETYPE_INDEX_MEMORY_MB/);
  });
});
