/**
 * Query parameters, checked by hand: each reader collects every fault, so that an answer lists all of them, and a keystroke pays for
 * no schema validator. It never changes a value: what is out of bounds is a fault, not cut. Lists have 50 entries unless `limit` says
 * otherwise, 200 at most. The answer to faults is `validation_failed` (422).
 */
// Tests: ./query.test.ts.
import type { TObject } from 'typebox';
import { limits } from '../../contract/limits.ts';
import type { FieldCode } from '../../contract/words/field-codes.ts';
import { isDay } from '../analytics/periods.ts';
import { quote } from '../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan } from '../catalog/text.ts';
import { Faults } from '../errors.ts';
import { isUuid } from '../ids.ts';
import { encodeCursor } from '../operations/cursor.ts';
import { isExternalId } from '../operations/external-ids.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Reads parameters one by one and keeps every fault until `finish`. */
export interface QueryReader {
  /** The text of a parameter, or the fallback where it is absent. A repeated parameter is a fault. */
  text<Fallback extends string | null>(name: string, fallback: Fallback): string | Fallback;
  /** A whole number within bounds. */
  integer(
    name: string,
    bounds: { readonly min: number; readonly max: number; readonly fallback: number },
  ): number;
  /** Reads one of the choices; null if the parameter is absent. `advice`: a sentence for callers who give another. */
  choice<Choice extends string>(name: string, choices: readonly Choice[], advice?: string): Choice | null;
  /** `1`, `true`; absent, `0` and `false` are false. */
  flag(name: string): boolean;
  /** Adds a fault found elsewhere. */
  fault(path: string, code: FieldCode, message: string): void;
  /** Throws `validation_failed` with every fault found so far. */
  finish(): void;
}

/** A reader over the parsed query of a request. */
export function readQuery(query: unknown): QueryReader {
  return new ParameterReader(query as Parameters);
}

/** A class, not closures: a keystroke makes one. */
class ParameterReader implements QueryReader {
  readonly #parameters: Parameters;
  /** Made with the first fault: a keystroke has none. */
  #faults: Faults | null = null;

  constructor(parameters: Parameters) {
    this.#parameters = parameters;
  }

  text<Fallback extends string | null>(name: string, fallback: Fallback): string | Fallback {
    return this.#read(name) ?? fallback;
  }

  integer(
    name: string,
    { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
  ): number {
    const value = this.#read(name);
    if (value === null) return fallback;
    const number = /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.fault(
      name,
      'out_of_range',
      `"${name}" takes a whole number from ${min} to ${max}, got "${cut(value)}".`,
    );
    return fallback;
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[], advice?: string): Choice | null {
    const value = this.#read(name);
    if (value === null) return null;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) {
      const takes = `"${name}" takes ${eitherOf.format(choices)}, got "${cut(value)}".`;
      this.fault(name, 'unknown_value', advice === undefined ? takes : `${takes} ${advice}`);
    }
    return found ?? null;
  }

  flag(name: string): boolean {
    const value = this.#read(name);
    if (value !== null && !/^(?:0|1|true|false)$/.test(value)) {
      this.fault(name, 'unknown_value', `"${name}" takes true or false, got "${cut(value)}".`);
    }
    return value === '1' || value === 'true';
  }

  fault(path: string, code: FieldCode, message: string): void {
    this.#faults ??= new Faults();
    this.#faults.report(path, code, message);
  }

  finish(): void {
    this.#faults?.refuse();
  }

  #read(name: string): string | null {
    const value = this.#parameters[name];
    if (value === undefined || typeof value === 'string') return value ?? null;
    this.fault(name, 'repeated', `"${name}" takes one value, but was given more than once.`);
    return null;
  }
}

/** Joins words with "or" before the last. */
const eitherOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The `limit` of a list. */
export function pageSize(reader: QueryReader): number {
  return reader.integer('limit', { min: 1, max: limits.pageSizeMax, fallback: limits.pageSizeDefault });
}

/**
 * The place that a cursor names, or null for the beginning. A cursor that no answer of ours ever gave is a fault: `isPlace`
 * decides what can be one.
 */
export function readCursor(reader: QueryReader, isPlace: (place: string) => boolean): string | null {
  const cursor = reader.text('cursor', '');
  if (cursor === '') return null;
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (encodeCursor(place) === cursor && isPlace(place)) return place;
  reader.fault('cursor', 'cursor_invalid', '"cursor" takes the next_cursor of an earlier answer, unchanged.');
  return null;
}

/** The keywords of a parameter's schema that are read here. */
interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  /** A sentence of ours for callers who give a value that is none of `enum`. */
  readonly advice?: string;
  readonly format?: string;
  /** 1: the parameter must be given. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** The check of the place that a cursor names, by the format of the cursor. */
const cursorPlaces: Readonly<Record<string, (place: string) => boolean>> = {
  'cursor-of-id': isUuid,
  'cursor-of-external-id': isExternalId,
  'cursor-of-number': (place) => /^\d{1,15}$/.test(place),
  'cursor-of-offset': (place) => /^[1-9]\d{0,6}$/.test(place) && Number(place) < limits.analyticsEntriesMax,
  'cursor-of-text': (place) => !hasForbiddenCharacters(place),
  'cursor-of-nothing': () => false,
};

/**
 * Reads parameters by the schema of an operation: numbers as numbers, flags as booleans, cursors as the places that they
 * name. A parameter that is left out has its default or is absent. Throws `validation_failed` with every fault.
 */
export function readQueryBy({ properties }: TObject, query: unknown): Readonly<Record<string, unknown>> {
  const reader = readQuery(query);
  const read = Object.entries(properties as Readonly<Record<string, ParameterSchema>>).map(
    ([name, schema]) => [name, readParameter(reader, name, schema) ?? schema.default] as const,
  );
  reader.finish();
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function readParameter(reader: QueryReader, name: string, schema: ParameterSchema): unknown {
  if (schema.type === 'integer') {
    const { minimum: min = 0, maximum: max = 0 } = schema;
    return reader.integer(name, { min, max, fallback: Number(schema.default) });
  }
  if (schema.type === 'boolean') return reader.flag(name);
  if (schema.enum !== undefined) return reader.choice(name, schema.enum, schema.advice);
  if (schema.format === 'date') return readDay(reader, name);
  const isPlace = cursorPlaces[schema.format ?? ''];
  if (isPlace !== undefined) return readCursor(reader, isPlace);
  if (schema.format === 'external-id') return readExternalId(reader, name);
  const text = reader.text(name, typeof schema.default === 'string' ? schema.default : '');
  // Databases differ in what they do with such a text: PostgreSQL stores no NUL.
  if (hasForbiddenCharacters(text)) {
    const message = `"${name}" takes text without control characters or broken Unicode, got ${quote(text)}.`;
    reader.fault(name, 'text_invalid', message);
  }
  const { minLength = 0, maxLength = Infinity } = schema;
  if (text.trim().length < minLength) reader.fault(name, 'value_empty', `"${name}" must not be empty.`);
  if (isLongerThan(text, maxLength))
    reader.fault(name, 'too_long', `"${name}" takes at most ${maxLength} characters.`);
  return text;
}

function readExternalId(reader: QueryReader, name: string): string {
  const text = reader.text(name, '').trim();
  const message = `"${name}" takes the id of a product, 1 to ${limits.externalIdMaxLength} characters.`;
  if (!isExternalId(text)) reader.fault(name, `${name}_invalid`, message);
  return text;
}

function readDay(reader: QueryReader, name: string): string | null {
  const text = reader.text(name, null);
  if (text === null || isDay(text)) return text;
  reader.fault(name, 'day_invalid', `"${name}" takes a day such as 2026-11-21, got "${cut(text)}".`);
  return null;
}

function cut(value: string): string {
  return value.slice(0, 50);
}
