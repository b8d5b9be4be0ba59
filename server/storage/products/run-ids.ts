/**
 * Shortens the id of the run that wrote a product to its beginning, which no other run of a store has, and finds the ids that a short
 * name stands for. Pure; a text that is no id of our form stays as it is. A short name has 11 characters (60 bits). It looks up
 * nothing, and never throws.
 */
// Tests: test/storage/short-rows.test.ts.

/** The mark in `created_run_id` for a row that one run both made and last wrote. */
export const sameRun = '=';

const usual = /^([0-9a-f]{8})-([0-9a-f]{4})-(7[0-9a-f]{3})-[0-9a-f]{4}-[0-9a-f]{12}$/;

let [lastId, lastShort] = ['', ''];

/** 48 bits of time and 12 that distinguish ids of a millisecond, as 11 characters. Any other text stays as it is. */
export function shortRunId(id: string): string {
  // A run writes many rows.
  if (id !== lastId) [lastId, lastShort] = [id, shorten(id)];
  return lastShort;
}

function shorten(id: string): string {
  const [, ...parts] = usual.exec(id) ?? [];
  return parts.length === 0 ? id : Buffer.from(parts.join(''), 'hex').toString('base64url');
}

/** The beginning of a run's id that no other run of a store has. Unlike a short name it sorts by time. */
export function runBeginning(id: string): string {
  return usual.test(id) ? id.slice(0, 18) : id;
}

/** The text that the beginnings of runs' ids from this time on are not before; microseconds. */
export function runsFrom(at: number): string {
  const time = Math.max(0, Math.floor(at / 1_000))
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** The least and the greatest id that a stored name stands for. */
export function runIdRange(stored: string): readonly [least: string, greatest: string] {
  const hex = Buffer.from(stored, 'base64url').toString('hex');
  if (stored.length !== shortLength || hex.length !== 16) return [stored, stored];
  const beginning = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-`;
  // Behind every hexadecimal digit.
  return [beginning, `${beginning}g`];
}

const shortLength = 11;
