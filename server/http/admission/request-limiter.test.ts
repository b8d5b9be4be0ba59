import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { rateLimits } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createSession } from '../../accounts/sessions.ts';
import { AppError } from '../../errors.ts';
import { loadConfig } from '../../settings/config.ts';
import { toSignedIn } from '../dashboard/member.ts';
import { eventsPath } from '../keystroke/events-path.ts';
import { createRequestLimiter } from './request-limiter.ts';

/** A limiter, and an app that hands it every request, as from a proxy on this machine. */
function createProbe(environment: Readonly<Record<string, string>>) {
  const settings = loadConfig({}, environment);
  assert.ok(settings.ok);
  const limiter = createRequestLimiter({
    ...{ config: settings.config, clock: createDrivenClock() },
    pipeline: { changeAccounts: () => assert.fail('no wider network has used up its budget') },
  });
  const app = Fastify({ trustProxy: [...settings.config.trustProxy] });
  for (const url of ['/', eventsPath]) {
    app.get(url, async (request, reply) => {
      await limiter.admitNetwork(request, reply, url === eventsPath ? 'events' : 'autocomplete');
      return { ip: request.ip };
    });
  }
  const passThrough = (forwardedFor: string, url = '/') =>
    app.inject({ url, headers: { 'x-forwarded-for': forwardedFor } });
  return { limiter, passThrough };
}

const proxied = { FORETYPE_TRUST_PROXY: '127.0.0.1' };

test('a proxied client is known at once, from its proxy only', async () => {
  const { limiter, passThrough } = createProbe(proxied);
  assert.equal(limiter.takeKnown('127.0.0.1', '10.0.0.1'), null);
  assert.equal((await passThrough('10.0.0.1')).statusCode, 200);
  assert.notEqual(limiter.takeKnown('127.0.0.1', '10.0.0.1'), null);
  assert.equal(limiter.takeKnown('127.0.0.2', '10.0.0.1'), null);
  assert.equal(limiter.takeKnown('127.0.0.1', '10.0.0.2'), null);
});

test('Contract §1 a client’s calls count together on both ways', async () => {
  const { limiter, passThrough } = createProbe(proxied);
  for (let call = 0; call < 250; call += 1) {
    assert.equal((await passThrough('10.0.0.1')).statusCode, 200);
    assert.notEqual(limiter.takeKnown('127.0.0.1', '10.0.0.1'), null);
  }
  assert.equal(limiter.takeKnown('127.0.0.1', '10.0.0.1'), null);
  assert.equal(
    (await passThrough('5.5.5.5, 10.0.0.1')).statusCode,
    429,
    'the same client, whatever it claims',
  );
});

test('all addresses of an IPv6 /64 share one limit', async () => {
  const { limiter, passThrough } = createProbe(proxied);
  const address = (index: number) => `2001:db8::${index.toString(16)}`;
  for (let index = 0; index < 200; index += 1) {
    assert.equal((await passThrough(address(index))).statusCode, 200);
    assert.equal((await passThrough(address(index), eventsPath)).statusCode, 200);
  }
  assert.equal((await passThrough(address(200), eventsPath)).statusCode, 429);
  for (let index = 0; index < 300; index += 1) {
    assert.notEqual(limiter.takeKnown('127.0.0.1', address(index % 200)), null);
  }
  assert.equal(limiter.takeKnown('127.0.0.1', address(0)), null);
  assert.equal((await passThrough(address(201))).statusCode, 429);
  assert.equal((await passThrough('2001:db8:0:1::1')).statusCode, 200);
});

test('a long line of proxies is not remembered', async () => {
  const { limiter, passThrough } = createProbe(proxied);
  const line = Array.from({ length: 40 }, () => '10.0.0.1').join(', ');
  assert.equal((await passThrough(line)).statusCode, 200);
  assert.equal(limiter.takeKnown('127.0.0.1', line), null);
});

test('without a trusted proxy the peer is the client', () => {
  const { limiter } = createProbe({});
  for (let call = 0; call < 500; call += 1) {
    assert.notEqual(limiter.takeKnown('10.0.0.1', `10.1.0.${call}`), null);
  }
  assert.equal(limiter.takeKnown('10.0.0.1', undefined), null);
  assert.notEqual(limiter.takeKnown('10.0.0.2', undefined), null);
  assert.equal(limiter.takeKnown(undefined, undefined), null, 'a socket that is gone');
});

test('a limiter that is switched off takes every call', () => {
  const { limiter } = createProbe({ FORETYPE_RATE_LIMIT: 'off' });
  for (let call = 0; call < 600; call += 1) {
    assert.equal(limiter.takeKnown('10.0.0.1', undefined), '10.0.0.1');
  }
});

test('calls of a session count together, beside those of another', async () => {
  const { limiter } = createProbe({});
  const clock = createDrivenClock();
  const user = {
    ...{ id: 'u', email: 'ada@shop.example', name: 'Ada', passwordHash: null, isOperator: false },
    ...{ createdAt: 0, lastSeenAt: null },
  };
  const sessions = [createSession(user.id, clock).session, createSession(user.id, clock).session] as const;
  const app = Fastify();
  app.decorateRequest('signedIn', null);
  app.get<{ Params: { number: string } }>('/:number', (request, reply) => {
    request.signedIn = toSignedIn(user, request.params.number === '0' ? sessions[0] : sessions[1]);
    limiter.admitSession(request, reply);
    return {};
  });
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  for (let call = 0; call < 1_000; call += 1) assert.equal(await statusOf('/0'), 200);
  assert.equal(await statusOf('/0'), 429);
  assert.equal(await statusOf('/1'), 200);
});

test('events of a key are limited across networks', async () => {
  const { limiter } = createProbe({});
  const app = Fastify();
  app.decorateRequest('grant', null);
  app.get(eventsPath, (request, reply) => {
    const grant = {
      keyId: 'k',
      keyName: 'Key',
      hint: 'ft_pk_Ab3…9xZ',
      expiresAt: null,
      storeId: 's',
      kind: 'storefront',
      allowedOrigins: new Set<string>(),
    } as const;
    request.grant = grant;
    for (let call = 0; call < 5_000; call += 1) limiter.admitKey(request, reply, 'storefront');
    return {};
  });
  assert.equal((await app.inject({ url: eventsPath })).statusCode, 200);
  assert.equal((await app.inject({ url: eventsPath })).statusCode, 429);
});

test('only look-ups that find nothing count by network', async () => {
  const settings = loadConfig({}, {});
  assert.ok(settings.ok);
  const limiter = createRequestLimiter({
    ...{ config: settings.config, clock: createDrivenClock() },
    pipeline: { changeAccounts: () => assert.fail('no wider network has used up its budget') },
  });
  const app = Fastify();
  const finds: Readonly<Record<string, () => Promise<string | null>>> = {
    known: async () => 'known',
    unknown: async () => null,
    away: () => Promise.reject(new AppError('unavailable', 'The database is away.')),
  };
  app.get<{ Params: { kind: string } }>('/:kind', async (request, reply) => ({
    found: await limiter.countUnknown(request, reply, finds[request.params.kind] ?? assert.fail),
  }));
  app.setErrorHandler((error: AppError, _request, reply) => reply.code(error.status).send());
  const statusOf = async (kind: string, remoteAddress = '10.0.0.1') =>
    (await app.inject({ url: `/${kind}`, remoteAddress })).statusCode;
  const { burst } = rateLimits.unknownCredentialsPerNetwork;
  for (let look = 0; look < 2 * burst; look += 1) {
    assert.equal(await statusOf('known'), 200);
    assert.equal(await statusOf('away'), 503);
  }
  const atOnce = await Promise.all(Array.from({ length: burst + 5 }, () => statusOf('unknown')));
  assert.equal(atOnce.filter((status) => status === 429).length, 5);
  assert.equal(await statusOf('unknown', '10.0.0.2'), 200);
});
