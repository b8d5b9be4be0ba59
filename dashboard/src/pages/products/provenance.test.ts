import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOfAttribute, keyOfField, rawObjectOf } from './provenance.ts';

test('a field comes from its own key in any spelling', () => {
  const raw = { 'External ID': 'A1', Title: 'Shoe', 'compare-at-price': '20' };
  assert.equal(keyOfField(raw, 'external_id'), 'External ID');
  assert.equal(keyOfField(raw, 'title'), 'Title');
  assert.equal(keyOfField(raw, 'compare_at_price'), 'compare-at-price');
  assert.equal(keyOfField(raw, 'brand'), null);
});

test('an alias fills a field only where that is blank', () => {
  assert.equal(keyOfField({ id: 'A1', link: 'x' }, 'external_id'), 'id');
  assert.equal(keyOfField({ link: 'a', url: 'b' }, 'url'), 'url');
  assert.equal(keyOfField({ link: 'a', url: '' }, 'url'), 'link');
});

test('an attribute names the key or the list it came from', () => {
  const raw = { attributes: 'size: 38', season: 2026, material: { upper: 'leather' } };
  assert.equal(keyOfAttribute(raw, 'season'), 'season');
  assert.equal(keyOfAttribute(raw, 'material.upper'), 'material');
  assert.equal(keyOfAttribute(raw, 'size'), 'attributes');
  assert.equal(keyOfAttribute({}, 'size'), null);
});

test('a snapshot of several rows is read by its first', () => {
  assert.deepEqual(rawObjectOf([{ a: 1 }, { a: 2 }]), { a: 1 });
  assert.equal(rawObjectOf('text'), null);
});
