/**
 * Goal: a lost password has a way back, and accounts can be made without the set-up link. Method: the commands as real
 * processes beside a running server; their links are used as a browser uses them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goodPassword, newVisitor, type SessionBody, signInAs } from '../support/dashboard-visitor.ts';
import { runForetype, type Settings, startForetype, withDataFolder } from '../support/foretype-process.ts';
import type { Answer, RequestOptions } from '../support/start-test-service.ts';

/** A service elsewhere, as the visitor needs it. */
function serviceAt(origin: string) {
  return {
    async request(
      method: string,
      path: string,
      { body, headers = {} }: RequestOptions = {},
    ): Promise<Answer> {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, as: () => JSON.parse(text) };
    },
  };
}

interface Started {
  readonly address: string;
  readonly dashboard: string;
  readonly setup_link: string | null;
}

async function withServer(settings: Settings, work: (started: Started) => Promise<void>): Promise<void> {
  const server = await startForetype(settings);
  try {
    await work(server.started as Started);
  } finally {
    await server.end();
  }
}

test('accounts and passwords come by links of the command line', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, FORETYPE_DEMO: 'off', FORETYPE_RATE_LIMIT: 'off' };
    const command = async (...words: string[]) => {
      const { code, stdout, stderr } = await runForetype(['user', ...words, '--json'], settings);
      return { code, stderr, result: stdout === '' ? {} : JSON.parse(stdout) };
    };
    await withServer(settings, async ({ address, dashboard, setup_link: setupLink }) => {
      assert.equal(dashboard, `${address}/dashboard`);
      assert.ok(setupLink?.startsWith(`${dashboard}/setup#token=`));
      const service = serviceAt(address);
      const person = ['--email', 'Ada@Shop.example', '--name', 'Ada', '--operator'];
      const { result } = await command('create', ...person);
      assert.deepEqual([result.user.email, result.user.is_operator], ['ada@shop.example', true]);
      assert.ok(result.link.startsWith(`${dashboard}/invitation#token=`));
      assert.match(result.link, /#token=[\w-]{43}$/);
      const again = await command('create', ...person);
      assert.equal(again.code, 1);
      assert.match(again.stderr, /There is an account for ada@shop\.example already\./);
      assert.equal((await command('create', '--email', 'x', '--name', ' ')).code, 2);
      // Once somebody has an account, the set-up link is worth nothing.
      assert.equal(await useSetupLink(service, setupLink), 403);
      assert.deepEqual(await usePasswordLink(service, result.link, goodPassword), [200, 200]);
      assert.deepEqual(await usePasswordLink(service, result.link, goodPassword), [404, 404]);

      const visitor = await signInAs(service, 'ada@shop.example');
      const first = (await command('reset-password', '--email', 'ada@shop.example')).result.link;
      const second = (await command('reset-password', '--email', 'ada@shop.example')).result.link;
      assert.equal((await visitor.call('GET', '/session')).status, 200);
      assert.deepEqual(await usePasswordLink(service, first, 'another good one'), [404, 404]);
      assert.deepEqual(await usePasswordLink(service, second, 'another good one'), [200, 200]);
      assert.equal((await visitor.call('GET', '/session')).status, 401);
      const back = await signInAs(service, 'ada@shop.example', 'another good one');
      assert.equal((await back.call('GET', '/session')).as<SessionBody>().user.name, 'Ada');
      assert.equal((await command('reset-password', '--email', 'nobody@x')).code, 1);
      const reset = await command('reset-factor', '--email', 'ADA@shop.example');
      assert.deepEqual([reset.code, reset.result.was_on], [0, false]);
      assert.equal((await command('reset-factor', '--email', 'nobody@x')).code, 1);
      const { users } = (await command('list')).result;
      assert.equal(users.length, 1);
      assert.match(users[0].last_seen_at, /Z$/);
    });
  }));

type Service = ReturnType<typeof serviceAt>;

/** The status of making the first account by a link. */
async function useSetupLink(service: Service, link: string | null): Promise<number> {
  const token = link?.split('#token=')[1];
  const person = { token, name: 'Eve', email: 'eve@shop.example', password: goodPassword };
  return (await newVisitor(service).call('POST', '/setup', person)).status;
}

/** The status of looking at a link, and of setting a password by it. */
async function usePasswordLink(service: Service, link: string, password: string): Promise<number[]> {
  const path = `/invitations/${link.split('#token=')[1]}`;
  const shown = await newVisitor(service).call('GET', path);
  const used = await newVisitor(service).call('POST', path, { password });
  return [shown.status, used.status];
}
