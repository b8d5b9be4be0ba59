/**
 * The widget's script as browsers get it: its forms, caching, pinned builds, and what happens where none was built.
 * Served over a socket from small folders that look like builds.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { readWidgetBuilds } from '../../server/http/answers/widget-builds.ts';
import { widgetRoutes } from '../../server/http/routes/widget.ts';
import { closeRawSockets, sendRaw } from '../support/raw-request.ts';

const older = `console.log(${JSON.stringify('a'.repeat(2_000))})`;
const newer = `console.log(${JSON.stringify('b'.repeat(2_000))})`;
const hashOf = (script: string) => createHash('sha256').update(script).digest('hex').slice(0, 16);

let folder: string;
let app: FastifyInstance;
let origin: string;

/** A folder as the build leaves it. */
function build(script: string): string {
  const built = mkdtempSync(join(folder, 'dist-'));
  writeFileSync(join(built, 'widget.js'), script);
  writeFileSync(join(built, 'widget.js.br'), brotliCompressSync(script));
  writeFileSync(join(built, 'widget.js.gz'), gzipSync(script));
  return built;
}

type OnWarning = (error: unknown) => void;

const noWarning: OnWarning = (error) => assert.fail(String(error));

/** A service with this build, on the data folder of all those before it. */
async function serve(built: string, onWarning: OnWarning = noWarning, kept = join(folder, 'widgets')) {
  const service = Fastify();
  widgetRoutes(service, { widget: await readWidgetBuilds(built, kept, onWarning) });
  return service;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foretype-widget-'));
  await (await serve(build(older))).close();
  app = await serve(build(newer));
  origin = await app.listen({ port: 0 });
});

after(async () => {
  closeRawSockets();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** As it stands on the wire: `fetch` would unpack the answer and ask for packed ones by itself. */
async function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const { hostname, port } = new URL(origin);
  const answer = await sendRaw(`http://${hostname}:${port}`, { method, path, headers });
  return { status: answer.status, text: answer.text, header: (name: string) => answer.headers.get(name) };
}

test('§4.9 the script is served compressed to any origin without a key', async () => {
  const cases = { 'gzip, deflate, br': 'br', 'br;q=0.1, gzip': 'gzip', 'br;q=0, gzip;q=0': null, '': null };
  for (const [accepted, encoding] of Object.entries(cases)) {
    const answer = await fetch(`${origin}/widget.js`, { headers: { 'accept-encoding': accepted } });
    assert.equal(answer.headers.get('content-encoding'), encoding, accepted);
    assert.equal(await answer.text(), newer);
    const expected = {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      vary: 'Accept-Encoding',
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers.get(name), value);
  }
});

test('a caller with the current script gets 304 in its encoding', async () => {
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const first = await get('/widget.js', { 'accept-encoding': accepted });
    const etag = first.header('etag') ?? '';
    tags.add(etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/widget.js', { 'accept-encoding': accepted, 'if-none-match': known });
      assert.deepEqual([again.status, again.text, again.header('etag')], [304, '', etag], known);
      assert.equal(again.header('cache-control'), first.header('cache-control'));
      assert.equal(again.header('vary'), 'Accept-Encoding');
    }
    assert.equal((await get('/widget.js', { 'if-none-match': '"other"' })).status, 200);
  }
  assert.equal(tags.size, 3);
});

test('HEAD of the script has the headers of GET and no body', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const [head, whole] = [await get('/widget.js', headers, 'HEAD'), await get('/widget.js', headers)];
  assert.deepEqual([head.status, head.text], [200, '']);
  for (const name of ['etag', 'content-encoding', 'content-length', 'cache-control', 'content-type']) {
    assert.equal(head.header(name), whole.header(name), name);
  }
});

test('a pinned build never changes and outlives its service version', async () => {
  for (const script of [older, newer]) {
    const headers = { 'accept-encoding': 'gzip, br' };
    const answer = await fetch(`${origin}/widget/${hashOf(script)}.js`, { headers });
    assert.equal(await answer.text(), script);
    assert.equal(answer.headers.get('content-encoding'), 'br');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  }
  const builds = await readWidgetBuilds(join(folder, 'nothing'), join(folder, 'widgets'), noWarning);
  for (const { script, integrity, encoded } of builds.byHash.values()) {
    assert.equal(integrity, `sha384-${createHash('sha384').update(script).digest('base64')}`);
    assert.deepEqual(brotliDecompressSync(encoded.get('br') ?? ''), script);
    assert.deepEqual(gunzipSync(encoded.get('gzip') ?? ''), script);
  }
  assert.equal(builds.byHash.size, 2);
});

test('unknown builds and other files are not found', async () => {
  const names = [
    '0123456789abcdef.js',
    `${hashOf(older)}`,
    'widget.js',
    '..%2fwidget.js',
    `${hashOf(older)}.js.br`,
  ];
  for (const name of names) assert.equal((await get(`/widget/${name}`)).status, 404, name);
});

test('a kept build with an incomplete file is not served', async () => {
  const kept = mkdtempSync(join(folder, 'kept-'));
  writeFileSync(join(kept, `${hashOf(older)}.js`), older.slice(0, -1));
  const { byHash } = await readWidgetBuilds(join(folder, 'nothing'), kept, noWarning);
  assert.equal(byHash.size, 0);
});

test('an unwritable data folder costs a warning, not the widget', async () => {
  const warnings: unknown[] = [];
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const service = await serve(build(older), (error) => warnings.push(error), join(file, 'widgets'));
  assert.equal((await service.inject('/widget.js')).statusCode, 200);
  assert.equal(warnings.length, 1);
  await service.close();
});

test('a service without a built widget gives advice', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  const service = await serve(empty, noWarning, join(empty, 'widgets'));
  const answer = await service.inject('/widget.js');
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /npm run build/);
  assert.equal(answer.headers['cache-control'], undefined);
  await service.close();
});

test('a build is kept in one step', async () => {
  const kept = mkdtempSync(join(folder, 'kept-'));
  await readWidgetBuilds(build(older), kept, noWarning);
  const names = ['', '.br', '.gz'].map((ending) => `${hashOf(older)}.js${ending}`);
  assert.deepEqual(readdirSync(kept).sort(), names);
  renameSync(join(kept, names[0] ?? ''), join(kept, 'elsewhere.js'));
  assert.equal((await readWidgetBuilds(join(folder, 'nothing'), kept, noWarning)).byHash.size, 0);
});

test('labels are served like the newest script, as JSON', async () => {
  const built = build(newer);
  mkdirSync(join(built, 'labels'));
  writeFileSync(join(built, 'labels/zh-Hant.json'), '["最近搜尋"]');
  const service = await serve(built);
  const answer = await service.inject('/widget/zh-Hant.json');
  assert.deepEqual([answer.statusCode, answer.json()], [200, ['最近搜尋']]);
  const { headers } = await service.inject('/widget.js');
  for (const name of ['cache-control', 'cross-origin-resource-policy', 'timing-allow-origin', 'vary'])
    assert.equal(answer.headers[name], headers[name], name);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const { etag = '' } = answer.headers;
  const again = await service.inject({ url: '/widget/zh-Hant.json', headers: { 'if-none-match': etag } });
  assert.equal(again.statusCode, 304);
  for (const name of ['en.json', 'zh.json', '..%2fmanifest.json'])
    assert.equal((await service.inject(`/widget/${name}`)).statusCode, 404, name);
  await service.close();
});
