/**
 * The origin of links that a command prints. FORETYPE_PUBLIC_URL wins; then comes the address of the running server, which it writes
 * into its data folder once it answers. It is known stale where no process holds that folder any more. On PostgreSQL a command finds
 * it only where it has the server's FORETYPE_DATA. It never asks another machine, and never takes the folder's lock.
 */
// Tests: test/scenarios/command-links.test.ts.
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import { findLockHolder } from '../storage/open-storage.ts';

/** The origin under which the service answers now; null where no running server is known and no address is set. */
export function knownOrigin({
  publicUrl,
  dataFolder,
}: Pick<Config, 'publicUrl' | 'dataFolder'>): string | null {
  return publicUrl ?? findLockHolder(join(dataFolder, 'foretype.sqlite'))?.address ?? null;
}

/** The same, or the origin that a server with these settings will have. */
export function expectedOrigin(config: Config): string {
  const { host: setHost, port, tls } = config;
  const host = reachableHosts[setHost] ?? setHost;
  const own = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return knownOrigin(config) ?? own;
}

/** An address of this machine for hosts that mean all of its addresses, which no browser can open. */
const reachableHosts: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
