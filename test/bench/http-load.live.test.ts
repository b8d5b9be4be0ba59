/** Goal: the loaders of the bench ask what they are given and own up to failures. Method: a real server that notes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { loadServer } from '../../bench/http-load.ts';

// Few, so that a slow machine asks each of them within the second of a test; and two with the same path.
const requests = Array.from({ length: 9 }, (_, index) => ({
  path: `/?q=${index % 8}`,
  headers: { 'x-api-key': 'key', 'x-forwarded-for': `10.0.${index % 3}.${index}` },
}));

async function withServer(listener: RequestListener, work: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const child = { cpuMs: () => performance.now() };

test('load asks every request of its list with its headers', async () => {
  const asked = new Map<string, number>();
  let count = 0;
  await withServer(
    ({ url, headers }, response) => {
      const request = `${url} ${headers['x-api-key']} ${headers['x-forwarded-for']}`;
      asked.set(request, (asked.get(request) ?? 0) + 1);
      count += 1;
      response.end('{}');
    },
    async (origin) => {
      const { rate, p99, cpu } = await loadServer({ origin, child, requests }, 1);
      assert.ok(rate > 0 && rate <= count && p99 > 0 && cpu > 0, `${rate} ${p99} ${cpu}`);
    },
  );
  const wanted = requests.map(
    ({ path, headers }) => `${path} ${headers['x-api-key']} ${headers['x-forwarded-for']}`,
  );
  assert.deepEqual([...asked.keys()].sort(), wanted.sort());
});

test('load of a server that refuses some requests is rejected', async () => {
  await withServer(
    ({ url }, response) => {
      response.statusCode = url === '/?q=7' ? 503 : 200;
      response.end();
    },
    (origin) => assert.rejects(loadServer({ origin, child, requests }, 1), /requests failed/),
  );
});
