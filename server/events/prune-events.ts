/**
 * Deletes events, moves, marks, typed texts and faded popularity that are past their time: a step deletes at most `rowsPerStep` rows
 * of each kind in the caller's transaction. Events stay 30 days by default, moves 30 minutes, queries of sessions 48 hours, and 50,000
 * intents a store. It never touches counted figures of products.
 */
// Tests: test/scenarios/events-written.test.ts.
import { limits } from '../../contract/limits.ts';
import { dayMicros, formatDay, hourMicros } from '../clock.ts';
import type { PruneKind } from '../jobs/prune-kinds.ts';
import { fadedScore } from './popularity.ts';

const minuteMicros = 60 * 1_000_000;

/** The limits of pruning: how old events may be, and how many rows go at once. */
export interface EventPruning {
  readonly nowMicros: number;
  /** Days for which events stay as they came. */
  readonly eventsDays: number;
  readonly rowsPerStep: number;
}

/** A bounded step of each kind of what is kept of events. */
export function kindsOfEvents({ nowMicros, eventsDays, rowsPerStep: limit }: EventPruning): PruneKind[] {
  const before = (age: number) => ({ at: nowMicros - age, limit });
  return [
    async (writer) => (await writer.events.deleteEventsBefore(before(eventsDays * dayMicros))) === limit,
    async (writer) =>
      (await writer.events.deleteMovesBefore(before(limits.sessionMoveMinutes * minuteMicros))) === limit,
    async (writer) => (await writer.events.deleteMarksBefore(before(0))) === limit,
    async (writer) =>
      (await writer.events.deleteQueriesBefore(before(limits.sessionSaltHours * hourMicros))) === limit,
    async (writer) =>
      (await writer.events.deleteAnsweredBefore(formatDay(beginOfYesterday(nowMicros)), limit)) === limit,
    async (writer) =>
      (await writer.events.blankQueriesBefore({ at: beginOfYesterday(nowMicros), limit })) === limit,
    async (writer) =>
      (await writer.events.deletePopularityBelow({ score: fadedScore(nowMicros), limit })) === limit,
    async (writer) =>
      (await writer.events.deleteWeakestIntents({ kept: limits.intentScoresPerStore, limit })) === limit,
  ];
}

/** Older salts are gone (sessions.ts), and with them what was typed. */
function beginOfYesterday(nowMicros: number): number {
  return nowMicros - (nowMicros % dayMicros) - dayMicros;
}
