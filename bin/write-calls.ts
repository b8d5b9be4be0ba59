/**
 * Writes the types of every public call out of its declaration, for the published client: what `packages/client/src/calls.ts` derives,
 * as text that needs nothing else. Named schemas become interfaces, descriptions become comments. It writes no file. A schema of a kind
 * that no declaration has yet throws, naming its place.
 */
// Tests: test/api/packages.test.ts.
import type { TSchema } from 'typebox';
import type { Operation } from '../contract/operation.ts';
import { describedCalls } from '../contract/operations.ts';
import { errorStatus } from '../contract/words/errors.ts';

/** A schema as JSON has it. */
interface Schema {
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
}

const keywords: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Whether a schema is of what a caller sends, or of an answer: a field with a default is always in an answer. */
type Direction = 'input' | 'output';

/** Returns the text of `calls.d.ts`. */
export function writeCalls(): string {
  const named = new Map<string, string>();
  const calls = Object.values(describedCalls as Readonly<Record<string, Operation>>).filter(
    ({ key }) => key !== undefined,
  );
  const entries = calls.map((call) => writeCall(call, named));
  const codes = Object.keys(errorStatus).map((code) => `'${code}'`);
  const text = [
    '/** The calls of the API, written from the declarations of the service. */',
    `/** A code of the API’s error catalogue. */\nexport type ErrorCode = ${codes.join(' | ')};`,
    `/** Every call by its route: what it takes, and its answer. */\nexport interface Calls {\n${entries.join('\n')}\n}`,
    ...[...named.values()].sort(),
    '',
  ].join('\n\n');
  return indent(text);
}

/** Each line as deep as the braces around it. */
function indent(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      // Braces within one line, such as those of a comment, are none of the structure.
      if (/^}/.test(line)) depth -= 1;
      const indented = line === '' ? '' : '  '.repeat(depth) + line;
      if (line.endsWith('{')) depth += 1;
      return indented;
    })
    .join('\n');
}

function writeCall({ route, summary, query, body, isBodyOptional, answer }: Operation, named: Named): string {
  const inPath = Array.from(route.matchAll(/:(\w+)/g), ([, name]) => `readonly ${name}: string`);
  const fields = [
    ...(inPath.length > 0 ? [`readonly params: { ${inPath.join('; ')} }`] : []),
    ...(query === undefined ? [] : [`readonly query?: Partial<${write(query, 'input', named, route)}>`]),
    ...(body === undefined
      ? []
      : [`readonly body${isBodyOptional === true ? '?' : ''}: ${write(body, 'input', named, route)}`]),
    `readonly answer: ${write(answer, 'output', named, route)}`,
  ];
  return `${comment(summary)}readonly '${route}': {\n${fields.join(';\n')};\n};`;
}

/** The interfaces so far, by name. */
type Named = Map<string, string>;

function write(given: TSchema | Schema, direction: Direction, named: Named, place: string): string {
  const schema = given as Schema;
  const { $id: name, type, anyOf, enum: values, const: literal, items } = schema;
  if (anyOf !== undefined) return `(${anyOf.map((one) => write(one, direction, named, place)).join(' | ')})`;
  if (literal !== undefined) return JSON.stringify(literal);
  // Flags are texts by their type, and their values are in the description.
  if (values !== undefined && type === undefined)
    return `(${values.map((value) => JSON.stringify(value)).join(' | ')})`;
  if (type === 'array' && items !== undefined)
    return `readonly ${bracket(write(items, direction, named, place))}[]`;
  if (type === 'object')
    return name === undefined
      ? writeObject(schema, direction, named, place)
      : nameOf(schema, direction, named);
  if (type === undefined) return 'unknown';
  const words = [type].flat().map((one) => keywords[one]);
  if (words.includes(undefined)) throw new Error(`${place}: no type is known for ${JSON.stringify(schema)}.`);
  return words.length === 1 ? `${words[0]}` : `(${words.join(' | ')})`;
}

const bracket = (text: string) => (/^readonly /.test(text) ? `(${text})` : text);

/** Writes a named schema once. */
function nameOf(schema: Schema, direction: Direction, named: Named): string {
  const name = schema.$id ?? '';
  const fields = writeObject(schema, direction, named, name);
  const text = `${comment(schema.description)}export interface ${name} ${fields}`;
  const known = named.get(name);
  if (known !== undefined && known !== text)
    throw new Error(`${name} differs where it is sent and answered.`);
  named.set(name, text);
  return name;
}

function writeObject(schema: Schema, direction: Direction, named: Named, place: string): string {
  const { properties = {}, required = [], additionalProperties, patternProperties = {} } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name) || (direction === 'input' && field.default !== undefined);
    const text = write(field, direction, named, `${place}, ${name}`);
    return `${comment(field.description)}readonly ${name}${isOptional ? '?' : ''}: ${text};`;
  });
  const [others] = Object.values(patternProperties);
  if (others !== undefined)
    fields.push(`readonly [name: string]: ${write(others, direction, named, place)};`);
  if (additionalProperties === true) fields.push('readonly [name: string]: unknown;');
  return `{\n${fields.join('\n')}\n}`;
}

function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;
}
