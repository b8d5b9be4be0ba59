/**
 * A problem with a row, as a value: problems are collected and stored, never thrown, so one bad row does not fail its batch. Quoted
 * parts of the row are cut and made storable on every database. Values are cut at 200 characters, keys in a pointer at 100, quotes in
 * messages at 60. Nothing here throws.
 */
// Tests: ./problem.test.ts.
import { limits } from '../../contract/limits.ts';
import type { RowCode } from '../../contract/words/product-import.ts';
import { cutText } from './text.ts';

/** One fault of one row. `path` is a JSON pointer into the row, `/price`; the empty path is the row itself. */
export interface Problem {
  readonly path: string;
  readonly code: RowCode;
  /** A sentence for the merchant: what was wrong and what would be right. */
  readonly message: string;
  /** The wrong value as text, cut at 200 characters; null if there is none. */
  readonly value: string | null;
}

/** A problem with its value shown as text; see {@link Problem} for the parts. */
export function problem(path: string, code: RowCode, message: string, value: unknown): Problem {
  return { path, code, message, value: showValue(value) };
}

/** Code units of a key that a pointer repeats (chosen: any sensible column name fits). */
const pointerSegmentMaxLength = 100;

/** The JSON pointer (RFC 6901) of a key below `parent`; an absurdly long key is cut. */
export function pointerTo(parent: string, key: string): string {
  const shown = makeStorable(key.slice(0, pointerSegmentMaxLength));
  return `${parent}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Code points of a value that a message repeats (chosen: a message stays one readable line). */
const quoteMaxLength = 60;

/** A value as JSON text for use inside a message: quoted, escaped and cut. */
export function quote(value: unknown): string {
  const text = toJson(value);
  const cut = cutText(text, quoteMaxLength);
  return makeStorable(cut === text ? text : `${cut}…`);
}

/** Names the type of a value in a merchant's words, with its article. */
export function nameType(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'object' && value !== null ? 'an object' : 'empty';
}

/** The same after "got". */
export function nameGiven(value: unknown): string {
  return value === undefined || value === null ? 'nothing' : nameType(value);
}

/** Text of any value for a failure record. */
function showValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return makeStorable(
    cutText(typeof value === 'string' ? value : toJson(value), limits.failureValueMaxLength),
  );
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? (value === undefined ? 'nothing' : String(value));
}

/** Broken Unicode and control characters are shown as U+FFFD: seen by people, taken by every database. */
function makeStorable(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
}
