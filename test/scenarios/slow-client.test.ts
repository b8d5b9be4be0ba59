/**
 * Goal: a client that is slow cannot hold a connection, or the end of the process, for ever. Method: a request line
 * and then one header a second, which must be answered 408 after ten seconds; and half of a body around a stop.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { startUpload } from '../support/slow-upload.ts';
import { productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

describe('slow clients', { concurrency: true }, () => {
  const service = useService(onOneNode(anyEngine, 'sockets are a process’s own'));

  test('headers that come too slowly end with 408 in time', async () => {
    const { hostname, port } = new URL(service.current().origin);
    const startedMs = performance.now();
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.write('GET /api/v1/autocomplete HTTP/1.1\r\nHost: x\r\n');
      const drops = setInterval(() => socket.write('X-Drop: 1\r\n'), 1_000);
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => {
        clearInterval(drops);
        resolve(text);
      });
    });
    const tookMs = performance.now() - startedMs;
    assert.match(answer, /^HTTP\/1\.1 408 /);
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as { code: string };
    assert.equal(body.code, 'request_timeout');
    assert.ok(
      tookMs > limits.headerTimeoutMs - 1_000 && tookMs < limits.headerTimeoutMs + 4_000,
      `${tookMs} ms`,
    );
    assert.equal((await service.request('GET', '/livez')).status, 200);
  });

  test('an endless body does not hold up a stop', async () => {
    const data = await createServiceData(anyEngine.name);
    const child = await startChildService(data);
    const { keys } = await createStoreOn(data);
    const body = { products: [productInput('a')] };
    const upload = await startUpload(child.origin, '/api/v1/product-imports', keys.secret, body);
    const startedMs = performance.now();
    assert.equal(await child.end('SIGTERM'), 0);
    assert.ok(performance.now() - startedMs < limits.shutdownGraceMs);
    upload.hangUp();
    data.remove();
  });
});
