/**
 * Reads the values of rules. A value with a fault is reported and read as null or empty. Pure; it never throws. Times are microseconds
 * since 1970, ids have 1 to 64 characters, and a list at most 100 products.
 */
// Tests: ./parse-merchandising.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { FieldCode } from '../../../contract/words/field-codes.ts';
import { parseExternalId } from '../../catalog/external-id.ts';
import { nameGiven, quote } from '../../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../../catalog/text.ts';
import { type KnownFields, reportUnknown } from '../../catalog/unknown-fields.ts';
import { formatTimestamp, parseTimestamp } from '../../clock.ts';
import type { Report } from '../../errors.ts';

const idPattern = /^[\w-]{1,64}$/;

/** The field of a place, as a message begins: `"pins"` of `/rules/0/pins/3`. */
function nameOf(path: string): string {
  return `"${path.split('/').findLast((part) => !/^\d*$/.test(part)) ?? ''}"`;
}

/** Reads values and reports faults. */
export class RuleFields {
  readonly #report: Report;
  /** Number of faults reported so far. */
  faultCount = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  report(path: string, code: FieldCode, message: string): void {
    this.faultCount += 1;
    this.#report(path, code, message);
  }

  refuseOthers(value: Readonly<Record<string, unknown>>, taken: KnownFields): void {
    reportUnknown(value, taken, (...fault) => this.report(...fault));
  }

  id(value: unknown, path: string): string | null {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && idPattern.test(value)) return value;
    this.report(path, 'id_invalid', `"id" takes 1 to 64 of A-Z, a-z, 0-9, _ and -, got ${quote(value)}.`);
    return null;
  }

  choice<Value extends string>(value: unknown, path: string, values: readonly Value[]): Value | null {
    const chosen = values.find((known) => known === value);
    if (chosen !== undefined) return chosen;
    this.report(path, 'value_invalid', `${nameOf(path)} takes ${values.join(' or ')}, got ${quote(value)}.`);
    return null;
  }

  flag(value: unknown, path: string): boolean {
    if (value === undefined || typeof value === 'boolean') return value ?? true;
    this.report(path, 'type_invalid', `${nameOf(path)} takes true or false, got ${quote(value)}.`);
    return true;
  }

  /** Reads a time as microseconds. */
  moment(value: unknown, path: string): number | null {
    if (value === undefined || value === null) return null;
    const micros = typeof value === 'string' ? parseTimestamp(value) : null;
    if (micros !== null) return micros;
    const message = `${nameOf(path)} takes a time such as 2026-11-27T00:00:00Z, or null, got ${quote(value)}.`;
    this.report(path, 'time_invalid', message);
    return null;
  }

  /** Reads a time as ISO 8601 UTC. */
  time(value: unknown, path: string): string | null {
    const micros = this.moment(value, path);
    return micros === null ? null : formatTimestamp(micros);
  }

  /** Reads one line of text, trimmed. */
  text(value: unknown, path: string, maxLength: number): string | null {
    if (typeof value !== 'string') {
      this.report(path, 'type_invalid', `${nameOf(path)} takes text, got ${nameGiven(value)}.`);
      return null;
    }
    if (hasForbiddenCharacters(value)) {
      const message = `${nameOf(path)} takes no control characters or broken Unicode, got ${quote(value)}.`;
      this.report(path, 'text_invalid', message);
      return null;
    }
    const text = toOneLine(value);
    if (!isLongerThan(text, maxLength)) return text;
    const message = `${nameOf(path)} takes at most ${maxLength} characters, got ${quote(text)}.`;
    this.report(path, 'text_too_long', message);
    return null;
  }

  wholeNumber(value: unknown, path: string, max: number): number | null {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
    this.report(
      path,
      'value_invalid',
      `${nameOf(path)} takes a whole number from 1 to ${max}, got ${quote(value)}.`,
    );
    return null;
  }

  /** The items, each with its place. */
  list(value: unknown, path: string, max: number): readonly (readonly [item: unknown, path: string])[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.report(path, 'type_invalid', `${nameOf(path)} takes a list, got ${nameGiven(value)}.`);
      return [];
    }
    if (value.length > max) {
      this.report(
        path,
        'list_too_long',
        `${nameOf(path)} takes at most ${max} entries, got ${value.length}.`,
      );
      return [];
    }
    return value.map((item: unknown, index) => [item, `${path}/${index}`]);
  }

  /** Distinct ids of products, which need not exist. */
  externalIds(value: unknown, path: string): string[] {
    const pathById = new Map<string, string>();
    for (const [item, at] of this.list(value, path, limits.merchandisingProductsPerList)) {
      const parsed = parseExternalId(item, at);
      if (!parsed.ok) {
        const isLeftOut = parsed.problem.code === 'external_id_missing';
        const message = `${nameOf(path)} takes ids of products, got ${item === '' ? 'blank text' : nameGiven(item)}.`;
        this.report(at, parsed.problem.code, isLeftOut ? message : parsed.problem.message);
        continue;
      }
      const same = pathById.get(parsed.externalId);
      if (same !== undefined) {
        this.report(
          at,
          'product_repeated',
          `${quote(parsed.externalId)} is the same as ${same}; remove one.`,
        );
      }
      pathById.set(parsed.externalId, same ?? at);
    }
    return [...pathById.keys()];
  }
}
