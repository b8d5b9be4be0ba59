/**
 * The project's own rules, held by a test: layers, reach, SQL, sizes, names, comments, titles and documents. Each
 * rule stands in test/tidy/ beside a test that shows it a bad example, so that none is a check that cannot fail.
 * A rule that hurts is changed there with a decision record, never switched off by a comment.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCommits, judgeUnreleased, readChangelog, readCommitsSinceRelease } from './tidy/commits.ts';
import { docstringsBeginPlainly, sharedExportsAreDescribed } from './tidy/docstrings.ts';
import {
  decisionsAreListed,
  documentedPathsExist,
  environmentIsDocumented,
  errorCodesAreDocumented,
  fieldCodesAreDocumented,
  foldersAreDescribed,
  rowCodesAreDocumented,
} from './tidy/documents.ts';
import {
  arrowsFollowTheTable,
  everyFileHasAPlace,
  noImportCycle,
  packagesStayHome,
} from './tidy/layering.ts';
import { describeOffences, type Offence, type Rule } from './tidy/offence.ts';
import { noPathOutsideTheProject } from './tidy/own-text.ts';
import { readProject, readSources } from './tidy/project.ts';
import {
  environmentOnlyInConfig,
  normalizedInLinearTime,
  placesByUrl,
  randomnessOnlyInIds,
  timeOnlyInClock,
} from './tidy/reach.ts';
import {
  filesStaySmall,
  functionsStaySmall,
  longFilesIntroduceThemselves,
  nothingBannedInCode,
  nothingBannedInComments,
  pathsNameTheirSubject,
} from './tidy/shape.ts';
import {
  builtQueriesNameTheStore,
  rawSqlNamesTheStore,
  rowsAreParsedByTheirShape,
  sqlOnlyInStorage,
} from './tidy/sql.ts';
import { liveTestsAreNamedSo } from './tidy/test-kinds.ts';
import { filesNameTheirTests } from './tidy/test-lines.ts';
import { testTitlesAreSentences } from './tidy/test-titles.ts';
import { threadsLoadNoSchemas } from './tidy/threads.ts';

const files = readProject();
const sources = readSources(files);

/** Rules about TypeScript, by the sentence that each of them holds. */
const sourceRules: Readonly<Record<string, Rule>> = {
  'every source file has a place in the layer table': everyFileHasAPlace,
  'no import goes against the layer table': arrowsFollowTheTable,
  'pure places and homes keep their packages': packagesStayHome,
  'no file imports itself by any way': noImportCycle,
  'no thread loads the schemas of the API': threadsLoadNoSchemas,
  'the environment is read in one file only': environmentOnlyInConfig,
  'the time is read in one file only': timeOnlyInClock,
  'random values are made in one file only': randomnessOnlyInIds,
  'texts of strangers are normalized in linear time': normalizedInLinearTime,
  'what is packed finds its files by one expression': placesByUrl,
  'SQL is written under the storage folder only': sqlOnlyInStorage,
  'JSON of a row is parsed by its shape': rowsAreParsedByTheirShape,
  'every raw statement on a tenant table names its store': rawSqlNamesTheStore,
  'every built query on a tenant table names its store': builtQueriesNameTheStore,
  'no file is longer than 400 lines': filesStaySmall,
  'no function is longer than 70 lines': functionsStaySmall,
  'every path is kebab-case and names its subject': pathsNameTheirSubject,
  'no code casts blindly, exports a default or skips a test': nothingBannedInCode,
  'no comment postpones work or silences a check': nothingBannedInComments,
  'every file over 40 lines introduces itself': longFilesIntroduceThemselves,
  'every export used by another folder has a docstring': sharedExportsAreDescribed,
  'every docstring begins with its subject or verb': docstringsBeginPlainly,
  'every test title is unique and states an outcome': testTitlesAreSentences,
  'every file of the product names its tests': filesNameTheirTests,
  'unit tests start no database, socket, thread or process': liveTestsAreNamedSo,
};

/** Rules that read documents and data as well. */
const fileRules: Readonly<Record<string, Rule>> = {
  'docs/errors.md lists the codes of the error catalogue': errorCodesAreDocumented,
  'docs/errors.md lists the codes of failed rows': rowCodesAreDocumented,
  'docs/errors.md lists the codes of wrong fields': fieldCodesAreDocumented,
  'docs/operating.md lists the variables that are read': environmentIsDocumented,
  'every decision record is listed with its status': decisionsAreListed,
  'every path that a document names exists': documentedPathsExist,
  'ARCHITECTURE.md and its pages describe each product folder': foldersAreDescribed,
  'no file names a path outside the project': noPathOutsideTheProject,
};

/** Fails with every offence in full; a comparison of texts would be cut. */
function assertClean(offences: readonly Offence[]): void {
  assert.ok(offences.length === 0, `\n${describeOffences(offences)}`);
}

for (const [title, rule] of Object.entries(sourceRules)) {
  test(title, () => assertClean(rule(sources)));
}

for (const [title, rule] of Object.entries(fileRules)) {
  test(title, () => assertClean(rule(files)));
}

test('every commit since the release says what and why', () => {
  const commits = readCommitsSinceRelease();
  const faults = [...judgeCommits(commits), ...judgeUnreleased(commits, readChangelog())];
  assert.ok(faults.length === 0, `\n${faults.join('\n')}`);
});
