import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentIsDocumented, errorCodesAreDocumented, rowCodesAreDocumented } from './documents.ts';
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

test('a code missing on either side or with another status is reported', () => {
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
  const document = '| `price_missing` | a |\n| `url_absent` | b |\n| 404 | `not_found` | c |\n';
  const found = judge(rowCodesAreDocumented, {
    'contract/words/product-import.ts': code,
    'docs/errors.md': document,
  });
  assert.deepEqual(
    found.split('\n').map((line) => line.split(' is not')[0]),
    [
      'contract/words/product-import.ts:3: the row code url_missing',
      'docs/errors.md:2: the row code url_absent',
    ],
  );
});

const config =
  "const host = read.text('HOST');\nconst role = environment['FORETYPE_ROLE'];\nfail('Not one');";
const variableTable = '| Variable | Default |\n| `HOST` | `127.0.0.1` |\n| `FORETYPE_ROLE` | `GIVEN` |\n';

test('variables that code and document share are in order', () => {
  assert.equal(
    judge(environmentIsDocumented, { 'server/config.ts': config, 'docs/operating.md': variableTable }),
    '',
  );
});

test('a variable missing on either side is reported', () => {
  const found = judge(environmentIsDocumented, {
    'server/config.ts': config,
    'docs/operating.md': variableTable.replace('`HOST`', '`HOST_NAME`'),
  });
  assert.match(found, /^server\/config\.ts:1: the variable HOST is not in a table/);
  assert.match(found, /docs\/operating\.md:2: the variable HOST_NAME is not in server\/config\.ts/);
});

test('an absent document is an offence and so is an empty catalogue', () => {
  assert.match(
    judge(environmentIsDocumented, { 'server/config.ts': config }),
    /docs\/operating\.md:1: does not exist/,
  );
  assert.match(
    judge(errorCodesAreDocumented, { 'contract/words/errors.ts': '', 'docs/errors.md': '' }),
    /holds no error/,
  );
});
