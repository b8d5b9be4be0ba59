/**
 * Goal: no key and no merchant's data ever reaches the log, however talkative it is. Method: requests with keys in
 * every place that takes one, right and wrong, at the lowest log level; then the log is searched.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { anyEngine } from '../support/engines.ts';
import { closeRawSockets, sendRaw } from '../support/raw-request.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

after(closeRawSockets);

test('Contract §2 keys never stand in the log, at any level', async () => {
  const data = await createServiceData(anyEngine.name);
  const service = await startChildService(data, { LOG_LEVEL: 'trace' });
  const { keys } = await createStoreOn(data);
  const path = '/api/v1/autocomplete';
  for (const key of Object.values(keys)) {
    const places = [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }, { 'x-api-key': `${key}x` }, {}];
    for (const headers of places) {
      await sendRaw(service.origin, { method: 'GET', path: `${path}?q=private-words&key=${key}`, headers });
      await sendRaw(service.origin, { method: 'POST', path: `/nothing/${key}?key=${key}`, headers });
      await sendRaw(service.origin, { method: 'PUT', path: `/api/v1/products/%?key=${key}`, headers });
    }
  }
  await importProducts(service.caller(keys.secret), [
    productInput('a', { title: 'Private title', price: 'x' }),
  ]);
  assert.equal(await service.end('SIGTERM'), 0);
  const log = service.log();
  assert.ok(log.includes('answered'), 'requests are logged at this level');
  for (const secret of [...Object.values(keys), 'private-words', 'Private title']) {
    assert.ok(!log.includes(secret), `the log holds ${secret}`);
  }
  data.remove();
});

test('passwords, cookies and tokens never reach the log', async () => {
  const data = await createServiceData(anyEngine.name);
  const service = await startChildService(data, { LOG_LEVEL: 'trace' });
  const setup = service.start.setup_link?.split('#token=')[1] ?? '';
  const send = (method: string, path: string, body: unknown, headers = {}) =>
    sendRaw(service.origin, {
      method,
      path: `/dashboard/api${path}`,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const person = { name: 'Ada', email: 'ada@shop.example', password: 'correct horse battery' };
  const made = await send('POST', '/setup', { ...person, token: setup });
  assert.equal(made.status, 200, made.text);
  const cookie = made.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const { csrf_token: csrf } = made.as<{ csrf_token: string }>();
  const session = { cookie, 'x-csrf-token': csrf };
  await send('POST', '/session', { ...person, password: 'mistyped horse' });
  await send('POST', `/session?password=${person.password.replaceAll(' ', '+')}`, '{', session);
  await send('PATCH', '/account', { current_password: person.password, new_password: 'short' }, session);
  await send('POST', `/invitations/${setup}`, { password: person.password }, session);
  await send('POST', `/nothing/${setup}?token=${setup}`, { token: setup }, session);
  const store = await send('POST', '/stores', { name: 'Lamps' }, session);
  const { keys } = store.as<{ keys: Readonly<Record<string, string>> }>();
  assert.equal(await service.end('SIGTERM'), 0);
  const log = service.log();
  assert.ok(log.includes('/dashboard/api/session'), 'requests are logged at this level');
  const token = cookie.replace('ft_session=', '');
  const secrets = [
    setup,
    token,
    csrf,
    person.password,
    'mistyped horse',
    'correct+horse',
    ...Object.values(keys),
  ];
  for (const secret of secrets) {
    assert.ok(secret.length > 10 && !log.includes(secret), `the log holds ${secret}`);
  }
  data.remove();
});

test('fields that hold secrets are redacted in every line', () => {
  const fields = [
    ...['authorization', 'x-api-key', 'cookie', 'set-cookie', 'x-csrf-token'],
    ...['key', 'secret', 'auth_secret', 'password', 'token'],
  ];
  const log = fileURLToPath(new URL('../../server/process/log.ts', import.meta.url));
  const entry = Object.fromEntries(fields.map((field) => [field, `secret of ${field}`]));
  const program = `
    const { createLog } = await import(${JSON.stringify(log)});
    createLog('info', process.argv[1] === 'terminal').info({ headers: ${JSON.stringify(entry)}, safe: { name: 'shown' } }, 'a line');`;
  for (const form of ['terminal', 'file']) {
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program, form]);
    assert.equal(status, 0, String(stderr));
    assert.match(String(stderr), /a line/);
    assert.match(String(stderr), /shown/);
    assert.doesNotMatch(String(stderr), /secret of/);
  }
});
