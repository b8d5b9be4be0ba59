/**
 * Goal: a start does not end because the index of the demo store takes longer than a keystroke waits.
 * Method: the saved indexes are removed, and the table of products is locked while a real process starts.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { startForetype, withDataFolder } from '../support/foretype-process.ts';
import { startPostgres } from '../support/postgres.ts';
import { waitUntil } from '../support/wait-until.ts';

test('a start goes on while demo products cannot be read', async () => {
  const server = await startPostgres();
  try {
    await withDataFolder(async (folder) => {
      const url = await server.createDatabase();
      const settings = {
        FORETYPE_DATA: folder,
        DATABASE_URL: url,
        FORETYPE_SECRET_KEY: Buffer.alloc(32).toString('base64'),
        FORETYPE_DEMO: 'on',
      };
      await (await startForetype(settings)).end();
      rmSync(join(folder, 'indexes'), { recursive: true, force: true });
      const holder = new Client({ connectionString: url });
      await holder.connect();
      await holder.query('begin; lock table products in access exclusive mode');
      const second = await startForetype(settings);
      try {
        const { address } = second.started as { readonly address: string };
        const isReady = async () => (await fetch(`${address}/readyz`)).ok;
        await holder.query('rollback');
        await waitUntil('the service to be ready', isReady, 20_000);
      } finally {
        await second.end();
        await holder.end();
      }
    });
  } finally {
    await server.stop();
  }
});
