/**
 * Estimates how fast an import runs and how long it still takes, from its counters at different moments. Pure; times
 * are in ms, rates in rows a second.
 */
// Tests: ./pace.test.ts.

/** The counter of an import at a moment. */
export interface Observation {
  readonly atMs: number;
  readonly rows: number;
}

export interface Pace {
  readonly rowsPerSecond: number;
  /** Null while the number of rows is unknown. */
  readonly secondsLeft: number | null;
}

/** Older sights are dropped: they say nothing about the present speed. Chosen. */
const windowMs = 10_000;

/** Adds a sight and drops those that are too old, but keeps at least two. A lower counter starts a new list. */
export function addSight(sights: readonly Observation[], sight: Observation): readonly Observation[] {
  const last = sights.at(-1);
  if (last !== undefined && sight.rows < last.rows) return [sight];
  const recent = sights.filter(
    ({ atMs }, index) => sight.atMs - atMs <= windowMs || index === sights.length - 1,
  );
  return [...recent, sight];
}

/** The pace; null until two sights differ. */
export function paceOf(sights: readonly Observation[], totalRows: number | null): Pace | null {
  const [first, last] = [sights[0], sights.at(-1)];
  if (first === undefined || last === undefined) return null;
  const seconds = (last.atMs - first.atMs) / 1000;
  const rows = last.rows - first.rows;
  if (seconds <= 0 || rows <= 0) return null;
  const rowsPerSecond = rows / seconds;
  const secondsLeft = totalRows === null ? null : Math.max(0, totalRows - last.rows) / rowsPerSecond;
  return { rowsPerSecond, secondsLeft };
}
