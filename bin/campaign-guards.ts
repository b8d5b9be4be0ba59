/**
 * `npm run campaign:guards`: takes each guard of test/guards/ away in a copy of the project, and runs the tests that
 * must fail then. Exit code 1 where one of them passes (the guard survived), where a test did not run at all, where the
 * tests do not pass on the project as it is, or where the list does not fit the project any more.
 *
 * `--sample N`: N guards, other ones each day. `--only TEXT`: those whose name or file holds the text. `--parallel N`: so many copies
 * (1). `--resume`: goes on where the run before it left off; what changed in an entry, its file or its tests is run again. `--check`:
 * only whether the list fits the project. A test has 45 s without its guard, and 120 s with all of them. It never changes the project
 * itself, only copies (guard-runner.ts); an unknown option ends it with a message.
 */
// Tests: test/tidy/guards.live.test.ts.
import { hash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  faultsOfGuards,
  findUnfit,
  type Guard,
  judge,
  sampleOf,
  type Verdict,
} from '../test/guards/guard.ts';
import { guards } from '../test/guards/list.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { copyProject, type ProjectCopy } from './guard-runner.ts';
import { root } from './test-files.ts';

const values = readOptions();

/** Ends the process where an option is unknown or lacks its value. */
function readOptions() {
  const options = {
    sample: { type: 'string' },
    only: { type: 'string' },
    day: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    parallel: { type: 'string', default: '1' },
    resume: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const known = Object.entries(options).map(
      ([name, { type }]) => `--${name}${type === 'string' ? ' …' : ''}`,
    );
    const [fault] = error.message.split(/\.\s/);
    console.error(`${fault?.replace(/\.$/, '')}. Known options: ${known.join(', ')}.`);
    process.exit(2);
  }
}

/** The outcome of a guard, as a line of the file by which a run is resumed. */
interface Result {
  readonly name: string;
  /** The hash of the entry, its file and its tests: a guard is run again if it changed since. */
  readonly state: string;
  readonly verdict: Verdict | 'fails unchanged';
  readonly because: string;
  readonly seconds: number;
}

const parallel = countOf('parallel', values.parallel);
const resultsFile = join(root, '.cache/campaign-guards.ndjson');

function countOf(option: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${option} must be a whole number of at least 1, and is "${text}".`);
}

function read(path: string): string | null {
  const place = join(root, path);
  return existsSync(place) ? readFileSync(place, 'utf8') : null;
}

function stateOf(guard: Guard): string {
  const texts = [guard.file, ...Object.keys(guard.tests)].map(read);
  return hash('sha256', JSON.stringify([guard, texts])).slice(0, 16);
}

function chooseGuards(): readonly Guard[] {
  const { only, sample, day } = values;
  const named =
    only === undefined ? guards : guards.filter(({ name, file }) => `${name} ${file}`.includes(only));
  if (named.length === 0) throw new Error(`No name or file of a guard holds "${only}".`);
  if (sample === undefined) return named;
  return sampleOf(named, day, countOf('sample', sample), (text) => hash('sha256', text));
}

function readResults(): Map<string, Result> {
  if (!values.resume || !existsSync(resultsFile)) return new Map();
  const lines = readFileSync(resultsFile, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.name, result]));
}

/** One after the other in a copy of its own, and written down as they end. */
async function examine(copy: ProjectCopy, guard: Guard): Promise<Result> {
  const startedMs = performance.now();
  const { verdict, because } = judge(guard, await copy.runWithout(guard));
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  return { name: guard.name, state: stateOf(guard), verdict, because, seconds };
}

/** Tests that do not pass on the project as it is: that they fail without a guard says nothing. */
async function findFailing(
  copy: ProjectCopy,
  chosen: readonly Guard[],
): Promise<ReadonlyMap<string, string>> {
  console.log('The tests as they are …');
  const ends = await copy.runUnchanged(chosen, parallel);
  const unfit = chosen.map((guard) => [guard.name, findUnfit(guard, ends)] as const);
  return new Map(unfit.flatMap(([name, because]) => (because === null ? [] : [[name, because]])));
}

async function examineAll(chosen: readonly Guard[], known: ReadonlyMap<string, Result>): Promise<Result[]> {
  const [done, waiting] = [[] as Result[], [] as Guard[]];
  for (const guard of chosen) {
    const earlier = known.get(guard.name);
    if (earlier?.state === stateOf(guard) && earlier.verdict === 'caught') done.push(earlier);
    else waiting.push(guard);
  }
  if (waiting.length === 0) return done;
  const server = await startPostgres({ isDurable: false });
  const copies: ProjectCopy[] = [];
  const openCopy = () => {
    const copy = copyProject(server.folder);
    copies.push(copy);
    return copy;
  };
  try {
    const first = openCopy();
    const failing = await findFailing(first, waiting);
    for (const guard of waiting) {
      const because = failing.get(guard.name);
      if (because !== undefined)
        note({ name: guard.name, state: stateOf(guard), verdict: 'fails unchanged', because, seconds: 0 });
    }
    const left = waiting.filter(({ name }) => !failing.has(name));
    const work = async (copy: ProjectCopy) => {
      for (let guard = left.shift(); guard !== undefined; guard = left.shift())
        note(await examine(copy, guard));
    };
    await Promise.all([work(first), ...Array.from({ length: parallel - 1 }, () => work(openCopy()))]);
  } finally {
    for (const copy of copies) copy.remove();
    await server.stop();
  }
  return done;

  function note(result: Result): void {
    done.push(result);
    appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
    const mark = result.verdict === 'caught' ? '✔' : '✖';
    console.log(
      `${mark} ${done.length} of ${chosen.length}  ${result.verdict}  ${result.seconds} s  ${result.name}`,
    );
  }
}

function printSummary(results: readonly Result[], minutes: number): void {
  const counts = Map.groupBy(results, ({ verdict }) => verdict);
  const count = (verdict: Result['verdict']) => counts.get(verdict)?.length ?? 0;
  console.log('\n| Guards | Caught | Survived | Did not run | Tests that fail unchanged | Minutes |');
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: |');
  const columns = [
    results.length,
    count('caught'),
    count('survived'),
    count('broken'),
    count('fails unchanged'),
  ];
  console.log(`| ${columns.join(' | ')} | ${minutes.toFixed(1)} |`);
  for (const { name, verdict, because } of results) {
    if (verdict !== 'caught') console.log(`✖ ${verdict}: ${name} (${because})`);
  }
}

const faults = faultsOfGuards(guards, read);
for (const fault of faults) console.error(`✖ ${fault}`);
if (faults.length > 0) {
  console.error(
    `The list does not fit the project: ${faults.length} faults. Adapt the entries in test/guards/.`,
  );
  process.exit(1);
}
console.log(`${guards.length} guards, and each fits the project.`);
if (!values.check) {
  const startedMs = performance.now();
  mkdirSync(join(root, '.cache'), { recursive: true });
  const known = readResults();
  if (!values.resume) rmSync(resultsFile, { force: true });
  const results = await examineAll(chooseGuards(), known);
  printSummary(results, (performance.now() - startedMs) / 60_000);
  process.exitCode = results.some(({ verdict }) => verdict !== 'caught') ? 1 : 0;
}
