/**
 * Parses typing sessions: what stood in the search box after each key, for measuring what a shopper waits for. Times in them
 * (milliseconds) are not looked at. It reads no file; a row of another shape throws `validation_failed` with its place, blank texts
 * are left out.
 */
// Tests: ./sessions.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { type FileRow, refuseWrongRows, wrongRow } from './read-rows.ts';

/**
 * The texts of sessions `{ "events": [[ms, text], …] }`, key by key in their order; blank ones, which ask for no
 * search, are left out. Throws `validation_failed` naming rows of another shape.
 */
export function parseSessions(rows: readonly FileRow[]): string[] {
  const faults: FieldError[] = [];
  const texts: string[] = [];
  for (const row of rows) {
    const typed = readEvents(row.value);
    if (typed === null) faults.push(wrongRow(row, 'takes "events", a list of [milliseconds, text]'));
    else texts.push(...typed.filter((text) => text.trim() !== ''));
  }
  refuseWrongRows(faults);
  return texts;
}

function readEvents(value: unknown): string[] | null {
  if (typeof value !== 'object' || value === null || !('events' in value) || !Array.isArray(value.events)) {
    return null;
  }
  const events: readonly unknown[] = value.events;
  const texts = events.map((event) => {
    const text: unknown = Array.isArray(event) ? event[1] : null;
    return typeof text === 'string' ? text : null;
  });
  return texts.every((text) => text !== null) ? texts : null;
}
