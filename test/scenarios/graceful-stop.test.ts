/**
 * Goal: a stop (SIGTERM) answers what is under way, and idle connections do not hold it up. Method: uploads that the
 * server has begun to read, and idle connections, around the signal.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { engines } from '../support/engines.ts';
import { startUpload } from '../support/slow-upload.ts';
import { productInput } from '../support/store-calls.ts';
import { underLoad } from '../support/under-load.ts';

const imports = '/api/v1/product-imports';

async function begin(engine: 'sqlite' | 'postgres') {
  const data = await createServiceData(engine);
  const service = await startChildService(data);
  const { keys } = await createStoreOn(data);
  return { data, service, key: keys.secret };
}

/** A connection that sent nothing, and one that waits for its next request. */
async function openIdleSockets(origin: string): Promise<() => void> {
  const { hostname, port } = new URL(origin);
  const silent = connect(Number(port), hostname);
  const keptAlive = connect(Number(port), hostname);
  await Promise.all([once(silent, 'connect'), once(keptAlive, 'connect')]);
  keptAlive.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(keptAlive, 'data');
  for (const socket of [silent, keptAlive]) socket.on('error', () => {});
  return () => {
    silent.destroy();
    keptAlive.destroy();
  };
}

describe('graceful stop', { concurrency: true }, () => {
  for (const { name } of engines) {
    test(`requests under way are answered before the end on ${name}`, async () => {
      const { data, service, key } = await begin(name);
      const uploads = await Promise.all(
        Array.from({ length: 5 }, (_, index) => {
          const products = Array.from({ length: 200 }, (_row, row) => productInput(`u${index}-${row}`));
          return startUpload(service.origin, imports, key, { products });
        }),
      );
      const closeIdle = await openIdleSockets(service.origin);
      const startedMs = performance.now();
      const ended = service.end('SIGTERM');
      const answers = await Promise.all(uploads.map((upload) => upload.finish()));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200, 200],
      );
      for (const answer of answers) {
        assert.equal(answer.as<{ import: { created_rows: number } }>().import.created_rows, 200);
      }
      assert.equal(await ended, 0);
      assert.ok(performance.now() - startedMs < underLoad(6_000), 'idle connections did not hold it up');
      closeIdle();
      const again = await startChildService(data);
      const health = (await again.caller(key).request('GET', '/api/v1/health')).as<{
        products: { total: number };
      }>();
      assert.equal(health.products.total, 1_000);
      await again.end('SIGTERM');
      data.remove();
    });
  }
});
