/**
 * Goal: the files by which people run and watch the service name only what the service has: variables, commands, ports,
 * paths, measurements.
 * Method: the files are read as text and held against the program; no container is started.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../server/settings/config.ts';
import { anyEngine } from '../support/engines.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const manifests = ['Dockerfile', 'compose.yaml', 'compose.cluster.yaml', 'deploy/kubernetes.yaml'];

function textOf(file: string): string {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n');
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))];
}

test('deployment files set only variables that the service reads', () => {
  const config = readFileSync(new URL('../../server/settings/config.ts', import.meta.url), 'utf8');
  const known = new Set(matchesOf(config, /'([A-Z][A-Z0-9_]{3,})'/g));
  for (const file of manifests) {
    const named = matchesOf(textOf(file), /\b(FORETYPE_[A-Z_]+|DATABASE_[A-Z_]+)\b/g);
    assert.ok(named.length > 0, file);
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
      file,
    );
  }
});

test('deployment files agree on port, roles and data folder', () => {
  const settings = Object.fromEntries(
    [...textOf('Dockerfile').matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  assert.deepEqual([settings.PORT, settings.HOST], ['3000', '0.0.0.0']);
  assert.match(textOf('Dockerfile'), new RegExp(`^EXPOSE ${settings.PORT}$`, 'm'));
  assert.match(textOf('Dockerfile'), new RegExp(`^VOLUME ${settings.FORETYPE_DATA}$`, 'm'));
  assert.match(textOf('Dockerfile'), /^USER node$/m);
  assert.match(textOf('compose.yaml'), /:3000:3000"/);
  const ports = matchesOf(textOf('deploy/haproxy.cfg'), /(?:bind |api-\d:)[^\d]*(\d+)$/gm);
  assert.deepEqual(ports, ['3000']);
  const servers = matchesOf(textOf('deploy/haproxy.cfg'), /^ +server (\S+)/gm);
  const services = matchesOf(textOf('compose.cluster.yaml'), /^ {2}(api-\d):/gm);
  assert.deepEqual(servers, services);
  for (const file of ['compose.cluster.yaml', 'deploy/kubernetes.yaml']) {
    const roles = matchesOf(textOf(file), /\[foretype, serve, --role, (\w+)\]/g);
    assert.deepEqual(roles, ['api', 'worker']);
    for (const role of roles) {
      const outcome = loadConfig({ role });
      // Only what a role cannot do without is missing here: no other word is a role.
      assert.ok(outcome.ok || outcome.faults.every((fault) => !fault.includes('FORETYPE_ROLE takes')));
    }
  }
});

test('the image has the command line as foretype', (t) => {
  const dockerfile = textOf('Dockerfile');
  assert.match(dockerfile, /^CMD \["foretype", "serve"\]$/m);
  // Words after the image's name are a command of their own.
  assert.doesNotMatch(dockerfile, /^ENTRYPOINT/m);
  const [, program = ''] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/foretype$/m.exec(dockerfile) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bin-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(fileURLToPath(new URL(`../../${program}`, import.meta.url)), join(folder, 'foretype'));
  const { status, stdout } = spawnSync(join(folder, 'foretype'), ['help'], { encoding: 'utf8' });
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: foretype COMMAND/);
});

describe('with a service', () => {
  const service = useService(anyEngine);

  test('probes, dashboards and alerts use existing paths and metrics', async () => {
    const probes = ['Dockerfile', 'deploy/haproxy.cfg', 'deploy/kubernetes.yaml'].flatMap((file) =>
      matchesOf(textOf(file), /(\/(?:livez|readyz|healthz?|api\/v1\/health)\b)/g),
    );
    assert.ok(probes.length >= 3);
    for (const path of probes) {
      await waitUntil(`${path} to answer`, async () => (await service.request('GET', path)).status === 200);
    }
    const { text } = await service.request('GET', '/metrics');
    const told = new Set(matchesOf(text, /^# TYPE (\w+)/gm));
    for (const file of ['deploy/grafana-dashboard.json', 'deploy/alerts.yaml']) {
      const named = matchesOf(textOf(file), /\b((?:foretype|process|nodejs)_\w+)/g);
      assert.ok(named.length > 3, file);
      const missing = named.filter((name) => !told.has(name.replace(/_(?:bucket|count|sum)$/, '')));
      assert.deepEqual(missing, [], file);
    }
  });
});
