/** Goal: what is cached keeps no index in memory. Method: the indexes on the heap of a process of its own are counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryObjects } from 'node:v8';
import { productDocument } from '../../../test/search/documents.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { openIndex } from '../../search/index-reader.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { createAutocomplete } from './autocomplete.ts';
import { createIndexRegistry } from './index-registry.ts';

const storeId = '01a1fe94-6404-7000-96f7-310b1d5194da';

test('a cached answer does not keep the index that gave it', () => {
  const registry = createIndexRegistry();
  const autocomplete = createAutocomplete(registry, createDrivenClock());
  const writer = createIndexWriter({ locale: 'en' });
  const originOf = (query: string) =>
    autocomplete.answer({ storeId, query, limit: 5, explain: false })?.origin;
  const readerClass = openIndex(createIndexWriter({ locale: 'en' }).snapshot()).constructor;
  for (const [index, title] of ['Desk lamp', 'Floor lamp', 'Wall lamp'].entries()) {
    writer.apply([productDocument(title, { title, suggestionPhrases: [title] })]);
    const snapshot = writer.snapshot();
    registry.publish({ storeId, changeNumber: index + 1, snapshot, popularity: [], origin: 'products' });
    // Each index is asked what no later one is asked, so that its answer stays in the cache.
    for (const query of ['lamp', title]) assert.notEqual(originOf(query), 'cached');
  }
  assert.equal(queryObjects(readerClass, { format: 'count' }), 1);
  assert.equal(originOf('lamp'), 'cached');
});
