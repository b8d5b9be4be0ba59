/**
 * Reads JSON values and query parameters by their schema. Every fault is reported with its place and code, the value that
 * was sent and what would be right, so that one answer names all of them.
 *
 * A fault of the field `url` has the code `url_invalid`. The words of a message follow from the schema; a format has its own. Limits
 * are those of the schema: lengths in characters, lists in items. It throws nothing itself (faults go to `report`), looks nothing up,
 * and never takes a field that the schema does not name.
 */
// Tests: server/resources/synonyms/parse-synonyms.test.ts.
import { quote } from '../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan, secretKeyFault, toLines, toOneLine } from '../catalog/text.ts';
import { reportUnknown } from '../catalog/unknown-fields.ts';
import type { Report } from '../errors.ts';

/** The place of a value: a JSON pointer, and the name of the field in messages and codes. */
export interface Place {
  readonly path: string;
  readonly name: string;
}

/** Reads a value of a named format. Returns it as it is kept, or reports a fault and returns anything. */
export type ReadFormat = (value: unknown, place: Place, report: Report) => unknown;

/** Readers of formats by the name that a schema gives: `{ format: 'webhook-url' }`. */
export type Formats = Readonly<Record<string, ReadFormat>>;

/** The keywords of JSON Schema that are read here. */
interface Keywords {
  readonly type?: string;
  readonly title?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Keywords[];
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Keywords;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** Formats of text that any schema may name. */
const textFormats: Readonly<Record<string, (text: string) => string>> = { line: toOneLine, lines: toLines };

/** The format of a value that is kept as it was sent: its handler reads it, or it is ignored. */
const asSent = 'as-sent';

/** Reads an object by its schema: only fields that it names, defaults for those that are left out. */
export function readObject(
  schema: object,
  value: Readonly<Record<string, unknown>>,
  report: Report,
  formats: Formats,
): object {
  return readValue(schema as Keywords, value, { path: '', name: 'body' }, { report, formats }) as object;
}

interface Reading {
  readonly report: Report;
  readonly formats: Formats;
}

function readFields(
  { properties = {}, required = [], title = 'The body', additionalProperties = true }: Keywords,
  value: Readonly<Record<string, unknown>>,
  path: string,
  reading: Reading,
): object {
  if (!additionalProperties)
    reportUnknown(value, { what: title, known: Object.keys(properties), path }, reading.report);
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined)
      return [[name, readValue(schema, given, { path: `${path}/${name}`, name }, reading)]];
    if (schema.default !== undefined) return [[name, schema.default]];
    if (!required.includes(name)) return [];
    return [[name, readValue(schema, undefined, { path: `${path}/${name}`, name }, reading)]];
  });
  return Object.fromEntries(fields);
}

function readValue(schema: Keywords, value: unknown, place: Place, reading: Reading): unknown {
  const isNullable = schema.anyOf?.some(({ type }) => type === 'null') === true;
  if (isNullable && value === null) return null;
  const kind = isNullable ? (schema.anyOf?.find(({ type }) => type !== 'null') ?? schema) : schema;
  if (kind.format === asSent) return value;
  const readFormat = kind.format === undefined ? undefined : reading.formats[kind.format];
  if (readFormat !== undefined) return readFormat(value, place, reading.report);
  if (kind.type === 'object' && isObject(value)) return readFields(kind, value, place.path, reading);
  const secretFault =
    isName(kind) && typeof value === 'string' ? secretKeyFault(`"${place.name}"`, value) : null;
  if (secretFault !== null) {
    reading.report(place.path, `${place.name}_invalid`, secretFault);
    return undefined;
  }
  const read = readSimple(kind, value);
  if (read !== undefined) return read;
  const wrongItem = Array.isArray(value)
    ? value.find((item) => readSimple(kind.items ?? {}, item) === undefined)
    : undefined;
  const got = quote(wrongItem ?? value);
  reading.report(
    place.path,
    `${place.name}_invalid`,
    `"${place.name}" takes ${describe(kind)}${isNullable ? ', or null' : ''}; got ${got}.`,
  );
  return undefined;
}

/** Whether a schema is of a name, a title or a description, which lists and logs show. */
function isName({ format = '' }: Keywords): boolean {
  return Object.hasOwn(textFormats, format);
}

/** The value as it is kept, or undefined if it does not fit. */
function readSimple(schema: Keywords, value: unknown): unknown {
  if (schema.enum !== undefined) return schema.enum.includes(value) ? value : undefined;
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return Number.isSafeInteger(value) && isWithin(schema, value) ? value : undefined;
    case 'number':
      return Number.isFinite(value) && isWithin(schema, value) ? value : undefined;
    case 'string':
      return typeof value === 'string' ? readText(schema, value) : undefined;
    case 'array':
      return Array.isArray(value) ? readList(schema, value) : undefined;
    default:
      return undefined;
  }
}

function isWithin({ minimum = -Infinity, maximum = Infinity }: Keywords, value: unknown): boolean {
  return Number(value) >= minimum && Number(value) <= maximum;
}

function readText(
  { format = '', minLength = 0, maxLength = Infinity }: Keywords,
  value: string,
): string | undefined {
  if (hasForbiddenCharacters(value)) return undefined;
  const text = textFormats[format]?.(value) ?? value;
  return text.length < minLength || isLongerThan(text, maxLength) ? undefined : text;
}

function readList(
  { items = {}, minItems = 0, maxItems = Infinity }: Keywords,
  value: readonly unknown[],
): unknown[] | undefined {
  if (value.length < minItems || value.length > maxItems) return undefined;
  const read = value.map((item) => readSimple(items, item));
  return read.includes(undefined) ? undefined : read;
}

/** Describes the values that a schema takes, as the object of a sentence: "text of 1 to 200 characters". */
function describe(schema: Keywords): string {
  if (schema.enum !== undefined) return anyOf.format(schema.enum.map(String));
  switch (schema.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number from ${schema.minimum ?? 0} to ${schema.maximum ?? Number.MAX_SAFE_INTEGER}`;
    case 'number':
      return `a number from ${schema.minimum ?? 0} to ${schema.maximum ?? Number.MAX_SAFE_INTEGER}`;
    case 'array':
      return `a list of ${describe(schema.items ?? {})}`;
    case 'string': {
      const { minLength, maxLength } = schema;
      const most =
        maxLength === undefined
          ? ''
          : ` of ${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`;
      return `text${most}, without control characters`;
    }
    default:
      return `an object of ${Object.keys(schema.properties ?? {}).join(', ')}`;
  }
}

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
