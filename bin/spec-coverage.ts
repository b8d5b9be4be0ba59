/**
 * Lists the rules of the specification with the tests that name them, and exits 1 where a rule has no test or a
 * test names a rule that does not exist. A test claims a rule by its id, `§2.1 title`, in its title. It only reads
 * titles: whether a test proves what it claims is for its reader to judge.
 */
import { pathToFileURL } from 'node:url';
import { readProject } from '../test/tidy/project.ts';
import { findTestTitles } from '../test/tidy/test-titles.ts';
import { type SpecRule, specRules } from './spec-paragraphs.ts';

/** A test and where it stands. */
interface Claim {
  readonly id: string;
  readonly title: string;
  /** `server/catalog/price.test.ts:12`. */
  readonly place: string;
}

/** Rules with their tests, in the order of the specification. */
export interface Coverage {
  readonly rules: readonly { readonly rule: SpecRule; readonly tests: readonly Claim[] }[];
  /** Rules that hold now and have no test. */
  readonly uncovered: readonly SpecRule[];
  /** Claims `§n key:` of rules that are not on the list: a misspelt key, as a rule. */
  readonly unknown: readonly Claim[];
  /** Tests that name a section of the list and none of its rules: a key and a colon would make them count. */
  readonly vague: readonly Claim[];
}

/** Which of the rules are named by the titles of the given test files. */
export function measureCoverage(
  rules: readonly SpecRule[],
  files: readonly { readonly path: string; readonly text: string }[],
): Coverage {
  const claims = files.filter(({ path }) => path.endsWith('.test.ts')).flatMap(findClaims);
  const known = new Set(rules.map(({ id }) => id));
  const sections = new Set(rules.map(({ id }) => sectionOf(id)));
  const claiming = new Set(claims.filter(({ id }) => known.has(id)).map(({ place }) => place));
  const isMisspelt = ({ id, title }: Claim): boolean => /^[:,]/.test(title.split(id)[1] ?? '');
  const strangers = claims.filter(({ id }) => !known.has(id));
  const covered = rules.map((rule) => ({ rule, tests: claims.filter(({ id }) => id === rule.id) }));
  return {
    rules: covered,
    uncovered: covered
      .filter(({ rule, tests }) => tests.length === 0 && rule.comesWith === null)
      .map(({ rule }) => rule),
    // Without a colon or comma after it, the word may be the start of an ordinary sentence.
    unknown: strangers.filter(isMisspelt),
    vague: strangers.filter(
      (claim) => !isMisspelt(claim) && sections.has(sectionOf(claim.id)) && !claiming.has(claim.place),
    ),
  };
}

/** `§2.1` of `§2.1 title`. */
function sectionOf(id: string): string {
  return id.split(' ', 1)[0] ?? id;
}

/** The ids in the titles of one file; `Contract §4` is another document's paragraph. */
function findClaims({ path, text }: { readonly path: string; readonly text: string }): Claim[] {
  return findTestTitles(text).flatMap(({ title, line }) =>
    Array.from(title.matchAll(/(?<!Contract )§\d+(?:\.\d+)? [a-z][a-z0-9-]*/g), ([id]) => ({
      id,
      title,
      place: `${path}:${line}`,
    })),
  );
}

function printCoverage({ rules, uncovered, unknown, vague }: Coverage): void {
  for (const { rule, tests } of rules) {
    const lack = rule.comesWith === null ? '✖' : `… (comes with ${rule.comesWith})`;
    console.log(`${tests.length > 0 ? '✔' : lack} ${rule.id}: ${rule.rule}`);
    for (const { title, place } of tests) console.log(`    ${place} ${title}`);
  }
  for (const { title, place } of vague) console.log(`? ${place} names a section but no rule: ${title}`);
  for (const { id, place } of unknown) console.log(`✖ ${place} names ${id}, which is not on the list`);
  const tested = rules.filter(({ tests }) => tests.length > 0).length;
  const toCome = rules.length - tested - uncovered.length;
  console.log(
    `${tested} of ${rules.length} rules have a test, ${uncovered.length} lack one, ${toCome} come with later parts, ${unknown.length} ids are unknown, ${vague.length} tests are vague.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const coverage = measureCoverage(specRules, readProject());
  printCoverage(coverage);
  process.exitCode = coverage.uncovered.length + coverage.unknown.length > 0 ? 1 : 0;
}
