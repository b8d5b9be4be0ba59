/**
 * Asks Foretype and its peers the tasks of one catalog, each once, and counts where one such product came early enough. Shares are 0
 * to 1, of the first five products. It never asks a task twice and changes no file; peers whose program is absent reject.
 */
// Tests: none; `npm run bench` runs it.
import { askPeers } from '../../server/cli/eval-peers.ts';
import type { Interval } from '../../server/evaluation/bootstrap.ts';
import {
  type Questions,
  type Recording,
  recordAnswers,
  typingLimit,
} from '../../server/evaluation/contestant.ts';
import { evaluateRecordings } from '../../server/evaluation/evaluate.ts';
import type { JudgedQuery } from '../../server/evaluation/judgments.ts';
import { createMetrics } from '../../server/evaluation/metrics.ts';
import { createOwnContestant } from '../../server/evaluation/own-engine.ts';
import { toPeerProduct } from '../../server/evaluation/peer-protocol.ts';
import type { MeasuredDocuments } from '../measured-catalogs.ts';
import { type Task, type TaskKind, taskKinds } from './make-tasks.ts';

/** The results of one engine in the tasks: shares of those with a satisfying product among the first five. */
export interface TaskFigures {
  readonly name: string;
  readonly byKind: ReadonlyMap<TaskKind, Interval>;
  readonly all: Interval;
  /** One over the place of the first satisfying product, over all tasks: how high those come that come. */
  readonly reciprocalRank: Interval;
  /** The share of Foretype minus that of this engine, task by task; null for Foretype itself. */
  readonly difference: Interval | null;
}

export interface TaskAnswers {
  /** Foretype first. */
  readonly engines: readonly TaskFigures[];
  readonly recordings: readonly [Recording, ...Recording[]];
  readonly failedPeers: readonly { readonly name: string; readonly reason: string }[];
}

/** The rating of a product that satisfies a task: exact. */
export const satisfyingRating = 3;

/** Foretype with the phrases of enrichment and without; peers have the catalog as it stands. */
export async function askTasks(
  tasks: readonly Task[],
  { plain, enriched }: MeasuredDocuments,
  { locale, withPeers }: { readonly locale: string; readonly withPeers: boolean },
): Promise<TaskAnswers> {
  const questions: Questions = {
    queries: tasks.map(({ query }) => query),
    limit: typingLimit,
    beginnings: [],
    timed: [],
  };
  const record = (documents: MeasuredDocuments['plain'], name?: string) =>
    recordAnswers(createOwnContestant(documents, locale, name), questions, () => 0);
  const own = await record(enriched);
  const replies = withPeers ? await askPeers({ products: plain.map(toPeerProduct), questions }) : [];
  const peers = replies.flatMap((reply) => ('recording' in reply ? [reply.recording] : []));
  const recordings = [own, await record(plain, 'Foretype without phrases'), ...peers] as const;
  return {
    engines: figuresOf(tasks, recordings),
    recordings,
    failedPeers: replies.flatMap((reply) =>
      'failure' in reply ? [{ name: reply.name, reason: reply.failure }] : [],
    ),
  };
}

/** A task as a query whose satisfying products are rated exact. */
function toJudged({ query, satisfying }: Task): JudgedQuery {
  return { text: query, ratings: new Map(satisfying.map((id) => [id, satisfyingRating])) };
}

const noTask: Interval = { mean: Number.NaN, low: Number.NaN, high: Number.NaN };

function figuresOf(tasks: readonly Task[], [own, ...others]: TaskAnswers['recordings']): TaskFigures[] {
  const metrics = createMetrics(typingLimit);
  const evaluate = (chosen: readonly Task[]) =>
    evaluateRecordings(chosen.map(toJudged), own, others, metrics);
  const all = evaluate(tasks);
  const byKind = taskKinds.map(
    (kind) => [kind, evaluate(tasks.filter((task) => task.kind === kind))] as const,
  );
  return all.map(({ name, metrics: means, differences }, at) => ({
    name,
    byKind: new Map(
      byKind.map(([kind, engines]) => [kind, engines[at]?.metrics.get('success_at_5') ?? noTask]),
    ),
    all: means.get('success_at_5') ?? noTask,
    reciprocalRank: means.get('mrr_at_5') ?? noTask,
    difference: differences?.get('success_at_5') ?? null,
  }));
}
