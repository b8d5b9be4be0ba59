/**
 * As much of GraphQL as a shop for tests needs: reads a query, refuses fields and arguments that its schema lacks, and answers it from
 * plain objects. Connections are lists in these objects. It knows no fragments by name, directives or unions.
 */

/** A field of a query. */
export interface Selection {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly fields: readonly Selection[];
}

/** The fields of a type: of a scalar, of another type, of a list, or of a connection with these arguments. */
export type Schema = Readonly<Record<string, Readonly<Record<string, FieldKind>>>>;
interface FieldKind {
  readonly of?: string;
  readonly isConnection?: boolean;
  readonly args?: readonly string[];
  /** The permission that it needs. */
  readonly scope?: string;
}

/** A fault of a query, as GraphQL answers it. */
export class GraphqlFault extends Error {
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** Parses an operation; variables are replaced by their values. */
export function parseQuery(text: string, variables: Readonly<Record<string, unknown>>): readonly Selection[] {
  const tokens =
    text.match(/\.\.\.|[A-Za-z_][A-Za-z0-9_]*|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|[{}()[\]:,!$=]/g) ?? [];
  let at = 0;
  const peek = () => tokens[at] ?? '';
  const take = (wanted?: string): string => {
    const token = peek();
    if (wanted !== undefined && token !== wanted) throw new GraphqlFault(`Expected ${wanted}, got ${token}`);
    at += 1;
    return token;
  };
  const readValue = (): unknown => {
    const token = take();
    if (token === '$') {
      const name = take();
      if (!(name in variables)) throw new GraphqlFault(`Variable $${name} is not provided`);
      return variables[name];
    }
    return /^["\d-]/.test(token) || token === 'true' || token === 'false' ? JSON.parse(token) : token;
  };
  const readArgs = (): Record<string, unknown> => {
    const args: [string, unknown][] = [];
    if (peek() !== '(') return {};
    take('(');
    while (peek() !== ')') {
      const name = take();
      take(':');
      args.push([name, readValue()]);
      if (peek() === ',') take();
    }
    take(')');
    return Object.fromEntries(args);
  };
  const readFields = (): Selection[] => {
    const fields: Selection[] = [];
    take('{');
    while (peek() !== '}') {
      if (peek() === '...') {
        take();
        take('on');
        take();
        fields.push(...readFields());
        continue;
      }
      const name = take();
      if (!/^[A-Za-z_]/.test(name)) throw new GraphqlFault(`Unexpected ${name}`);
      fields.push({ name, args: readArgs(), fields: peek() === '{' ? readFields() : [] });
    }
    take('}');
    return fields;
  };
  if (peek() === 'query' || peek() === 'mutation') {
    while (peek() !== '{' && at < tokens.length) take();
  }
  return readFields();
}

/** Checks a selection against the schema. `isBulk`: connections name no size. Returns the cost of the query. */
export function checkSelection(
  type: string,
  fields: readonly Selection[],
  parts: { readonly schema: Schema; readonly scopes: ReadonlySet<string>; readonly isBulk: boolean },
): number {
  const known = parts.schema[type] ?? {};
  let cost = 0;
  for (const { name, args, fields: inner } of fields) {
    const kind = known[name];
    if (kind === undefined) throw new GraphqlFault(`Field '${name}' doesn't exist on type '${type}'`);
    for (const arg of Object.keys(args)) {
      if (!(kind.args ?? []).includes(arg))
        throw new GraphqlFault(`Field '${name}' doesn't accept argument '${arg}'`);
    }
    if (kind.scope !== undefined && !parts.scopes.has(kind.scope)) {
      const message = `Access denied for ${name} field. Required access: \`${kind.scope}\` access scope.`;
      throw new GraphqlFault(message, 'ACCESS_DENIED');
    }
    if ((kind.of === undefined) !== (inner.length === 0))
      throw new GraphqlFault(`Field '${name}' has other selections`);
    if (kind.of === undefined) continue;
    cost +=
      kind.isConnection === true
        ? connectionCost(name, args, inner, kind.of, parts)
        : 1 + checkSelection(kind.of, inner, parts);
  }
  return cost;
}

function connectionCost(
  name: string,
  { first }: Readonly<Record<string, unknown>>,
  fields: readonly Selection[],
  type: string,
  parts: Parameters<typeof checkSelection>[2],
): number {
  if (!parts.isBulk && (typeof first !== 'number' || first < 1 || first > 250)) {
    throw new GraphqlFault(`you must provide one of first or last on ${name}`);
  }
  const wanted = fields.filter((field) => field.name !== 'pageInfo').map((field) => field.name);
  if (wanted.join() !== (parts.isBulk ? 'edges' : 'nodes'))
    throw new GraphqlFault(`Unexpected fields in ${name}`);
  return 2 + Number(first ?? 0) * (1 + checkSelection(type, nodeFields(fields), parts));
}

/** The fields of the nodes of a connection. */
export function nodeFields(fields: readonly Selection[]): readonly Selection[] {
  const nodes = fields.find(({ name }) => name === 'nodes');
  const edges = fields.find(({ name }) => name === 'edges');
  return nodes?.fields ?? edges?.fields.find(({ name }) => name === 'node')?.fields ?? [];
}

type Plain = Readonly<Record<string, unknown>>;

/** Answers a checked selection from an object. */
export function select(type: string, value: Plain, fields: readonly Selection[], schema: Schema): Plain {
  return Object.fromEntries(
    fields.map(({ name, args, fields: inner }) => {
      const kind = schema[type]?.[name];
      const found = value[name] ?? null;
      if (kind?.of === undefined || found === null) return [name, found];
      const of = kind.of;
      const one = (item: unknown) => select(of, item as Plain, inner, schema);
      if (kind.isConnection === true) return [name, page(of, found as Plain[], args, inner, schema)];
      return [name, Array.isArray(found) ? found.map(one) : one(found)];
    }),
  );
}

function page(
  type: string,
  items: readonly Plain[],
  args: Plain,
  fields: readonly Selection[],
  schema: Schema,
): Plain {
  const begin = args.after === undefined || args.after === null ? 0 : Number(args.after);
  const end = begin + Number(args.first);
  const nodes = items.slice(begin, end).map((item) => select(type, item, nodeFields(fields), schema));
  return {
    nodes,
    pageInfo: { hasNextPage: end < items.length, endCursor: nodes.length === 0 ? null : String(end) },
  };
}
