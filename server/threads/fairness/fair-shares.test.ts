import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { createCounters } from './counters.ts';
import { giveBackShares, type NetworkParts, networkShares, takeShares } from './fair-shares.ts';

const parts: NetworkParts = [4, 2, 1];
const pool = { name: 'places', most: 1_000 };

function sharesAt(address: string) {
  return networkShares(nestedPrefixes(address), parts);
}

/** Every share that is held, one by one: what is free and what a network has is summed up each time. */
function createNaiveShares(most: number) {
  const held: { networks: readonly string[]; amount: number }[] = [];
  const sum = (level: number, network: string | undefined) =>
    held
      .filter(({ networks }) => networks[level] === network)
      .reduce((total, { amount }) => total + amount, 0);
  return {
    held,
    take(networks: readonly string[], amount: number): boolean {
      const free = most - held.reduce((total, share) => total + share.amount, 0) - amount;
      const fits = parts.every((part, level) => (sum(level, networks[level]) + amount) * part <= free);
      if (free < 0 || !fits) return false;
      held.push({ networks, amount });
      return true;
    },
  };
}

test('shares are those of a list that is summed up', () => {
  const address = fc
    .tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.nat(2))
    .map(([wide, middle, narrow, host]) => `2001:${wide + 1}:${middle}:${narrow}::${host}`);
  const step = fc.record({ address, amount: fc.integer({ min: 1, max: 200 }), isBack: fc.boolean() });
  const property = fc.property(
    fc.array(step, { maxLength: 80 }),
    fc.constantFrom(0, 5e14),
    (steps, floor) => {
      const numbers = createCounters();
      const naive = createNaiveShares(pool.most);
      for (const { address: from, amount, isBack } of steps) {
        const networks = nestedPrefixes(from);
        const oldest = isBack ? naive.held.shift() : undefined;
        if (oldest !== undefined) {
          const shares = networkShares(oldest.networks, parts);
          giveBackShares(numbers, { ...pool, floor }, shares, oldest.amount);
        }
        const isTaken = takeShares(numbers, { ...pool, floor }, sharesAt(from), amount);
        assert.equal(isTaken, naive.take(networks, amount));
      }
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test('greedy networks one after another leave a part', () => {
  const numbers = createCounters();
  const takeAll = (address: string) => {
    let taken = 0;
    while (takeShares(numbers, pool, sharesAt(address), 1)) taken += 1;
    return taken;
  };
  assert.equal(takeAll('2001:db8:1:1::1'), 200, 'a /64 alone has a fifth');
  let ofPrefix = 200;
  for (let network = 2; network < 100; network += 1) ofPrefix += takeAll(`2001:db8:1:${network}::1`);
  assert.ok(ofPrefix <= 334, `a /48 has a third: ${ofPrefix}`);
  for (let prefix = 2; prefix < 200; prefix += 1) ofPrefix += takeAll(`2001:db8:${prefix}:1::1`);
  assert.ok(ofPrefix <= 500, `a /32 has half: ${ofPrefix}`);
  assert.equal(takeAll('203.0.113.7'), 100, 'what is left is shared alike');
});

test('a remainder of an earlier period counts as nothing', () => {
  const numbers = createCounters();
  const shares = sharesAt('203.0.113.7');
  assert.ok(takeShares(numbers, { ...pool, floor: 1e10 }, shares, 200));
  assert.equal(takeShares(numbers, { ...pool, floor: 1e10 }, shares, 1), false);
  assert.ok(takeShares(numbers, { ...pool, floor: 2e10 }, shares, 200));
});
