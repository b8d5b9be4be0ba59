/**
 * Goal: a password alone opens no account that has a second factor, by no door, and a code opens it once. Method: the calls of the
 * dashboard with codes that are computed from the secret as an app does, on both databases.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AuditEntry } from '../../contract/stores.ts';
import { createPasswordLink } from '../../server/accounts/password-links.ts';
import { factorChanges, resetFactor } from '../../server/accounts/second-factors.ts';
import { createSystemClock } from '../../server/clock.ts';
import { unavailable } from '../../server/errors.ts';
import { randomSecret } from '../../server/ids.ts';
import { createSealer } from '../../server/secrets/seal.ts';
import type { Storage } from '../../server/storage/storage.ts';
import {
  goodPassword,
  inviteTo,
  joinAs,
  newVisitor,
  setUpOperator,
  type Visitor,
} from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { createApp, fromBase32 } from '../support/one-time-codes.ts';
import { useService } from '../support/use-service.ts';

const clock = createSystemClock();
const path = '/account/second-factor';

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine, { FORETYPE_RATE_LIMIT: 'off' });
    let operator: Visitor;
    let people = 0;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    /** A member of a new store, and a factor that is on. */
    async function createProtected() {
      const { store } = await service.createStore();
      people += 1;
      const email = `person-${people}@shop.example`;
      const visitor = await joinAs(service.current(), operator, store.id, { email, role: 'editor' });
      const other = newVisitor(service);
      assert.equal((await other.call('POST', '/session', { email, password: goodPassword })).status, 200);
      const begun = await visitor.call('POST', path, { current_password: goodPassword });
      assert.equal(begun.status, 200, begun.text);
      const { secret, address } = begun.as<{ secret: string; address: string }>();
      assert.ok(address.startsWith('otpauth://totp/Foretype') && address.includes(`secret=${secret}&`));
      const app = createApp(secret);
      const confirmed = await visitor.call('POST', `${path}/confirm`, { code: await app.code() });
      assert.equal(confirmed.status, 200, confirmed.text);
      const { recovery_codes: codes } = confirmed.as<{ recovery_codes: string[] }>();
      const signIn = (code?: string, password = goodPassword) =>
        newVisitor(service).call('POST', '/session', {
          email,
          password,
          ...(code !== undefined && { code }),
        });
      return { store, email, visitor, other, secret, app, codes, signIn };
    }

    test('signing in takes the password and a code', async () => {
      const { email, signIn, app, visitor, other, codes } = await createProtected();
      assert.equal(new Set(codes).size, 10);
      assert.ok(codes.every((code) => /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/.test(code)));
      expectError(await signIn(), 'second_factor_needed');
      expectError(await signIn('000000', 'not the password'), 'sign_in_failed');
      expectError(await signIn('not a code'), 'sign_in_failed');
      const opened = await signIn(await app.code());
      assert.equal(opened.status, 200, opened.text);
      assert.ok(opened.headers.getSetCookie()[0]?.startsWith('ft_session='));
      const used = await signIn(app.again());
      expectError(used, 'sign_in_failed');
      assert.deepEqual(used.headers.getSetCookie(), [], 'no cookie without a right code');
      expectError(await other.call('GET', '/session'), 'signed_out');
      assert.equal((await visitor.call('GET', '/session')).status, 200, 'the browser that turned it on');
      const state = (await visitor.call('GET', path)).as<{
        second_factor: { recovery_codes_left: number };
      }>();
      assert.equal(state.second_factor.recovery_codes_left, 10);
      assert.equal((await newVisitor(service).call('GET', '/setup')).status, 200, email);
    });

    test('a factor does not count before a code confirmed it', async () => {
      const { store } = await service.createStore();
      const email = 'unfinished@shop.example';
      const visitor = await joinAs(service.current(), operator, store.id, { email, role: 'viewer' });
      expectError(await visitor.call('POST', path, { current_password: 'wrong' }), 'validation_failed');
      expectError(await visitor.call('POST', `${path}/confirm`, { code: '123456' }), 'conflict');
      const first = (await visitor.call('POST', path, { current_password: goodPassword })).as<{
        secret: string;
      }>();
      const again = (await visitor.call('POST', path, { current_password: goodPassword })).as<{
        secret: string;
      }>();
      assert.notEqual(first.secret, again.secret);
      const old = await visitor.call('POST', `${path}/confirm`, {
        code: await createApp(first.secret).code(),
      });
      assert.deepEqual(
        expectError(old, 'validation_failed').map((fault) => fault.path),
        ['/code'],
      );
      const signIn = await newVisitor(service).call('POST', '/session', { email, password: goodPassword });
      assert.equal(signIn.status, 200, 'it does not count yet');
      assert.deepEqual((await visitor.call('GET', path)).as<object>(), { second_factor: null });
      const right = await visitor.call('POST', `${path}/confirm`, {
        code: await createApp(again.secret).code(),
      });
      assert.equal(right.status, 200, right.text);
      expectError(await visitor.call('POST', path, { current_password: goodPassword }), 'conflict');
    });

    test('a recovery code opens the account once', async () => {
      const { signIn, codes, visitor } = await createProtected();
      const [first = '', second = ''] = codes;
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(first)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
      assert.equal(
        (await signIn(` ${second.toLowerCase().replaceAll('-', ' ')} `)).status,
        200,
        'as people type',
      );
      const state = (await visitor.call('GET', path)).as<{
        second_factor: { recovery_codes_left: number };
      }>();
      assert.equal(state.second_factor.recovery_codes_left, 8);
    });

    test('one of several sign-ins with a code succeeds', async () => {
      const { signIn, app } = await createProtected();
      const code = await app.code();
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(code)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
    });

    test('no link opens an account without its code', async () => {
      const { email, codes, signIn } = await createProtected();
      const { storage } = service.current();
      const { token } = await createPasswordLink(storage, clock, email);
      const reset = (body: object) => newVisitor(service).call('POST', `/invitations/${token}`, body);
      const password = 'another long password';
      expectError(await reset({ password }), 'second_factor_needed');
      expectError(await reset({ password, code: '000000' }), 'sign_in_failed');
      assert.equal((await signIn(codes[0])).status, 200, 'the password is as it was');
      assert.equal((await reset({ password, code: codes[1] })).status, 200, 'the link was not used up');
      const other = (await service.createStore()).store;
      const invited = await operator.call('POST', `/stores/${other.id}/members`, { email, role: 'viewer' });
      const { url } = invited.as<{ invitation: { url: string } }>().invitation;
      const join = (body: object) =>
        newVisitor(service).call('POST', `/invitations/${url.split('token=')[1]}`, body);
      expectError(await join({ password }), 'second_factor_needed');
      assert.equal((await join({ password, code: codes[2] })).status, 200);
    });

    test('turning it off takes a code or the password', async () => {
      const { visitor, codes, signIn, store } = await createProtected();
      for (const body of [{}, { current_password: 'wrong' }, { code: '000000' }]) {
        expectError(await visitor.call('POST', `${path}/end`, body), 'validation_failed');
      }
      expectError(await signIn(), 'second_factor_needed');
      assert.equal((await visitor.call('POST', `${path}/end`, { code: codes[0] })).status, 200);
      assert.equal((await signIn()).status, 200);
      expectError(await visitor.call('POST', `${path}/end`, { current_password: goodPassword }), 'conflict');
      const audit = await operator.call('GET', `/stores/${store.id}/audit`);
      const actions = audit
        .as<{ entries: AuditEntry[] }>()
        .entries.map(({ action, actor }) => [action, actor?.name]);
      assert.deepEqual(
        actions.filter(([action]) => action?.startsWith('member.second_factor')).map(([action]) => action),
        ['member.second_factor_off', 'member.second_factor_on'],
      );
    });

    test('the operator resets the factor of a person', async () => {
      const { email, signIn, visitor, secret, codes } = await createProtected();
      const { storage } = service.current();
      const user = await storage.accounts.userByEmail(email);
      const stored = user && (await storage.accounts.secondFactor(user.id));
      const text = JSON.stringify(stored);
      const bytes = Buffer.from(fromBase32(secret));
      for (const plain of [secret, bytes.toString('base64'), bytes.toString('hex'), ...codes]) {
        assert.ok(!text.includes(plain) && !text.includes(plain.replaceAll('-', '')));
      }
      const history = { storage, clock, warn: assert.fail };
      assert.ok(user !== null && (await resetFactor(history, user)));
      assert.equal(await resetFactor(history, user), false);
      assert.equal((await signIn()).status, 200);
      expectError(await visitor.call('GET', '/session'), 'signed_out');
      const signedIn = newVisitor(service);
      assert.equal((await signedIn.call('POST', '/session', { email, password: goodPassword })).status, 200);
      assert.equal(await resetFactor(history, user), false);
      assert.equal((await signedIn.call('GET', '/session')).status, 200, 'nothing to take, nothing ended');
    });

    test('an audit log that cannot be written withholds no codes', async () => {
      const { email, codes } = await createProtected();
      const { storage } = service.current();
      const { store } = await service.createStore();
      const token = await inviteTo(operator, store.id, { email, role: 'viewer' });
      const join = { password: goodPassword, code: codes[0] };
      assert.equal((await newVisitor(service).call('POST', `/invitations/${token}`, join)).status, 200);
      const user = (await storage.accounts.userByEmail(email)) ?? assert.fail();
      const [first, second] = (await storage.accounts.storesOf(user.id)).map((known) => known.store.id);
      const warnings: string[] = [];
      const damage = new Error('damaged');
      let fault: Error = damage;
      const damaged: Storage = {
        ...storage,
        write: (storeId, work) => (storeId === first ? Promise.reject(fault) : storage.write(storeId, work)),
      };
      const history = { storage: damaged, clock, warn: (message: string) => warnings.push(message) };
      const changes = factorChanges(history, createSealer([randomSecret(32)]));
      assert.equal(await resetFactor(history, user), true);
      const { secret } = await changes.beginFactor({ user });
      const code = await createApp(secret).code();
      fault = unavailable('away', 1);
      assert.equal((await changes.confirmFactor({ user, code, sessionId: 'none' })).length, 10);
      fault = damage;
      assert.equal(await changes.endFactor({ user, code: null }), null);
      assert.deepEqual(
        warnings.map((line) => /member\.\w+/.exec(line)?.[0]),
        ['reset', 'on', 'off'].map((change) => `member.second_factor_${change}`),
      );
      assert.ok(second !== undefined);
      const written = await storage.reader(second).audit.page({ before: null, limit: 2 });
      assert.deepEqual(
        written.map(({ action }) => action),
        ['off', 'reset'].map((change) => `member.second_factor_${change}`),
      );
    });
  });
}
