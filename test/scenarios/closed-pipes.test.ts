/**
 * Goal: output whose reader is gone ends no command in a stack trace and no service. Method: commands whose output
 * is closed before they print, as `head` closes it.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineNamed } from '../support/engines.ts';
import {
  addressOf,
  openStorageOf,
  startCommand,
  startForetype,
  withDataFolder,
} from '../support/foretype-process.ts';
import { storeRow } from '../support/storage-rows.ts';

/** Closed at once: no command prints before it has loaded its modules. */
async function withoutReader(words: readonly string[], folder: string) {
  const { child, ended } = startCommand(words, { FORETYPE_DATA: folder });
  child.stdout.destroy();
  const { code, stderr } = await ended;
  return { words: words[0], code, stderr };
}

test('a closed pipe ends every command quietly', () =>
  withDataFolder(async (folder) => {
    const storage = await openStorageOf(folder);
    await storage.migrate();
    await storage.directory.createStore(storeRow(), []);
    const { id } = storeRow();
    const file = join(folder, 'products.csv');
    writeFileSync(file, 'external_id,title,price,url\na,Lamp,5,https://shop.example/a\n');
    const commands = [
      ['help'],
      ['import', '--help'],
      ['store', 'list'],
      ['doctor'],
      ['import', file, '--store', id],
      ['export', '-', '--store', id],
      ['backup', join(folder, 'all.backup')],
    ];
    for (const words of commands) {
      const { code, stderr } = await withoutReader(words, folder);
      assert.equal(code, 141, `${words.join(' ')}: ${stderr}`);
      assert.doesNotMatch(stderr, /EPIPE|\bat /, words.join(' '));
    }
    // The import came to its end all the same.
    assert.equal((await storage.reader(id).products.find('a'))?.title, 'Lamp');
    await storage.close();
  }, engineNamed('sqlite')));

test('a service outlives the reader of its log', () =>
  withDataFolder(async (folder) => {
    const server = await startForetype({ FORETYPE_DATA: folder, LOG_LEVEL: 'trace' });
    server.closeLog();
    for (const path of ['/livez', '/nowhere', '/livez']) {
      assert.ok((await fetch(`${addressOf(server)}${path}`)).status < 500);
    }
    assert.equal((await server.end()).code, 0);
  }, engineNamed('sqlite')));
