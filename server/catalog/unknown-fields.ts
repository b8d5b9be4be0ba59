/**
 * Refuses unknown fields of a body and suggests the nearest known one, since ignoring them would hide a typing error. Names are
 * compared exactly and shown up to 50 characters. It throws nothing: problems go to the caller's list.
 */
// Tests: ./unknown-fields.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Report } from '../errors.ts';
import { nearestName } from '../structures/nearest-name.ts';
import { pointerTo, quote } from './problem.ts';

/** The fields that an object takes, in the words of a sentence: `{ what: 'A collection', known: ['title', …] }`. */
export interface KnownFields {
  readonly what: string;
  readonly known: readonly string[];
  /** The JSON pointer of the object; the body itself where absent. */
  readonly path?: string;
}

/** Reports each field of the object that is not known. */
export function reportUnknown(
  value: Readonly<Record<string, unknown>>,
  { what, known, path = '' }: KnownFields,
  report: Report,
): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const message = `The field ${quote(name)} is unknown.${hintOf(name, known)} ${what} takes ${known.join(', ')}.`;
    report(pointerTo(path, name), 'field_unknown', message);
  }
}

/** A sentence behind a space that names the nearest known name; empty where none is near. */
export function hintOf(name: string, known: readonly string[]): string {
  const nearest = nearestName(name.slice(0, limits.parameterShownLength), known);
  return nearest === null ? '' : ` Did you mean "${nearest}"?`;
}
