/**
 * Goal: the command line does what Contract §1 says, also beside a running server on the same data.
 * Method: real processes on a data folder of their own; what they print and how they end is all that is looked at.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CommandResult, runForetype, withDataFolder, withServer } from '../support/foretype-process.ts';

interface CreatedStore {
  readonly store: { readonly id: string };
  readonly keys: { readonly secret: string; readonly storefront: string };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The JSON of a command that must have succeeded. */
function resultOf<Result>({ code, stdout, stderr }: CommandResult): Result {
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  assert.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout);
}

async function statusOf(origin: string, key: string): Promise<number> {
  const response = await fetch(`${origin}/api/v1/health`, { headers: { 'x-api-key': key } });
  await response.body?.cancel();
  return response.status;
}

function createStore(folder: string, ...options: string[]): Promise<CommandResult> {
  return runForetype(['store', 'create', '--name', 'Test shop', '--json', ...options], {
    FORETYPE_DATA: folder,
  });
}

test('Contract §1 store create prints exactly the store and its keys', () =>
  withDataFolder(async (folder) => {
    const plain = resultOf<CreatedStore>(await createStore(folder));
    const { id } = plain.store;
    const { secret, storefront } = plain.keys;
    assert.deepEqual(plain, {
      store: { id, name: 'Test shop', plan: 'unlimited', currency: 'USD', locale: 'en' },
      keys: { secret, storefront },
    });
    assert.match(id, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.match(secret, /^ft_sk_[0-9A-Za-z]{38}$/);
    assert.match(storefront, /^ft_pk_[0-9A-Za-z]{38}$/);
    const chosen = ['--plan', 'free', '--currency', 'EUR', '--locale', 'de'];
    const second = resultOf<CreatedStore>(await createStore(folder, ...chosen)).store;
    assert.deepEqual(second, {
      id: second.id,
      name: 'Test shop',
      plan: 'free',
      currency: 'EUR',
      locale: 'de',
    });
    const listed = await runForetype(['store', 'list', '--json'], { FORETYPE_DATA: folder });
    assert.deepEqual(resultOf(listed), { stores: [plain.store, second] });
  }));

test('store set-plan changes the plan and refuses unknown ones', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const { store } = resultOf<CreatedStore>(await createStore(folder, '--plan', 'free'));
    const changed = await runForetype(
      ['store', 'set-plan', store.id, '--plan', 'growth', '--json'],
      settings,
    );
    assert.deepEqual(resultOf(changed), { store: { ...store, plan: 'growth' } });
    const wrong = await runForetype(['store', 'set-plan', store.id, '--plan', 'gold'], settings);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /plan takes free, starter, growth, unlimited, got "gold"/);
    const unknown = await runForetype(['store', 'set-plan', 'x', '--plan', 'free'], settings);
    assert.deepEqual([unknown.code, /store "x"/.test(unknown.stderr)], [1, true]);
    const listed = resultOf<{ stores: readonly unknown[] }>(
      await runForetype(['store', 'list', '--json'], settings),
    );
    assert.deepEqual(listed.stores, [{ ...store, plan: 'growth' }]);
  }));

test('without --json the keys stand in plain lines', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    await runForetype(['user', 'create', '--email', 'a@shop.example', '--name', 'A'], settings);
    const empty = await runForetype(['store', 'list'], settings);
    assert.match(empty.stdout, /There is no store in .* yet/);
    const { code, stdout } = await runForetype(['store', 'create', '--name', 'Shop'], settings);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /Store "Shop" was made\.\n.+\n {2}secret key {6}ft_sk_\w{38}\n {2}storefront key {2}ft_pk_/,
    );
    assert.match((await runForetype(['store', 'list'], settings)).stdout, /unlimited.+0 products {2}Shop\n$/);
  }));

test('§5.6 keys: a store made beside a server works at once', () =>
  withServer(async (folder, origin) => {
    const { store, keys } = resultOf<CreatedStore>(await createStore(folder));
    assert.deepEqual(
      [await statusOf(origin, keys.secret), await statusOf(origin, keys.storefront)],
      [200, 200],
    );
    const health = await fetch(`${origin}/api/v1/health`, { headers: { 'x-api-key': keys.secret } });
    const body: unknown = await health.json();
    assert.ok(typeof body === 'object' && body !== null && 'store' in body);
    assert.deepEqual(body.store, { id: store.id, name: 'Test shop', plan: 'unlimited', currency: 'USD' });
  }));

test('Contract §2 a revoked key is refused when the command ends', () =>
  withServer(async (folder, origin) => {
    const settings = { FORETYPE_DATA: folder };
    const { store, keys } = resultOf<CreatedStore>(await createStore(folder));
    const created = await runForetype(
      ['key', 'create', '--store', store.id, '--kind', 'secret', '--name', 'Second', '--json'],
      settings,
    );
    const { key, token } = resultOf<{ key: { id: string; key: string }; token: string }>(created);
    assert.deepEqual([key.key, 'token' in key], [token, false]);
    assert.equal(await statusOf(origin, key.key), 200);
    const revoked = await runForetype(['key', 'revoke', key.id, '--store', store.id, '--json'], settings);
    assert.equal(await statusOf(origin, key.key), 401);
    assert.equal(await statusOf(origin, keys.secret), 200);
    const shown = resultOf<{ key: { id: string; revoked_at: string } }>(revoked).key;
    assert.equal(shown.id, key.id);
    assert.match(shown.revoked_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  }));

test('secret keys are listed by their hints, never in full', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const { store, keys } = resultOf<CreatedStore>(await createStore(folder));
    const listed = await runForetype(['key', 'list', '--store', store.id, '--json'], settings);
    const rows = resultOf<{
      keys: { kind: string; hint: string; token: string | null; last_used_at: null; revoked_at: null }[];
    }>(listed);
    assert.deepEqual(
      rows.keys.map(({ kind, hint, last_used_at, revoked_at }) => [kind, hint, last_used_at, revoked_at]),
      (['secret', 'storefront'] as const).map((kind) => [
        kind,
        `${keys[kind].slice(0, 9)}…${keys[kind].slice(-3)}`,
        null,
        null,
      ]),
    );
    assert.deepEqual(
      rows.keys.map(({ token }) => token),
      [null, keys.storefront],
    );
    assert.ok(!listed.stdout.includes(keys.secret));
  }));

test('Contract §2 a key is made for a list of origins', () =>
  withDataFolder(async (folder) => {
    const { store } = resultOf<CreatedStore>(await createStore(folder));
    const createKey = (origins: string, kind = 'storefront') =>
      runForetype(['key', 'create', '--store', store.id, '--kind', kind, '--origins', origins, '--json'], {
        FORETYPE_DATA: folder,
      });
    const [made, refused, secret] = await Promise.all([
      createKey('https://shop.example, https://www.shop.example'),
      createKey('shop.example'),
      createKey('https://shop.example', 'secret'),
    ]);
    assert.deepEqual(resultOf<{ key: { allowed_origins: string[] } }>(made).key.allowed_origins, [
      'https://shop.example',
      'https://www.shop.example',
    ]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^foretype key create: An origin takes .+ got "shop\.example"\.\n$/);
    assert.equal(secret.code, 2);
    assert.match(secret.stderr, /^foretype key create: .* for storefront keys: .*\n$/);
  }));

test('Contract §1 a command called the wrong way ends with 2', () =>
  withDataFolder(async (folder) => {
    const calls: readonly (readonly [words: string, complaint: RegExp])[] = [
      ['store create', /--name is missing\.\n\nforetype store create --name NAME/],
      ['store create --name a --colour red', /Unknown option '--colour'\n\nforetype store create/],
      [
        'key create --store x --scope master',
        /--scope takes secret, storefront, manage, got "master"\.\n\nforetype key/,
      ],
      ['store create --name a --plan gold --currency x', /plan takes.+\n.+currency takes .+\n$/],
      ['frobnicate', /there is no command "frobnicate"\.\n\nUsage: foretype COMMAND/],
      ['store lst', /there is no command "store lst"\. Did you mean "store list"\?\n\nforetype store create/],
      ['imprt products.csv', /there is no command "imprt products\.csv"\. Did you mean "import"\?/],
      ['key', /there is no command "key"\.\n\nforetype key create/],
    ];
    await Promise.all(
      calls.map(async ([words, complaint]) => {
        const { code, stdout, stderr } = await runForetype(words.split(' '), { FORETYPE_DATA: folder });
        assert.deepEqual([code, stdout], [2, ''], words);
        assert.match(stderr, complaint);
      }),
    );
  }));

test('only commands that create stores or people make a database', () =>
  withDataFolder(async (folder) => {
    const calls = [
      'store delete abc',
      'store list',
      'user list',
      'export - --store abc',
      'key list --store abc',
    ];
    await Promise.all(
      calls.map(async (words) => {
        const { code, stderr } = await runForetype(words.split(' '), { FORETYPE_DATA: folder });
        assert.deepEqual([code, /There is no database at/.test(stderr)], [1, true], `${words}: ${stderr}`);
      }),
    );
    assert.equal(existsSync(join(folder, 'foretype.sqlite')), false);
  }));

test('help is printed and is no failure', async () => {
  const calls: readonly string[][] = [
    ['--help'],
    ['store', 'create', '--help'],
    [],
    ['help', 'store', 'create'],
  ];
  const [overview, command, nothing, again] = await Promise.all(calls.map((words) => runForetype(words, {})));
  assert.equal(overview?.code, 0);
  assert.match(overview?.stdout ?? '', /^Usage: foretype COMMAND.+serve.+store create.+doctor/s);
  assert.equal(command?.code, 0);
  assert.match(command?.stdout ?? '', /^foretype store create --name NAME \[--plan PLAN\]/);
  assert.equal(nothing?.code, 2);
  assert.deepEqual(again, command);
});

test('a command’s first word gives help on the group', async () => {
  const [group, again, version] = await Promise.all(
    [['store', '--help'], ['help', 'store'], ['--version']].map((words) => runForetype(words, {})),
  );
  assert.equal(group?.code, 0);
  assert.match(group?.stdout ?? '', /^foretype store create .+\n\nforetype store list .+store delete/s);
  assert.doesNotMatch(group?.stdout ?? '', /foretype key/);
  assert.deepEqual(again, group);
  const { version: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.deepEqual([version?.code, version?.stdout], [0, `${own}\n`]);
});

test('Contract §1 wrong settings stop the start, a line each', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, PORT: 'high', LOG_LEVEL: 'loud', FORETYPE_DEMO: 'maybe' };
    const { code, stdout, stderr } = await runForetype(['serve'], settings);
    assert.deepEqual([code, stdout], [2, '']);
    assert.deepEqual(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/ takes .+, got /, ' ')),
      ['PORT "high".', 'FORETYPE_DEMO "maybe".', 'LOG_LEVEL "loud".'],
    );
  }));

test('Contract §1 a command that fails ends with 1 and says why', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const { store } = resultOf<CreatedStore>(await createStore(folder));
    const results = await Promise.all([
      runForetype(['key', 'list', '--store', 'absent'], settings),
      runForetype(['key', 'create', '--store', 'absent', '--kind', 'secret'], settings),
      runForetype(['key', 'revoke', 'absent', '--store', store.id], settings),
    ]);
    for (const { code, stdout, stderr } of results) {
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^foretype key \w+: There is no such .+\n$/);
    }
  }));

test('npm and the installed command run foretype', async () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly bin: { readonly foretype: string };
  };
  const run = promisify(execFile);
  const [byNpm, installed] = await Promise.all([
    run('npm', ['run', '-s', 'foretype', '--', 'help', 'store', 'create'], { cwd: root }),
    run(process.execPath, [join(root, bin.foretype), 'help', 'store', 'create']),
  ]);
  for (const { stdout } of [byNpm, installed]) assert.match(stdout, /^foretype store create --name NAME/);
});

for (const [system, isGlibc, advice] of [
  ['any system', true, /Use npm start .+\n$/],
  ['a system without glibc', false, /needs glibc, .+ install Node 26, .+\n$/],
] as const) {
  test(`an older Node on ${system} is refused with advice`, async () => {
    const main = fileURLToPath(new URL('../../server/main.js', import.meta.url));
    const version = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' });`;
    const noGlibc = `Object.defineProperty(process.report, 'getReport', { value: () => ({ header: {} }) });`;
    const olderNode = `data:text/javascript,${version}${isGlibc ? '' : noGlibc}`;
    const run = promisify(execFile)(process.execPath, ['--import', olderNode, main, 'help']);
    await assert.rejects(run, ({ code, stdout, stderr }) => {
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^Foretype needs Node 26, /);
      assert.match(stderr, advice);
      return true;
    });
  });
}
