/**
 * Goal: a program manages the keys of its own store and nothing else, a key is refused from its end on, and every change is in the
 * store's history with who made it (Contract §10). Method: the public API beside the dashboard's, on both databases.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Key, StoreKey } from '../../contract/keys.ts';
import { limits } from '../../contract/limits.ts';
import type { AuditEntry } from '../../contract/stores.ts';
import { createSystemClock } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { createKey } from '../../server/stores/create-key.ts';
import { setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { fillPath, readOperations } from '../support/operations.ts';
import type { RequestOptions, TestStore } from '../support/start-test-service.ts';
import { apiKeyRow } from '../support/storage-rows.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Made {
  readonly message: string;
  readonly key: Key;
  readonly token: string;
}

const fields = ['created_at', 'expires_at', 'hint', 'id', 'last_used_at', 'name', 'scope'];
const clock = createSystemClock();
const path = '/api/v1/keys';
const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const hourMs = 3_600_000;

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    /** A store with a key that manages keys, and calls with that key. */
    async function createManaged() {
      const store = await service.createStore();
      const settings = { kind: 'manage', name: 'Deploy', allowedOrigins: [] } as const;
      const { storage } = service.current();
      const { key: manager, record } = await createKey(storage, clock, store.store.id, settings);
      const call = (method: string, rest = '', options: RequestOptions = {}) =>
        service.request(method, `${path}${rest}`, { key: manager, ...options });
      const make = async (body: object) => {
        const answer = await call('POST', '', { body: { name: 'Sync', scope: 'secret', ...body } });
        assert.equal(answer.status, 200, answer.text);
        return answer.as<Made>();
      };
      const rotate = (id: string, body?: object) => call('POST', `/${id}/rotate`, { body });
      return { ...store, manager, record, call, make, rotate };
    }

    const use = async (key: string) => (await service.request('GET', '/api/v1/products', { key })).status;

    async function historyOf({ store }: Pick<TestStore, 'store'>): Promise<readonly AuditEntry[]> {
      const answer = await operator.call('GET', `/stores/${store.id}/audit`);
      return answer.as<{ entries: AuditEntry[] }>().entries;
    }

    test('Contract §10 keys are created, listed and revoked by API', async () => {
      const { call, make, keys, manager } = await createManaged();
      const made = await make({ expires_at: inMs(hourMs) });
      assert.deepEqual(Object.keys(made).sort(), ['key', 'message', 'token']);
      assert.deepEqual(Object.keys(made.key).sort(), fields);
      assert.match(made.token, /^ft_sk_\w{38}$/);
      assert.equal(await use(made.token), 200);
      const page = await make({
        scope: 'storefront',
        name: 'Shop',
        allowed_origins: ['https://shop.example/'],
      });
      assert.match(page.token, /^ft_pk_\w{38}$/);
      assert.equal(page.key.expires_at, null);
      const listed = (await call('GET')).as<{ keys: Key[]; next_cursor: string | null }>();
      assert.deepEqual(Object.keys(listed).sort(), ['keys', 'next_cursor']);
      assert.deepEqual([listed.keys.length, listed.next_cursor], [5, null]);
      assert.deepEqual(listed.keys[0], page.key, 'the newest first');
      assert.ok(listed.keys.every((key) => fields.every((field) => field in key)));
      const text = JSON.stringify(listed);
      for (const secret of [made.token, page.token, keys.secret, keys.storefront, manager]) {
        assert.ok(!text.includes(secret));
      }
      const revoked = await call('DELETE', `/${made.key.id}`);
      assert.equal(revoked.status, 200, revoked.text);
      assert.equal(await use(made.token), 401);
      assert.equal((await call('DELETE', `/${made.key.id}`)).status, 200, 'a second call does nothing more');
      const left = (await call('GET')).as<{ keys: Key[] }>().keys;
      assert.ok(!left.some(({ id }) => id === made.key.id));
    });

    test('keys are listed in pages, the newest first', async () => {
      const { call, make } = await createManaged();
      for (const name of ['One', 'Two']) await make({ name });
      const names: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer = await call('GET', `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
        const page: { keys: Key[]; next_cursor: string | null } = answer.as();
        names.push(...page.keys.map(({ name }) => name));
        cursor = page.next_cursor;
      }
      assert.deepEqual(names.slice(0, 3), ['Two', 'One', 'Deploy']);
      assert.equal(new Set(names).size, 5);
    });

    test('a managing key reaches the calls of keys only', async () => {
      const { manager, keys } = await createManaged();
      for (const operation of await readOperations(service)) {
        const url = fillPath(operation.path, newId());
        const isOfKeys = operation.path.startsWith(path);
        for (const key of isOfKeys ? [keys.secret, keys.storefront] : [manager]) {
          expectError(await service.request(operation.method, url, { key }), 'insufficient_scope');
        }
      }
      const inAddress = await service.request('GET', `/api/v1/autocomplete?key=${manager}`);
      expectError(inAddress, 'insufficient_scope');
    });

    test('a managing key makes and rotates no managing key', async () => {
      const { call, rotate, record } = await createManaged();
      const refused = await call('POST', '', { body: { name: 'More', scope: 'manage' } });
      expectError(refused, 'validation_failed');
      assert.match(refused.text, /"path":"\/scope".*dashboard/s);
      expectError(await rotate(record.id), 'insufficient_scope');
    });

    test('fields that a key does not have are refused', async () => {
      const { call, make, rotate, store } = await createManaged();
      const faultsOf = async (body: object) => {
        const answer = await call('POST', '', { body: { name: 'Sync', scope: 'secret', ...body } });
        return expectError(answer, 'validation_failed').map(({ path: at, code }) => `${at} ${code}`);
      };
      assert.deepEqual(await faultsOf({ store_id: newId() }), ['/store_id field_unknown']);
      const allowed_origins = ['https://shop.example'];
      assert.deepEqual(await faultsOf({ allowed_origins }), ['/allowed_origins origin_invalid']);
      const { key } = await make({ allowed_origins: [] });
      const rotated = await rotate(key.id, { overlap: 3 });
      assert.match(JSON.stringify(expectError(rotated, 'validation_failed')), /"\/overlap".*overlap_hours/);
      const place = `/stores/${store.id}/keys/${key.id}`;
      const changed = await operator.call('PATCH', place, { name: 'Other', allowed_origins });
      expectError(changed, 'validation_failed');
      const listed = (await call('GET')).as<{ keys: Key[] }>().keys;
      assert.equal(listed.find(({ id }) => id === key.id)?.name, 'Sync');
    });

    test('a managing key reaches keys of its own store only', async () => {
      const { call, rotate } = await createManaged();
      const other = await createManaged();
      const { key } = await other.make({});
      expectError(await call('DELETE', `/${key.id}`), 'not_found');
      expectError(await rotate(key.id), 'not_found');
      for (const id of ['x', newId()]) expectError(await rotate(id), 'not_found');
      const listed = (await call('GET')).as<{ keys: Key[] }>().keys;
      assert.ok(!listed.some(({ id }) => id === key.id));
    });

    test('every wrong field of a new key is named', async () => {
      const { call } = await createManaged();
      for (const [body, at] of [
        [{ name: '', scope: 'secret', expires_at: inMs(-1_000) }, ['/name', '/expires_at']],
        [
          { name: 'a', scope: 'secret', expires_at: inMs(limits.keyEndMaxDays * 24 * hourMs + 60_000) },
          ['/expires_at'],
        ],
        [{ name: 'a', scope: 'secret', expires_at: 'tomorrow' }, ['/expires_at']],
        [{ name: 'a', scope: 'secret', expires_at: '2030-02-30T00:00:00Z' }, ['/expires_at']],
        [{ name: 'a', scope: 'secret', expires_at: 5 }, ['/expires_at']],
        [{ name: 'a', scope: 'public' }, ['/scope']],
        [{}, ['/scope', '/name']],
      ] as const) {
        const answer = await call('POST', '', { body });
        expectError(answer, 'validation_failed');
        const { errors } = answer.as<{ errors: { path: string }[] }>();
        assert.deepEqual(
          errors.map((error) => error.path),
          at,
          answer.text,
        );
      }
    });

    test('a key is refused from its end on, and said so', async () => {
      const managed = await createManaged();
      const { token, key } = await managed.make({ expires_at: inMs(1_500) });
      const end = Date.parse(key.expires_at ?? '');
      if ((await use(token)) !== 200) assert.ok(Date.now() >= end);
      await waitUntil('the end of the key', async () => (await use(token)) === 401);
      assert.ok(Date.now() >= end, 'never before its end');
      const refused = await service.request('GET', '/api/v1/products', { key: token });
      expectError(refused, 'invalid_api_key');
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
      expectError(await managed.rotate(key.id), 'conflict');
      const listed = (await managed.call('GET')).as<{ keys: Key[] }>().keys;
      assert.ok(!listed.some(({ id }) => id === key.id));
      const ended = async () => (await historyOf(managed)).filter(({ action }) => action === 'key.ended');
      await waitUntil('the entry of its end', async () => (await ended()).length > 0);
      assert.deepEqual(
        (await ended()).map(({ actor, subject, details }) => [actor, subject, details]),
        [[null, `Sync (${key.hint})`, { ends_at: key.expires_at }]],
      );
      const shown = await operator.call('GET', `/stores/${managed.store.id}/keys`);
      const member = shown.as<{ keys: StoreKey[] }>().keys.find(({ id }) => id === key.id);
      assert.equal(member?.revoked_at, key.expires_at);
    });

    test('Contract §10 a rotated key works on for the overlap', async () => {
      const { make, rotate, call } = await createManaged();
      const old = await make({ scope: 'storefront', allowed_origins: ['https://shop.example'] });
      const answer = await rotate(old.key.id, { overlap_hours: 24 });
      assert.equal(answer.status, 200, answer.text);
      const { key, token } = answer.as<Made>();
      assert.deepEqual([key.name, key.scope, key.expires_at], ['Sync', 'storefront', null]);
      const search = (text: string) => service.request('GET', '/api/v1/autocomplete', { key: text });
      for (const text of [old.token, token]) assert.equal((await search(text)).status, 200);
      const fromElsewhere = { key: token, headers: { origin: 'https://other.example' } };
      expectError(await service.request('GET', '/api/v1/autocomplete', fromElsewhere), 'origin_not_allowed');
      const listed = (await call('GET')).as<{ keys: Key[] }>().keys;
      const end = Date.parse(listed.find(({ id }) => id === old.key.id)?.expires_at ?? '');
      assert.ok(Math.abs(end - Date.now() - 24 * hourMs) < hourMs, 'a day from now');
      const again = await rotate(old.key.id, { overlap_hours: 24 });
      expectError(again, 'conflict');
      assert.match(again.text, /rotated before/);
      assert.equal((await rotate(key.id)).status, 200, 'its successor is rotated next');
    });

    test('without an overlap the old key is refused at once', async () => {
      const managed = await createManaged();
      const old = await managed.make({ expires_at: inMs(10 * hourMs) });
      const { key, token } = (await managed.rotate(old.key.id)).as<Made>();
      assert.deepEqual([await use(old.token), await use(token)], [401, 200]);
      const lasts = Date.parse(key.expires_at ?? '') - Date.parse(key.created_at);
      assert.ok(Math.abs(lasts - 10 * hourMs) < 60_000, 'as long as the old one was to last');
      expectError(await managed.rotate(old.key.id), 'conflict');
      const { key: gone } = await managed.make({});
      await managed.call('DELETE', `/${gone.id}`);
      const refused = await managed.rotate(gone.id);
      expectError(refused, 'conflict');
      assert.match(refused.text, /was revoked/);
    });

    test('an overlap reaches no further than the key itself', async () => {
      const { make, rotate, call } = await createManaged();
      const end = inMs(hourMs);
      const { key } = await make({ expires_at: end });
      assert.equal((await rotate(key.id, { overlap_hours: 0.5 })).status, 200, 'half an hour');
      const second = await make({ expires_at: end });
      await rotate(second.key.id, { overlap_hours: limits.keyOverlapMaxHours });
      const listed = (await call('GET')).as<{ keys: Key[] }>().keys;
      assert.equal(
        Date.parse(listed.find(({ id }) => id === second.key.id)?.expires_at ?? ''),
        Date.parse(end),
      );
      for (const overlap_hours of [-1, limits.keyOverlapMaxHours + 1, '5', null]) {
        const refused = await rotate(second.key.id, { overlap_hours });
        expectError(refused, 'validation_failed');
        assert.match(refused.text, /"path":"\/overlap_hours".*a number from 0 to 720/s);
      }
    });

    test('one of several rotations at once takes place', async () => {
      const managed = await createManaged();
      const { key } = await managed.make({});
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => managed.rotate(key.id, { overlap_hours: 1 })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
      const listed = (await managed.call('GET')).as<{ keys: Key[] }>().keys;
      assert.equal(listed.filter(({ name }) => name === 'Sync').length, 2);
    });

    test('a store has room for so many keys that work', async () => {
      const managed = await createManaged();
      const { directory } = service.current().storage;
      const storeId = managed.store.id;
      const add = async (count: number, extra: Parameters<typeof apiKeyRow>[0]) => {
        for (let made = 0; made < count; made += 1) {
          const id = newId();
          await directory.insertApiKey(apiKeyRow({ id, storeId, hash: id, ...extra }));
        }
      };
      // Three are there: those of a new store, and the one that calls.
      await add(limits.keysMax - 4, {});
      await add(3, { expiresAt: clock.nowMicros() - 1 });
      const { key } = await managed.make({});
      expectError(await managed.call('POST', '', { body: { name: 'x', scope: 'secret' } }), 'conflict');
      expectError(await managed.rotate(key.id, { overlap_hours: 1 }), 'conflict');
      assert.equal((await managed.rotate(key.id)).status, 200, 'it takes the place of the old one');
    });

    test('the history says who changed which key', async () => {
      const managed = await createManaged();
      const { id } = managed.store;
      const made = await managed.make({ name: 'Robot', expires_at: inMs(hourMs) });
      const rotated = (await managed.rotate(made.key.id, { overlap_hours: 1 })).as<Made>();
      await managed.call('DELETE', `/${rotated.key.id}`);
      await managed.call('DELETE', `/${rotated.key.id}`);
      const byMember = await operator.call('POST', `/stores/${id}/keys`, { name: 'Mine', scope: 'manage' });
      assert.match(byMember.as<Made>().token, /^ft_mk_\w{38}$/);
      const entries = (await historyOf(managed)).filter(({ action }) => action.startsWith('key.'));
      const by = { name: `Deploy (${managed.record.hint})`, email: null };
      const [mine, revoked, rotation, creation, first, ...others] = entries;
      assert.deepEqual(others, []);
      assert.deepEqual([mine?.action, mine?.actor?.email], ['key.created', 'ada@shop.example']);
      assert.deepEqual([revoked?.action, revoked?.actor], ['key.revoked', by]);
      assert.deepEqual([rotation?.action, rotation?.actor], ['key.rotated', by]);
      const details = rotation?.details as { key: object } | undefined;
      assert.deepEqual(details?.key, { from: made.key.hint, to: rotated.key.hint });
      assert.deepEqual([creation?.actor, creation?.subject], [by, `Robot (${made.key.hint})`]);
      assert.deepEqual(
        [first?.actor, first?.details],
        [null, { scope: 'manage', made_by: 'the command line' }],
      );
      const text = JSON.stringify(entries);
      for (const token of [made.token, rotated.token, managed.manager]) assert.ok(!text.includes(token));
    });
  });
}
