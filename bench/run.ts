/**
 * `npm run bench [NAME …] [-- --write]`: answers each question with ratios taken in one run, and with `--write` puts them into
 * docs/benchmarks.md, where the sections of questions that were not asked stay as they are. A missed goal fails nothing. An unknown
 * name ends it with code 2; a question that throws ends it with code 1, and then nothing is written, also of those before it. Units
 * stand in the figures.
 */
// Tests: none; `npm run bench` runs it.
import { readFileSync, writeFileSync } from 'node:fs';
import { askedOnce } from './asked-once.ts';
import { autocompleteHttp } from './autocomplete-http.ts';
import { capacity } from './capacity.ts';
import { collections } from './collections.ts';
import { describeData } from './data-files.ts';
import { describeRun } from './describe-run.ts';
import { duringImport } from './during-import.ts';
import { engine } from './engine.ts';
import { events } from './events.ts';
import type { Figure, Question } from './figures.ts';
import { freshness } from './freshness.ts';
import { fromNothing } from './from-nothing.ts';
import { idle } from './idle.ts';
import { importCsv, importCsvMillion } from './import-csv.ts';
import { importFeed } from './import-feed.ts';
import { indexCost } from './index-cost.ts';
import { ingestJson } from './ingest-json.ts';
import { memory } from './memory.ts';
import { merchandising } from './merchandising.ts';
import { partial } from './partial.ts';
import { phrases } from './phrases.ts';
import { restart } from './restart.ts';
import { rowBytes } from './row-bytes.ts';
import { scaling } from './scaling.ts';
import { warmUp } from './warm-up.ts';
import { widgetRepaint } from './widget-repaint.ts';
import { workers } from './workers.ts';
import { worstQuery } from './worst-query.ts';

const questions: readonly Question[] = [
  engine,
  askedOnce,
  worstQuery,
  indexCost,
  memory,
  idle,
  phrases,
  autocompleteHttp,
  workers,
  duringImport,
  freshness,
  rowBytes,
  restart,
  warmUp,
  ingestJson,
  partial,
  importCsv,
  importCsvMillion,
  fromNothing,
  importFeed,
  events,
  collections,
  merchandising,
  scaling,
  capacity,
  widgetRepaint,
];

const words = process.argv.slice(2);
const names = words.filter((word) => word !== '--write');
const unknown = names.find((name) => questions.every((question) => question.name !== name));
if (unknown !== undefined) {
  console.error(`There is no question "${unknown}": ${questions.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

/** Sections by their question's title. */
const sections = new Map<string, string>();
for (const question of questions) {
  if (names.length > 0 && !names.includes(question.name)) continue;
  process.stderr.write(`${question.title}\n`);
  const figures = await question.run();
  const day = new Date().toISOString().slice(0, 10);
  const origin =
    `Taken on ${day} by \`npm run bench -- ${question.name}\` at ${describeRun()}.\n` +
    `Data: ${describeData(question.data)}.`;
  const section = `## ${question.title}\n\n${table(figures)}\n\n${origin}\n\n${question.reading}\n`;
  console.log(section);
  sections.set(question.title, section);
}

if (words.includes('--write')) {
  const file = new URL('../docs/benchmarks.md', import.meta.url);
  const earlier = readSections(readFileSync(file, 'utf8'));
  const head = [
    '# Benchmarks',
    '',
    'Made by `npm run bench -- --write`, and one section alone by its name: `npm run bench -- engine --write`. Each figure',
    'stands beside a limit or peer measured in the same run; on a shared machine only the ratios mean something. Load',
    'generator and servers share the cores.',
    '',
    'Below each table stand its command, commit, machine and data. Of sections that name no memory the commit is the one that brought',
    'their figures into this document, and the checksums are those of 2026-11-28. `FORETYPE_TEST_DATA` names the folder of the data; if a',
    'file is absent, the demo catalog takes its place. Data that is made by the code is the same on every machine.',
    '',
  ];
  const written = questions.flatMap(({ title }) => sections.get(title) ?? earlier.get(title) ?? []);
  writeFileSync(file, [...head, ...written].join('\n'));
}

/** Reads the sections of the document as it was: what was not asked again stays. */
function readSections(document: string): Map<string, string> {
  const [, ...parts] = document.split(/^## /m);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), `## ${part.trimEnd()}\n`]));
}

function table(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ what, measured, against, ratio, goal }) =>
      `| ${what} | ${measured} | ${against} | ${ratio} | ${goal} |`,
  );
  return ['| What | Measured | Against | Ratio | Goal |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
