/** Looks at figures whose caller hangs up, over a real socket: the reads behind them hear of it. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { createSystemClock } from '../clock.ts';
import type { StoreReader } from '../storage/storage.ts';
import { answerAnalytics } from './analytics-calls.ts';
import type { Services } from './services.ts';

const storeId = uuidOf(1);

test('reads of figures hear that their caller is gone', async (t) => {
  const signals: (AbortSignal | undefined)[] = [];
  const never = () => new Promise<never>(() => {});
  const readers: Partial<Services['readers']> = {
    of(_storeId, hungUp) {
      signals.push(hungUp);
      return { productDays: never } as Partial<StoreReader> as StoreReader;
    },
  };
  const services = { readers, clock: createSystemClock() } as Partial<Services> as Services;
  const app = Fastify();
  app.get('/', (request, reply) =>
    answerAnalytics({ request, reply }, services, { storeId, name: 'products' }),
  );
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const socket = connect(Number(port), hostname);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await waitUntil('the read to begin', () => signals.length === 1);
  assert.equal(signals[0]?.aborted, false);
  socket.destroy();
  await waitUntil('the read to hear of it', () => signals[0]?.aborted === true);
});
