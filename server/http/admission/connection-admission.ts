/**
 * Bounds connections, in all and for each network: descriptors are few, and a connection that waits for its next request costs its
 * caller nothing. A stranger's connections count with those of the networks around it, and each network gets a part of what is free
 * (fair-shares.ts), so that there is always room for others. Trusted proxies and this machine act for many callers: only the whole
 * bounds them. A connection too many is closed without an answer. It reads no byte of a request. Of crowded connections, those that
 * only wait are kept for 5 s instead of 72 s. At most 16,384 connections (connection-limit.ts).
 */
// Tests: test/scenarios/many-connections.test.ts.
import type { Server } from 'node:http';
import { BlockList, type Socket } from 'node:net';
import { limits } from '../../../contract/limits.ts';
import type { Metrics } from '../../process/metrics.ts';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { createCounters } from '../../threads/fairness/counters.ts';
import {
  giveBackShares,
  type NetworkParts,
  networkShares,
  type Pool,
  takeShares,
} from '../../threads/fairness/fair-shares.ts';

/** Lets connections in. */
export interface ConnectionAdmission {
  /**
   * Call it last: listeners that were added before get only connections that are let in.
   * `readyEvent` is emitted for connections on which requests may come.
   */
  guard(server: Server, readyEvent: 'connection' | 'secureConnection'): void;
}

interface AdmissionParts {
  /** Connections at most. */
  readonly most: number;
  /** Addresses and networks, as of the configuration. */
  readonly trustProxy: readonly string[];
  readonly count: Metrics['countConnection'];
}

/** Parts of a network and of the two wider ones around it. Chosen: an office has one address. */
const networkParts: NetworkParts = [8, 4, 2];

/** Milliseconds between two looks for waiting connections, while there are many. Chosen. */
const lookMs = 1_000;

/** Creates the admission for all servers of one thread. */
export function createConnectionAdmission({ most, trustProxy, count }: AdmissionParts): ConnectionAdmission {
  const pool: Pool = { name: 'connections', most };
  // A thread's own, since the kernel spreads connections evenly, and they end with their thread.
  const held = createCounters();
  const trusted = createTrustedList(trustProxy);
  const crowd = createIdleLimit(most / 2);

  function admit(socket: Socket): boolean {
    const address = socket.remoteAddress;
    const shares =
      address === undefined || trusted(address) ? [] : networkShares(nestedPrefixes(address), networkParts);
    if (address === undefined || !takeShares(held, pool, shares, 1)) return false;
    count('opened');
    crowd.join();
    socket.once('close', () => {
      giveBackShares(held, pool, shares, 1);
      count('closed');
      crowd.leave();
    });
    return true;
  }

  return {
    guard(server, readyEvent) {
      server.on(readyEvent, (socket: Socket) => {
        if (!trusted(socket.remoteAddress ?? '')) crowd.hurry(socket);
      });
      const listeners = server.listeners('connection');
      server.removeAllListeners('connection');
      server.on('connection', (socket: Socket) => {
        if (admit(socket)) {
          for (const listener of listeners) listener.call(server, socket);
        } else {
          count('refused');
          socket.destroy();
        }
      });
    },
  };
}

/** Connections of strangers that only wait, while more than `most` are open, wait for a short time. */
function createIdleLimit(most: number) {
  const waiting = new Set<Socket>();
  let open = 0;
  let timer: NodeJS.Timeout | null = null;

  function look(): void {
    for (const socket of waiting) {
      // Node has a time-out on a socket only between an answer and the next request.
      if ((socket.timeout ?? 0) > limits.crowdedKeepAliveMs) socket.setTimeout(limits.crowdedKeepAliveMs);
    }
  }
  return {
    join(): void {
      open += 1;
      if (open > most) timer ??= setInterval(look, lookMs).unref();
    },
    leave(): void {
      open -= 1;
      if (open > most || timer === null) return;
      clearInterval(timer);
      timer = null;
    },
    hurry(socket: Socket): void {
      waiting.add(socket);
      socket.once('close', () => waiting.delete(socket));
    },
  };
}

/** The loopback counts where proxies and meshes of this machine come from; other addresses in it are callers. */
function createTrustedList(trustProxy: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of ['127.0.0.0/24', '::1', ...trustProxy]) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
