/** The service with a certificate of its own, asked over a real TLS connection. The certificate is a fixture. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createSystemClock } from '../../server/clock.ts';
import { loadConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { startService } from '../../server/start-service.ts';
import { createServiceData } from '../support/child-service.ts';
import { anyEngine } from '../support/engines.ts';

const cert = fileURLToPath(new URL('../fixtures/tls/cert.pem', import.meta.url));
const key = fileURLToPath(new URL('../fixtures/tls/key.pem', import.meta.url));

test('§5.5 https: the service itself speaks it, and asks browsers to', async (t) => {
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
  });
  t.after(async () => {
    await service.stop();
    data.remove();
  });
  assert.match(service.origin, /^https:/);
  const { status, headers } = await new Promise<{ status: number; headers: IncomingHttpHeaders }>(
    (resolve, reject) => {
      get(`${service.origin}/livez`, { ca: readFileSync(cert) }, (response) =>
        resolve({ status: response.resume().statusCode ?? 0, headers: response.headers }),
      ).on('error', reject);
    },
  );
  assert.equal(status, 200);
  assert.match(headers['strict-transport-security'] ?? '', /^max-age=\d{8}$/);
});
