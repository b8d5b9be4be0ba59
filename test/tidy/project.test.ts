import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIgnores, readProject } from './project.ts';

test('the project holds this file and no installed package', () => {
  const paths = readProject().map(({ path }) => path);
  assert.ok(paths.includes('test/tidy/project.test.ts'));
  assert.ok(paths.includes('package.json'));
  assert.ok(!paths.some((path) => path.startsWith('node_modules/') || path.startsWith('.git/')));
});

test('names, rooted names and endings are understood', () => {
  const ignores = readIgnores('node_modules/\n\n# data\n/data/\n*.log\n/bench/.cache/\n');
  assert.ok(['node_modules', 'a/node_modules', 'data', 'a/b.log', 'bench/.cache'].every(ignores));
  assert.ok(!['demo/data', 'a.logs', 'bench', '.cache'].some(ignores));
});

test('an ignore pattern that cannot be understood is refused', () => {
  assert.throws(() => readIgnores('!keep'), /does not understand/);
  assert.throws(() => readIgnores('a/**/b'), /does not understand/);
});
