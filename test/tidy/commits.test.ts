import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCommits, judgeUnreleased } from './commits.ts';

function commit(subject: string, body: string, changelogLines: readonly string[] = []) {
  return { hash: '0123456789abcdef', subject, body, changelogLines };
}

function judge(subject: string, body: string, changelogLines: readonly string[] = []): string[] {
  return judgeCommits([commit(subject, body, changelogLines)]);
}

test('a commit without a body is reported', () => {
  assert.deepEqual(judge('fix(price): read a lone comma', '\n'), [
    '01234567 (fix(price): read a lone comma): the body is empty; say why.',
  ]);
});

test('a commit with a long subject is reported', () => {
  assert.match(judge(`fix: ${'a'.repeat(68)}`, 'Why.')[0] ?? '', /has 73 characters, not 72\.$/);
});

test('a commit without a type is reported', () => {
  for (const subject of ['wip', 'Fixed it', 'wip: more', 'fix:it']) {
    assert.match(judge(subject, 'Why.')[0] ?? '', /is not `type\(scope\): what`/);
  }
});

test('a commit that says what and why passes', () => {
  assert.deepEqual(judge('refactor(storage, http): split reads', 'They had two reasons to change.'), []);
});

test('a breaking commit that adds no entry is reported', () => {
  for (const [subject, body] of [
    ['feat(keys)!: keys end', 'Why.'],
    ['fix!: keys end', 'Why.'],
    ['fix: keys end', 'Why.\n\nBREAKING CHANGE: keys end.'],
  ] as const) {
    assert.match(
      judge(subject, body, ['', '### Changed'])[0] ?? '',
      /it is breaking and adds no entry to CHANGELOG\.md/,
    );
    assert.deepEqual(judge(subject, body, ['- Keys end after a year. Renew them.']), []);
  }
});

test('a breaking entry without what to do is reported', () => {
  const breaking = [commit('feat!: keys end', 'Why.')];
  const withEntry = (entry: string) =>
    `# Changelog\n\n## [Unreleased]\n\n${entry}\n\n## [0.1.0]\n\n- Keys.\n`;
  const good = '- **Breaking for servers**: since 0.1.0 keys end. Renew\n  them.';
  assert.deepEqual(judgeUnreleased(breaking, withEntry(good)), []);
  const faulty = [
    '- **Breaking for servers**: keys end.',
    '- Keys end. Renew them.',
    `## [0.2.0]\n\n${good}`,
  ];
  for (const entry of faulty)
    assert.match(judgeUnreleased(breaking, withEntry(entry)).join(), /is breaking/, entry);
  assert.deepEqual(judgeUnreleased([commit('feat: keys end', 'Why.')], withEntry('')), []);
});

test('an entry of the changelog says who is affected', () => {
  const judge = (entry: string) => judgeUnreleased([], `## [Unreleased]\n\n### Fixed\n\n${entry}\n`);
  assert.deepEqual(
    judge('- **Everybody**: nothing to do.\n- **Operators**: a limit is 5.\n  Raise yours.'),
    [],
  );
  assert.match(judge('- **Operators**: a.\n- A limit is 5.').join(), /who is affected.*- A limit is 5\./);
  assert.equal(judge('- **Limits** are 5.').length, 1);
});
