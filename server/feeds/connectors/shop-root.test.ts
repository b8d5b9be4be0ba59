import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopRoot } from './shop-root.ts';

test('the address of a shop ends before its inner pages', () => {
  const roots = [
    'https://shop.example',
    'https://shop.example/wp-admin/index.php?page=1#top',
    'https://shop.example/store/wp-json/wc/v3/products',
    'https://shop.example/store',
  ].map((address) => shopRoot(new URL(address), /^wp-(?:json|admin)$/).href);
  assert.deepEqual(roots, [
    'https://shop.example/',
    'https://shop.example/',
    'https://shop.example/store/',
    'https://shop.example/store/',
  ]);
});
