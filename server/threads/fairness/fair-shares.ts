/**
 * Fair parts of a limited amount: memory of bodies, events of a day, events that wait. Each taker may have a part of what is still
 * free (dynamic thresholds: Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998), so that
 * takers of everything always leave something to others. A network counts together with the wider ones around it, so that many
 * addresses of one owner are no more than one. Nothing waits here: a share that is too large is refused. Units are the caller's: bytes
 * or events. A pool that is full gives nothing, and giving back more than was taken is the caller's fault; nothing throws.
 */
// Tests: ./fair-shares.test.ts.
import type { Counters } from './counters.ts';

/** The limited amount that is shared. */
export interface Pool {
  readonly name: string;
  readonly most: number;
  /** Numbers below it count as nothing: they belong to a time that is over. 0 by default. */
  readonly floor?: number;
}

/** One taker's share: at most one part in `parts` of what is free. */
export interface Share {
  readonly name: string;
  readonly parts: number;
}

/** The parts of a network and of the two wider ones around it. */
export type NetworkParts = readonly [narrow: number, middle: number, wide: number];

/** The shares of a sender, by its networks as of `nestedPrefixes`. */
export function networkShares(networks: readonly string[], parts: NetworkParts): Share[] {
  return networks.map((name, level) => ({ name: `${level} ${name}`, parts: parts[level] ?? 1 }));
}

/** Adds `amount` to each share. Returns false, and adds nothing, if one of them would be too large. */
export function takeShares(numbers: Counters, pool: Pool, shares: readonly Share[], amount: number): boolean {
  const { name, most, floor = 0 } = pool;
  const free = most - amount - (numbers.add(name, amount, floor, floor + most) - floor);
  if (free < 0) return false;
  for (const [index, share] of shares.entries()) {
    const shareMost = floor + free / share.parts;
    if (numbers.add(nameIn(pool, share), amount, floor, shareMost) + amount <= shareMost) continue;
    giveBackShares(numbers, pool, shares.slice(0, index), amount);
    return false;
  }
  return true;
}

/** The opposite of {@link takeShares}. */
export function giveBackShares(
  numbers: Counters,
  pool: Pool,
  shares: readonly Share[],
  amount: number,
): void {
  const names = [pool.name, ...shares.map((share) => nameIn(pool, share))];
  for (const name of names) numbers.add(name, -amount, pool.floor ?? 0, Number.POSITIVE_INFINITY);
}

function nameIn(pool: Pool, share: Share): string {
  return `${pool.name} ${share.name}`;
}
