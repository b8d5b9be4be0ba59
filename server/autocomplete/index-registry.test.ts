import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndexWriter } from '../search/index-writer.ts';
import { createIndexRegistry } from './index-registry.ts';

test('clicked phrases are kept with the strongest first', () => {
  const registry = createIndexRegistry();
  const snapshot = createIndexWriter({ locale: 'en' }).snapshot();
  registry.publish({ storeId: 's', changeNumber: 1, snapshot, popularity: [], origin: 'products' });
  const phrases = [
    ['weak', 1],
    ['strong', 9],
  ] as const;
  registry.tellSignals({ storeId: 's', isWhole: true, popularity: [], phrases, queries: [['typed', 5]] });
  assert.deepEqual(Array.from(registry.find('s')?.signals.phrases.keys() ?? []), ['strong', 'typed', 'weak']);
});
