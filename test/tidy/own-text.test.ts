import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences } from './offence.ts';
import { noPathOutsideTheProject } from './own-text.ts';

function judge(path: string, text: string): string {
  return describeOffences(noPathOutsideTheProject([{ path, text }]));
}

/** A path that this very file must not hold as it is. */
function pathOf(...parts: string[]): string {
  return parts.join('/');
}

test('an absolute path of one machine is reported', () => {
  assert.match(judge('docs/a.md', `first\nsee ${pathOf('', 'work', 'main')}`), /^docs\/a\.md:2: names/);
  assert.match(judge('bench/a.json', `"${pathOf('', 'root', '.cache')}"`), /outside the project/);
});

test('the folder of real data is named in its one file only', () => {
  const text = `'${pathOf('..', 'shared', 'data')}'`;
  assert.match(judge('test/api/a.test.ts', text), /use test\/support\/shared-data\.ts/);
  assert.equal(judge('test/support/shared-data.ts', text), '');
});

test('addresses and longer words that look alike are not reported', () => {
  const text = `https://example.com${pathOf('', 'work', 'a')} ./home${pathOf('', 'root', 'a')} home${pathOf('work', 'a')}`;
  assert.equal(judge('docs/a.md', text), '');
});
