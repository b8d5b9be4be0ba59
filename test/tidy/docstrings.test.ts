import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedExportsAreDescribed } from './docstrings.ts';
import { describeOffences } from './offence.ts';

function judge(declaration: string, importer: string): string {
  return describeOffences(
    sharedExportsAreDescribed([
      { path: 'server/catalog/a.ts', text: declaration },
      { path: importer, text: "import { a } from '../catalog/a.ts';" },
    ]),
  );
}

test('a shared export without a docstring is reported', () => {
  for (const declaration of [
    'export function a() {}',
    'export const a = 1;',
    'export async function* a() {}',
    'export type a = 1;',
  ]) {
    assert.match(
      judge(declaration, 'server/ingest/b.ts'),
      /^server\/catalog\/a\.ts:1: a is used/,
      declaration,
    );
  }
});

test('a docstring must stand right before its export', () => {
  assert.equal(judge('/** What a is. */\nexport const a = 1;', 'server/ingest/b.ts'), '');
  assert.match(
    judge('/** What b is. */\nconst b = 1;\nexport const a = 1;', 'server/ingest/b.ts'),
    /:3: a is used/,
  );
});

test('a described value’s type needs no docstring', () => {
  const described = '/** What b is. */\nexport const b = 1;\nexport type a = typeof b;';
  assert.equal(judge(described, 'server/ingest/b.ts'), '');
  assert.match(judge(described.replace('/** What b is. */', ''), 'server/ingest/b.ts'), /:3: a is used/);
});

test('an export for its folder or a test needs no docstring', () => {
  assert.equal(judge('export const a = 1;', 'server/catalog/b.ts'), '');
  assert.equal(judge('export const a = 1;', 'server/ingest/b.test.ts'), '');
});
