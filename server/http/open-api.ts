/**
 * Makes the part of the OpenAPI document that follows from the declarations of operations. Pure; it never lists a call that keys may
 * not make (calls of people are no part of the public API). Declarations are trusted. Limits in the document are those of the
 * declarations; a declaration that is wrong is found by tests, never here.
 */
// Tests: test/api/documents.test.ts.
import type { TSchema } from 'typebox';
import { ErrorBodySchema } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { linesType, type Operation, type Operations } from '../../contract/operation.ts';
import { type ErrorCode, errorStatus } from '../../contract/words/errors.ts';

/** Statuses of errors that every call may answer with. */
const everyCall = [401, 403, 408, 413, 422, 429, 500, 503];
const withBody = [400, 415];

interface Described {
  /** Calls by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /** Schemas with a name, which the paths refer to. */
  readonly schemas: Readonly<Record<string, object>>;
}

/** Describes every operation that keys may call. */
export function describeOperations(operations: Operations): Described {
  const schemas = new Map<string, object>();
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    if (operation.key === undefined && operation.signatures === undefined) continue;
    const [method = '', route = ''] = operation.route.split(' ');
    const path = `/api/v1${route.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name, operation, schemas) };
  }
  return { paths, schemas: Object.fromEntries(schemas) };
}

function describe(name: string, operation: Operation, schemas: Map<string, object>): object {
  const { summary, description, tag, route, query, body, isBodyOptional, takesLines, answer } = operation;
  const { signatures } = operation;
  const inHeader = operation.takesIdempotencyKey ? [idempotencyKey] : [];
  const params = Array.from(route.matchAll(/:(\w+)/g), ([, param]) => param);
  const inPath = params.map((param) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries((query?.properties ?? {}) as Readonly<Record<string, TSchema>>).map(
    ([param, schema]) => {
      const { description: about, ...rest } = referTo(schema, schemas) as { readonly description?: string };
      const isNeeded = query?.required?.includes(param) === true && !('default' in schema);
      return {
        ...{ name: param, in: 'query', ...(isNeeded && { required: true }) },
        ...{ ...(about !== undefined && { description: about }), schema: rest },
      };
    },
  );
  const statuses = [
    ...everyCall,
    ...(params.length > 0 ? [404] : []),
    ...(body === undefined ? [] : withBody),
    ...(operation.errors ?? []),
  ];
  return {
    operationId: name,
    ...(signatures !== undefined && { security: schemesOf(signatures).map(([name]) => ({ [name]: [] })) }),
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(inPath.length + inQuery.length + inHeader.length > 0 && {
      parameters: [...inPath, ...inQuery, ...inHeader],
    }),
    ...(body !== undefined && {
      requestBody: {
        required: isBodyOptional !== true,
        content: { ...contentOf(referTo(body, schemas)), ...(takesLines && linesContent) },
      },
    }),
    responses: {
      200: {
        description: 'Success.',
        content: { ...contentOf(referTo(answer, schemas)), ...(hasCsv(query) && csvContent) },
      },
      ...(takesLines && {
        202: {
          description: 'The lines are stored, and the import waits.',
          ...jsonOf(referTo(answer, schemas)),
        },
      }),
      ...describeErrors(statuses, referTo(ErrorBodySchema, schemas)),
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyMaxLength },
};

/** The headers that may hold the signature of a body, as alternative security schemes by name. */
export function describeSignatures(operations: Operations): Readonly<Record<string, object>> {
  const signatures = Object.values(operations).flatMap((operation) => schemesOf(operation.signatures ?? {}));
  return Object.fromEntries(signatures);
}

function schemesOf(signatures: Readonly<Record<string, string>>): [name: string, scheme: object][] {
  return Object.entries(signatures).map(([sender, header]) => [
    `${sender}Signature`,
    {
      ...{ type: 'apiKey', in: 'header', name: header },
      description: 'HMAC-SHA256 over the bytes of the body with the secret that both sides know, as base64.',
    },
  ]);
}

function jsonOf(schema: unknown): object {
  return { content: contentOf(schema) };
}

function contentOf(schema: unknown): object {
  return { 'application/json': { schema } };
}

/** One product a line: OpenAPI has no schema for lines. */
const linesContent = { [linesType]: { schema: { type: 'string' } } };
const csvContent = { 'text/csv': { schema: { type: 'string' } } };

/** Whether an operation answers `format=csv` with a file. */
function hasCsv(query: Operation['query']): boolean {
  const format = query?.properties.format as { readonly enum?: readonly unknown[] } | undefined;
  return format?.enum?.includes('csv') === true;
}

/** Each status with the codes that it stands for. */
function describeErrors(statuses: readonly number[], body: unknown): Readonly<Record<number, object>> {
  const codes = Object.entries(errorStatus) as [ErrorCode, number][];
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => {
      const names = codes.filter(([, of]) => of === status).map(([code]) => `\`${code}\``);
      return [status, { description: names.join(', '), ...jsonOf(body) }];
    }),
  );
}

/** A schema in which every named schema is a reference. Adds those to `schemas`. */
function referTo(schema: unknown, schemas: Map<string, object>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => referTo(item, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: id, ...rest } = schema as { readonly $id?: string };
  if (id === undefined) return plain(rest, schemas);
  if (!schemas.has(id)) {
    schemas.set(id, rest);
    schemas.set(id, plain(rest, schemas));
  }
  return { $ref: `#/components/schemas/${id}` };
}

/** JSON Schema as strangers read it: a field with a default may be left out, and formats and keywords of our own are not named. */
function plain(schema: object, schemas: Map<string, object>): object {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === '$ref') return [[keyword, `#/components/schemas/${value}`]];
    if (keyword === 'advice' || (keyword === 'format' && !publicFormats.has(value))) return [];
    if (keyword === 'required' && 'properties' in schema) {
      const properties = schema.properties as Readonly<Record<string, { readonly default?: unknown }>>;
      return [[keyword, (value as string[]).filter((name) => properties[name]?.default === undefined)]];
    }
    if (keyword === 'properties') {
      const properties = Object.entries(value as object).map(([name, below]) => [
        name,
        referTo(below, schemas),
      ]);
      return [[keyword, Object.fromEntries(properties)]];
    }
    return [[keyword, keyword === 'default' || keyword === 'enum' ? value : referTo(value, schemas)]];
  });
  return Object.fromEntries(entries);
}

const publicFormats: ReadonlySet<unknown> = new Set(['date', 'date-time', 'uri', 'uuid']);
