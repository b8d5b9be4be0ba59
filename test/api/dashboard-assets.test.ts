/**
 * The dashboard's built files: what a browser is sent, under which policy, and what happens where nothing was built.
 * Served from a small folder that looks like a build, over a socket.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { dashboardAssetRoutes } from '../../server/http/dashboard/assets.ts';

const page = '<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><title>Foretype</title>';
const script = `console.log(${JSON.stringify('a'.repeat(2_000))})`;

let folder: string;
let app: FastifyInstance;
let origin: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foretype-dist-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'preview.html'), '<!doctype html><title>Preview</title>');
  writeFileSync(join(folder, 'sources.sha256'), 'x');
  writeFileSync(join(folder, 'assets/main-abc.js'), script);
  writeFileSync(join(folder, 'assets/letters-abc.woff2'), 'letters');
  writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync(script));
  app = Fastify();
  await dashboardAssetRoutes(app, folder);
  origin = await app.listen({ port: 0 });
});

after(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${origin}${path}`, { headers });

test('a dashboard address that is no file shows the page', async () => {
  for (const path of [
    '/dashboard',
    '/dashboard/',
    '/dashboard/stores/x/products?q=a',
    '/dashboard/index.html',
  ]) {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    assert.match(await answer.text(), /<title>Foretype/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('the page runs only its own files under a fresh nonce', async () => {
  const seen = new Set<string>();
  for (let count = 0; count < 3; count += 1) {
    const answer = await get('/dashboard');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`), policy);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      assert.ok(policy.split('; ').includes(part), `${part} in ${policy}`);
    }
    assert.ok(!policy.includes('unsafe'));
    assert.equal(answer.headers.get('x-frame-options'), 'DENY');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    seen.add(nonce);
  }
  assert.equal(seen.size, 3);
});

test('only the dashboard frames its playground, and no other page', async () => {
  const framed = await get('/dashboard/preview?theme=sharp');
  assert.match(await framed.text(), /<title>Preview/);
  const policy = framed.headers.get('content-security-policy') ?? '';
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'self'",
  ]) {
    assert.ok(policy.split('; ').includes(part), `${part} in ${policy}`);
  }
  assert.equal(framed.headers.get('x-frame-options'), 'SAMEORIGIN');
  const page = await get('/dashboard/stores/x/playground');
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-src 'self'; frame-ancestors 'none'/);
  assert.match(await (await get('/dashboard/preview.html')).text(), /<title>Foretype/);
});

test('a file is sent compressed and cached for ever', async () => {
  const cases = { 'gzip, br': 'br', gzip: 'gzip', 'br;q=0, gzip;q=0.5': 'gzip', identity: null, '': null };
  for (const [accepted, encoding] of Object.entries(cases)) {
    const answer = await get('/dashboard/assets/main-abc.js', { 'accept-encoding': accepted });
    assert.equal(answer.headers.get('content-encoding'), encoding, accepted);
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('vary'), 'accept-encoding');
    assert.equal(await answer.text(), script);
  }
});

test('a font is sent as it is, and the policy allows it', async () => {
  const answer = await get('/dashboard/assets/letters-abc.woff2', { 'accept-encoding': 'gzip, br' });
  assert.equal(answer.headers.get('content-type'), 'font/woff2');
  assert.equal(answer.headers.get('content-encoding'), null);
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(await answer.text(), 'letters');
  const policy = (await get('/dashboard')).headers.get('content-security-policy') ?? '';
  assert.ok(policy.split('; ').includes("font-src 'self'"), policy);
});

test('an old file or unknown call does not get the page', async () => {
  for (const path of ['/dashboard/assets/main-old.js', '/dashboard/api/nothing', '/dashboard/api']) {
    const answer = await get(path);
    assert.equal(answer.status, 404, path);
    assert.doesNotMatch(await answer.text(), /<title>/);
  }
});

test('only the built files can be read', async () => {
  const paths = [
    '/dashboard/sources.sha256',
    '/dashboard/assets/..%2f..%2fpackage.json',
    '/dashboard//etc/passwd',
  ];
  for (const path of paths) {
    const text = await (await get(path)).text();
    assert.ok(text.includes('<title>Foretype') || text.includes('"statusCode"'), path);
    assert.doesNotMatch(text, /"version"|root:/, path);
  }
});

test('a service without a built dashboard gives advice', async () => {
  const bare = Fastify();
  await dashboardAssetRoutes(bare, join(folder, 'absent'));
  const answer = await bare.inject('/dashboard/stores/x');
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /npm run build/);
  await bare.close();
});
