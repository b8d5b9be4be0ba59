/** The code that a packed program runs: never what its sources no longer say. Each test packs a small project of its own. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as esbuild from 'esbuild';
import { packService } from '../bin/pack-service.ts';
import { packedSourcesFile } from './packed.js';

type Packed = typeof import('./packed.js');

const folders: string[] = [];
after(() => folders.map((folder) => rmSync(folder, { recursive: true })));

interface Project {
  readonly folder: string;
  readonly root: URL;
  readonly programFile: Packed['programFile'];
}

/** A project of one entry and one module beside it, packed as it is. */
async function packProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-packed-'));
  folders.push(folder);
  for (const name of ['server/threads', 'dist']) mkdirSync(join(folder, name), { recursive: true });
  copyFileSync(new URL('./packed.js', import.meta.url), join(folder, 'server/packed.js'));
  writeFileSync(join(folder, 'server/threads/one.ts'), "export { one } from '../two.ts';");
  writeFileSync(join(folder, 'server/two.ts'), 'export const one = 1;');
  const { digestSources, packedSourcesFile, programFile }: Packed = await import(
    pathToFileURL(join(folder, 'server/packed.js')).href
  );
  const paths = ['server/threads/one.ts', 'server/two.ts'];
  const entries = { 'server/threads/one.ts': 'one.js' };
  const list = { entries, paths, digest: digestSources(paths) };
  writeFileSync(join(folder, 'dist', packedSourcesFile), JSON.stringify(list));
  return { folder, root: pathToFileURL(`${folder}/`), programFile };
}

/** Returns the file that would run for the entry, or for another module, after a change. */
async function packedProject(
  change: (folder: string) => void,
  asked = 'server/threads/one.ts',
): Promise<{ program: URL; folder: URL }> {
  const { folder, root, programFile } = await packProject();
  change(folder);
  return { program: programFile(new URL(asked, root)), folder: root };
}

test('a module runs in its packed form while unchanged', async () => {
  const { program, folder } = await packedProject(() => {});
  assert.equal(program.href, new URL('dist/one.js', folder).href);
});

test('a changed source is run instead of its packed copy', async () => {
  const { program, folder } = await packedProject((place) =>
    writeFileSync(join(place, 'server/two.ts'), 'export const one = 2;'),
  );
  assert.equal(program.href, new URL('server/threads/one.ts', folder).href);
});

test('a program that was never packed runs from its sources', async () => {
  const { program, folder } = await packedProject((place) =>
    rmSync(join(place, 'dist'), { recursive: true }),
  );
  assert.equal(program.href, new URL('server/threads/one.ts', folder).href);
});

test('a module outside the packed program runs itself', async () => {
  const { program, folder } = await packedProject(() => {}, 'test/one.ts');
  assert.equal(program.href, new URL('test/one.ts', folder).href);
});

test('a packed module without its own file runs itself', async () => {
  const { program, folder } = await packedProject(() => {}, 'server/two.ts');
  assert.equal(program.href, new URL('server/two.ts', folder).href);
});

test('threads run the version that their process began with', async () => {
  const { folder, root, programFile } = await packProject();
  const program = programFile(new URL('server/threads/one.ts', root)).href;
  writeFileSync(join(folder, 'server/two.ts'), 'export const one = 2;');
  const asking = `
    import { parentPort } from 'node:worker_threads';
    import { programFile } from '${new URL('server/packed.js', root)}';
    parentPort.postMessage(programFile(new URL('server/threads/one.ts', '${root}')).href);`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(asking)}`));
  const [inThread] = await once(thread, 'message');
  assert.deepEqual([program, inThread], [new URL('dist/one.js', root).href, program]);
});

test('every packed module that is named has its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-packing-'));
  folders.push(folder);
  await packService(esbuild, folder);
  const { entries } = JSON.parse(readFileSync(join(folder, packedSourcesFile), 'utf8'));
  const names = new Set(readdirSync(folder));
  const missing = Object.values<string>(entries).filter((name) => !names.has(name));
  assert.deepEqual(
    [entries['server/threads/index-thread/index-thread.ts'], missing],
    ['index-thread.js', []],
  );
});
