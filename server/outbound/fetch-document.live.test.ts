import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { caseCount } from '../../test/support/case-count.ts';
import { type AnswerParts, startHostileFeedServer } from '../../test/support/hostile-feed-server.ts';
import { createHostileFeeds, zipOf } from '../../test/support/hostile-feeds.ts';
import { startOutbound } from '../../test/support/start-outbound.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { createSystemClock } from '../clock.ts';
import { createOutbound } from './create-outbound.ts';
import { type DocumentFacts, type DocumentRequest, OutboundError, type OutboundLimits } from './outbound.ts';

const item = '<item><g:id>1</g:id><title>Größe 42</title></item>\n';
const document = Buffer.from(`<rss xmlns:g="http://base.google.com/ns/1.0">${item.repeat(400)}</rss>`);
const shortLimits: Partial<OutboundLimits> = { idleTimeoutMs: 250, totalTimeoutMs: 700 };

const unhurried = new AbortController().signal;
const net = startOutbound();

interface Fetched {
  readonly bytes: Buffer;
  readonly facts: DocumentFacts;
}

function requestOf(path: string, parts: Partial<DocumentRequest> = {}): DocumentRequest {
  return {
    url: `${net.server.origin}${path}`,
    credentials: null,
    validators: null,
    endShownByDocument: true,
    ...parts,
  };
}

async function fetchWhole(path: string, parts: Partial<DocumentRequest> = {}): Promise<Fetched> {
  const answer = await net.outbound.fetchDocument(requestOf(path, parts), unhurried);
  assert.equal(answer.kind, 'document');
  assert.ok(answer.kind === 'document');
  const chunks = await Array.fromAsync(answer.body);
  return { bytes: Buffer.concat(chunks), facts: answer.end() };
}

/** The error of a fetch that must fail. */
async function failureOf(path: string, parts: Partial<DocumentRequest> = {}): Promise<OutboundError> {
  const outcome = await fetchWhole(path, parts).catch((error: unknown) => error);
  assert.ok(outcome instanceof OutboundError, `${path}: ${String(outcome)}`);
  return outcome;
}

test('a document arrives whole in any framing and coding', async () => {
  const coded = (coding: string, body: Uint8Array): AnswerParts => ({
    headers: { 'content-encoding': coding },
    body,
  });
  const whole: readonly (readonly [string, AnswerParts, Partial<DocumentFacts>])[] = [
    ['/length', { body: document }, { framed: true, archive: null }],
    ['/chunked', { body: document, framing: 'chunked' }, { framed: true }],
    ['/closed', { body: document, framing: 'close' }, { framed: false }],
    ['/identity', coded('identity', document), { framed: true }],
    ['/gzip', coded('gzip', gzipSync(document)), { framed: true, contentEncoding: 'gzip' }],
    ['/x-gzip', coded('X-GZip', gzipSync(document)), {}],
    ['/gzip-closed', { ...coded('gzip', gzipSync(document)), framing: 'close' }, { framed: true }],
    ['/deflate', coded('deflate', deflateSync(document)), {}],
    ['/raw-deflate', coded('deflate', deflateRawSync(document)), {}],
    ['/br', coded('br', brotliCompressSync(document)), {}],
    ['/zstd', coded('zstd', zstdCompressSync(document)), {}],
    ['/feed.gz', { body: gzipSync(document) }, { archive: 'gzip' }],
    ['/feed.gz-gzip', coded('gzip', gzipSync(gzipSync(document))), { archive: 'gzip' }],
    ['/feed.zip', { body: zipOf([document]), framing: 'close' }, { archive: 'zip', framed: true }],
    ['/feed.stored.zip', { body: zipOf([document], 'stored') }, { archive: 'zip' }],
  ];
  for (const [path, parts, expected] of whole) {
    net.server.answer(path, {
      ...parts,
      headers: { etag: '"1"', 'content-type': 'text/xml', ...parts.headers },
    });
    const { bytes, facts } = await fetchWhole(path);
    assert.ok(bytes.equals(document), path);
    assert.equal(facts.url, `${net.server.origin}${path}`);
    assert.equal(facts.sha256, createHash('sha256').update(document).digest('hex'));
    assert.equal(facts.bytesDecoded, document.length);
    assert.equal(facts.bytesReceived, Buffer.from(parts.body as Uint8Array).length);
    assert.equal(facts.etag, '"1"');
    assert.equal(facts.contentType, 'text/xml');
    assert.equal(facts.remoteAddress, null, 'a private address is shown');
    const [connectMs, firstByteMs] = [facts.connectMs ?? -1, facts.firstByteMs ?? -1];
    assert.ok(0 <= connectMs && connectMs <= firstByteMs && firstByteMs <= facts.durationMs);
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(facts[name as keyof DocumentFacts], value, `${path} ${name}`);
    }
  }
});

test('every server fault gives its code or an unproven document', async () => {
  const feeds = [...createHostileFeeds(document)];
  const outcomes = await Promise.all(
    feeds.map(async ([name, { answer, isSlow }]) => {
      net.server.answer(`/${name}`, answer);
      const limits = isSlow === true ? shortLimits : {};
      const fetched = await fetchWhole(`/${name}`, { limits }).catch((error: unknown) => error);
      if (!(fetched instanceof OutboundError))
        return [name, fetched instanceof Error ? fetched.message : 'document'];
      assert.doesNotMatch(fetched.message, /127\.0\.0\.1|undefined|\[object/);
      return [name, fetched.code];
    }),
  );
  assert.deepEqual(
    Object.fromEntries(outcomes),
    Object.fromEntries(feeds.map(([name, { outcome }]) => [name, outcome])),
  );
  assert.ok(feeds.length > 100);
});

test('a silent body is left before its time ends', async () => {
  net.server.answer('/silent', { body: document, cutAt: 100, ending: 'stall' });
  // The same bound holds for the head, which must come within it on a busy machine too.
  const limits = { idleTimeoutMs: 1_000, totalTimeoutMs: 60_000 };
  const { code, message } = await failureOf('/silent', { limits });
  assert.equal(code, 'timed_out');
  assert.match(message, /fell silent/);
});

test('a dripping body is left before its time ends', async () => {
  net.server.answer('/drip', { body: document, dripMs: 20 });
  const { code, message } = await failureOf('/drip', {
    limits: { idleTimeoutMs: 100, totalTimeoutMs: 60_000 },
  });
  assert.equal(code, 'timed_out');
  assert.match(message, /too slowly/);
});

test('redirects that take their time share one wait', async () => {
  for (const hop of [1, 2, 3]) {
    net.server.answer(`/hop-${hop}`, async (socket) => {
      await pause(200);
      socket.write(`HTTP/1.1 302 Found\r\nlocation: /hop-${hop + 1}\r\ncontent-length: 0\r\n\r\n`);
    });
  }
  net.server.answer('/hop-4', { body: document });
  const limits = { idleTimeoutMs: 500, totalTimeoutMs: 60_000 };
  assert.equal((await failureOf('/hop-1', { limits })).code, 'timed_out');
});

test('an unproven end counts only where the reader knows it', async () => {
  for (const body of [document, document.subarray(0, 100), '']) {
    net.server.answer('/unframed', { body, framing: 'close' });
    assert.equal((await fetchWhole('/unframed')).facts.framed, false);
    const { code, message } = await failureOf('/unframed', { endShownByDocument: false });
    assert.equal(code, 'truncated');
    assert.match(message, /Content-Length/);
  }
  net.server.answer('/unframed', { body: gzipSync(document), framing: 'close' });
  assert.ok((await fetchWhole('/unframed', { endShownByDocument: false })).facts.framed);
});

test('a cut transfer never passes for a whole document', async () => {
  const small = document.subarray(0, 2_000);
  const encode = {
    identity: (bytes: Buffer) => bytes,
    gzip: gzipSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  const coding = fc.constantFrom(...(Object.keys(encode) as (keyof typeof encode)[]));
  const framing = fc.constantFrom('length', 'chunked', 'close');
  const ending = fc.constantFrom('end', 'reset');
  let count = 0;
  await fc.assert(
    fc.asyncProperty(coding, framing, ending, fc.nat(10_000), async (name, ...rest) => {
      const [framed, ended, part] = rest;
      const body = encode[name](small);
      // Chunks add lines of their own, which can be cut as well.
      const wireLength = body.length + (framed === 'chunked' ? body.length.toString(16).length + 4 + 5 : 0);
      const cutAt = Math.floor((part / 10_000) * (wireLength - 1));
      count += 1;
      const path = `/cut-${count}`;
      const headers = { 'content-encoding': name };
      net.server.answer(path, { body, headers, framing: framed, ending: ended, cutAt });
      const fetched = await fetchWhole(path).catch((error: unknown) => error);
      if (fetched instanceof OutboundError) {
        assert.match(fetched.code, /^(?:truncated|malformed)$/);
        return;
      }
      assert.ok(!(fetched instanceof Error), String(fetched));
      const { facts, bytes } = fetched as Fetched;
      assert.ok(facts.framed === false || bytes.equals(small), `${name} ${framed} cut at ${cutAt}`);
      assert.ok(name === 'identity', 'a compressed document has an end of its own');
    }),
    { numRuns: caseCount(250) },
  );
});

test('a fast document arrives whole although the server closes', async () => {
  const large = Buffer.from(randomBytes(2_000_000).toString('hex'));
  net.server.answer('/fast', {
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(large, { level: 1 }),
  });
  const answer = await net.outbound.fetchDocument(
    requestOf('/fast', { limits: { idleTimeoutMs: 1_000 } }),
    unhurried,
  );
  assert.ok(answer.kind === 'document');
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    // The server is waited for, the reader is not: it takes longer than the server may.
    if (chunks.length === 1) await pause(1_200);
  }
  assert.ok(Buffer.concat(chunks).equals(large));
});

test('validators make a fetch conditional, and 304 means unchanged', async () => {
  const validators = { etag: 'W/"a, b"', lastModified: 'Sat, 21 Nov 2026 20:00:00 GMT' };
  net.server.answer('/conditional', async (socket, { headers }) => {
    const isKnown = headers.get('if-none-match') === validators.etag && headers.has('if-modified-since');
    socket.end(
      isKnown
        ? 'HTTP/1.1 304 Not Modified\r\netag: "new"\r\n\r\n'
        : 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\netag: W/"a, b"\r\nlast-modified: Sat, 21 Nov 2026 20:00:00 GMT\r\n\r\nx',
    );
  });
  const first = await fetchWhole('/conditional');
  assert.deepEqual({ etag: first.facts.etag, lastModified: first.facts.lastModified }, validators);
  const again = await net.outbound.fetchDocument(requestOf('/conditional', { validators }), unhurried);
  assert.equal(again.kind, 'not-modified');
  assert.equal(again.facts.status, 304);
  assert.equal(again.facts.etag, '"new"');
});

test('a validator that cannot be repeated exactly is dropped', async () => {
  for (const etag of ['"größe"', `"${'a'.repeat(2_000)}"`, '']) {
    net.server.answer('/etag', { body: 'x', headers: { etag } });
    assert.equal((await fetchWhole('/etag')).facts.etag, null);
  }
});

test('Contract §6 five redirects are followed and listed, a sixth fails', async () => {
  for (let left = 1; left <= 6; left += 1) {
    net.server.answer(`/hop-${left}`, {
      status: 300 + (left % 2 === 0 ? 2 : 8),
      headers: { location: `/hop-${left - 1}?key=geheim` },
    });
  }
  net.server.answer('/hop-0', { body: document });
  const { facts, bytes } = await fetchWhole('/hop-5?key=geheim');
  assert.ok(bytes.equals(document));
  assert.deepEqual(
    facts.redirects.map(({ status, url }) => `${status} ${url.replace(net.server.origin, '')}`),
    ['308 /hop-4?key=…', '302 /hop-3?key=…', '308 /hop-2?key=…', '302 /hop-1?key=…', '308 /hop-0?key=…'],
  );
  assert.doesNotMatch(JSON.stringify(facts), /geheim/);
  assert.equal((await failureOf('/hop-6')).code, 'redirects');
});

test('Contract §6 credentials stay with the origin that they were given for', async () => {
  const other = await startHostileFeedServer();
  try {
    net.server.answer('/mine', { status: 302, headers: { location: '/moved' } });
    net.server.answer('/moved', { status: 307, headers: { location: `${other.origin}/theirs` } });
    // Back to the origin of the credentials, to a path of the other's choice.
    other.answer('/theirs', { status: 302, headers: { location: `${net.server.origin}/back` } });
    net.server.answer('/back', { status: 302, headers: { location: '/end' } });
    net.server.answer('/end', { body: document });
    for (const credentials of [
      { type: 'basic', user: 'shop', password: 'geheim' },
      { type: 'header', name: 'X-Api-Key', value: 'geheim' },
      { type: 'header', name: 'Cookie', value: 'session=geheim' },
    ] as const) {
      const from = net.server.requests.length;
      await fetchWhole('/mine', { credentials });
      const [mine, moved, back, end] = net.server.requests.slice(from);
      const expected =
        credentials.type === 'basic'
          ? ['authorization', `Basic ${Buffer.from('shop:geheim').toString('base64')}`]
          : [credentials.name.toLowerCase(), credentials.value];
      for (const request of [mine, moved]) assert.equal(request?.headers.get(expected[0] ?? ''), expected[1]);
      assert.equal(end?.target, '/end');
      for (const request of [back, end, other.requests.at(-1)]) {
        assert.doesNotMatch(
          JSON.stringify([...(request?.headers ?? [])]),
          /geheim|Z2VoZWlt|authorization|cookie/,
        );
      }
    }
    other.answer('/theirs', { status: 401 });
    const { message } = await failureOf('/mine', {
      credentials: { type: 'basic', user: 'a', password: 'b' },
    });
    assert.match(message, /redirects to another host/);
  } finally {
    await other.close();
  }
});

test('leaving the body early closes the connection', async () => {
  net.server.answer('/endless', { body: endless });
  const answer = await net.outbound.fetchDocument(requestOf('/endless'), unhurried);
  assert.ok(answer.kind === 'document');
  for await (const chunk of answer.body) {
    assert.ok(chunk.length > 0);
    break;
  }
  await waitUntil('the connection to be closed', () => net.server.openCount() === 0);
  assert.throws(() => answer.end(), /not read to its end/);
});

test('an endless document is cut, and paused without readers', async () => {
  let sentBytes = 0;
  function* counted(): Generator<Uint8Array> {
    for (const chunk of endless()) {
      sentBytes += chunk.length;
      yield chunk;
    }
  }
  net.server.answer('/flood', { body: counted, framing: 'close' });
  const limits = { documentMaxBytes: 20 * 1024 * 1024 };
  const answer = await net.outbound.fetchDocument(requestOf('/flood', { limits }), unhurried);
  assert.ok(answer.kind === 'document');
  let beforeBytes = -1;
  await waitUntil('the server to be held back', async () => {
    const isStill = sentBytes > 0 && sentBytes === beforeBytes;
    beforeBytes = sentBytes;
    await pause(20);
    return isStill;
  });
  // What the system's buffers take.
  assert.ok(sentBytes < 16 * 1024 * 1024, `${sentBytes} bytes were taken`);
  await assert.rejects(Array.fromAsync(answer.body), { code: 'too_large' });
});

test('the limit counts sent and unpacked bytes', async () => {
  const limits = { documentMaxBytes: 100_000 };
  net.server.answer('/grows', {
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(100_001, 'ab')),
  });
  assert.equal((await failureOf('/grows', { limits })).code, 'too_large');
  net.server.answer('/fits', {
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(100_000, 'ab')),
  });
  assert.equal((await fetchWhole('/fits', { limits })).bytes.length, 100_000);
  // Members without content: much is sent, nothing comes of it.
  function* nothings(): Generator<Uint8Array> {
    const nothing = Buffer.concat(Array(1_000).fill(gzipSync('')));
    for (let sent = 0; sent < 4_000_000; sent += nothing.length) yield nothing;
  }
  net.server.answer('/nothings', {
    headers: { 'content-encoding': 'gzip' },
    body: nothings,
    framing: 'chunked',
  });
  assert.equal((await failureOf('/nothings', { limits })).code, 'too_large');
});

test('a caller may abort at any moment with its own reason', async () => {
  net.server.answer('/endless', { body: endless });
  net.server.answer('/silence', () => Promise.resolve());
  const reason = new Error('the worker stops');
  const early = new AbortController();
  const waiting = net.outbound.fetchDocument(requestOf('/silence'), early.signal);
  await waitUntil('the request', () => net.server.requests.at(-1)?.target === '/silence');
  early.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(net.outbound.fetchDocument(requestOf('/endless'), early.signal), reason);

  const late = new AbortController();
  const answer = await net.outbound.fetchDocument(requestOf('/endless'), late.signal);
  assert.ok(answer.kind === 'document');
  const { body } = answer;
  await assert.rejects(async () => {
    for await (const chunk of body) {
      assert.ok(chunk.length > 0);
      late.abort(reason);
    }
  }, reason);
  await waitUntil('the connections to be closed', () => net.server.openCount() === 0);
});

test('closing ends all calls under way', async () => {
  const ownOutbound = createOutbound({ policy: { allowPrivate: true }, clock: createSystemClock() });
  net.server.answer('/silence', () => Promise.resolve());
  const waiting = ownOutbound.fetchDocument(requestOf('/silence'), unhurried);
  const seen = net.server.requests.length;
  await waitUntil('the second call to arrive', () => net.server.requests.length > seen);
  await ownOutbound.close();
  await assert.rejects(waiting, /were ended/);
  await assert.rejects(ownOutbound.fetchDocument(requestOf('/silence'), unhurried), /were ended/);
});

function* endless(): Generator<Uint8Array> {
  const chunk = Buffer.from(item.repeat(1_000));
  for (;;) yield chunk;
}
