/**
 * Answers the question what memory (at most 160 MB) and processor time (at most 8 ms a second) an idle process takes, packed as
 * operators run it and from its sources. Seven spans of 10 s, of which the middle one counts. It sends no request meanwhile. Without a
 * packed form it throws; a missed limit only shows.
 */
// Tests: none; `npm run bench` runs it.
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { packedSourcesFile } from '../server/packed.js';
import { type Figure, median, progress, type Question } from './figures.ts';
import { processMicros } from './processor-time.ts';
import { untilAtRest } from './service-at-rest.ts';
import { readiness, serveFolder } from './service-under-test.ts';

const memoryMaxMb = 160;
const processorMaxMs = 8;
/** The one in the middle counts: a job that comes once a minute falls into one of them. */
const spans = { count: 7, seconds: 10 };

const root = fileURLToPath(new URL('..', import.meta.url));

export const idle: Question = {
  name: 'idle',
  data: [],
  title: 'A process at rest',
  reading:
    'The service has an empty SQLite folder without the demo store. It is measured once it is ready and was idle for ' +
    `a while: its resident set, and the processor time of all its threads, as the median of ${spans.count} spans of ` +
    `${spans.seconds} seconds. Packed is the program as \`bin/build.ts\` makes it and an operator runs it. From sources ` +
    'are the same files in a folder without `dist/`.',
  async run() {
    if (!existsSync(join(root, 'dist', packedSourcesFile)))
      throw new Error('there is no packed form: run bin/build.ts, with the development packages');
    const sources = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    try {
      for (const name of ['server', 'contract', 'csv', 'demo', 'package.json'])
        cpSync(join(root, name), join(sources, name), { recursive: true });
      for (const name of ['node_modules', 'dashboard', 'widget'])
        symlinkSync(join(root, name), join(sources, name));
      return [...(await figuresOf('packed', root)), ...(await figuresOf('from sources', sources))];
    } finally {
      rmSync(sources, { recursive: true });
    }
  },
};

async function figuresOf(form: string, program: string): Promise<Figure[]> {
  progress(form);
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const { origin, child } = await serveFolder(folder, 'off', {}, join(program, 'server', 'main.js'));
  try {
    await readiness(origin);
    await untilAtRest(child);
    const taken: number[] = [];
    for (let span = 0; span < spans.count; span += 1) {
      const before = processMicros(child.pid);
      await pause(spans.seconds * 1_000);
      taken.push((processMicros(child.pid) - before) / spans.seconds / 1_000);
    }
    return [
      toLimit(`${form}: resident memory, MB`, child.residentBytes() / 1e6, memoryMaxMb),
      toLimit(`${form}: processor time of a second, ms`, median(taken), processorMaxMs),
    ];
  } finally {
    await child.stop();
    rmSync(folder, { recursive: true });
  }
}

function toLimit(what: string, value: number, limit: number): Figure {
  return {
    what,
    measured: value.toFixed(1),
    against: `${limit} limit`,
    ratio: (value / limit).toFixed(2),
    goal: '≤ 1',
  };
}
