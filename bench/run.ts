/**
 * `npm run bench [NAME …] [-- --write]`: answers each question with ratios taken in one run, and with `--write` puts
 * them into docs/benchmarks.md.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { autocompleteHttp } from './autocomplete-http.ts';
import type { Figure, Question } from './figures.ts';
import { ingestJson } from './ingest-json.ts';

const questions: readonly Question[] = [autocompleteHttp, ingestJson];

const words = process.argv.slice(2);
const names = words.filter((word) => word !== '--write');
const unknown = names.find((name) => questions.every((question) => question.name !== name));
if (unknown !== undefined) {
  console.error(`There is no question "${unknown}": ${questions.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const sections: string[] = [];
for (const question of questions) {
  if (names.length > 0 && !names.includes(question.name)) continue;
  process.stderr.write(`${question.title}\n`);
  const section = `## ${question.title}\n\n${table(await question.run())}\n\n${question.reading}\n`;
  console.log(section);
  sections.push(section);
}

if (words.includes('--write')) {
  const day = new Date().toISOString().slice(0, 10);
  const [cpu] = cpus();
  const head = [
    '# Benchmarks',
    '',
    'Made by `npm run bench -- --write`. Each figure stands beside a limit or peer measured in the same run; on a',
    'shared machine only the ratios mean something. Load generator and servers share the cores.',
    '',
    `Taken on ${day}, ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), Node ${process.versions.node}.`,
    '',
  ];
  writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), `${[...head, ...sections].join('\n')}`);
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
