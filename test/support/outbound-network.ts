/**
 * A small internet for tests of calls to strangers: names with addresses of the test's choice, servers with certificates that are
 * trusted in this thread, and a record of every connection that is begun. Nothing leaves this machine: 127.0.0.2 stands for the
 * internet. A name that was not given is unknown (ENOTFOUND); certificates are valid in this thread only.
 */
import { createHook } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createSystemClock } from '../../server/clock.ts';
import { createOutbound } from '../../server/outbound/create-outbound.ts';
import type { Outbound, OutboundPolicy } from '../../server/outbound/outbound.ts';
import { isPublicAddress } from '../../server/outbound/public-address.ts';
import { type HostileFeedServer, startHostileFeedServer } from './hostile-feed-server.ts';
import { createTestAuthority, type TestCertificate } from './test-authority.ts';

/** Stands for the internet; it is a loopback address, and the only one that counts as public. */
const publicAddress = '127.0.0.2';

export interface OutboundNetwork {
  /** Addresses of names, to be changed at will; a name that is absent does not exist. */
  readonly zone: Map<string, readonly string[]>;
  /** Names that were looked up. */
  readonly lookUps: readonly string[];
  /** Addresses that connections were begun to. */
  readonly attempts: () => readonly string[];
  readonly publicAddress: string;
  /** A certificate that is trusted. */
  issue(host: string, endsDays?: number): TestCertificate;
  /** A server with a public address, under a name that is put into the zone. */
  startPublicServer(host: string, tls?: TestCertificate): Promise<HostileFeedServer>;
  /** Calls through this network. */
  connect(policy: OutboundPolicy, isPublic?: (address: string) => boolean): Outbound;
  /** Ends all servers and calls, and takes the trust back. */
  close(): Promise<void>;
}

export function openOutboundNetwork(): OutboundNetwork {
  const authority = createTestAuthority();
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, authority.cert]);
  const zone = new Map<string, readonly string[]>();
  const lookUps: string[] = [];
  const begun: { readonly address?: string }[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TCPCONNECTWRAP') begun.push(resource);
    },
  }).enable();
  const closers: (() => Promise<void>)[] = [];
  return {
    zone,
    lookUps,
    attempts: () => begun.map(({ address }) => address ?? 'unknown'),
    publicAddress,
    issue: authority.issue,
    async startPublicServer(host, tls = authority.issue(host)) {
      zone.set(host, [publicAddress]);
      const server = await startHostileFeedServer({ address: publicAddress, host, tls });
      closers.push(server.close);
      return server;
    },
    connect(policy, isPublic = (address) => address === publicAddress || isPublicAddress(address)) {
      const resolve = (hostname: string) => {
        lookUps.push(hostname);
        return lookUp(zone, hostname);
      };
      const outbound = createOutbound({ policy, clock: createSystemClock(), resolve, isPublic });
      closers.push(outbound.close);
      return outbound;
    },
    async close() {
      hook.disable();
      for (const closeOne of closers.reverse()) await closeOne();
      setDefaultCACertificates(trusted);
    },
  };
}

function lookUp(
  zone: ReadonlyMap<string, readonly string[]>,
  hostname: string,
): Promise<readonly LookupAddress[]> {
  const addresses = zone.get(hostname);
  return addresses === undefined
    ? Promise.reject(new Error(`getaddrinfo ENOTFOUND ${hostname}`))
    : Promise.resolve(addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })));
}
