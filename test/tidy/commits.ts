/** The rule of commit messages, for those that came after the newest release in CHANGELOG.md. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.ts';

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
}

const subjectMaxLength = 72;
const subjectShape = /^(feat|fix|perf|refactor|test|docs|style|build|chore)(\([a-z0-9, -]+\))?!?: \S/;

/** What is wrong with each commit, one line each: `1a2b3c4d: …`. */
export function judgeCommits(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ hash, subject, body }) =>
    faultsOf(subject, body).map((fault) => `${hash.slice(0, 8)} (${subject}): ${fault}`),
  );
}

function faultsOf(subject: string, body: string): string[] {
  const faults: string[] = [];
  if (subject.length > subjectMaxLength)
    faults.push(`the subject has ${subject.length} characters, not ${subjectMaxLength}.`);
  if (!subjectShape.test(subject))
    faults.push('the subject is not `type(scope): what`; see CONTRIBUTING.md.');
  if (body.trim() === '') faults.push('the body is empty; say why.');
  return faults;
}

/** The commits since the newest release, newest first; merges are left out. Empty in a copy without git. */
export function readCommitsSinceRelease(): Commit[] {
  if (!existsSync(join(projectRoot, '.git'))) return [];
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const heading = /^## \[\d+\.\d+\.\d+\]/m.exec(changelog)?.[0];
  if (heading === undefined) throw new Error('CHANGELOG.md has no release.');
  const released = git('log', '-1', `-S${heading}`, '--format=%H', '--', 'CHANGELOG.md').trim();
  if (released === '') return [];
  return git('log', '--no-merges', '--format=%H%x00%s%x00%b%x01', `${released}..HEAD`)
    .split('\u0001')
    .map((entry) => entry.trim().split('\0'))
    .flatMap(([hash = '', subject = '', body = '']) => (hash === '' ? [] : [{ hash, subject, body }]));
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: projectRoot, encoding: 'utf8' });
}
