import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';

test('unknown variables like settings are reported, except from Kubernetes', () => {
  const given = {
    FORETYPE_THREADS: '2',
    FORETYPE_ROLE: 'api',
    PORTS: '3000',
    FORETYPE_SERVICE_HOST: '10.0.0.1',
    FORETYPE_API_SERVICE_PORT_HTTP: '80',
    FORETYPE_PORT: 'tcp://10.0.0.1:80',
    FORETYPE_API_PORT_80_TCP_ADDR: '10.0.0.1',
  };
  const settings = loadConfig({ role: 'all' }, { ...given, foretype_demo: 'off' });
  assert.deepEqual(settings.ok && settings.config.withoutEffect, ['FORETYPE_THREADS']);
});
