/**
 * Decides how high the column of each run is, as a share from 0 to 1, and how it looks. Pure: it draws nothing. A run
 * without counts is as high as the one before it; inputs are trusted.
 */
// Tests: ./run-columns.test.ts.
import type { FeedRunMark } from '../../../contract/feeds.ts';
import { partsOfRun, type RunPart } from '../words/feeds.ts';

export interface RunColumn {
  readonly run: FeedRunMark;
  /** `hollow` for a run that found nothing new. Only `counted` ones are made of parts. */
  readonly kind: 'counted' | 'failed' | 'hollow' | 'live';
  /** The share of the picture's height, from 0 to 1. */
  readonly share: number;
  readonly parts: readonly RunPart[];
}

/** The least share, so that each column can be seen. Chosen. */
const lowestShare = 0.1;
/** The share while no run has brought any product. Chosen. */
const unknownShare = 0.5;

/** The columns of runs, in the given order. A run without counts is as high as the last one with counts. */
export function columnsOfRuns(runs: readonly FeedRunMark[]): readonly RunColumn[] {
  const largest = Math.max(...runs.filter((run) => kindOf(run) === 'counted').map(totalOf), 0);
  const shareOf = (run: FeedRunMark) =>
    largest === 0 ? lowestShare : Math.max(lowestShare, totalOf(run) / largest);
  const first = runs.find((run) => kindOf(run) === 'counted');
  let share = first === undefined ? unknownShare : shareOf(first);
  return runs.map((run) => {
    const kind = kindOf(run);
    if (kind === 'counted') share = shareOf(run);
    const parts = kind === 'counted' ? partsOfRun(run).filter(({ count }) => count > 0) : [];
    return { run, kind, share, parts };
  });
}

function kindOf({ status, not_modified }: FeedRunMark): RunColumn['kind'] {
  if (status === 'failed') return 'failed';
  if (status !== 'completed') return 'live';
  return not_modified ? 'hollow' : 'counted';
}

function totalOf(run: FeedRunMark): number {
  return partsOfRun(run).reduce((sum, { count }) => sum + count, 0);
}
