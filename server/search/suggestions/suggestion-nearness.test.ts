import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNearness } from './suggestion-nearness.ts';

const stem = (word: string) => word.replace(/s$/, '');

function near(typed: string, key: string, subject: string | null = null, nounFirst = false): boolean {
  return createNearness(typed, { nounFirst, stem })(key, subject);
}

test('typed words begin words of a suggestion in order', () => {
  assert.equal(near('power b', 'power bank'), true);
  assert.equal(near('power b', 'black power adapter'), false);
  assert.equal(near('women ja', 'women’s rain jacket', 'jacket'), true);
  assert.equal(near('led l', 'led cubes'), false);
  assert.equal(near('cases', 'iphone case', 'case'), true);
  assert.equal(near('usb-c c', 'usb-c cable'), true);
});

test('one typed word begins the phrase or its type', () => {
  assert.equal(near('tea', 'green tea', 'tea'), true);
  assert.equal(near('tea', 'deep teal swimsuit', 'swimsuit'), false);
  assert.equal(near('tea', 'tea rose dress', 'dress'), true);
  assert.equal(near('wool', 'red wool scarf', 'scarf'), true);
  assert.equal(near('woo', 'red wool scarf', 'scarf'), false);
  assert.equal(near('woo', 'red wool scarf'), true);
});

test('where nouns stand first a type is begun there', () => {
  assert.equal(near('sac', 'petit sac rouge', 'petit sac', true), true);
  assert.equal(near('rou', 'sac rouge', 'sac', true), false);
});
