import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences, type Rule } from './offence.ts';
import {
  builtQueriesNameTheStore,
  rawSqlNamesTheStore,
  rowsAreParsedByTheirShape,
  sqlOnlyInStorage,
} from './sql.ts';

function judge(rule: Rule, path: string, text: string): string {
  return describeOffences(rule([{ path, text }]));
}

test('SQL outside the storage folder is reported', () => {
  const samples = [
    "run('select a from b')",
    'const text = `\n  insert into a values (1)`',
    'sql`now()`',
    'database.prepare(text)',
    "database.exec('vacuum')",
    "const text = 'create unique index a on b (c)'",
  ];
  for (const text of samples) {
    assert.match(judge(sqlOnlyInStorage, 'server/ingest/a.ts', text), /:1: holds SQL/, text);
    assert.equal(judge(sqlOnlyInStorage, 'server/storage/sqlite/a.ts', text), '');
  }
});

test('sentences and patterns that resemble SQL are not reported', () => {
  const samples = [
    "help('Create a store and print its keys.')",
    "help('Select one from the list')",
    "help('update the feed')",
    'pattern.exec(text)',
  ];
  for (const text of samples) {
    assert.equal(judge(sqlOnlyInStorage, 'server/cli/a.ts', text), '', text);
  }
});

test('a raw statement on a tenant table names the store', () => {
  const bad = "const a = 'select title from products where external_id = ?';";
  assert.match(judge(rawSqlNamesTheStore, 'server/storage/sqlite/a.ts', bad), /:1: this statement reads/);
  assert.equal(
    judge(rawSqlNamesTheStore, 'server/storage/a.ts', bad.replace('where', 'where store_id = ? and')),
    '',
  );
  assert.equal(judge(rawSqlNamesTheStore, 'server/storage/a.ts', "const a = 'select name from stores';"), '');
});

test('a built query on a tenant table names the store', () => {
  const bad = "return db\n  .selectFrom('products').where('id', '=', id).execute(); // store_id";
  assert.match(judge(builtQueriesNameTheStore, 'server/storage/a.ts', bad), /:2: selectFrom\('products'\)/);
  const good = bad.replace("'id'", "'store_id'");
  assert.equal(judge(builtQueriesNameTheStore, 'server/storage/a.ts', good), '');
});

test('the store in the next statement does not count', () => {
  const bad = "run(db.deleteFrom('imports').where('id', '=', id)); log(store_id);";
  assert.match(judge(builtQueriesNameTheStore, 'server/storage/a.ts', bad), /deleteFrom/);
});

test('row JSON that is parsed unaided is named', () => {
  const file = (path: string) => ({ path, text: 'export const toRow = (row) => JSON.parse(row.rules);' });
  const offences = rowsAreParsedByTheirShape([
    file('server/storage/rule-rows.ts'),
    file('server/storage/column.ts'),
    file('server/http/rules.ts'),
  ]);
  assert.deepEqual(
    offences.map(({ path }) => path),
    ['server/storage/rule-rows.ts'],
  );
});
