/**
 * Turns JSON schemas into rows of a table: every field by its path, with its type and meaning in words, down to three levels. Pure.
 * Fields below the third level stand in no row. An unknown reference gives the type `any`, never an error; it reads no file.
 */
// Tests: test/docs/pages.test.ts.
import type { JsonSchema } from './openapi.ts';

export interface FieldRow {
  /** Its path, such as `products[].title`. */
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Deeper fields stand in no row: a table of hundreds of rows helps less than the OpenAPI document. */
const deepest = 3;

/** The fields of an object, and of objects and lists in it. */
export function fieldRows(schema: JsonSchema, schemas: Schemas): FieldRow[] {
  return rowsBelow(schema, schemas, '', 1);
}

function rowsBelow(given: JsonSchema, schemas: Schemas, path: string, depth: number): FieldRow[] {
  const schema = resolve(given, schemas);
  if (schema.anyOf !== undefined) {
    const objects = schema.anyOf.filter((one) => !isPlain(resolve(one, schemas)));
    const rows = objects.flatMap((one) => rowsBelow(one, schemas, path, depth));
    return rows.filter(({ name }, index) => rows.findIndex((row) => row.name === name) === index);
  }
  if (schema.items !== undefined) return rowsBelow(schema.items, schemas, `${path}[]`, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const target = resolve(field, schemas);
    const row = {
      name: own,
      type: describeType(target),
      meaning: field.description ?? target.description ?? '',
    };
    return depth < deepest ? [row, ...rowsBelow(field, schemas, own, depth + 1)] : [row];
  });
}

/** A schema that has no fields below it. */
function isPlain({ properties, items, anyOf, $ref }: JsonSchema): boolean {
  return properties === undefined && items === undefined && anyOf === undefined && $ref === undefined;
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : schemas[name]) ?? schema;
}

/** Describes a type in words: `integer, 1 to 20, default 10`. */
export function describeType(schema: JsonSchema): string {
  const { type, anyOf, items, format, minimum, maximum, maxLength, maxItems } = schema;
  if (schema.enum !== undefined)
    return withDefault(schema.enum.map((value) => `\`${value}\``).join(', '), schema);
  if (anyOf !== undefined) return withDefault([...new Set(anyOf.map(describeType))].join(' or '), schema);
  if (items !== undefined) return maxItems === undefined ? 'list' : `list, at most ${maxItems}`;
  const named = schema.properties === undefined && type !== 'object' ? (format ?? type ?? 'any') : 'object';
  const bounds = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    maxLength !== undefined ? `at most ${maxLength} characters` : '',
  ].filter((text) => text !== '');
  return withDefault([named, ...bounds].join(', '), schema);
}

function withDefault(text: string, schema: JsonSchema): string {
  return schema.default === undefined || typeof schema.default === 'object'
    ? text
    : `${text}, default \`${schema.default}\``;
}
