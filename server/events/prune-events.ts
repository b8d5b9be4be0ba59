/** Throws away what of events is past its time, a bounded step in one transaction. */
import { limits } from '../../contract/limits.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { fadedScore } from './popularity.ts';

const minuteMicros = 60 * 1_000_000;
const hourMicros = 60 * minuteMicros;
const dayMicros = 24 * hourMicros;

/** How far back it goes, and how much at once. */
export interface EventPruning {
  readonly nowMicros: number;
  /** How long events stay as they came. */
  readonly eventsDays: number;
  readonly rowsPerStep: number;
}

/** A step, within a transaction. True while there is more to do. */
export async function pruneEvents(
  writer: StoreWriter,
  { nowMicros, eventsDays, rowsPerStep: limit }: EventPruning,
): Promise<boolean> {
  const moves = { at: nowMicros - limits.sessionMoveMinutes * minuteMicros, limit };
  const queries = { at: nowMicros - limits.sessionSaltHours * hourMicros, limit };
  const gone = [
    await writer.deleteEventsBefore({ at: nowMicros - eventsDays * dayMicros, limit }),
    await writer.deleteMovesBefore(moves),
    await writer.deleteMarksBefore({ at: nowMicros, limit }),
    await writer.deleteQueriesBefore(queries),
    await writer.blankQueriesBefore({ at: beginOfYesterday(nowMicros), limit }),
    await writer.deletePopularityBelow({ score: fadedScore(nowMicros), limit }),
  ];
  return gone.includes(limit);
}

/** Older salts are gone (sessions.ts), and with them what was typed. */
function beginOfYesterday(nowMicros: number): number {
  return nowMicros - (nowMicros % dayMicros) - dayMicros;
}
