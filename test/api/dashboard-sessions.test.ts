/**
 * Goal: only people who may do something can do it, from the first account of a service on. Method: the dashboard's own
 * calls over a real socket, by browsers that keep their cookies, on both databases; times are moved in the database.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openSetup } from '../../server/accounts/invitations.ts';
import { hashToken } from '../../server/accounts/sessions.ts';
import { createSystemClock } from '../../server/clock.ts';
import {
  goodPassword,
  newVisitor,
  type SessionBody,
  setUpOperator,
  setupToken,
  signInAs,
} from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { startTestService } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';

for (const engine of engines) {
  describe(engine.name, () => {
    test('the set-up link makes the first account, once', async (t) => {
      const service = await startTestService(engine);
      t.after(() => service.stop());
      const needed = async () => (await newVisitor(service).call('GET', '/setup')).text;
      assert.equal(await needed(), '{"needed":true}');
      const token = setupToken(service);
      const person = { name: 'Eve', email: 'eve@shop.example', password: goodPassword };
      const attempt = (given: string) =>
        newVisitor(service).call('POST', '/setup', { ...person, token: given });
      expectError(await attempt('x'.repeat(43)), 'setup_refused');
      const both = await Promise.all([attempt(token), attempt(token)]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 403]);
      expectError(await attempt(token), 'setup_refused');
      assert.equal(await needed(), '{"needed":false}');
      const cookie = both.find(({ status }) => status === 200)?.headers.get('set-cookie') ?? '';
      assert.match(
        cookie,
        /^ft_session=[\w-]{43}; Path=\/dashboard; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      );
    });

    test('a later start invalidates the earlier set-up link', async (t) => {
      const service = await startTestService(engine);
      t.after(() => service.stop());
      const clock = createSystemClock();
      // What each start does.
      const later = await openSetup(service.storage, clock);
      const person = { name: 'Eve', email: 'eve@shop.example', password: goodPassword };
      const attempt = (token: string | null) =>
        newVisitor(service).call('POST', '/setup', { ...person, token });
      expectError(await attempt(setupToken(service)), 'setup_refused');
      assert.equal((await attempt(later)).status, 200);
      assert.equal(await openSetup(service.storage, clock), null);
    });

    const running = useService(engine);
    const email = 'ada@shop.example';
    before(() => setUpOperator(running.current()));

    test('a signed-in operator sees themselves and every store', async () => {
      const service = running.current();
      const { store } = await service.createStore({ name: 'Lamps' });
      const operator = await signInAs(service, email);
      const again = await signInAs(service, ' ADA@shop.example');
      assert.notEqual(again.cookie, operator.cookie);
      const { user, stores } = (await again.call('GET', '/session')).as<SessionBody>();
      assert.deepEqual(user, {
        id: user.id,
        email: 'ada@shop.example',
        name: 'Ada Operator',
        is_operator: true,
      });
      assert.deepEqual(stores, [
        {
          ...{ id: store.id, name: 'Lamps', plan: 'unlimited', currency: 'USD', locale: 'en' },
          ...{ role: 'owner', is_demo: false },
        },
      ]);
      for (const wrong of [
        { email: 'ada@shop.example', password: 'wrong horse battery' },
        { email: 'nobody@shop.example', password: goodPassword },
      ]) {
        expectError(await newVisitor(service).call('POST', '/session', wrong), 'sign_in_failed');
      }
    });

    test('a session ends at once when its person signs out', async () => {
      const service = running.current();
      const operator = await signInAs(service, email);
      const thief = newVisitor(service);
      thief.cookie = operator.cookie;
      assert.equal((await thief.call('GET', '/session')).status, 200);
      const answer = await operator.call('DELETE', '/session');
      assert.match(answer.headers.get('set-cookie') ?? '', /^ft_session=; .*Max-Age=0;/);
      expectError(await thief.call('GET', '/session'), 'signed_out');
    });

    test('a day-old token is replaced and ends a minute later', async () => {
      const service = running.current();
      const operator = await signInAs(service, email);
      const before = operator.cookie;
      const { session } = await storedSession(service, before);
      const { accounts } = service.storage;
      const day = 24 * 3_600 * 1_000_000;
      const moveBack = (from: string, by: number) =>
        accounts.write((writer) =>
          writer.rotateSession(session.id, { from, to: from, at: session.rotatedAt - by }),
        );
      await moveBack(session.tokenHash, day);
      // Requests that are under way at the same moment all get through, and one of them gets the new token.
      const late = newVisitor(service);
      late.cookie = before;
      const answers = await Promise.all([late, late, operator].map((one) => one.call('GET', '/session')));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      assert.equal(answers.filter(({ headers }) => headers.has('set-cookie')).length, 1);
      const now = newVisitor(service);
      now.cookie = before;
      assert.equal((await now.call('GET', '/session')).status, 200);
      const { session: rotated } = await storedSession(service, before);
      assert.equal(rotated.previousTokenHash, session.tokenHash);
      const minute = 60 * 1_000_000;
      const replaced = { from: rotated.tokenHash, to: hashToken('newer'), at: rotated.rotatedAt - minute };
      await accounts.write((writer) => writer.rotateSession(session.id, replaced));
      const holders = [operator, late].filter(({ cookie }) => cookie !== before);
      assert.equal(holders.length, 1);
      for (const holder of holders) expectError(await holder.call('GET', '/session'), 'signed_out');
    });

    test('an idle or old session is over', async () => {
      const service = running.current();
      const operator = await signInAs(service, email);
      const { session } = await storedSession(service, operator.cookie);
      const { accounts } = service.storage;
      const week = 7 * 24 * 3_600 * 1_000_000;
      await accounts.write((writer) => writer.touchSession(session.id, session.lastSeenAt - week));
      expectError(await operator.call('GET', '/session'), 'signed_out');
    });

    test('a change needs the session’s token and the dashboard’s origin', async () => {
      const service = running.current();
      const operator = await signInAs(service, email);
      const attempts = [
        { 'x-csrf-token': '' },
        { 'x-csrf-token': 'x'.repeat(43) },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ];
      for (const headers of attempts) {
        expectError(await operator.call('DELETE', '/session', undefined, headers), 'csrf_failed');
      }
      const signingIn = { email: 'ada@shop.example', password: goodPassword };
      expectError(
        await newVisitor(service).call('POST', '/session', signingIn, { origin: 'https://evil.example' }),
        'csrf_failed',
      );
      const own = { origin: service.origin, 'sec-fetch-site': 'same-origin' };
      assert.equal((await operator.call('DELETE', '/session', undefined, own)).status, 200);
    });
  });
}

async function storedSession(service: Awaited<ReturnType<typeof startTestService>>, cookie: string) {
  const found = await service.storage.accounts.session(hashToken(cookie.replace('ft_session=', '')));
  assert.ok(found !== null);
  return found;
}
