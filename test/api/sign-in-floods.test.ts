/**
 * Goal: the owner of a prefix of addresses keeps no other from signing in. Method: guesses from 2,000 addresses of one
 * prefix fill the places of those who wait, without limits of requests; and use up the budgets of their prefix with them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { limits, rateLimits } from '../../contract/limits.ts';
import { createSystemClock } from '../../server/clock.ts';
import { goodPassword, joinAs, newVisitor, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const addressCount = 2_000;
const prefixes = [
  { width: '/48', addressOf: (index: number) => `2001:db8:1:${index.toString(16)}::1` },
  { width: '/32', addressOf: (index: number) => `2001:db8:${index.toString(16)}:1::1` },
] as const;

/** A service behind a proxy, and two people with accounts there. */
function usePeople(rateLimit: 'on' | 'off', clock = createSystemClock()) {
  let service: TestService | undefined;
  before(async () => {
    const settings = { FORETYPE_RATE_LIMIT: rateLimit, FORETYPE_TRUST_PROXY: '127.0.0.1' };
    service = await startTestService(onOneNode(anyEngine, 'a process hashes by itself'), settings, clock);
    const owner = await setUpOperator(service);
    const made = await owner.call('POST', '/stores', { name: 'Shop', plan: 'free' });
    const { id } = made.as<{ store: { id: string } }>().store;
    await joinAs(service, owner, id, { email: 'new@shop.example', role: 'viewer' });
  });
  after(() => service?.stop());
  return {
    async openLink(token: string, address: string) {
      const visitor = newVisitor(service ?? assert.fail());
      return await visitor.call('GET', `/invitations/${token}`, undefined, { 'x-forwarded-for': address });
    },
    async signIn(email: string, address: string, password = goodPassword) {
      const visitor = newVisitor(service ?? assert.fail());
      return await visitor.call('POST', '/session', { email, password }, { 'x-forwarded-for': address });
    },
  };
}

describe('those who wait', () => {
  const people = usePeople('off');

  for (const { width, addressOf } of prefixes) {
    test(`guesses from ${addressCount} addresses of a ${width} leave others turns`, async () => {
      const known = addressOf(addressCount);
      assert.equal((await people.signIn('ada@shop.example', known)).status, 200, 'from here before');
      let isOver = false;
      let sent = 0;
      let putOff = 0;
      const guess = async () => {
        while (!isOver) {
          const address = addressOf(sent++ % addressCount);
          const { status } = await people.signIn('ada@shop.example', address, 'not it at all');
          if (status === 503) putOff += 1;
          else assert.equal(status, 401);
        }
      };
      const guesses = Promise.all(Array.from({ length: 70 }, guess));
      await waitUntil('all places to be taken', async () => putOff > 0);
      const statuses: number[] = [];
      for (let time = 0; time < 4; time += 1) {
        const answers = await Promise.all([
          people.signIn('ada@shop.example', known),
          people.signIn('new@shop.example', '203.0.113.7'),
        ]);
        statuses.push(...answers.map(({ status }) => status));
      }
      isOver = true;
      await guesses;
      assert.deepEqual([...new Set(statuses)], [200], String(statuses));
    });
  }
});

describe('budgets', () => {
  // Budgets come back only between the tests.
  let elapsedMs = 0;
  const people = usePeople('on', { ...createSystemClock(), monotonicMs: () => elapsedMs });

  for (const [index, { width, addressOf }] of prefixes.entries()) {
    test(`addresses of a ${width} share a budget without refusing known networks`, async () => {
      elapsedMs += 3_600_000;
      const known = addressOf(addressCount);
      assert.equal((await people.signIn('ada@shop.example', known)).status, 200, 'from here before');
      const { burst } = rateLimits.signInPerAddress;
      const most = burst * (limits.widerBudgetFactors[index] ?? 0);
      let sent = 0;
      let admitted = 0;
      const guess = async () => {
        while (sent < addressCount) {
          const { status } = await people.openLink('made-up', addressOf(sent++));
          if (status !== 429) admitted += 1;
        }
      };
      await Promise.all(Array.from({ length: 20 }, guess));
      // The known address took one of them; another prefix may leave a smaller budget around both.
      assert.ok(admitted > 0 && admitted < most, `${admitted} were admitted, the burst is ${most}`);
      expectError(await people.signIn('ada@shop.example', addressOf(addressCount + 1)), 'rate_limited');
      assert.equal((await people.signIn('ada@shop.example', known)).status, 200);
      assert.equal((await people.signIn('new@shop.example', '203.0.113.7')).status, 200);
    });
  }
});
