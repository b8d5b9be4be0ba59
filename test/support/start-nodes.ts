/**
 * The nodes of a service under test: one, or several on one PostgreSQL database behind a balancer. Each is a whole service with
 * threads and a data folder of its own, as in another process. A write must show on all nodes within 2,000 ms (more on a busy
 * machine), else the request rejects. It never lets nodes share a folder; faults of settings, and a start that fails, reject.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Clock, createSystemClock } from '../../server/clock.ts';
import { createLog } from '../../server/process/log.ts';
import { type Config, loadConfig } from '../../server/settings/config.ts';
import { storageTarget } from '../../server/settings/storage-target.ts';
import { type RunningService, startService } from '../../server/start-service.ts';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { underLoad } from './under-load.ts';
import { waitUntil } from './wait-until.ts';

type Environment = Readonly<Record<string, string>>;

export interface StartedNodes {
  /** The nodes as one service. */
  readonly running: RunningService;
  /** The address at which the first node listens itself. */
  readonly firstOrigin: string;
  /** A further connection to their database. */
  readonly storage: Storage;
  /** The errors that nodes reported before they gave up. */
  readonly fatal: readonly Error[];
  stop(): Promise<void>;
}

/** Contract §4: a write that one node answered shows on all others within 2 seconds. */
const visibleMs = 2_000;

export async function startNodes(
  target: StorageTarget,
  count: number,
  environment: Environment,
  clock: Clock = createSystemClock(),
): Promise<StartedNodes> {
  const fatal: Error[] = [];
  const nodes: RunningService[] = [];
  const stops: (() => unknown)[] = [];
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'foretype-node-')));
  // The embedded database has one in its folder.
  const secret: Environment =
    target.engine === 'sqlite' ? {} : { FORETYPE_SECRET_KEY: randomBytes(32).toString('base64') };
  const configOf = (folder: string, more: Environment = {}) =>
    testConfig(target, { FORETYPE_DATA: folder, ...secret, ...more, ...environment });
  const storage = await openStorage(storageTarget(configOf(folders[0] ?? '')));
  const balancer = count > 1 ? await balance(nodes, storage) : null;
  for (const folder of folders) {
    // Where nodes make addresses of their own accord, these are the balancer's.
    const more = balancer !== null && environment.FORETYPE_DEMO === 'on';
    const config = configOf(folder, more ? { FORETYPE_PUBLIC_URL: balancer.origin } : {});
    const node = await startService(config, {
      clock,
      log: createLog(config.logLevel, false),
      onFatal: (error) => fatal.push(error),
      drainMs: 0,
      warmUpFile: null,
    });
    nodes.push(node);
    stops.push(() => node.stop());
  }
  const [first] = nodes;
  assert.ok(first);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= stopAll();
    return stopped;
  };
  async function stopAll() {
    for (const stopNode of stops) await stopNode();
    await balancer?.close();
  }
  return {
    storage,
    fatal,
    firstOrigin: first.origin,
    running: balancer === null ? first : together(nodes, balancer, stop),
    async stop() {
      await storage.close();
      await stop();
      for (const folder of folders) rmSync(folder, { recursive: true });
    },
  };
}

/** Joins the nodes to one service: the parts that the first start made, and the links that the last one made. */
function together(
  nodes: readonly RunningService[],
  { origin }: Balancer,
  stop: () => Promise<void>,
): RunningService {
  const [first, last] = [nodes[0], nodes.at(-1)];
  assert.ok(first && last);
  const setupLink = last.setupLink?.replace(last.origin, origin) ?? null;
  return {
    ...first,
    dashboard: first.dashboard?.replace(first.origin, origin) ?? null,
    origin,
    setupLink,
    stop,
  };
}

function balance(nodes: readonly RunningService[], storage: Storage): Promise<Balancer> {
  return startBalancer({
    origins: () => nodes.map(({ origin }) => origin),
    shown: (write) => shownByAll(nodes, storage, write),
  });
}

/** Resolves when every node shows what is committed now. */
async function shownByAll(
  nodes: readonly RunningService[],
  storage: Storage,
  { method, url = '' }: IncomingMessage,
): Promise<void> {
  const { directory } = storage;
  // Only people in the dashboard change keys by a request.
  const version = url.startsWith('/dashboard/') ? (await directory.changesSince(null)).version : 0;
  await Promise.all(
    nodes.map(async (node, place) => {
      const { changes } = node.progress();
      const moved = (await directory.changedStores(changes)).filter(({ id }) => changes.has(id));
      const isShown = () => {
        const now = node.progress();
        const shows = moved.every(
          ({ id, changeNumber }) => (now.changes.get(id) ?? changeNumber) >= changeNumber,
        );
        return shows && (now.directory ?? 0) >= version;
      };
      await waitUntil(`node ${place + 1} to show ${method} ${url}`, isShown, underLoad(visibleMs));
    }),
  );
}

function databaseSettings({ url, isPooled }: Extract<StorageTarget, { readonly engine: 'postgres' }>) {
  return { DATABASE_URL: url, FORETYPE_DATABASE_POOLER: isPooled === true ? 'transaction' : 'none' };
}

function testConfig(target: StorageTarget, environment: Environment): Config {
  const settings = loadConfig(
    {},
    {
      PORT: '0',
      FORETYPE_DEMO: 'off',
      FORETYPE_RATE_LIMIT: 'off',
      // Phrases come whenever they are ready: only tests of them have any.
      FORETYPE_ENRICHMENT_PROVIDER: 'off',
      LOG_LEVEL: 'fatal',
      ...environment,
      ...(target.engine === 'sqlite' ? { FORETYPE_DATA: dirname(target.file) } : databaseSettings(target)),
    },
  );
  assert.ok(settings.ok, settings.ok ? '' : settings.faults.join('\n'));
  return settings.config;
}
