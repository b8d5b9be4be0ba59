/**
 * A deployment of several nodes as people run it: PostgreSQL, API nodes and workers in processes of their own, each with a network of
 * its own to the database, and a balancer in front. A node keeps its address when it is started again. All processes and folders are
 * temporary and its own. A node that ends with a code other than 0 without being killed rejects, with its log.
 */
import { randomBytes } from 'node:crypto';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  programFolder,
  type ServiceData,
  startChildService,
} from '../child-service.ts';
import { privateFeeds } from '../feeds.ts';
import { waitUntil } from '../wait-until.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type DatabaseNetwork, type DatabaseServers, startDatabaseServers } from './database-servers.ts';

export type NodeRole = 'api' | 'worker';

export interface ClusterNode {
  readonly name: string;
  readonly role: NodeRole;
  readonly network: DatabaseNetwork;
  /** The process of now. */
  service(): ChildService;
  isReady(): Promise<boolean>;
  kill(): Promise<void>;
  /** Ends it by SIGTERM; rejects where it does not end well. */
  stop(): Promise<void>;
  /** Starts it where it ran before, of the folder of another version where one is given. */
  start(program?: string): Promise<void>;
}

export interface Cluster {
  readonly servers: DatabaseServers;
  readonly balancer: Balancer;
  readonly nodes: readonly ClusterNode[];
  readonly apiNodes: readonly ClusterNode[];
  readonly workers: readonly ClusterNode[];
  /** The database by itself, past all networks that can be cut. */
  readonly data: ServiceData;
  createStore: () => ReturnType<typeof createStoreOn>;
  close(): Promise<void>;
}

export interface ClusterOptions {
  /** Whether a second server follows the database, to take its place. */
  readonly isFollowed?: boolean;
}

const planned = [
  ['api', 'api-1'],
  ['api', 'api-2'],
  ['worker', 'worker-1'],
  ['worker', 'worker-2'],
] as const;

/** Starts it all and waits until every node is ready. */
export async function startCluster({ isFollowed = false }: ClusterOptions = {}): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const servers = await startDatabaseServers({ isFollowed });
  started.defer(() => servers.close());
  const own = await servers.link();
  started.defer(() => own.close());
  const data = await createServiceData('postgres', own.url);
  started.defer(data.remove);
  const secretKey = randomBytes(32).toString('base64');
  const nodes = await Promise.all(
    planned.map(async ([role, name]) => {
      const { node, close } = await startNode(name, role, { servers, secretKey });
      started.defer(close);
      return node;
    }),
  );
  const apiNodes = nodes.filter(({ role }) => role === 'api');
  const balancer = await startBalancer(
    apiNodes.map(({ name, service }) => ({ name, origin: service().origin })),
  );
  started.defer(() => balancer.close());
  await waitUntil('the nodes behind the balancer', () => balancer.ready().length === apiNodes.length, 20_000);
  const running = started.move();
  return {
    servers,
    balancer,
    nodes,
    apiNodes,
    data,
    workers: nodes.filter(({ role }) => role === 'worker'),
    createStore: () => createStoreOn(data),
    close: () => running.disposeAsync(),
  };
}

interface OfAllNodes {
  readonly servers: DatabaseServers;
  readonly secretKey: string;
}

async function startNode(
  name: string,
  role: NodeRole,
  { servers, secretKey }: OfAllNodes,
): Promise<{ readonly node: ClusterNode; close(): Promise<void> }> {
  const network = await servers.link();
  const data = await createServiceData('postgres', network.url);
  const settings = {
    ...privateFeeds,
    FORETYPE_ROLE: role,
    FORETYPE_SECRET_KEY: secretKey,
    LOG_LEVEL: 'warn',
  };
  let service = await startChildService(data, settings);
  const { port } = new URL(service.origin);
  const node: ClusterNode = {
    name,
    role,
    network,
    service: () => service,
    isReady: () =>
      fetch(`${service.origin}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      ),
    async kill() {
      await service.end('SIGKILL');
    },
    async stop() {
      const code = await service.end('SIGTERM');
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${service.log()}`);
    },
    async start(program = programFolder) {
      service = await startChildService(data, { ...settings, PORT: port }, program);
    },
  };
  return {
    node,
    async close() {
      await service.end('SIGKILL');
      await network.close();
      data.remove();
    },
  };
}
