/** The rules of commits that came after the newest release in CHANGELOG.md: their messages, and what a breaking one adds there. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.ts';

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
  /** The lines that it adds to CHANGELOG.md. */
  readonly changelogLines: readonly string[];
}

const subjectMaxLength = 72;
/** One sentence says what changed, another what to do. */
const breakingEntry = /^- \*\*Breaking for [^*]+\*\*: (?:(?!\n- )[\s\S])+?\.\s+(?![-#])\S/m;
const subjectShape = /^(feat|fix|perf|refactor|test|docs|style|build|chore)(\([a-z0-9, -]+\))?!?: \S/;

/** What is wrong with each commit, one line each: `1a2b3c4d: …`. */
export function judgeCommits(commits: readonly Commit[]): string[] {
  return commits.flatMap((commit) =>
    faultsOf(commit).map((fault) => `${commit.hash.slice(0, 8)} (${commit.subject}): ${fault}`),
  );
}

/** Lists the faults of the section Unreleased of CHANGELOG.md: an entry that does not say who is affected, none for a breaking commit. */
export function judgeUnreleased(commits: readonly Commit[], changelog: string): string[] {
  const unreleased = unreleasedOf(changelog);
  const faults = [...unreleased.matchAll(/^- (?!\*\*[^*]+\*\*: \S).*/gm)].map(
    ([entry]) =>
      `CHANGELOG.md: say first who is affected, as in \`- **WHO**: What changed. What to do.\`: ${entry}`,
  );
  if (commits.some(isBreaking) && !breakingEntry.test(unreleased)) {
    faults.push(
      'CHANGELOG.md: a commit since the release is breaking, and Unreleased has no entry' +
        ' `- **Breaking for WHO**: What changed. What to do.`',
    );
  }
  return faults;
}

/** The newest section of CHANGELOG.md if it is Unreleased, else empty. */
function unreleasedOf(changelog: string): string {
  const [, first = ''] = changelog.split(/^## /m);
  return first.startsWith('[Unreleased]') ? first : '';
}

function isBreaking({ subject, body }: Commit): boolean {
  return /^\w+(\([^)]*\))?!:/.test(subject) || /^BREAKING[ -]CHANGE:/m.test(body);
}

function faultsOf(commit: Commit): string[] {
  const { subject, body, changelogLines } = commit;
  const faults: string[] = [];
  if (subject.length > subjectMaxLength)
    faults.push(`the subject has ${subject.length} characters, not ${subjectMaxLength}.`);
  if (!subjectShape.test(subject))
    faults.push('the subject is not `type(scope): what`; see CONTRIBUTING.md.');
  if (body.trim() === '') faults.push('the body is empty; say why.');
  if (isBreaking(commit) && !changelogLines.some((line) => line.startsWith('- ')))
    faults.push('it is breaking and adds no entry to CHANGELOG.md; say there how to adapt.');
  return faults;
}

/** The commits since the newest release, newest first; merges are left out. Empty in a copy without git. */
export function readCommitsSinceRelease(): Commit[] {
  if (!existsSync(join(projectRoot, '.git'))) return [];
  const heading = /^## \[\d+\.\d+\.\d+\]/m.exec(readChangelog())?.[0];
  if (heading === undefined) throw new Error('CHANGELOG.md has no release.');
  const released = git('log', '-1', `-S${heading}`, '--format=%H', '--', 'CHANGELOG.md').trim();
  if (released === '') return [];
  const since = `${released}..HEAD`;
  const added = addedToChangelog(since);
  return entries(git('log', '--no-merges', '--format=%x01%H%x00%s%x00%b', since))
    .map((entry) => entry.trim().split('\0'))
    .map(([hash = '', subject = '', body = '']) => {
      return { hash, subject, body, changelogLines: added.get(hash) ?? [] };
    });
}

/** CHANGELOG.md as it is now. */
export function readChangelog(): string {
  return readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
}

/** The lines that commits add to CHANGELOG.md, by the hash of the commit. */
function addedToChangelog(since: string): Map<string, string[]> {
  const log = git(
    'log',
    '--no-merges',
    '--unified=0',
    '--patch',
    '--format=%x01%H',
    since,
    '--',
    'CHANGELOG.md',
  );
  return new Map(
    entries(log).map((entry) => {
      const [hash = '', ...lines] = entry.split('\n');
      return [hash, lines.filter((line) => /^\+(?!\+\+ )/.test(line)).map((line) => line.slice(1))];
    }),
  );
}

/** Splits a log whose entries begin with byte 1. */
function entries(log: string): string[] {
  return log.split('\u0001').slice(1);
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: projectRoot, encoding: 'utf8' });
}
