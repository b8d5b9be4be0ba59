/**
 * Goal: links that commands print lead to the running server, with its scheme, or to nothing. Method: real commands beside a real
 * server, after its end and after its death.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { anyEngine, engineNamed, type TestEngine, testOnEngines } from '../support/engines.ts';
import {
  databaseSettingsOf,
  runForetype,
  type Settings,
  startForetype,
  whileServing,
  withDataFolder,
} from '../support/foretype-process.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));

/** The link of a new password, and what an import with a failed row says. */
function commandsOf(folder: string, storeId: string, settings: Settings) {
  const file = join(folder, 'broken.csv');
  writeFileSync(file, 'external_id,title,price,url\na,Lamp,many,https://shop.example/a\n');
  return {
    async passwordLink(more: Settings = {}): Promise<string> {
      const words = ['user', 'reset-password', '--email', 'a@shop.example', '--json'];
      const { stdout, stderr } = await runForetype(words, { ...settings, ...more });
      assert.notEqual(stdout, '', stderr);
      return (JSON.parse(stdout) as { link: string }).link;
    },
    async importLines(more: Settings = {}): Promise<string> {
      return (await runForetype(['import', file, '--store', storeId], { ...settings, ...more })).stdout;
    },
  };
}

async function withShop(
  engine: TestEngine,
  work: (shop: {
    readonly folder: string;
    readonly settings: Settings;
    readonly commands: ReturnType<typeof commandsOf>;
  }) => Promise<void>,
): Promise<void> {
  await withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder };
    const { stdout } = await runForetype(['store', 'create', '--name', 'Shop', '--json'], settings);
    const { store } = JSON.parse(stdout) as { store: { id: string } };
    await runForetype(['user', 'create', '--email', 'a@shop.example', '--name', 'A'], settings);
    await work({ folder, settings, commands: commandsOf(folder, store.id, settings) });
  }, engine);
}

testOnEngines('links of commands name the running server', (engine) =>
  withShop(engine, async ({ settings, commands }) => {
    const own = { PORT: '4711', HOST: '0.0.0.0' };
    assert.match(await commands.importLines(), /gives them as a file\.\n/);
    assert.match(
      await commands.passwordLink(own),
      /^http:\/\/127\.0\.0\.1:4711\/dashboard\/invitation#token=/,
    );
    await whileServing(settings, async (address) => {
      assert.ok((await commands.importLines()).includes(`file: ${address}/dashboard/stores/`));
      assert.ok((await commands.passwordLink(own)).startsWith(`${address}/dashboard/invitation#token=`));
      const publicUrl = { FORETYPE_PUBLIC_URL: 'https://search.example' };
      assert.match(await commands.importLines(publicUrl), /file: https:\/\/search\.example\/dashboard\//);
      assert.match(await commands.passwordLink(publicUrl), /^https:\/\/search\.example\/dashboard\//);
    });
    assert.match(await commands.importLines(), /gives them as a file\.\n/);
    assert.match(await commands.passwordLink(own), /^http:\/\/127\.0\.0\.1:4711\//);
  }),
);

testOnEngines('the address of a killed server is known stale', (engine) =>
  withShop(engine, async ({ folder, settings, commands }) => {
    const server = await startForetype(settings);
    await server.end('SIGKILL');
    assert.ok(existsSync(join(folder, 'foretype.sqlite.lock.holder')));
    assert.match(await commands.importLines(), /gives them as a file\.\n/);
  }),
);

test('a link of a command has the scheme of the server', async () => {
  await withShop(anyEngine, async ({ settings, commands }) => {
    const secure = { ...settings, TLS_CERT: fixture('cert'), TLS_KEY: fixture('key') };
    await whileServing(secure, async (address) => {
      assert.match(address, /^https:/);
      // The command does not have the server's settings.
      assert.ok((await commands.passwordLink()).startsWith(`${address}/dashboard/`));
    });
  });
});

test('a command with another data folder knows no server', async () => {
  await withShop(engineNamed('postgres'), async ({ folder, settings, commands }) => {
    const other = join(folder, 'other');
    mkdirSync(other);
    const elsewhere = { ...databaseSettingsOf(folder), FORETYPE_DATA: other };
    await whileServing(settings, async () => {
      assert.match(await commands.importLines(elsewhere), /gives them as a file\.\n/);
    });
  });
});
