/** Goal: sessions cost a look at the database only where they may be worth something. Method: looks counted on real storage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../../test/support/engines.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import { createSession } from '../../accounts/sessions.ts';
import { loadConfig } from '../../settings/config.ts';
import { createSessionFinder } from './member.ts';

test('a session that is over counts as unknown', () =>
  withAnyEngine(async (storage) => {
    const settings = loadConfig({}, {});
    assert.ok(settings.ok);
    const clock = createDrivenClock();
    const user = {
      ...{ id: uuidOf(1), email: 'ada@shop.example', name: 'Ada', isOperator: false },
      ...{ passwordHash: null, createdAt: 1, lastSeenAt: null },
    };
    const { session, token } = createSession(user.id, clock);
    await storage.accounts.write(async (writer) => {
      await writer.insertUser(user);
      await writer.insertSession(session);
    });
    let looks = 0;
    const accounts = {
      ...storage.accounts,
      session: (hash: string) => {
        looks += 1;
        return storage.accounts.session(hash);
      },
    };
    const pipeline = { changeAccounts: () => Promise.reject(new Error('nothing is changed')) };
    const services = { storage: { accounts }, config: settings.config, clock, pipeline };
    const counted: boolean[] = [];
    const findSignedIn = createSessionFinder(services, {
      async countUnknown(_request, _reply, find) {
        const found = await find();
        counted.push(found === null);
        return found;
      },
    });
    await using app = fastify();
    app.get('/', async (request, reply) => ({ name: (await findSignedIn(request, reply))?.name ?? null }));
    const ask = async () => {
      const { body } = await app.inject({ url: '/', headers: { cookie: `ft_session=${token}` } });
      return body;
    };
    assert.equal(await ask(), '{"name":"Ada"}');
    clock.advanceMs(limits.sessionMaxDays * 86_400_000);
    for (let call = 0; call < 3; call += 1) assert.equal(await ask(), '{"name":null}');
    assert.deepEqual([looks, counted], [2, [false]]);
  }));
