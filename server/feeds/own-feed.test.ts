import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../clock.ts';
import type { DocumentRequest, Outbound } from '../outbound/outbound.ts';
import { isOwnFeed, withOwnFeed } from './own-feed.ts';

const others = ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '10.0.0.1', 'shop.example'];

test('only the exact address is that of the demo feed', () => {
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
  }
});

test('the demo feed is answered without a call', async () => {
  const asked: string[] = [];
  const stranger = {
    fetchDocument: ({ url }: DocumentRequest) => {
      asked.push(url);
      return Promise.reject(new Error('refused'));
    },
  } as Pick<Outbound, 'fetchDocument'> as Outbound;
  const outbound = withOwnFeed(stranger, (origin) => Promise.resolve(`["${origin}"]`), createSystemClock());
  const request = { credentials: null, validators: null, endShownByDocument: true };
  const signal = new AbortController().signal;
  const url = 'http://127.0.0.1:3000/demo/feed.json';
  const answer = await outbound.fetchDocument({ ...request, url }, signal);
  assert.ok(answer.kind === 'document');
  assert.equal(Buffer.concat(await Array.fromAsync(answer.body)).toString(), '["http://127.0.0.1:3000"]');
  const { etag } = answer.end();
  const again = await outbound.fetchDocument(
    { ...request, url, validators: { etag, lastModified: null } },
    signal,
  );
  assert.equal(again.kind, 'not-modified');
  await assert.rejects(outbound.fetchDocument({ ...request, url: 'http://127.0.0.1:3000/metrics' }, signal));
  assert.deepEqual(asked, ['http://127.0.0.1:3000/metrics']);
});
