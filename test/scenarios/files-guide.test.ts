/**
 * Goal: the page "My system writes files" works line by line. Method: every command of it is run by a shell, as it is written, but for
 * the folder, the store and the import; the endless one until it has imported a file.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { databaseSettingsOf, runForetype, withDataFolder } from '../support/foretype-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const page = readFileSync(new URL('../../docs/files.md', import.meta.url), 'utf8');
const main = fileURLToPath(new URL('../../server/main.js', import.meta.url));

/** The command lines of the page, in order. */
const lines = Array.from(page.matchAll(/```(?:sh|ini)?\n(.*?)```/gs), ([, block = '']) => block.split('\n'))
  .flat()
  .map((line) => line.replace(/^ExecStart=|^(?:\S+ ){5}(?=foretype)/, ''))
  .filter((line) => /^(?:foretype|find) /.test(line));

test('the guide to files works line by line', () =>
  withDataFolder(async (folder) => {
    const { stdout } = await runForetype(['store', 'create', '--name', 'Shop', '--json'], {
      FORETYPE_DATA: folder,
    });
    const storeId = (JSON.parse(stdout) as { store: { id: string } }).store.id;
    const drop = join(folder, 'drop');
    mkdirSync(drop);
    const rows = 'external_id,title,price,url\n1,Lamp,5,https://shop.example/1\n';
    writeFileSync(join(folder, 'catalog.csv'), rows);
    let importId = '';
    const environment = () => ({
      ...{ PATH: process.env.PATH ?? '', HOME: folder, ...databaseSettingsOf(folder) },
      ...{ FORETYPE_DATA: folder, FORETYPE_DEMO: 'off', STORE: storeId, IMPORT: importId },
    });
    const scriptOf = (line: string) =>
      `foretype() { exec '${process.execPath}' '${main}' "$@"; }\n` +
      line.replaceAll('/srv/drop', drop).replace('STORE_ID', storeId);
    const done = () => (existsSync(join(drop, 'done')) ? readdirSync(join(drop, 'done')).length / 2 : 0);
    assert.equal(lines.length, 8);
    for (const line of lines) {
      const before = done();
      if (line.includes('--watch')) writeFileSync(join(drop, 'export.csv'), rows);
      if (line.includes('--watch') && !line.includes('--once')) {
        const child = spawn('sh', ['-c', scriptOf(line)], { env: environment(), stdio: 'ignore' });
        await waitUntil('the imported file', () => done() === before + 1, 90_000);
        child.kill('SIGTERM');
        assert.deepEqual(await once(child, 'exit'), [0, null], line);
      } else {
        const run = promisify(execFile)('sh', ['-c', scriptOf(line)], { cwd: folder, env: environment() });
        const { stderr } = await run;
        assert.doesNotMatch(stderr, /fail|error/i, line);
        if (line.includes('--once')) assert.equal(done(), before + 1);
      }
      if (line.startsWith('foretype import catalog.csv') && !line.includes('--dry-run')) {
        const shown = await runForetype(
          ['import', join(folder, 'catalog.csv'), '--store', storeId, '--json'],
          {
            FORETYPE_DATA: folder,
          },
        );
        importId = (JSON.parse(shown.stdout) as { import: { id: string } }).import.id;
      }
    }
    assert.equal(done(), 3, 'nothing there is older than 30 days');
  }));
