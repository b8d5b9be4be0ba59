import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decisionsAreListed,
  documentedPathsExist,
  environmentIsDocumented,
  errorCodesAreDocumented,
  fieldCodesAreDocumented,
  foldersAreDescribed,
  rowCodesAreDocumented,
} from './documents.ts';
import { describeOffences, type Rule } from './offence.ts';

function judge(rule: Rule, files: Record<string, string>): string {
  return describeOffences(rule(Object.entries(files).map(([path, text]) => ({ path, text }))));
}

const errors =
  'export const errorStatus = {\n  not_found: 404,\n  internal: 500,\n} as const;\nconst other = { a: 1 };';
const errorTable = '| Status | Code |\n| --- | --- |\n| 404 | `not_found` | a |\n| 500 | `internal` | b |\n';

test('error codes that code and document share are in order', () => {
  assert.equal(
    judge(errorCodesAreDocumented, { 'contract/words/errors.ts': errors, 'docs/errors.md': errorTable }),
    '',
  );
});

test('a missing code or different status is reported', () => {
  const found = judge(errorCodesAreDocumented, {
    'contract/words/errors.ts': errors,
    'docs/errors.md': errorTable.replace('404', '410').replace('internal', 'gone'),
  });
  assert.match(
    found,
    /^contract\/words\/errors\.ts:2: the error 404 not_found is not in a table of docs\/errors\.md/,
  );
  assert.match(found, /docs\/errors\.md:4: the error 500 gone is not in contract\/words\/errors\.ts/);
});

test('a row code missing on either side is reported', () => {
  const code =
    "export const rowCodes = [\n  'price_missing',\n  'url_missing',\n] as const;\nconst other = ['a'];";
  const document =
    '| Code of a row | a |\n| `price_missing` | b |\n| `url_absent` | c |\n\n| `other` | d |\n';
  const found = judge(rowCodesAreDocumented, {
    'contract/words/product-import.ts': code,
    'docs/errors.md': document,
  });
  assert.deepEqual(
    found.split('\n').map((line) => line.split(' is not')[0]),
    [
      'contract/words/product-import.ts:3: the row code url_missing',
      'docs/errors.md:3: the row code url_absent',
    ],
  );
});

test('a field code missing on either side is reported', () => {
  const found = judge(fieldCodesAreDocumented, {
    'contract/words/field-codes.ts':
      "export const fieldCodes = ['repeated', 'too_long',\n'last_owner'] as const;",
    'docs/errors.md':
      '| Code of a row |\n| `a` |\n\n| Code of a field | a |\n| `repeated`, `too_long` | b |\n| `gone` | `c` |\n',
  });
  assert.deepEqual(
    found.split('\n').map((line) => line.split(' is not')[0]),
    ['contract/words/field-codes.ts:2: the field code last_owner', 'docs/errors.md:6: the field code gone'],
  );
});

const config =
  "const host = read.text('HOST');\nconst role = environment['FORETYPE_ROLE'];\nfail('Not one');";
const variableTable = '| Variable | Default |\n| `HOST` | `127.0.0.1` |\n| `FORETYPE_ROLE` | `GIVEN` |\n';

test('variables that code and document share are in order', () => {
  assert.equal(
    judge(environmentIsDocumented, {
      'server/settings/config.ts': config,
      'docs/operating.md': variableTable,
    }),
    '',
  );
});

test('a variable missing on either side is reported', () => {
  const found = judge(environmentIsDocumented, {
    'server/settings/config.ts': config,
    'docs/operating.md': variableTable.replace('`HOST`', '`HOST_NAME`'),
  });
  assert.match(found, /^server\/settings\/config\.ts:1: the variable HOST is not in a table/);
  assert.match(found, /docs\/operating\.md:2: the variable HOST_NAME is not in server\/settings\/config\.ts/);
});

test('an absent document and an empty catalogue are offences', () => {
  assert.match(
    judge(environmentIsDocumented, { 'server/settings/config.ts': config }),
    /docs\/operating\.md:1: does not exist/,
  );
  assert.match(
    judge(errorCodesAreDocumented, { 'contract/words/errors.ts': '', 'docs/errors.md': '' }),
    /holds no error/,
  );
});

const record = (text: string) => ({ path: 'docs/decisions/0001-a-thing.md', text });
const list = (rows: string) => ({ path: 'docs/decisions/README.md', text: rows });

test('a decision record that is not listed is reported', () => {
  const decided = record('# 0001 A thing\n\nDecided 2026-11-21.\n');
  assert.match(
    describeOffences(decisionsAreListed([decided, list('')])),
    /is not in .*: add the row `\| \[0001 A thing\]/,
  );
  const row = '| [0001 A thing](0001-a-thing.md) | decided 2026-11-21 |\n';
  assert.deepEqual(decisionsAreListed([decided, list(row)]), []);
  const replaced = record('# 0001 A thing\n\nDecided 2026-11-21. Superseded by [0002](0002-b.md).\n');
  assert.match(describeOffences(decisionsAreListed([replaced, list(row)])), /decided 2026-11-21, superseded/);
});

test('a decision record of another form is reported', () => {
  for (const text of [
    '# 0001: A thing\n\nDecided 2026-11-21.\n',
    '# 0001 A thing\n\n2026-11-21. Accepted.\n',
  ]) {
    assert.match(describeOffences(decisionsAreListed([record(text), list('')])), /begins with/);
  }
});

test('a path that no longer exists is reported', () => {
  const source = { path: 'server/a/b.ts', text: '' };
  const judge = (text: string, path = 'docs/a.md') =>
    describeOffences(documentedPathsExist([source, { path, text }]));
  assert.match(judge('x\nsee `server/a/gone.ts`'), /^docs\/a\.md:2: names `server\/a\/gone\.ts`/);
  assert.equal(judge('`server/a/b.ts`, `server/a/`, `server/RESOURCE/`, `widget/dist/widget.js`, `a/b`'), '');
  assert.equal(judge('`server/a/gone.ts`', 'CHANGELOG.md'), '');
});

test('a folder that ARCHITECTURE.md does not name is reported', () => {
  const source = { path: 'server/resources/feeds/a.ts', text: '' };
  const judge = (text: string) => foldersAreDescribed([source, { path: 'ARCHITECTURE.md', text }]);
  assert.match(describeOffences(judge('')), /does not name `server\/resources\/feeds\/`/);
  assert.deepEqual(judge('`server/resources/feeds/`'), []);
  const page = { path: 'docs/internals/lives.md', text: '`server/resources/feeds/`' };
  assert.deepEqual(foldersAreDescribed([source, { path: 'ARCHITECTURE.md', text: '' }, page]), []);
});
