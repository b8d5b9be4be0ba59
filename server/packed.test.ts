/** What runs of a program that was packed: never what its sources no longer say. Each test packs a small project of its own. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

type Packed = typeof import('./packed.js');

const folders: string[] = [];
after(() => folders.map((folder) => rmSync(folder, { recursive: true })));

/** A project of one module, packed as it is; which file would run for it, or for another one, after a change. */
async function packedProject(
  change: (folder: string) => void,
  asked = 'server/threads/one.ts',
): Promise<{ program: URL; folder: URL }> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-packed-'));
  folders.push(folder);
  for (const name of ['server/threads', 'dist']) mkdirSync(join(folder, name), { recursive: true });
  copyFileSync(new URL('./packed.js', import.meta.url), join(folder, 'server/packed.js'));
  writeFileSync(join(folder, 'server/threads/one.ts'), 'export const one = 1;');
  const { digestSources, packedSourcesFile, programFile }: Packed = await import(
    pathToFileURL(join(folder, 'server/packed.js')).href
  );
  const paths = ['server/threads/one.ts'];
  const list = { paths, digest: digestSources(paths) };
  writeFileSync(join(folder, 'dist', packedSourcesFile), JSON.stringify(list));
  change(folder);
  const root = pathToFileURL(`${folder}/`);
  return { program: programFile(new URL(asked, root)), folder: root };
}

test('a module runs in its packed form while unchanged', async () => {
  const { program, folder } = await packedProject(() => {});
  assert.equal(program.href, new URL('dist/one.js', folder).href);
});

test('a change of a source is run, not what was packed', async () => {
  const { program, folder } = await packedProject((place) =>
    writeFileSync(join(place, 'server/threads/one.ts'), 'export const one = 2;'),
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
