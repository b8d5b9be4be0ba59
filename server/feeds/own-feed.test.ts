import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../clock.ts';
import type { DocumentRequest, Outbound } from '../outbound/outbound.ts';
import { isOwnDocument, isOwnFeed, withOwnDocuments } from './own-feed.ts';

const others = ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '10.0.0.1', 'shop.example'];

test('only exact addresses are those of the demo’s documents', () => {
  for (const url of ['http://127.0.0.1:3000/demo/feed.json', 'http://localhost/demo/feed.json']) {
    assert.ok(isOwnFeed(url), url);
  }
  for (const host of others) {
    for (const path of [
      '/',
      '/demo/feed.json?a',
      '/demo/feed.json#a',
      '/demo/feed.json/',
      '/demo/../demo/feed.json',
      '/metrics',
    ]) {
      assert.ok(!isOwnFeed(`http://${host}${path}`), `${host}${path}`);
    }
  }
  for (const url of [
    ...[
      'https://127.0.0.1/demo/feed.json',
      'http://127.0.0.1:99999/demo/feed.json',
      'http://[::1]/demo/feed.json',
    ],
    ...[
      'http://a@127.0.0.1/demo/feed.json',
      'http://127.0.0.2/demo/feed.json',
      ' http://localhost/demo/feed.json',
    ],
    ...['http://localhost.shop.example/demo/feed.json', 'http://localhost/demo/feed.json\n'],
  ]) {
    assert.ok(!isOwnFeed(url), url);
    assert.ok(!isOwnDocument(url), url);
  }
  for (const url of ['http://127.0.0.1:3000/demo', 'http://localhost/demo'])
    assert.deepEqual([isOwnFeed(url), isOwnDocument(url)], [false, true], url);
  for (const path of [
    '/',
    '/demo/',
    '/demo?a',
    '/demo#a',
    '/demo/config.json',
    '/demo/p/1',
    '/x/../demo',
    '//demo',
  ])
    assert.ok(!isOwnDocument(`http://127.0.0.1:3000${path}`), path);
});

test('the demo’s documents are answered without a call', async () => {
  const asked: string[] = [];
  const stranger = {
    fetchDocument: ({ url }: DocumentRequest) => {
      asked.push(url);
      return Promise.reject(new Error('refused'));
    },
  } as Pick<Outbound, 'fetchDocument'> as Outbound;
  const documents = {
    feed: (origin: string) => Promise.resolve(`["${origin}"]`),
    page: (origin: string) => Promise.resolve(`<p>${origin}`),
    pageHeaders: { 'content-type': 'text/html', 'x-policy': 'none' },
  };
  const outbound = withOwnDocuments(stranger, documents, createSystemClock());
  const request = { credentials: null, validators: null, endShownByDocument: true };
  const signal = new AbortController().signal;
  const url = 'http://127.0.0.1:3000/demo/feed.json';
  const answer = await outbound.fetchDocument({ ...request, url }, signal);
  assert.ok(answer.kind === 'document');
  assert.equal(Buffer.concat(await Array.fromAsync(answer.body)).toString(), '["http://127.0.0.1:3000"]');
  const page = await outbound.fetchDocument({ ...request, url: 'http://localhost/demo' }, signal);
  assert.ok(page.kind === 'document');
  assert.equal(Buffer.concat(await Array.fromAsync(page.body)).toString(), '<p>http://localhost');
  assert.deepEqual([page.header('X-Policy'), page.facts.contentType], ['none', 'text/html']);
  const { etag } = answer.end();
  const again = await outbound.fetchDocument(
    { ...request, url, validators: { etag, lastModified: null } },
    signal,
  );
  assert.equal(again.kind, 'not-modified');
  await assert.rejects(outbound.fetchDocument({ ...request, url: 'http://127.0.0.1:3000/metrics' }, signal));
  assert.deepEqual(asked, ['http://127.0.0.1:3000/metrics']);
});
