/** Shows the check of the list of guards and the judge of their tests good and bad examples. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultsOfGuards, findUnfit, type Guard, judge, sampleOf, type TestEnd } from '../guards/guard.ts';

const guard: Guard = {
  name: 'nobody enters',
  file: 'door.ts',
  from: 'if (!known) refuse();',
  to: '',
  tests: { 'door.test.ts': ['a stranger is refused', 'every ${kind} stays out'] },
};
const files: Readonly<Record<string, string>> = {
  'door.ts': 'if (!known) refuse();\nopen();',
  'door.test.ts': "test('a stranger is refused', f); test(`every ${kind} stays out`, f);",
};
const read = (path: string) => files[path] ?? null;

test('a guard whose text and tests exist fits', () => {
  assert.deepEqual(faultsOfGuards([guard], read), []);
});

test('every misfit of a list of guards is named', () => {
  const faults = faultsOfGuards(
    [
      { ...guard, from: 'if (known)' },
      { ...guard, file: 'window.ts', to: guard.from, tests: { 'door.test.ts': ['a guest is refused'] } },
      { ...guard, name: 'nothing is tested', tests: {} },
    ],
    read,
  );
  assert.deepEqual(faults, [
    'nobody enters: the name is used twice.',
    'nobody enters: "if (known)" stands 0 times in door.ts, not once.',
    'nobody enters: there is no file window.ts.',
    'nobody enters: the change changes nothing.',
    'nobody enters: door.test.ts has no test "a guest is refused".',
    'nothing is tested: no test is named.',
  ]);
});

function ends(...outcomes: readonly TestEnd['outcome'][]): TestEnd[] {
  const names = ['a stranger is refused', 'every thief stays out (sqlite)'];
  return outcomes.map((outcome, index) => ({ file: 'door.test.ts', name: names[index] ?? '', outcome }));
}

test('a guard is caught where every named test fails', () => {
  assert.equal(judge(guard, ends('failed', 'failed')).verdict, 'caught');
  assert.deepEqual(judge(guard, ends('failed', 'passed')), {
    verdict: 'survived',
    because: 'door.test.ts: every ${kind} stays out',
  });
});

test('a test that never ran says nothing of its guard', () => {
  for (const own of [ends('failed'), ends('failed', 'hook'), ends('skipped', 'failed')]) {
    assert.equal(judge(guard, own).verdict, 'broken');
  }
});

test('a guard is judged by tests that pass with it', () => {
  assert.equal(findUnfit(guard, ends('passed', 'passed')), null);
  assert.equal(findUnfit(guard, ends('passed', 'failed')), 'door.test.ts: every ${kind} stays out');
  assert.equal(findUnfit(guard, ends('passed')), 'door.test.ts: every ${kind} stays out');
});

test('a sample is the same all day and another the next', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...guard, name: `guard ${index}` }));
  const names = (day: string) =>
    sampleOf(many, day, 5, (text) => hash('sha256', text)).map(({ name }) => name);
  assert.deepEqual(names('2026-11-22'), names('2026-11-22'));
  assert.equal(new Set(names('2026-11-22')).size, 5);
  assert.notDeepEqual(names('2026-11-22'), names('2026-11-23'));
});

test('an unknown campaign option is answered with known ones', () => {
  const program = join(import.meta.dirname, '../../bin/campaign-guards.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^Unknown option '--help'\. Known options: .*--only …,.* --check\.\n$/);
});
