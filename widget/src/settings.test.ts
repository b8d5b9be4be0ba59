import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

const page = { location: { href: 'https://shop.example/a/' }, document: { querySelector: () => null } };
Object.assign(globalThis, page);

function read(dataset: Record<string, string>) {
  return readSettings({ dataset, src: 'https://search.example/widget.js' });
}

test('§4.9 script attributes have their defaults', () => {
  const { attributes, anchor, lang, ...settings } = read({ apiKey: 'k' });
  assert.deepEqual(settings, {
    apiKey: 'k',
    target: 'input[type="search"], [data-widget-search]',
    endpoint: 'https://search.example/api/v1/autocomplete',
    eventsEndpoint: 'https://search.example/api/v1/events',
    minChars: 2,
    debounceMs: 150,
    limit: 5,
    theme: 'rounded',
    display: 'line',
    isTracking: true,
    isKeyInQuery: false,
  });
  assert.deepEqual([attributes.apiKey, anchor, lang], ['k', '', undefined]);
});

test('numbers that make no sense count as absent', () => {
  const limits = ['0', '-1', 'x', '', '50', '2.5', '5abc', '7', '20'].map((limit) => read({ limit }).limit);
  assert.deepEqual(limits, [5, 5, 5, 5, 5, 5, 5, 7, 20]);
  assert.equal(read({ minChars: '0' }).minChars, 0);
});

test('addresses are the page’s own where they are relative, and http only', () => {
  assert.equal(read({ endpoint: '/search' }).endpoint, 'https://shop.example/search');
  assert.equal(read({ endpoint: 'javascript:x' }).endpoint, 'https://search.example/api/v1/autocomplete');
});
