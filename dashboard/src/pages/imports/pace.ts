/** How fast an import runs, from what its counters said at different moments. */

/** What a page saw of an import. */
export interface Sight {
  readonly atMs: number;
  readonly rows: number;
}

export interface Pace {
  readonly rowsPerSecond: number;
  /** Null where it is not known how many rows there are. */
  readonly secondsLeft: number | null;
}

/** Older sights say nothing of the present. */
const windowMs = 10_000;

/** Sights with a new one; what is too old is left out, but that two remain. A count that fell begins anew. */
export function addSight(sights: readonly Sight[], sight: Sight): readonly Sight[] {
  const last = sights.at(-1);
  if (last !== undefined && sight.rows < last.rows) return [sight];
  const recent = sights.filter(
    ({ atMs }, index) => sight.atMs - atMs <= windowMs || index === sights.length - 1,
  );
  return [...recent, sight];
}

/** Null until two sights differ. */
export function paceOf(sights: readonly Sight[], totalRows: number | null): Pace | null {
  const [first, last] = [sights[0], sights.at(-1)];
  if (first === undefined || last === undefined) return null;
  const seconds = (last.atMs - first.atMs) / 1000;
  const rows = last.rows - first.rows;
  if (seconds <= 0 || rows <= 0) return null;
  const rowsPerSecond = rows / seconds;
  const secondsLeft = totalRows === null ? null : Math.max(0, totalRows - last.rows) / rowsPerSecond;
  return { rowsPerSecond, secondsLeft };
}
