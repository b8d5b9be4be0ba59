/**
 * Writes known-item tasks as a file of judgments (CSV), and what became of them as tables of shares (0 to 1, shown as percent). Pure:
 * it writes no file and asks nothing. Empty lists give empty tables.
 */
// Tests: test/bench/known-items.test.ts.
import Papa from 'papaparse';
import type { Interval } from '../../server/evaluation/bootstrap.ts';
import { typingLimit } from '../../server/evaluation/contestant.ts';
import type { SearchDocument } from '../../server/search/document/document.ts';
import { satisfyingRating, type TaskAnswers } from './ask-all.ts';
import { type Task, taskKinds } from './make-tasks.ts';

/** CSV that `foretype eval --judgments` reads; `kind` is for people. */
export function taskFile(tasks: readonly Task[]): string {
  const rows = tasks.flatMap(({ kind, query, satisfying }) =>
    satisfying.map((id) => [query, id, satisfyingRating, kind]),
  );
  return Papa.unparse([['query', 'external_id', 'rating', 'kind'], ...rows], { newline: '\n' });
}

/** A table of the shares of tasks with a satisfying product among the first five. */
export function figureLines(
  name: string,
  productCount: number,
  tasks: readonly Task[],
  { engines, failedPeers }: TaskAnswers,
): string[] {
  const counts = taskKinds.map((kind) => tasks.filter((task) => task.kind === kind).length);
  const heads = taskKinds.map((kind, at) => `${kind} (${counts[at]})`);
  const rows = engines.map(({ name: engine, byKind, all, reciprocalRank, difference }) => [
    engine,
    ...taskKinds.map((kind) => showMean(byKind.get(kind))),
    `${showMean(all)} ${showRange(all)}`,
    difference === null
      ? ''
      : `${difference.mean > 0 ? '+' : ''}${showMean(difference)} ${showRange(difference)}`,
    showMean(reciprocalRank),
  ]);
  return [
    `## ${name}: ${productCount.toLocaleString('en-US')} products`,
    '',
    `| success@${typingLimit} | ${heads.join(' | ')} | all (${tasks.length}) [95 %] | Foretype minus it [95 %] | MRR@${typingLimit} |`,
    `| --- |${' --- |'.repeat(taskKinds.length + 3)}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ...failedPeers.map((peer) => `\n${peer.name} could not be measured: ${peer.reason}`),
  ];
}

function showMean(interval: Interval | undefined): string {
  return interval === undefined || Number.isNaN(interval.mean) ? '-' : interval.mean.toFixed(3);
}

function showRange({ low, high }: Interval): string {
  return Number.isNaN(low) ? '' : `[${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

/** Tasks in which Foretype failed, those first in which most others did not, with what it showed and what was sought. */
export function failureLines(
  tasks: readonly Task[],
  { recordings: [own, ...others] }: TaskAnswers,
  documents: readonly SearchDocument[],
  count: number,
): string[] {
  const titles = new Map(documents.map(({ externalId, title }) => [externalId, title]));
  const titleOf = (id: string) => titles.get(id) ?? id;
  const succeeds = ({ query, satisfying }: Task, { queries }: typeof own) =>
    (queries.get(query) ?? []).slice(0, typingLimit).some((id) => satisfying.includes(id));
  const better = (task: Task) => others.filter((other) => succeeds(task, other));
  return tasks
    .filter((task) => !succeeds(task, own))
    .sort((one, other) => better(other).length - better(one).length)
    .slice(0, count)
    .flatMap((task) => [
      '',
      `"${task.query}" (${task.kind}): found by ${better(task).length} of ${others.length} others`,
      ...(own.queries.get(task.query) ?? []).map((id) => `  shown   ${titleOf(id)}`),
      ...task.satisfying.slice(0, 2).map((id) => `  sought  ${titleOf(id)}`),
    ]);
}
