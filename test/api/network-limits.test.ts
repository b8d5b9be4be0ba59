/** Limits for strangers count by network: an IPv6 /64 has more addresses than any limit, and one owner. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rateLimits } from '../../contract/limits.ts';
import {
  goodPassword,
  inviteTo,
  newVisitor,
  setUpOperator,
  type Visitor,
} from '../support/dashboard-visitor.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { type Answer, startTestService, type TestService } from '../support/start-test-service.ts';

describe('behind a trusted proxy', () => {
  let service: TestService;
  let operator: Visitor;
  before(async () => {
    service = await startTestService(onOneNode(anyEngine, 'a process counts requests by itself'), {
      ...{ FORETYPE_RATE_LIMIT: 'on', FORETYPE_TRUST_PROXY: '127.0.0.1' },
    });
    operator = await setUpOperator(service);
  });
  after(() => service.stop());

  /** How many of the calls, each from another address of one /64, were not refused. */
  async function admitted(
    count: number,
    subnet: string,
    call: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
  ): Promise<number> {
    const addresses = Array.from({ length: count }, (_, index) => `${subnet}${(index + 1).toString(16)}`);
    const answers = await Promise.all(addresses.map((address) => call({ 'x-forwarded-for': address })));
    const refused = answers.filter(({ status }) => status === 429);
    for (const answer of refused) expectError(answer, 'rate_limited');
    return count - refused.length;
  }

  /** A few more than the burst get through where a slow machine lets tokens come back meanwhile. */
  function assertNear(count: number, burst: number) {
    assert.ok(count >= burst && count < burst * 1.5, `${count} were admitted, the burst is ${burst}`);
  }

  test('links and sign-in count all addresses of a /64', async () => {
    const made = await operator.call('POST', '/stores', { name: 'Shop', plan: 'free' });
    const { id } = made.as<{ store: { id: string } }>().store;
    const token = await inviteTo(operator, id, { email: 'new@shop.example', role: 'viewer' });
    const visit = (method: string, path: string, body?: unknown) => (headers: Record<string, string>) =>
      newVisitor(service).call(method, path, body, headers);
    const asGuess = { email: 'someone@shop.example', password: goodPassword };
    assertNear(await admitted(60, '2001:db8:0:1::', visit('GET', `/invitations/${token}`)), 10);
    assertNear(await admitted(60, '2001:db8:0:2::', visit('POST', `/invitations/${token}x`, {})), 10);
    assertNear(await admitted(60, '2001:DB8:0:3::', visit('POST', '/session', asGuess)), 10);
    assertNear(await admitted(60, '2002:cb00:7107::1:', visit('POST', '/setup', { token: 'x' })), 10);
    const other = await visit('GET', `/invitations/${token}`)({ 'x-forwarded-for': '2001:db8:0:4::1' });
    assert.equal(other.status, 200, 'another network has tries of its own');
  });

  test('invitations, keys and shop checks count by their store', async () => {
    const createStore = async () => {
      const made = await operator.call('POST', '/stores', { name: 'Greedy', plan: 'free' });
      return made.as<{ store: { id: string } }>().store.id;
    };
    const [greedy, quiet] = [await createStore(), await createStore()];
    for (const [call, rate] of [
      ['members', rateLimits.invitationsPerStore],
      ['keys', rateLimits.keysPerStore],
      ['shop-check', rateLimits.shopChecksPerStore],
    ] as const) {
      // Calls with faults count too.
      const ask = (storeId: string) => operator.call('POST', `/stores/${storeId}/${call}`, {});
      for (let asked = 0; asked < rate.burst; asked += 1) {
        expectError(await ask(greedy), 'validation_failed');
      }
      const refused = await ask(greedy);
      expectError(refused, 'rate_limited');
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      expectError(await ask(quiet), 'validation_failed');
    }
  });

  test('strangers cannot use up the tries of an owner', async () => {
    const email = 'ada@shop.example';
    const signIn = (password: string, address: string) =>
      newVisitor(service).call('POST', '/session', { email, password }, { 'x-forwarded-for': address });
    assert.equal((await signIn(goodPassword, '198.51.100.7')).status, 200, 'from here before');
    const strangers = Array.from({ length: 60 }, (_, index) => signIn('not it at all', `203.0.113.${index}`));
    const statuses = (await Promise.all(strangers)).map(({ status }) => status);
    const tried = statuses.filter((status) => status === 401).length;
    assert.ok(tried >= 15 && tried < 40 && statuses.includes(429), `${tried} of 60 were tried`);
    // Right or wrong: a stranger learns nothing more.
    expectError(await signIn(goodPassword, '203.0.114.1'), 'rate_limited');
    assert.equal((await signIn(goodPassword, '198.51.100.7')).status, 200, 'the owner from where they were');
    // A network that is known has no more tries than others.
    const known = Array.from({ length: 9 }, () => signIn('not it at all', '198.51.100.7'));
    for (const answer of await Promise.all(known)) assert.notEqual(answer.status, 200);
    expectError(await signIn(goodPassword, '198.51.100.7'), 'rate_limited');
  });

  test('a session changes its password while strangers guess', async () => {
    const ada = newVisitor(service);
    const email = 'ada@shop.example';
    const headers = { 'x-forwarded-for': '198.51.100.200' };
    assert.equal((await ada.call('POST', '/session', { email, password: goodPassword })).status, 200);
    const guess = { email, password: 'not it at all' };
    for (let index = 0; index < 30; index += 1) {
      const address = { 'x-forwarded-for': `192.0.2.${index}` };
      await newVisitor(service).call('POST', '/session', guess, address);
    }
    const change = { current_password: goodPassword, new_password: 'another good horse' };
    assert.equal((await ada.call('PATCH', '/account', change, headers)).status, 200);
  });
});
