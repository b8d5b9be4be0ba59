import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ShopCheck } from '../../../contract/shop-check.ts';
import { callShopChecks } from '../../../test/support/call-operation.ts';
import { withAnyEngine } from '../../../test/support/engines.ts';
import type { HostileFeedServer } from '../../../test/support/hostile-feed-server.ts';
import { type OutboundNetwork, openOutboundNetwork } from '../../../test/support/outbound-network.ts';
import { storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { createSystemClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';

const policy = { allowPrivate: false };
const page = '<input type="search"><script src="https://search.example/widget.js" data-api-key="x"></script>';
let network: OutboundNetwork;
let shop: HostileFeedServer;

before(async () => {
  network = openOutboundNetwork();
  shop = await network.startPublicServer('shop.example');
});

after(() => network.close());

async function check(url: string): Promise<ShopCheck> {
  let result: ShopCheck | undefined;
  await withAnyEngine(async (storage) => {
    await storage.directory.createStore(storeRow(), []);
    const dependencies = {
      ...{ policy, outbound: network.connect(policy), stopping: new AbortController().signal },
      clock: createSystemClock(),
      probe: <Result>(_: string, task: () => Promise<Result>) => task(),
      isOwnDocument: () => false,
    };
    const call = callShopChecks(storage, dependencies);
    result = (await call('checkShop', { storeId: uuidOf(1), body: { url } })).check;
  });
  assert.ok(result !== undefined);
  return result;
}

const codesOf = ({ findings }: ShopCheck) => findings.map(({ code }) => code);

test('a page of the internet is read, with its redirects', async () => {
  shop.answer('/', { status: 302, headers: { location: '/home?a=secret' } });
  shop.answer('/home', { body: page, headers: { 'content-security-policy': "script-src 'none'" } });
  const result = await check(`${shop.origin}/`);
  assert.equal(result.url, `${shop.origin}/home`);
  assert.deepEqual(codesOf(result).slice(0, 2), ['key_malformed', 'policy_script']);
  assert.ok(!JSON.stringify(result).includes('secret'));
});

test('addresses within a network are refused before any call', async () => {
  const begun = network.attempts().length;
  for (const url of [
    ...[
      'http://shop.example/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.0.0.1/',
      'https://localhost/',
    ],
    ...[
      'https://169.254.169.254/latest/meta-data',
      'https://shop.internal/',
      'https://user:pass@shop.example/',
    ],
    ...['file:///etc/passwd', 'https://shop.example:22/', 'shop.example'],
  ]) {
    const refusal = await check(url).catch((error: unknown) => error);
    assert.ok(refusal instanceof AppError && refusal.code === 'validation_failed', url);
    assert.deepEqual(
      refusal.errors?.map(({ path, code }) => `${path} ${code}`),
      ['/url url_not_allowed'],
    );
    assert.ok(!refusal.message.includes('pass@'), url);
  }
  assert.equal(network.attempts().length, begun);
});

test('a name or redirect that leads inside reaches nothing', async () => {
  const inside = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'];
  const begun = network.attempts().length;
  for (const address of inside) {
    network.zone.set('rebound.example', [address]);
    assert.deepEqual(codesOf(await check('https://rebound.example/')), ['page_unread'], address);
  }
  assert.equal(network.attempts().length, begun, 'no connection was begun');
  const targets = [
    'http://shop.example/home',
    'https://127.0.0.1/',
    'https://rebound.example/',
    'https://[fd00::1]/',
  ];
  for (const location of targets) {
    shop.answer('/', { status: 302, headers: { location } });
    const result = await check(`${shop.origin}/`);
    assert.deepEqual(codesOf(result), ['page_unread'], location);
    assert.doesNotMatch(JSON.stringify(result), /127\.0\.0|fd00/, 'nothing of the network is repeated');
  }
  assert.ok(network.attempts().every((address) => address === network.publicAddress));
});

test('a page that is long, broken or withheld is a finding', async () => {
  shop.answer('/', { body: page + ' '.repeat(3 * 2 ** 20) });
  assert.ok(codesOf(await check(`${shop.origin}/`)).includes('page_cut'));
  shop.answer('/', { body: page, framing: 'close' });
  assert.ok(codesOf(await check(`${shop.origin}/`)).includes('line_found'));
  shop.answer('/', { body: page, cutAt: 20 });
  assert.deepEqual(codesOf(await check(`${shop.origin}/`)), ['page_unread']);
  for (const status of [403, 404, 500]) {
    shop.answer('/', { status });
    const [finding] = (await check(`${shop.origin}/`)).findings;
    assert.match(finding?.message ?? '', new RegExp(`answered ${status}`));
  }
});
