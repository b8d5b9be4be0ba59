import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenize } from './lexer.ts';

function kinds(text: string): string[] {
  return tokenize(text).map((token) => `${token.kind} ${token.text}`);
}

test('a slash after a value divides', () => {
  assert.deepEqual(kinds("a / 2 + 'b/c'"), [
    'word a',
    'punctuation /',
    'number 2',
    'punctuation +',
    "string 'b/c'",
  ]);
});

test('a pattern may hold quotes, slashes in classes and escapes', () => {
  assert.deepEqual(kinds(`return /['"/[\\]\\/]/u;`), [
    'word return',
    `regex /['"/[\\]\\/]/u`,
    'punctuation ;',
  ]);
  assert.deepEqual(kinds('test(/[/"]/)')[2], 'regex /[/"]/');
});

test('code inside a template follows the template itself', () => {
  assert.deepEqual(kinds(`\`a \${ {b: \`}\`} } c\` + d`), [
    `template \`a \${ {b: \`}\`} } c\``,
    'punctuation {',
    'word b',
    'punctuation :',
    'template `}`',
    'punctuation }',
    'punctuation +',
    'word d',
  ]);
});

test('comments hide their content and keep their line', () => {
  const tokens = tokenize('// a "quote\n/* { \n */ x');
  assert.deepEqual(
    tokens.map(({ kind, line }) => [kind, line]),
    [
      ['comment', 1],
      ['comment', 2],
      ['word', 3],
    ],
  );
});
