/**
 * Does one fault at a time to a cluster, and says what its callers may notice of it. Each fault ends by itself: a killed process is
 * started again, as a supervisor of processes does, without any other help. Durations: restart after 500 ms, database
 * away 1.5 s, network away 6.5 s (silent) or 3 s (reset), a worker stands still 5.5 s. It never touches data. A node that does not
 * start again rejects.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pick, type Random } from '../../../bench/random.ts';
import { limits } from '../../../contract/limits.ts';
import { nodeGone } from './balancer.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { Partition } from './database-link.ts';
import type { Trouble } from './journal.ts';

/** Something that is done. */
export interface Inflicted {
  /** The part of the cluster that it is done to. */
  readonly target: string;
  /** The time from which everything has to come back, by `performance.now()`. */
  readonly overAt: number;
  /** Resolves when nothing more is done. */
  readonly done: Promise<void>;
  /** Whether callers may meet such a trouble, for as long as the fault lasts and until it is recovered from. */
  mayCause(trouble: Trouble): boolean;
}

export interface Fault {
  readonly name: string;
  /** Resolves when everything is to come back. */
  inflict(cluster: Cluster, random: Random): Promise<Inflicted>;
}

/** A supervisor takes a moment. */
const restartAfterMs = 500;
const databaseAwayMs = 1_500;
const partitionMs = { silent: limits.leaseMs + 1_500, reset: 3_000 } as const;
const stoppedMs = limits.leaseMs + 500;

const never = () => false;
const done = Promise.resolve();
const lackedDatabase = ({ isRead, status, code }: Trouble) =>
  !isRead && status === 503 && code === 'unavailable';

/** SIGKILL of one of these nodes, and a new start. */
function kill(name: string, nodesOf: (cluster: Cluster) => readonly ClusterNode[]): Fault {
  return {
    name,
    async inflict(cluster, random) {
      const node = pick(nodesOf(cluster), random);
      const overAt = performance.now();
      await node.kill();
      const goneAt = performance.now();
      const done = pause(restartAfterMs).then(() => node.start());
      // Requests that were sent to it cannot be answered any more; the balancer says so.
      const wasOnIt = (trouble: Trouble) =>
        !trouble.isRead && trouble.code === nodeGone && trouble.node === node.name && trouble.sentAt < goneAt;
      return { target: node.name, overAt, done, mayCause: wasOnIt };
    },
  };
}

function restartDatabase(mode: 'fast' | 'immediate'): Fault {
  return {
    name: `PostgreSQL restarted (${mode})`,
    async inflict({ servers }) {
      await servers.main().shutDown(mode);
      await pause(databaseAwayMs);
      await servers.main().start();
      return { target: 'PostgreSQL', overAt: performance.now(), done, mayCause: lackedDatabase };
    },
  };
}

function partition(how: Partition): Fault {
  return {
    name: `a node cut off its database (${how})`,
    async inflict({ nodes }, random) {
      const node = pick(nodes, random);
      node.network.cut(how);
      await pause(partitionMs[how]);
      node.network.heal();
      const mayCause = (trouble: Trouble) => lackedDatabase(trouble) && trouble.node === node.name;
      return { target: node.name, overAt: performance.now(), done, mayCause };
    },
  };
}

/** A worker that stands still beyond its lease, and then goes on as if nothing had been. */
const stopWorker: Fault = {
  name: 'a worker stopped beyond its lease',
  async inflict({ workers }, random) {
    const node = pick(workers, random);
    const { pid } = node.service();
    process.kill(pid, 'SIGSTOP');
    await pause(stoppedMs);
    process.kill(pid, 'SIGCONT');
    return { target: node.name, overAt: performance.now(), done, mayCause: never };
  },
};

/** The main server of the database crashes, and the one that followed it takes its place. */
const failover: Fault = {
  name: 'PostgreSQL lost, its standby promoted',
  async inflict({ servers }) {
    const { rebuilt } = await servers.failOver();
    return { target: 'PostgreSQL', overAt: performance.now(), done: rebuilt, mayCause: lackedDatabase };
  },
};

/** The fault, done to the node of this name. */
export function on(name: string, fault: Fault): Fault {
  return {
    name: fault.name,
    inflict: (cluster, random) => fault.inflict(narrow(cluster, name), random),
  };
}

function narrow(cluster: Cluster, name: string): Cluster {
  const only = (nodes: readonly ClusterNode[]) => nodes.filter((node) => node.name === name);
  const { nodes, apiNodes, workers } = cluster;
  return { ...cluster, nodes: only(nodes), apiNodes: only(apiNodes), workers: only(workers) };
}

/** Several at the same time. */
export function together(faultsAtOnce: readonly Fault[]): Fault {
  return {
    name: faultsAtOnce.map(({ name }) => name).join(', '),
    async inflict(cluster, random) {
      const all = await Promise.all(faultsAtOnce.map((fault) => fault.inflict(cluster, random)));
      return {
        target: all.map(({ target }) => target).join(', '),
        overAt: Math.max(...all.map(({ overAt }) => overAt)),
        done: Promise.all(all.map(({ done: theirs }) => theirs)).then(() => {}),
        mayCause: (trouble) => all.some(({ mayCause }) => mayCause(trouble)),
      };
    },
  };
}

/** Every fault, by a short name. */
export const faults = {
  'kill-api': kill('an API node killed', ({ apiNodes }) => apiNodes),
  'kill-worker': kill('a worker killed', ({ workers }) => workers),
  'restart-fast': restartDatabase('fast'),
  'restart-immediate': restartDatabase('immediate'),
  'cut-silent': partition('silent'),
  'cut-reset': partition('reset'),
  'stop-worker': stopWorker,
  failover,
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof faults;
