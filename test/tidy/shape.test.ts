import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences, type Rule } from './offence.ts';
import {
  filesStaySmall,
  functionsStaySmall,
  longFilesIntroduceThemselves,
  nothingBannedInCode,
  nothingBannedInComments,
  pathsNameTheirSubject,
} from './shape.ts';

function judge(rule: Rule, text: string, path = 'server/a.ts'): string {
  return describeOffences(rule([{ path, text }]));
}

test('only a file over 400 lines is reported', () => {
  assert.equal(judge(filesStaySmall, 'a;\n'.repeat(400)), '');
  assert.match(judge(filesStaySmall, 'a;\n'.repeat(401)), /has 401 lines, over 400/);
});

test('only a function over 70 lines is reported', () => {
  const body = (lines: number): string => `function long() {\n${'a();\n'.repeat(lines - 2)}}`;
  assert.equal(judge(functionsStaySmall, body(70)), '');
  assert.match(judge(functionsStaySmall, `\n${body(71)}`), /:2: long has 71 lines, over 70/);
});

test('a component may have at most 70 lines', () => {
  const text = (lines: number): string => `function Long() {\n${'  <p>\n'.repeat(lines - 2)}}\n`;
  assert.equal(judge(functionsStaySmall, text(70), 'dashboard/src/a.tsx'), '');
  assert.match(judge(functionsStaySmall, text(71), 'dashboard/src/a.tsx'), /Long has 71 lines, over 70/);
});

test('a path without subject or kebab-case is reported', () => {
  for (const path of [
    'server/utils/a.ts',
    'server/http/index.ts',
    'server/parsePrice.ts',
    'test/a_b.test.ts',
  ]) {
    assert.notEqual(judge(pathsNameTheirSubject, '', path), '', path);
  }
  assert.equal(judge(pathsNameTheirSubject, '', 'server/storage/migrations/0001-start.ts'), '');
});

test('casts to any, default exports and switched-off tests are reported', () => {
  const samples = [
    'const a = b as any;',
    'const a = b as unknown as C;',
    'export default a;',
    "test.skip('a', () => {});",
    "test.only('a', () => {});",
    "test('a', { skip: true }, () => {});",
  ];
  for (const text of samples) assert.match(judge(nothingBannedInCode, text), /is not written here/, text);
  assert.equal(judge(nothingBannedInCode, "const a = 'b as any';"), '');
});

test('marks of unfinished work and silenced checks are reported', () => {
  for (const mark of ['TODO: x', 'FIXME', 'biome-ignore lint/a: b', '@ts-ignore']) {
    assert.match(judge(nothingBannedInComments, `a;\n/*\n ${mark} */`), /:3: /, mark);
  }
  assert.equal(judge(nothingBannedInComments, "const todo = 'TODO';"), '');
});

test('a long file without a head comment is reported', () => {
  const text = 'a;\n'.repeat(41);
  assert.match(judge(longFilesIntroduceThemselves, text), /no head comment/);
  assert.match(judge(longFilesIntroduceThemselves, text, 'test/api/a.test.ts'), /no head comment/);
  assert.equal(judge(longFilesIntroduceThemselves, `#!/usr/bin/env node\n/** What it is. */\n${text}`), '');
  const component = `import 'a';\n/** What it shows. */\nexport function A() {\n${'  <p>\n'.repeat(40)}}\n`;
  assert.equal(judge(longFilesIntroduceThemselves, component, 'dashboard/src/a.tsx'), '');
  const bare = component.replace(/\/\*.*\n/, '');
  assert.match(judge(longFilesIntroduceThemselves, bare, 'dashboard/src/a.tsx'), /no head comment/);
  const pair = [
    { path: 'server/a.ts', text: 'a;' },
    { path: 'server/a.test.ts', text },
  ];
  assert.deepEqual(longFilesIntroduceThemselves(pair), []);
});
