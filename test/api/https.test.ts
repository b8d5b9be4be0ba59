/** The service with a certificate of its own, asked over a real TLS connection. The certificate is a fixture. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { limits } from '../../contract/limits.ts';
import { createSystemClock } from '../../server/clock.ts';
import { createLog } from '../../server/process/log.ts';
import { loadConfig } from '../../server/settings/config.ts';
import { type RunningService, startService } from '../../server/start-service.ts';
import { createServiceData } from '../support/child-service.ts';
import { anyEngine } from '../support/engines.ts';
import { waitUntil } from '../support/wait-until.ts';

const cert = fileURLToPath(new URL('../fixtures/tls/cert.pem', import.meta.url));
const key = fileURLToPath(new URL('../fixtures/tls/key.pem', import.meta.url));

/** A service that speaks TLS itself. */
async function startSecure(t: TestContext): Promise<RunningService> {
  const data = await createServiceData(anyEngine.name);
  const settings = loadConfig(
    {},
    {
      PORT: '0',
      FORETYPE_DEMO: 'off',
      TLS_CERT: cert,
      TLS_KEY: key,
      ...data.environment,
    },
  );
  assert.ok(settings.ok);
  const service = await startService(settings.config, {
    clock: createSystemClock(),
    log: createLog('silent', false),
    onFatal: assert.fail,
    drainMs: 0,
    warmUpFile: null,
  });
  t.after(async () => {
    await service.stop();
    data.remove();
  });
  return service;
}

async function getFrom({ origin }: RunningService, path: string) {
  const [response] = (await once(
    get(`${origin}${path}`, { ca: readFileSync(cert), agent: false }),
    'response',
  )) as [IncomingMessage];
  const { statusCode, headers } = response;
  return { status: statusCode, headers, body: await text(response) };
}

test('§5.5 https: the service itself speaks it, and asks browsers to', async (t) => {
  const service = await startSecure(t);
  assert.match(service.origin, /^https:/);
  const { status, headers } = await getFrom(service, '/livez');
  assert.equal(status, 200);
  assert.match(headers['strict-transport-security'] ?? '', /^max-age=\d{8}$/);
});

test('a TLS handshake that does not end is cut', async (t) => {
  const service = await startSecure(t);
  const { hostname, port } = new URL(service.origin);
  const silent = connect(Number(port), hostname)
    .on('error', () => {})
    .resume();
  t.after(() => silent.destroy());
  const isOpen = async (count: number) => {
    const { body } = await getFrom(service, '/metrics');
    const countOf = (outcome: string) =>
      Number(body.split(`_connections_total{outcome="${outcome}"} `)[1]?.split('\n')[0] ?? 0);
    return countOf('opened') - countOf('closed') === count;
  };
  await waitUntil('it to count, beside the one that asks', () => isOpen(2));
  await waitUntil('it to be closed', () => silent.closed, 2 * limits.handshakeTimeoutMs);
  await waitUntil('its place to be free', () => isOpen(1));
});
