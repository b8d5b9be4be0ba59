import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImports } from './imports.ts';

function targets(text: string): (string | null)[] {
  return findImports({ path: 'server/http/app.ts', text }).map(({ target }) => target);
}

test('every way of reaching another file is found', () => {
  const text = `
    import './a.ts';
    import type { B } from './b.ts';
    import c, { type D, e as f } from '../c.ts';
    import * as g from '../../contract/g.ts';
    export { h } from './h.ts';
    export * from './i.ts';
    const j = await import('./j.ts');
    new Worker(new URL('./k.ts', import.meta.url));
  `;
  assert.deepEqual(targets(text), [
    'server/http/a.ts',
    'server/http/b.ts',
    'server/c.ts',
    'contract/g.ts',
    'server/http/h.ts',
    'server/http/i.ts',
    'server/http/j.ts',
    'server/http/k.ts',
  ]);
});

test('a package is an import without a target in the project', () => {
  assert.deepEqual(targets("import Fastify from 'fastify';"), [null]);
});

test('members, keys and text like imports are not imports', () => {
  const text = `
    // import './a.ts';
    const text = "import './b.ts'";
    reader.import('./c.ts');
    const answer = { import: run, export: './d.ts' };
    export const from = './e.ts';
    new URL('./page.html', import.meta.url);
  `;
  assert.deepEqual(targets(text), []);
});

test('the imported names are those that the target exports', () => {
  const [first] = findImports({ path: 'a.ts', text: "import { type A, b as c } from './b.ts';" });
  assert.deepEqual(first?.names, ['A', 'b']);
});
