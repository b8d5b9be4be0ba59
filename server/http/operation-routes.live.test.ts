/** Operations whose caller hangs up, over a real socket: the thread that does them hears of it. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { loadConfig } from '../settings/config.ts';
import type { KeyGrant } from '../stores/key-ring.ts';
import { operationRoutes } from './operation-routes.ts';
import type { Services } from './services.ts';

test('reads of figures hear that their caller is gone', async (t) => {
  const signals: AbortSignal[] = [];
  const readers: Partial<Services['readers']> = {
    operate(_call, hungUp) {
      signals.push(hungUp);
      return new Promise<never>(() => {});
    },
  };
  const settings = loadConfig({}, {});
  assert.ok(settings.ok);
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.decorateRequest('grant', null);
  app.addHook('onRequest', async (request) => {
    request.grant = { storeId: uuidOf(1), kind: 'secret' } as KeyGrant;
  });
  operationRoutes(app, { readers, config: settings.config } as Partial<Services> as Services);
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  for (const format of ['json', 'csv']) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/v1/analytics/products?format=${format} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await waitUntil('the read to begin', () => signals.length === 1);
    const [signal] = signals.splice(0);
    assert.equal(signal?.aborted, false);
    socket.destroy();
    await waitUntil('the read to hear of it', () => signal?.aborted === true);
  }
});
