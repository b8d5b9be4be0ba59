/**
 * The proxies of docs/widget.md do what the page says: their code is taken out of the document and run before a
 * service that tells what reached it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

interface Arrived {
  readonly request: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type HandOn = (request: Request) => Promise<Response>;

const document = readFileSync(new URL('../../docs/widget.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'foretype-recipes-'));
const arrived: Arrived[] = [];
/** Answers compressed, as a service does, and with a cookie that nobody asked for. */
const service = createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  const { method, url, headers } = request;
  arrived.push({ request: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
  response.setHeader('Content-Type', 'application/json').setHeader('Content-Encoding', 'gzip');
  response.end(gzipSync('{"products":[]}'));
});
let origin = '';

before(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

after(() => {
  service.close();
  service.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** The module that stands below a heading of the document. */
async function load(heading: string): Promise<Record<string, unknown>> {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(document.split(`### ${heading}\n`)[1] ?? '') ?? [];
  const path = join(folder, `${heading.replaceAll(/\W/g, '')}.mjs`);
  writeFileSync(path, code.replace('https://search.example.com', origin));
  return import(pathToFileURL(path).href);
}

async function holds(get: HandOn, post: HandOn): Promise<void> {
  arrived.length = 0;
  const headers = { 'X-Api-Key': 'ft_pk_x', Cookie: 'session=1', 'CF-Connecting-IP': '203.0.113.7' };
  const sent = { ...headers, 'X-Forwarded-For': '203.0.113.7', 'Content-Type': 'application/json' };
  const at = (path: string, init: RequestInit = {}) =>
    new Request(`https://shop.example${path}`, { headers: sent, ...init });
  const found = await get(at('/search/api/v1/autocomplete?q=caf%C3%A9+au&limit=5'));
  assert.deepEqual([found.status, await found.json()], [200, { products: [] }]);
  const body = '{"events":[]}';
  assert.equal((await post(at('/search/api/v1/events', { method: 'POST', body }))).status, 200);
  await get(at('/search/widget.js'));
  await get(at('/search/widget/0123456789abcdef.js'));
  await get(at('/search/widget/zh-Hant.json'));
  assert.deepEqual(
    arrived.map(({ request, body: text }) => [request, text]),
    [
      ['GET /api/v1/autocomplete?q=caf%C3%A9+au&limit=5', ''],
      ['POST /api/v1/events', body],
      ['GET /widget.js', ''],
      ['GET /widget/0123456789abcdef.js', ''],
      ['GET /widget/zh-Hant.json', ''],
    ],
  );
  for (const { headers: got } of arrived) {
    const { cookie, 'x-api-key': key, 'x-forwarded-for': shopper } = got;
    assert.deepEqual([cookie, key, shopper], [undefined, 'ft_pk_x', '203.0.113.7']);
  }
  for (const path of ['/search/api/v1/products', '/search/dashboard', '/search/widget.js/..%2fdashboard'])
    assert.equal((await get(at(path))).status, 404, path);
  assert.equal(arrived.length, 5);
}

test('the documented Worker forwards only widget paths, without cookies', async () => {
  const { fetch } = (await load('Cloudflare Worker')).default as { fetch: HandOn };
  await holds(fetch, fetch);
});

test('the documented route handler matches the Worker and is readable', async () => {
  const { GET, POST } = (await load('Next.js')) as { GET: HandOn; POST: HandOn };
  await holds(GET, POST);
  const answer = await GET(new Request('https://shop.example/search/widget.js'));
  assert.equal(answer.headers.get('content-encoding'), null);
});
