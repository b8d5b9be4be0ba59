import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docstringsBeginPlainly, sharedExportsAreDescribed } from './docstrings.ts';
import { describeOffences } from './offence.ts';

function judge(declaration: string, importer: string, address = '../catalog/a.ts'): string {
  return describeOffences(
    sharedExportsAreDescribed([
      { path: 'server/catalog/a.ts', text: declaration },
      { path: importer, text: `import { a } from '${address}';` },
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

test('a folder within the same place is another folder', () => {
  assert.match(judge('export const a = 1;', 'server/catalog/words/b.ts', '../a.ts'), /:1: a is used/);
  assert.equal(judge('export const a = 1;', 'server/catalog/b.ts', './a.ts'), '');
});

function judgeBeginning(text: string): string {
  return describeOffences(docstringsBeginPlainly([{ path: 'server/a.ts', text }]));
}

test('a docstring without its subject is reported', () => {
  for (const comment of [
    'Of texts in any order those that go on, the shortest first.',
    'As of {@link SessionChanges}.',
    'Those asked for last.',
    'Where the list goes on.',
    'Which keys may call it.',
    'Who is signed in.',
    'Whom to ask.',
    'See the head of the file.',
    'All of them.',
  ]) {
    assert.match(
      judgeBeginning(`/** ${comment} */\na;`),
      /:1: .* begins with .*: name the thing first/,
      comment,
    );
  }
  assert.match(judgeBeginning('a;\n/**\n * Of a store,\n * its name.\n */'), /:3: .* begins with `Of`/);
});

test('a docstring with its subject or verb is accepted', () => {
  for (const comment of [
    'Returns the texts that continue `typed`, shortest first.',
    'Implements {@link SessionChanges}.',
    'The least recently used entries. Of equals the first.',
    'Whether one text starts with the other.',
    'Whole numbers only.',
    'Offers of a shop.',
  ]) {
    assert.equal(judgeBeginning(`/** ${comment} */\na;`), '', comment);
  }
  assert.equal(judgeBeginning("// Of these, one.\n/* Of them. */\nconst a = '/** Of a text. */';"), '');
});
