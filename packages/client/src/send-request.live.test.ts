import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ForetypeError } from './foretype-error.ts';
import { pause, sendRequest } from './send-request.ts';

async function listen(listener: RequestListener): Promise<[Server, string]> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}

test('no redirect takes a key to another server', async () => {
  const arrived: IncomingMessage[] = [];
  const [other, otherOrigin] = await listen((request, response) => {
    arrived.push(request);
    response.end('{}');
  });
  let status = 0;
  const [service, origin] = await listen((_request, response) => {
    response.writeHead(status, { location: `${otherOrigin}/api/v1/health?key=ft_pk_x` }).end();
  });
  try {
    for (status of [301, 302, 303, 307, 308]) {
      const outcome = await sendRequest({
        url: new URL(`${origin}/api/v1/health?key=ft_pk_x`),
        init: { method: 'POST', headers: { 'X-Api-Key': 'ft_sk_x' } },
        body: () => '{}',
        ...{ mayRepeat: true, attempts: 4, timeoutMs: 0, signal: undefined, fetch, pause },
      }).catch((error: unknown) => error);
      assert.ok(outcome instanceof ForetypeError);
      assert.deepEqual([outcome.code, outcome.status], ['redirected', status]);
      assert.match(outcome.message, new RegExp(`^${origin}/api/v1/health .*${otherOrigin}/api/v1/health\\b`));
      assert.doesNotMatch(outcome.message, /ft_pk/);
    }
    assert.equal(arrived.length, 0);
  } finally {
    service.close();
    other.close();
  }
});
