import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  type AnswerParts,
  type HostileFeedServer,
  startHostileFeedServer,
} from '../../test/support/hostile-feed-server.ts';
import { createHostileFeeds, zipOf } from '../../test/support/hostile-feeds.ts';
import { createSystemClock } from '../clock.ts';
import { createOutbound } from './create-outbound.ts';
import type { DocumentFacts, DocumentRequest, Outbound, OutboundLimits } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';

const item = '<item><g:id>1</g:id><title>Größe 42</title></item>\n';
const document = Buffer.from(`<rss xmlns:g="http://base.google.com/ns/1.0">${item.repeat(400)}</rss>`);
const shortLimits: Partial<OutboundLimits> = { idleTimeoutMs: 250, totalTimeoutMs: 700 };
const unhurried = new AbortController().signal;

let server: HostileFeedServer;
let outbound: Outbound;

before(async () => {
  server = await startHostileFeedServer();
  outbound = createOutbound({ policy: { allowPrivate: true }, clock: createSystemClock() });
});

after(async () => {
  await outbound.close();
  await server.close();
});

interface Fetched {
  readonly bytes: Buffer;
  readonly facts: DocumentFacts;
}

function requestOf(path: string, parts: Partial<DocumentRequest> = {}): DocumentRequest {
  return {
    url: `${server.origin}${path}`,
    credentials: null,
    validators: null,
    endShownByDocument: true,
    ...parts,
  };
}

async function fetchWhole(path: string, parts: Partial<DocumentRequest> = {}): Promise<Fetched> {
  const answer = await outbound.fetchDocument(requestOf(path, parts), unhurried);
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

test('a document comes whole with its facts, in whichever framing and coding', async () => {
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
    server.answer(path, { ...parts, headers: { etag: '"1"', 'content-type': 'text/xml', ...parts.headers } });
    const { bytes, facts } = await fetchWhole(path);
    assert.ok(bytes.equals(document), path);
    assert.equal(facts.url, `${server.origin}${path}`);
    assert.equal(facts.sha256, createHash('sha256').update(document).digest('hex'));
    assert.equal(facts.bytesDecoded, document.length);
    assert.equal(facts.bytesReceived, Buffer.from(parts.body as Uint8Array).length);
    assert.equal(facts.etag, '"1"');
    assert.equal(facts.contentType, 'text/xml');
    assert.equal(facts.remoteAddress, null, 'a private address is shown');
    assert.ok(facts.connectMs <= facts.firstByteMs && facts.firstByteMs <= facts.durationMs);
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(facts[name as keyof DocumentFacts], value, `${path} ${name}`);
    }
  }
});

test('every fault of a server ends with its code, or with a document that is not proven', async () => {
  const feeds = [...createHostileFeeds(document)];
  const outcomes = await Promise.all(
    feeds.map(async ([name, { answer, isSlow }]) => {
      server.answer(`/${name}`, answer);
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

test('a document whose end nothing proves counts only where its reader knows the end', async () => {
  for (const body of [document, document.subarray(0, 100), '']) {
    server.answer('/unframed', { body, framing: 'close' });
    assert.equal((await fetchWhole('/unframed')).facts.framed, false);
    const { code, message } = await failureOf('/unframed', { endShownByDocument: false });
    assert.equal(code, 'truncated');
    assert.match(message, /Content-Length/);
  }
  server.answer('/unframed', { body: gzipSync(document), framing: 'close' });
  assert.ok((await fetchWhole('/unframed', { endShownByDocument: false })).facts.framed);
});
