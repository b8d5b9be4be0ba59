/** Goal: whoever uses up a one-time link is signed in by it. Method: the answer on real storage, with a writer that fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../../test/support/engines.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import { hashToken } from '../../accounts/sessions.ts';
import { unavailable } from '../../errors.ts';
import { loadConfig } from '../../settings/config.ts';
import { answerSignedIn } from './present-session.ts';

/** Signs in after the writer of networks fails as given; `userOfCookie` is whom the cookie of the answer signs in. */
async function signInWhile(failure: Error): Promise<{ status: number; userOfCookie: string | null }> {
  const user = {
    ...{ id: uuidOf(1), email: 'ada@shop.example', name: 'Ada', isOperator: false },
    ...{ passwordHash: null, createdAt: 1, lastSeenAt: null },
  };
  const settings = loadConfig({}, {});
  assert.ok(settings.ok);
  const { config } = settings;
  let result = { status: 0, userOfCookie: null as string | null };
  await withAnyEngine(async (storage) => {
    await storage.accounts.write((writer) => writer.insertUser(user));
    const changeAccounts = () => Promise.reject(failure);
    const services = { storage, config, clock: createDrivenClock(), pipeline: { changeAccounts } };
    await using app = fastify();
    app.post('/', (request, reply) =>
      answerSignedIn(services, request, reply, user, (session) =>
        storage.accounts.write((writer) => writer.insertSession(session)),
      ),
    );
    const { statusCode, cookies } = await app.inject({ method: 'POST', url: '/' });
    const token = cookies.find(({ name }) => name === 'ft_session')?.value ?? '';
    const found = await storage.accounts.session(hashToken(token));
    result = { status: statusCode, userOfCookie: found?.user.id ?? null };
  });
  return result;
}

test('a sign-in succeeds while its network cannot be remembered', async () => {
  const answer = await signInWhile(unavailable('The disk of the service is full.', 1));
  assert.deepEqual(answer, { status: 200, userOfCookie: uuidOf(1) });
});

test('a defect after the session still signs the person in', async () => {
  const answer = await signInWhile(new Error('a defect'));
  assert.deepEqual(answer, { status: 500, userOfCookie: uuidOf(1) });
});
