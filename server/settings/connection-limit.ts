/**
 * Computes how many callers may be connected, so that file descriptors are left for everything else that the process opens. At most
 * 16,384 connections (2,048 where the system does not tell its limit); 256 descriptors, and one for each connection to the database,
 * are kept for the process itself. If the limit cannot be read it is null, never an error. It sets no limit of the system.
 */
// Tests: test/api/limits.test.ts.
import { readFileSync } from 'node:fs';
import { limits } from '../../contract/limits.ts';
import type { Config } from './config.ts';

/** File descriptors for files, threads, and calls to strangers. Chosen: several times as many as are open under load. */
const ownDescriptors = 256;

/**
 * Connections of callers that the process holds at most. `descriptors` comes from
 * {@link descriptorLimit}. If it is very low, callers get a quarter of it: otherwise nothing would be served.
 */
export function connectionsMax(
  { databaseUrl, databaseConnections }: Pick<Config, 'databaseUrl' | 'databaseConnections'>,
  descriptors: number | null,
): number {
  if (descriptors === null) return limits.connectionsMaxElsewhere;
  const own = ownDescriptors + (databaseUrl === null ? 0 : databaseConnections);
  return Math.min(limits.connectionsMax, Math.max(descriptors - own, Math.floor(descriptors / 4)));
}

/** File descriptors that this process may have open, which Node has raised as far as it may; null on systems other than Linux. */
export function descriptorLimit(): number | null {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER;
    return /^\d+$/.test(soft) ? Number(soft) : null;
  } catch {
    return null;
  }
}
