import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type HostileFeedServer, startHostileFeedServer } from '../../test/support/hostile-feed-server.ts';
import { type OutboundNetwork, openOutboundNetwork } from '../../test/support/outbound-network.ts';
import { hostileZone, listPrivateUrls } from '../../test/support/private-urls.ts';
import { createSelfSigned, createTestAuthority } from '../../test/support/test-authority.ts';
import { connectGuarded } from './connect-guarded.ts';
import { type DocumentRequest, type Outbound, OutboundError } from './outbound.ts';
import { checkOutboundUrl } from './url-rules.ts';

const guarded = { allowPrivate: false };
const open = { allowPrivate: true };
const unhurried = new AbortController().signal;

let network: OutboundNetwork;
/** Stands on the inside and must never hear of anything. */
let inside: HostileFeedServer;
let shop: HostileFeedServer;
let outbound: Outbound;

before(async () => {
  network = openOutboundNetwork();
  for (const [name, addresses] of hostileZone) network.zone.set(name, addresses);
  inside = await startHostileFeedServer();
  inside.answer('/feed.xml', { body: '<rss/>' });
  shop = await network.startPublicServer('shop.example');
  shop.answer('/feed.xml', { body: '<rss/>' });
  outbound = network.connect(guarded);
});

after(async () => {
  await network.close();
  await inside.close();
});

async function fetchFrom(
  url: string,
  through: Outbound,
  parts: Partial<DocumentRequest> = {},
): Promise<string> {
  const request = { url, credentials: null, validators: null, endShownByDocument: true, ...parts };
  const answer = await through.fetchDocument(request, unhurried);
  assert.ok(answer.kind === 'document');
  return Buffer.concat(await Array.fromAsync(answer.body)).toString('utf8');
}

/** The code of a call that must fail with an OutboundError. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  const outcome = await work.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );
  if (!(outcome instanceof OutboundError)) return String(outcome);
  assert.doesNotMatch(outcome.message, /127\.0\.0|169\.254|::1|ENOTFOUND|ECONNREFUSED/);
  return outcome.code;
}

test('Contract §6 no notation of a private place is reached by any call', async () => {
  const urls = listPrivateUrls(inside.port);
  assert.ok(urls.length >= 80, `${urls.length} addresses`);
  const passed: string[] = [];
  for (const url of urls) {
    if (checkOutboundUrl(url, guarded).ok) passed.push(new URL(url).hostname);
    assert.match(await codeOf(fetchFrom(url, outbound)), /^(?:url_not_allowed|unreachable)$/, url);
    const post = outbound.post({ url, headers: {}, body: '{}' }, unhurried);
    assert.match(await codeOf(post), /^(?:url_not_allowed|unreachable)$/, url);
    // What has no server of its own leads back to the shop's, which has no such page.
    shop.answer('/redirect', { status: 302, headers: { location: toAscii(url) } });
    const redirected = fetchFrom(`${shop.origin}/redirect`, outbound);
    assert.match(await codeOf(redirected), /^(?:url_not_allowed|unreachable|redirects|status)$/, url);
  }
  assert.equal(inside.connectionCount(), 0);
  assert.deepEqual([...new Set(network.attempts())], [network.publicAddress]);
  // By how it is written a name passes: what it resolves to is for the connection.
  const names = [...hostileZone.keys(), 'unknown.example'];
  assert.deepEqual(new Set(passed), new Set(names));
});

test('a private place is reached where the operator allows it', async () => {
  const allowed = network.connect(open);
  const url = `${inside.origin}/feed.xml`;
  const connectionsBefore = inside.connectionCount();
  assert.equal(await fetchFrom(url, allowed), '<rss/>');
  assert.equal(await fetchFrom(`http://loop.example:${inside.port}/feed.xml`, allowed), '<rss/>');
  shop.answer('/redirect', { status: 302, headers: { location: url } });
  assert.equal(await fetchFrom(`${shop.origin}/redirect`, allowed), '<rss/>');
  assert.equal((await allowed.post({ url, headers: {}, body: '{}' }, unhurried)).status, 200);
  assert.equal(inside.connectionCount() - connectionsBefore, 4);
  // So the record of connections does see them.
  assert.ok(network.attempts().includes('127.0.0.1'));
});

test('a name is resolved and judged once per connection', async () => {
  const connectionsBefore = inside.connectionCount();
  for (let round = 0; round < 20; round += 1) {
    const isInside = round % 2 === 1;
    const lookUpsBefore = network.lookUps.length;
    network.zone.set('shop.example', [isInside ? '127.0.0.1' : network.publicAddress]);
    const outcome = fetchFrom(`${shop.origin}/feed.xml`, outbound);
    // Too late: whoever asks a second time gets the inside.
    network.zone.set('shop.example', ['127.0.0.1']);
    if (isInside) assert.equal(await codeOf(outcome), 'unreachable');
    else assert.equal(await outcome, '<rss/>');
    assert.equal(network.lookUps.length - lookUpsBefore, 1);
  }
  network.zone.set('shop.example', [network.publicAddress]);
  assert.equal(inside.connectionCount(), connectionsBefore);
});

test('a literal address is checked before any connection', async () => {
  const attemptsBefore = network.attempts().length;
  const guard = { resolve: () => Promise.reject(new Error('never asked')), allows: () => false };
  for (const origin of [inside.origin, `https://127.0.0.1:${inside.port}`, `http://[::1]:${inside.port}`]) {
    assert.equal(await codeOf(connectGuarded(new URL(origin), guard, 1_000, unhurried)), 'unreachable');
  }
  assert.equal(network.attempts().length, attemptsBefore);
});

test('the actual peer is judged as well as the resolved name', async () => {
  let judged = 0;
  const careless = network.connect(guarded, () => {
    judged += 1;
    return judged === 1;
  });
  const requestsBefore = shop.requests.length;
  assert.equal(await codeOf(fetchFrom(`${shop.origin}/feed.xml`, careless)), 'unreachable');
  assert.equal(judged, 2);
  assert.equal(shop.requests.length, requestsBefore);
});

test('unknown, forbidden, refused and slow servers fail alike', async () => {
  const closed = await network.startPublicServer('closed.example');
  await closed.close();
  // Takes connections and never says a word of TLS.
  const mute = await startHostileFeedServer({ address: network.publicAddress, host: 'mute.example' });
  network.zone.set('mute.example', [network.publicAddress]);
  const outcomes = new Set<string>();
  for (const url of [
    'https://unknown.example/',
    `https://loop.example:${inside.port}/`,
    'https://mixed.example/',
    closed.origin,
    mute.origin.replace('http:', 'https:'),
  ]) {
    const failed = await fetchFrom(url, outbound, { limits: { connectTimeoutMs: 150 } }).catch(String);
    outcomes.add(failed);
  }
  await mute.close();
  assert.equal(outcomes.size, 1, [...outcomes].join('\n'));
  assert.match([...outcomes].join(), /cannot be reached/);
});

test('an invalid certificate ends the call', async () => {
  const cases = [
    ['expired.example', network.issue('expired.example', -1), /expired/],
    ['self.example', createSelfSigned('self.example'), /signed by itself/],
    ['other.example', network.issue('another.example'), /another host/],
    ['stranger.example', createTestAuthority('Stranger').issue('stranger.example'), /authority/],
    ['forger.example', createTestAuthority().issue('forger.example'), /does not hold/],
  ] as const;
  for (const [host, certificate, words] of cases) {
    const server = await network.startPublicServer(host, certificate);
    server.answer('/feed.xml', { body: '<rss/>' });
    for (const through of [outbound, network.connect(open)]) {
      const failed = fetchFrom(`${server.origin}/feed.xml`, through);
      await assert.rejects(failed, (error) => {
        assert.ok(error instanceof OutboundError);
        assert.equal(error.code, 'tls', host);
        assert.match(error.message, words);
        return true;
      });
    }
    const posted = outbound.post({ url: server.origin, headers: {}, body: '' }, unhurried);
    assert.equal(await codeOf(posted), 'tls');
    assert.equal(server.requests.length, 0);
  }
  const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const { port } = plain.address() as AddressInfo;
  assert.equal(await codeOf(fetchFrom(`https://127.0.0.1:${port}/`, network.connect(open))), 'tls');
  plain.close();
});

test('variables that name a proxy have no effect', async () => {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'https_proxy', 'NODE_USE_ENV_PROXY'];
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : inside.origin;
  const connectionsBefore = inside.connectionCount();
  try {
    assert.equal(await fetchFrom(`${shop.origin}/feed.xml`, network.connect(guarded)), '<rss/>');
  } finally {
    for (const name of names) delete process.env[name];
  }
  await pause(0);
  assert.equal(inside.connectionCount(), connectionsBefore);
});

function toAscii(url: string): string {
  return url.replaceAll(/[^\x21-\x7E]/g, encodeURIComponent);
}
