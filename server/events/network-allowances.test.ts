import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { nestedPrefixes } from '../structures/network-prefix.ts';
import { markNames, NetworkAllowances, type NetworkHashes, type Thing } from './network-allowances.ts';
import { eventWeights } from './popularity.ts';

const hourMicros = 3_600 * 1_000_000;
const thing: Thing = { kind: 'product', key: 'p' };

const of = (today: string) => ({ today, yesterday: null });

/** Opens a shop: the allowances that its database keeps, and a clock. */
function openShop() {
  const marks = new Map<string, { name: string; amount: number; until: number }>();
  let now = 0;
  return {
    marks,
    wait(micros: number) {
      now += micros;
    },
    /** A click from an address, whose answer was shown so often; as a group of its own. */
    click(address: string, shown = 1_000_000, query = 'q', product = thing, use: 'click' | 'cart' = 'click') {
      const [narrow, middle, wide] = nestedPrefixes(address);
      const networks: NetworkHashes = [of(narrow), of(middle), of(wide)];
      const evidence = { name: `${query} to ${narrow}`, shown };
      const source = { networks, evidence, use };
      const known = markNames(source, product, now).flatMap((name) => marks.get(name) ?? []);
      const allowances = new NetworkAllowances(known, now);
      const worth = allowances.take(source, product, use === 'click' ? 1 : eventWeights.cart);
      for (const mark of allowances.changed()) marks.set(mark.name, mark);
      return worth;
    },
  };
}

function forge(addresses: readonly string[], clicks: number): number {
  const shop = openShop();
  let sum = 0;
  for (let index = 0; index < clicks; index += 1) {
    sum += shop.click(addresses[index % addresses.length] ?? '').share;
  }
  return sum;
}

/** Twenty networks in four prefixes, at each level. */
const floods = [
  ['/24', (prefix: number, host: number) => `198.${prefix}.7.${host}`, 24],
  ['/16', (prefix: number, host: number) => `${20 + prefix}.9.${host}.1`, 40],
  ['/48', (prefix: number, host: number) => `2001:${prefix}:7:${host}::1`, 24],
  ['/32', (prefix: number, host: number) => `2001:${prefix}:${host}::1`, 40],
] as const;

describe('allowances of networks', () => {
  for (const [level, addressOf, most] of floods) {
    test(`forged clicks of 20 networks in 4 ${level} prefixes stay below 50`, () => {
      const addresses = Array.from({ length: 20 }, (_, index) => addressOf(index % 4, Math.floor(index / 4)));
      const worth = forge(addresses, level === '/16' ? 100_000 : 10_000);
      assert.ok(worth > 20 && worth <= most, String(worth));
      // As many networks of each prefix as anybody has: the prefixes alone still hold.
      const many = Array.from({ length: 800 }, (_, index) => addressOf(index % 4, Math.floor(index / 4)));
      assert.ok(forge(many, 10_000) <= 40);
    });
  }

  test('fifty shoppers of fifty networks count whole', () => {
    const shop = openShop();
    for (let index = 0; index < 50; index += 1) {
      assert.deepEqual(shop.click(`${100 + index}.3.2.1`, 1), { share: 1, isCounted: true });
    }
  });

  test('clicks and carts of a network stay within its allowance', () => {
    const acts = fc.array(fc.record({ host: fc.nat({ max: 5 }), use: fc.constantFrom('click', 'cart') }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(acts, (said) => {
        const shop = openShop();
        const worth = new Map<number, number>();
        for (const { host, use } of said) {
          const { share } = shop.click(`203.0.113.${host}`, 1_000_000, 'q', thing, use);
          worth.set(host, (worth.get(host) ?? 0) + share);
        }
        const all = [...worth.values()];
        assert.ok(
          all.every((sum) => sum <= 2 + 1e-9),
          String(all),
        );
        assert.ok(all.reduce((sum, one) => sum + one, 0) <= 6 + 1e-9, String(all));
      }),
    );
  });

  test('a search allows one click and one cart', () => {
    const shop = openShop();
    const shares = (['click', 'cart', 'cart', 'click'] as const).map(
      (use) => shop.click('203.0.113.7', 1, 'q', thing, use).share,
    );
    assert.deepEqual(shares, [1, 1, 0, 0]);
  });

  test('further clicks of a network weigh less, up to a bound', () => {
    const shop = openShop();
    const clicks = Array.from({ length: 40 }, () => shop.click('203.0.113.7'));
    assert.deepEqual(
      clicks.slice(0, 3).map(({ share }) => share),
      [1, 0.5, 0.25],
    );
    assert.equal(clicks.filter(({ isCounted }) => isCounted).length, limits.countedClicksPerNetwork);
    assert.equal(shop.click('203.0.113.7', 1, 'other', { kind: 'product', key: 'other' }).share, 1);
  });

  test('a network’s used allowance returns within a day', () => {
    const shop = openShop();
    for (let index = 0; index < 1_000; index += 1) shop.click('203.0.113.7');
    shop.wait(12 * hourMicros);
    const half = shop.click('203.0.113.7').share;
    assert.ok(Math.abs(half - 0.5) < 0.01, String(half));
    shop.wait(24 * hourMicros);
    assert.equal(shop.click('203.0.113.7').share, 1);
  });

  test('a patient forger gets one allowance more a day', () => {
    const shop = openShop();
    let sum = 0;
    for (let minute = 0; minute < 10 * 24 * 60; minute += 1) {
      shop.wait(60 * 1_000_000);
      sum += shop.click('203.0.113.7').share;
    }
    assert.ok(sum <= 2 * 11 + 0.1, String(sum));
  });

  test('clicks below the number of questions count for hours', () => {
    const shop = openShop();
    const clicked = () => {
      const amounts = Array.from(shop.marks.values(), ({ name, amount }) =>
        name.startsWith('q to') ? amount : 0,
      );
      return amounts.reduce((sum, amount) => sum + amount, 0);
    };
    for (let count = 1; count <= 40; count += 1) {
      shop.click('203.0.113.7', 12);
      assert.equal(clicked(), count);
      shop.wait(6 * 60 * 1_000_000);
    }
    // More than that are not believed.
    for (let count = 0; count < 40; count += 1) shop.click('203.0.113.7', 12);
    assert.ok(clicked() <= 40 + 12, String(clicked()));
  });

  test('a thing is never clicked more often than shown', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            host: fc.nat(2),
            query: fc.constantFrom('a', 'b'),
            shown: fc.nat(4),
            minutes: fc.nat(2),
          }),
          { maxLength: 20 },
        ),
        (clicks) => {
          const shop = openShop();
          const counted = new Map<string, number>();
          const shownTo = new Map<string, number>();
          for (const { host, query, shown, minutes } of clicks) {
            shop.wait(minutes * 60 * 1_000_000);
            const name = `${host}${query}`;
            shownTo.set(name, Math.max(shown, shownTo.get(name) ?? 0));
            const { share, isCounted } = shop.click(`203.0.113.${host}`, shownTo.get(name), query);
            if (share > 0 || isCounted) counted.set(name, (counted.get(name) ?? 0) + 1);
          }
          for (const [name, count] of counted) assert.ok(count <= (shownTo.get(name) ?? 0), name);
        },
      ),
    );
  });
});
