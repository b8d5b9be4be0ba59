import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowsFollowTheTable, everyFileHasAPlace, noImportCycle, packagesStayHome } from './layering.ts';
import { layers } from './layers.ts';
import { describeOffences, type Rule } from './offence.ts';

/** The offences of one rule in files given as path and text. */
function judge(rule: Rule, files: Record<string, string>): string {
  return describeOffences(rule(Object.entries(files).map(([path, text]) => ({ path, text }))));
}

test('the layer table itself points up only', () => {
  const places = layers.map(({ place }) => place);
  const down = layers.flatMap(({ place, mayImport }, index) =>
    mayImport
      .filter((other) => !places.slice(0, index).includes(other))
      .map((other) => `${place} → ${other}`),
  );
  assert.deepEqual(down, []);
});

test('a file in an unknown folder is reported', () => {
  assert.match(
    judge(everyFileHasAPlace, { 'server/misfits/a.ts': '' }),
    /server\/misfits\/a\.ts:1: has no place/,
  );
  assert.equal(judge(everyFileHasAPlace, { 'server/http/routes/a.ts': '', 'bin/a.ts': '' }), '');
});

test('an arrow against the table is reported with its line', () => {
  const found = judge(arrowsFollowTheTable, {
    'server/search/a.ts': "\nimport { b } from '../http/b.ts';",
  });
  assert.match(found, /^server\/search\/a\.ts:2: imports server\/http\/b\.ts, but server\/search may not/);
});

test('only feeds may import a sibling use case, ingest', () => {
  const text = "import { b } from '../ingest/b.ts';";
  assert.equal(judge(arrowsFollowTheTable, { 'server/feeds/a.ts': text }), '');
  assert.match(judge(arrowsFollowTheTable, { 'server/events/a.ts': text }), /may not import server\/ingest/);
});

test('only its own file and tests open a database', () => {
  const text = "import { b } from '../storage/sqlite/b.ts';";
  assert.match(
    judge(arrowsFollowTheTable, { 'server/threads/a.ts': text }),
    /may not import server\/storage\/sqlite/,
  );
  assert.equal(judge(arrowsFollowTheTable, { 'server/threads/a.test.ts': text }), '');
  assert.equal(
    judge(arrowsFollowTheTable, { 'server/storage/open-storage.ts': text.replace('../storage', '.') }),
    '',
  );
});

test('a thread that is started counts as an arrow', () => {
  const text = "new Worker(new URL('../threads/b.ts', import.meta.url));";
  assert.match(judge(arrowsFollowTheTable, { 'server/ingest/a.ts': text }), /may not import server\/threads/);
});

test('product code imports no test and nothing outside the project', () => {
  const files = { 'server/http/a.ts': "import '../../test/b.ts';", 'test/a.ts': "import '../../b.ts';" };
  const found = judge(arrowsFollowTheTable, files);
  assert.match(found, /imports the test file test\/b\.ts/);
  assert.match(found, /which is outside the project/);
});

test('a pure place imports no package that is not listed', () => {
  assert.match(
    judge(packagesStayHome, { 'server/search/a.ts': "import 'node:fs';" }),
    /server\/search is pure/,
  );
  assert.equal(judge(packagesStayHome, { 'server/catalog/a.ts': "import 'node:crypto';" }), '');
  assert.equal(judge(packagesStayHome, { 'contract/a.ts': "import 'typebox/value';" }), '');
});

test('a package with a home is reported everywhere else', () => {
  assert.match(
    judge(packagesStayHome, { 'server/ingest/a.ts': "import 'pg';" }),
    /only server\/storage\/postgres/,
  );
  assert.equal(
    judge(packagesStayHome, { 'server/storage/migrations/a.ts': "import 'kysely/migration';" }),
    '',
  );
});

test('an import cycle is reported with its whole way', () => {
  const found = judge(noImportCycle, {
    'a.ts': "import './b.ts';",
    'b.ts': "import type { C } from './c.ts';",
    'c.ts': "export { a } from './a.ts';",
    'd.ts': "import './a.ts';",
  });
  assert.equal(
    found,
    'c.ts:1: closes the import cycle a.ts → b.ts → c.ts → a.ts: move what both need into a third file.',
  );
});

test('a thread entry may import the file that starts it', () => {
  const files = { 'a.ts': "new URL('./b.ts', import.meta.url)", 'b.ts': "import './a.ts';" };
  assert.equal(judge(noImportCycle, files), '');
});
