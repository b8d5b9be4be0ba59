/**
 * Answers probes of operators and their machines: is the service alive, is it ready, how is it doing. They change nothing and need no
 * key, so they never show a store's data; details are for callers on this machine only. Not ready is 503 with Retry-After 1 s; the
 * database is asked at most ten times a second.
 */
// Tests: test/api/health.test.ts.
import { BlockList } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { formatTimestamp, limitWork } from '../../clock.ts';
import { unavailable } from '../../errors.ts';
import type { DamagedTable } from '../../jobs/damaged-tables.ts';
import type { QuarantinedStore } from '../../jobs/quarantine-list.ts';
import type { Services } from '../services.ts';

const open = { config: { access: 'open' } } as const;
const fromMemory = { config: { access: 'open', budget: 'none' } } as const;

/** Adds `/livez`, `/readyz` and `/metrics`. None needs a key. */
export function probeRoutes(app: FastifyInstance, services: Services): void {
  app.get('/livez', fromMemory, () => ({ status: 'ok' }));

  const pingDatabase = limitWork(limits.readinessRate, services.clock, () => services.storage.ping());
  // Without a limit: a flood of it must not take a node out of its balancer.
  app.get('/readyz', fromMemory, async (request) => {
    const state = services.state();
    if (state !== 'ready') throw unavailable(`The service is ${state}.`, 1);
    await pingDatabase();
    // A store in quarantine is no reason to take this node out: every other one would read the same.
    if (!isFromThisMachine(request)) return { status: 'ok' };
    const { stores, tables } = services.faults();
    return { status: 'ok', quarantined: stores.map(presentQuarantined), damaged: tables.map(presentTable) };
  });

  if (!services.config.metrics) return;
  app.get('/metrics', open, async (_request, reply) => {
    const { text, contentType } = await services.metrics.render();
    return reply.type(contentType).send(text);
  });
}

/** Whether the caller connects through the loopback, and not through a proxy there. */
function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
  return !isForwarded && loopback.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function presentTable({ table, part, since, error, isRebuilt }: DamagedTable) {
  return { table, part, since: formatTimestamp(since), rebuilt: isRebuilt, reason: error };
}

function presentQuarantined({ storeId, work, since, cause, reason }: QuarantinedStore) {
  return { store: storeId, since: formatTimestamp(since), work, cause, reason };
}
