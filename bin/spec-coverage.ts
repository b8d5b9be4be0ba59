/**
 * `npm run spec-coverage`: every sentence of SPEC and CONTRACT with the tests that prove it (test/spec/*.json). Exits 1
 * where a rule that holds now has no test, a named test does not exist, or a document that is present says something
 * else than the data. It reads titles only: whether a test proves its rule is for its reader to judge.
 *
 * `--list`: prints every rule with its tests. `--update`: takes the sentences of the documents over; what is known of a sentence stays
 * with it, wherever it stands now, and a new one has no test yet. It never writes without `--update`, and never changes SPEC or
 * CONTRACT. A data file that is no JSON throws.
 */
// Tests: none; its own run shows whether it works.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { carryOver, findDrift, measureCoverage, type Rule } from '../test/spec/coverage.ts';
import { sharedData } from '../test/support/shared-data.ts';
import { splitRules } from './split-rules.ts';
import { root } from './test-files.ts';

const documents = [
  { file: 'test/spec/spec.json', source: '../SPEC.md', prefix: '§' },
  { file: 'test/spec/contract.json', source: '../CONTRACT.md', prefix: 'Contract §' },
] as const;

const { values } = parseArgs({
  options: { list: { type: 'boolean', default: false }, update: { type: 'boolean', default: false } },
});

function read(path: string): string | null {
  const place = join(root, path);
  return existsSync(place) ? readFileSync(place, 'utf8') : null;
}

function readRules(file: string): Rule[] {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Rule[];
}

/** Null where the document is not on this machine. */
function readSentences({ source, prefix }: (typeof documents)[number]) {
  const path = sharedData(source);
  return path === null ? null : splitRules(readFileSync(path, 'utf8'), prefix);
}

function listRules(rules: readonly Rule[]): void {
  for (const { id, text, tests = {}, comesWith, statesNoRule } of rules) {
    console.log(`${id}  ${text}`);
    for (const [path, titles] of Object.entries(tests)) {
      for (const title of titles) console.log(`    ${path}: ${title}`);
    }
    if (comesWith !== undefined) console.log(`    comes with ${comesWith}`);
    if (statesNoRule !== undefined) console.log(`    states no rule: ${statesNoRule}`);
  }
}

const drift: string[] = [];
let comparedCount = 0;
for (const document of documents) {
  const sentences = readSentences(document);
  if (sentences !== null) comparedCount += 1;
  if (sentences === null) {
    console.log(`${document.file} is not compared: its document is not on this machine.`);
  } else if (values.update) {
    const updated = carryOver(readRules(document.file), sentences);
    writeFileSync(join(root, document.file), `${JSON.stringify(updated, null, 2)}\n`);
  } else {
    drift.push(...findDrift(readRules(document.file), sentences));
  }
}
const rules = documents.flatMap(({ file }) => readRules(file));
if (values.list) listRules(rules);
const { missing, unknown, later, tested } = measureCoverage(rules, read);
for (const { id, text, comesWith } of later) console.log(`… ${id} comes with ${comesWith}: ${text}`);
for (const fault of missing) console.log(`✖ no test: ${fault}`);
for (const fault of unknown) console.log(`✖ unknown test: ${fault}`);
for (const fault of drift) console.log(`✖ drift: ${fault} (npm run spec-coverage -- --update)`);
const silent = rules.length - tested - missing.length - later.length;
console.log(
  `${tested} of ${rules.length} rules have tests: ${missing.length} missing, ${unknown.length} unknown, ` +
    `${later.length} come with later issues, ${silent} state no rule, ` +
    `${drift.length} differ from the ${comparedCount} of ${documents.length} documents on this machine.`,
);
process.exitCode = missing.length + unknown.length + drift.length > 0 ? 1 : 0;
