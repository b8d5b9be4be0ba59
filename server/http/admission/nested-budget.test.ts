import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { limits, type RateLimit } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import type { AppError } from '../../errors.ts';
import { createNestedBudget, type GiveBack } from './nested-budget.ts';

const rate: RateLimit = { perSecond: 1, burst: 2 };
const [middle, wide] = limits.widerBudgetFactors;

/** A budget, and calls that take of it; `known`: networks from which somebody signed in. */
function openBudget(known: readonly string[] = []) {
  const clock = createDrivenClock();
  const asked: string[] = [];
  const taken: GiveBack[] = [];
  const budget = createNestedBudget(rate, {
    nowMs: () => clock.monotonicMs(),
    async isKnown([network]) {
      asked.push(network);
      return known.includes(network);
    },
  });
  const app = Fastify({ trustProxy: true });
  app.get('/', async (request, reply) => {
    taken.push(await budget.take(request.ip, reply));
    return {};
  });
  app.setErrorHandler((error: AppError, _request, reply) => reply.code(error.status).send(error.message));
  const call = (address: string) => app.inject({ url: '/', headers: { 'x-forwarded-for': address } });
  /** Counts the calls, each from the next address, that get through before one is refused. */
  async function countAdmitted(addressOf: (index: number) => string): Promise<number> {
    let count = 0;
    // More than any budget has: without one the count is wrong, and not endless.
    while (count < 1_000 && (await call(addressOf(count))).statusCode === 200) count += 1;
    return count;
  }
  return { clock, asked, taken, call, countAdmitted };
}

test('networks of one prefix share a larger budget', async () => {
  const { clock, call, countAdmitted } = openBudget();
  assert.equal(await countAdmitted((index) => `2001:db8:1:1::${index}`), rate.burst);
  clock.advanceMs(3_600_000);
  assert.equal(await countAdmitted((index) => `2001:db8:1:${index}::1`), middle * rate.burst);
  assert.equal((await call('2001:db8:2:1::1')).statusCode, 200, 'another /48');
  clock.advanceMs(3_600_000);
  assert.equal(await countAdmitted((index) => `2001:db8:${index}:1::1`), wide * rate.burst);
  assert.equal((await call('2001:db9:1:1::1')).statusCode, 200, 'another /32');
  assert.equal(await countAdmitted((index) => `203.0.113.${index}`), middle * rate.burst);
  assert.equal((await call('203.0.114.1')).statusCode, 200, 'another /24');
});

test('a wider budget refuses no known network', async () => {
  const { asked, call, countAdmitted } = openBudget(['2001:db8:1:ffff::/64']);
  await countAdmitted((index) => `2001:db8:1:${index}::1`);
  const refused = await call('2001:db8:1:fffe::1');
  assert.equal(refused.statusCode, 429);
  assert.match(refused.body, /networks around yours. Wait \d+ seconds/);
  assert.deepEqual(
    [refused.headers['ratelimit-limit'], refused.headers['ratelimit-remaining']],
    [String(rate.perSecond), '0'],
  );
  for (let index = 0; index < rate.burst; index += 1) {
    assert.equal((await call('2001:db8:1:ffff::1')).statusCode, 200);
  }
  const before = asked.length;
  assert.equal((await call('2001:db8:1:ffff::1')).statusCode, 429, 'its own is used up');
  assert.equal(asked.length, before, 'and nothing is looked up for that');
});

test('exactly the memory taken is given back', async () => {
  const { taken, call, countAdmitted } = openBudget(['2001:db8:1:ffff::/64']);
  const all = await countAdmitted((index) => `2001:db8:1:${index}::1`);
  assert.equal((await call('2001:db8:1:ffff::1')).statusCode, 200);
  const [first] = taken;
  const ofKnown = taken.at(-1);
  ofKnown?.();
  assert.equal((await call('2001:db8:1:fffe::1')).statusCode, 429, 'it took nothing of the /48');
  first?.();
  assert.equal((await call('2001:db8:1:fffd::1')).statusCode, 200);
  assert.equal((await call('2001:db8:1:fffc::1')).statusCode, 429);
  assert.equal(all, middle * rate.burst);
});
