import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultTarget, scriptPath } from '../../contract/words/widget.ts';
import { isWidget, readSettings } from './settings.ts';

const page = { location: { href: 'https://shop.example/a/' }, document: { querySelector: () => null } };
Object.assign(globalThis, page);

function read(dataset: Record<string, string>) {
  return readSettings({ dataset, src: 'https://search.example/widget.js' });
}

test('§4.9 script attributes have their defaults', () => {
  const { attributes, boxSelector, ...settings } = read({ apiKey: 'k' });
  assert.deepEqual(settings, {
    storefrontKey: 'k',
    selector: 'input[type=search],[data-widget-search]',
    answersUrl: 'https://search.example/api/v1/autocomplete',
    eventsUrl: 'https://search.example/api/v1/events',
    resultsPage: '',
    labelsUrl: 'https://search.example/widget/',
    queryMin: 2,
    debounceMs: 150,
    groupMax: 5,
    corners: 'rounded',
    display: 'line',
    isTracking: true,
    isRemembering: true,
    isKeyInQuery: false,
    hasQueryId: false,
  });
  assert.deepEqual([attributes.apiKey, boxSelector], ['k', '']);
});

test('invalid looks count as absent', () => {
  const [corners, display] = [read({ theme: 'sharp' }).corners, read({ productDisplay: 'card' }).display];
  assert.deepEqual([corners, display], ['sharp', 'card']);
  const odd = read({ theme: 'sharper', productDisplay: 'suggestions' });
  assert.deepEqual([odd.corners, odd.display], ['rounded', 'line']);
});

test('numbers that make no sense count as absent', () => {
  const limits = ['0', '-1', 'x', '', '50', '2.5', '5abc', '7', '20'].map(
    (limit) => read({ limit }).groupMax,
  );
  assert.deepEqual(limits, [5, 5, 5, 5, 5, 5, 5, 7, 20]);
  assert.equal(read({ minChars: '0' }).queryMin, 0);
});

test('addresses resolve against the page and use http only', () => {
  assert.equal(read({ endpoint: '/search' }).answersUrl, 'https://shop.example/search');
  assert.equal(read({ endpoint: 'javascript:x' }).answersUrl, 'https://search.example/api/v1/autocomplete');
});

test('labels lie beside the script and its pinned builds', () => {
  const labelsOf = (src: string) => readSettings({ dataset: {}, src }).labelsUrl;
  const pinned = 'https://shop.js.example/search/widget/0123456789abcdef.js?x=1';
  assert.equal(labelsOf(pinned), 'https://shop.js.example/search/widget/');
  assert.equal(
    labelsOf('https://shop.js.example/search/widget.js#a'),
    'https://shop.js.example/search/widget/',
  );
  assert.equal(labelsOf(''), '');
});

test('a page of results with another scheme counts as absent', () => {
  assert.equal(read({ resultsUrl: 'javascript:alert({query})' }).resultsPage, '');
  assert.equal(read({ resultsUrl: '/results?q={query}' }).resultsPage, '/results?q={query}');
});

test('untracked shops keep recent searches only if they ask', () => {
  const kept = [{ tracking: 'off' }, { tracking: 'off', recent: 'on' }, { recent: 'off' }, {}].map(
    (dataset) => read(dataset).isRemembering,
  );
  assert.deepEqual(kept, [false, true, false, true]);
});

test('the widget and the service agree on defaults and addresses', () => {
  assert.equal(read({}).selector, defaultTarget);
  const piece = fc.constantFrom(
    '/',
    'widget',
    '0123456789abcdef',
    'foretype01234567',
    '.js',
    '?',
    '#',
    'x',
    '/widget.js',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const { href, pathname } = new URL(`https://search.example/${pieces.join('')}`);
      assert.equal(isWidget(href), scriptPath.test(pathname), href);
      if (!isWidget(href)) return;
      const { labelsUrl } = readSettings({ dataset: {} as DOMStringMap, src: href });
      assert.ok(labelsUrl.endsWith('/widget/'), labelsUrl);
    }),
  );
});
