/** A guard of the service, the one-line change that takes it away, and the tests that must fail then. */
import { quotedTitles } from '../tidy/test-titles.ts';

/** Plain data: one entry of a list in this folder. */
export interface Guard {
  /** What the guard keeps from happening, in a few words; unique. */
  readonly name: string;
  /** The file that holds the guard, from the project root. */
  readonly file: string;
  /** Text that stands exactly once in the file. */
  readonly from: string;
  /** What takes its place: the code without the guard. */
  readonly to: string;
  /** The titles by test file, as the file writes them. Every one of these tests must fail without the guard. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
  /** The database of tests that run on both; SQLite if absent. Tests of PostgreSQL alone need no word. */
  readonly engine?: 'postgres';
}

/**
 * What is wrong with a list, before anything is run: a text that does not stand exactly once in its file, a test that
 * does not exist, a name used twice. `read` gives a file's text, or null where there is no such file.
 */
export function faultsOfGuards(guards: readonly Guard[], read: (path: string) => string | null): string[] {
  const names = new Map<string, number>();
  for (const { name } of guards) names.set(name, (names.get(name) ?? 0) + 1);
  const repeated = [...names]
    .filter(([, count]) => count > 1)
    .map(([name]) => `${name}: the name is used twice.`);
  return [...repeated, ...guards.flatMap((guard) => faultsOf(guard, read))];
}

function faultsOf(guard: Guard, read: (path: string) => string | null): string[] {
  const { name, file, from, to } = guard;
  const text = read(file);
  const faults: string[] = [];
  if (text === null) faults.push(`${name}: there is no file ${file}.`);
  else {
    const count = text.split(from).length - 1;
    if (count !== 1) faults.push(`${name}: "${from}" stands ${count} times in ${file}, not once.`);
  }
  if (from === to) faults.push(`${name}: the change changes nothing.`);
  const tests = Object.entries(guard.tests);
  if (tests.every(([, titles]) => titles.length === 0)) faults.push(`${name}: no test is named.`);
  for (const [path, titles] of tests) {
    const known = quotedTitles(read(path) ?? '');
    for (const title of titles.filter((wanted) => !known.has(wanted))) {
      faults.push(`${name}: ${path} has no test "${title}".`);
    }
  }
  return faults;
}

/** A regular expression for a title at run time: the parts of a template that only a run knows match anything. */
export function titlePattern(title: string): string {
  return `(?:^|\\s)${title
    .split(/\$\{[^}]*\}/)
    .map(RegExp.escape)
    .join('.*')}(?: \\((?:sqlite|postgres)\\))?$`;
}

/** What the runner of tests said of one test. */
export interface TestEnd {
  readonly file: string;
  readonly name: string;
  /** `hook`: what prepares the test failed, so that the test said nothing. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'hook';
}

/**
 * `caught`: every named test failed. `survived`: at least one passed. `broken`: at least one did not run, so nothing is
 * known. A title that stands for several tests (both databases) is caught by one of them, since a guard may be of one
 * database.
 */
export type Verdict = 'caught' | 'survived' | 'broken';

/** The verdict on a change, and the first test that decided it. */
export function judge(guard: Guard, ends: readonly TestEnd[]): { verdict: Verdict; because: string } {
  let survivor: string | null = null;
  for (const [file, titles] of Object.entries(guard.tests)) {
    for (const title of titles) {
      const pattern = new RegExp(titlePattern(title));
      const own = ends.filter((end) => end.file === file && pattern.test(end.name));
      if (own.some(({ outcome }) => outcome === 'failed')) continue;
      const place = `${file}: ${title}`;
      if (!own.some(({ outcome }) => outcome === 'passed')) return { verdict: 'broken', because: place };
      survivor ??= place;
    }
  }
  return survivor === null ? { verdict: 'caught', because: '' } : { verdict: 'survived', because: survivor };
}

/** The first of the guard's tests that does not pass on the project as it is; null where all do. */
export function findUnfit(guard: Guard, ends: readonly TestEnd[]): string | null {
  for (const [file, titles] of Object.entries(guard.tests)) {
    for (const title of titles) {
      const pattern = new RegExp(titlePattern(title));
      const own = ends.filter((end) => end.file === file && pattern.test(end.name));
      const isFit = own.length > 0 && own.every(({ outcome }) => outcome === 'passed');
      if (!isFit) return `${file}: ${title}`;
    }
  }
  return null;
}

/**
 * So many of the list, the same ones all day and other ones the next: by the hash of day and name. `day` is
 * `2026-11-22`.
 */
export function sampleOf(
  guards: readonly Guard[],
  day: string,
  count: number,
  hash: (text: string) => string,
): Guard[] {
  return guards
    .map((guard) => ({ guard, place: hash(`${day} ${guard.name}`) }))
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .slice(0, count)
    .map(({ guard }) => guard);
}
