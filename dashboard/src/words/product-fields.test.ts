import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFieldWords, wordsOfField } from './product-fields.ts';

test('messages name fields in words and quote files unchanged', () => {
  assert.equal(
    withFieldWords('The file has no column external_id and price. Perhaps “url” is url.'),
    'The file has no column “Product id” and price. Perhaps “url” is “Link”.',
  );
  assert.equal(
    withFieldWords('The in_stock value "in_stock" is not known.'),
    'The “In stock” value "in_stock" is not known.',
  );
});

test('a field has words, any other name stays', () => {
  assert.deepEqual(['stock_quantity', 'image_urls', 'Farbe'].map(wordsOfField), [
    ...['Pieces in stock', 'More pictures', 'Farbe'],
  ]);
});
