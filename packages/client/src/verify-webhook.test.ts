import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ForetypeError } from './foretype-error.ts';
import { type SignedMessage, verifyWebhook } from './verify-webhook.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"type":"import.completed","timestamp":"2026-11-21T23:14:48Z","data":{"note":"größer"}}';

/** A message of so many seconds ago, signed by Node’s own HMAC. */
function signed(ageSeconds = 0, by: string = secret) {
  const timestamp = `${Math.round(Date.now() / 1_000) - ageSeconds}`;
  const hmac = createHmac('sha256', Buffer.from(by.slice(6), 'base64'));
  const signature = `v1,${hmac.update(`msg-1.${timestamp}.${body}`).digest('base64')}`;
  return { 'webhook-id': 'msg-1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

async function verify(message: Partial<SignedMessage>): Promise<string> {
  try {
    return (await verifyWebhook({ secret, headers: signed(), body, ...message })).type;
  } catch (error) {
    assert.ok(error instanceof ForetypeError);
    return error.code;
  }
}

test('a signed message is read from any kind of request', async () => {
  assert.equal(await verify({}), 'import.completed');
  assert.equal(await verify({ headers: new Headers(signed()) }), 'import.completed');
  const bytes = new TextEncoder().encode(body);
  assert.equal(await verify({ body: bytes }), 'import.completed');
  assert.equal(await verify({ body: bytes.buffer }), 'import.completed');
  const { data } = await verifyWebhook({ secret, headers: signed(), body });
  assert.deepEqual(data, { note: 'größer' });
});

test('headers are read in any case, single or several', async () => {
  const entries = Object.entries(signed());
  const headers = [
    entries.map(([name, value]) => [name.replace(/\b\w/g, (letter) => letter.toUpperCase()), value]),
    entries.map(([name, value]) => [name.toUpperCase(), [value]]),
    entries.map(([name, value]) => [name, name.endsWith('signature') ? ['v1,AAAA', value] : value]),
  ];
  for (const each of headers)
    assert.equal(
      await verify({ headers: Object.fromEntries(each) }),
      'import.completed',
      JSON.stringify(each),
    );
  const twice = { ...signed(), 'webhook-id': ['msg-1', 'msg-2'] };
  assert.equal(await verify({ headers: twice }), 'webhook_invalid');
});

test('a body that was parsed already is refused', async () => {
  for (const parsed of [JSON.parse(body), null, undefined, 7])
    await assert.rejects(verifyWebhook({ secret, headers: signed(), body: parsed }), {
      code: 'webhook_invalid',
      message: /as it came/,
    });
});

test('a changed message or a stranger’s signature is refused', async () => {
  const headers = signed();
  const changes: Partial<SignedMessage>[] = [
    { body: body.replace('größer', 'grösser') },
    { headers: { ...headers, 'webhook-id': 'msg-2' } },
    { headers: { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) + 1}` } },
    { headers: signed(0, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA') },
    { headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') } },
    { headers: { ...headers, 'webhook-signature': 'v1,' } },
    { headers: { ...headers, 'webhook-signature': 'v1,*' } },
    { headers: {} },
    { secret: [] },
    { secret: 'whsec_*' },
  ];
  for (const change of changes) assert.equal(await verify(change), 'webhook_invalid', JSON.stringify(change));
});

test('an empty secret accepts no message, not even its own', async () => {
  assert.equal(await verify({ secret: '', headers: signed(0, '') }), 'webhook_invalid');
});

test('a message far from the clock is refused both ways', async () => {
  for (const ageSeconds of [400, -400])
    assert.equal(await verify({ headers: signed(ageSeconds) }), 'webhook_invalid', `${ageSeconds}`);
  for (const ageSeconds of [200, -200])
    assert.equal(await verify({ headers: signed(ageSeconds) }), 'import.completed', `${ageSeconds}`);
  assert.equal(await verify({ headers: signed(400), toleranceSeconds: 500 }), 'import.completed');
  const headers = { ...signed(), 'webhook-timestamp': 'now' };
  assert.equal(await verify({ headers }), 'webhook_invalid');
});

test('any of several secrets and signatures is enough', async () => {
  const old = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  assert.equal(await verify({ secret: [old, secret] }), 'import.completed');
  const [first, second] = [signed(0, old), signed()];
  const both = `${first['webhook-signature']} v1a,x ${second['webhook-signature']}`;
  assert.equal(await verify({ headers: { ...second, 'webhook-signature': both } }), 'import.completed');
});
