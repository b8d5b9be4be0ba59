/**
 * Writes the API reference: a page for each tag of the OpenAPI document, and one that says what all calls share. Throws for a call
 * without an example, so that the reference is always complete. It writes no file itself; lengths and units come from the schemas,
 * with no rounding.
 */
// Tests: none; its own run shows whether it works.
import { toCurl, toJavaScript } from './example-code.ts';
import { examples } from './examples.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './openapi.ts';
import { describeType, fieldRows } from './schema-fields.ts';
import { pageAddress, type StagedPage } from './stage-page.ts';

interface Call extends OpenApiOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
}

/** Errors that every call can answer are described once. */
const everyCall = new Set(['401', '403', '408', '413', '422', '429', '500', '503']);

/** The first page is the overview. */
export function referencePages(document: OpenApiDocument): readonly StagedPage[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path }),
    ),
  );
  const byTag = Map.groupBy(calls, ({ tags: [tag] }) => tag);
  const pages = [...byTag].map(([tag, ofTag]) => ({
    slug: slugOf(tag),
    title: tag,
    body: ofTag.map((call) => callSection(call, document)).join('\n\n'),
    pictures: [],
  }));
  return [overview([...byTag], document), ...pages];
}

function slugOf(tag: string): string {
  return `api/${tag.toLowerCase()}`;
}

function overview(
  tags: readonly (readonly [string, readonly Call[]])[],
  { info }: OpenApiDocument,
): StagedPage {
  const lists = tags.map(([tag, calls]) => {
    const rows = calls.map(
      ({ method, path, summary }) => `| \`${method}\` | \`${path}\` | ${cell(summary)} |`,
    );
    return `## ${tag}\n\n[Parameters, answers and examples](${pageAddress(slugOf(tag))})\n\n| Method | Path | Does |\n| --- | --- | --- |\n${rows.join('\n')}`;
  });
  return {
    slug: 'api',
    title: 'API overview',
    body: `${overviewText(info.version)}\n\n${lists.join('\n\n')}`,
    pictures: [],
  };
}

function overviewText(version: string): string {
  return `This reference is built from the OpenAPI document of version ${version}. The service publishes the
document at [/openapi.json](/openapi.json); use it to generate a client.

The examples use four variables: the address of the service, the secret key (for servers only), the storefront key (may
stand in public pages), and a key that [manages keys](${pageAddress('keys')}).

\`\`\`sh
FORETYPE=http://127.0.0.1:3000
SECRET=ft_sk_…
STOREFRONT=ft_pk_…
MANAGE=ft_mk_…
\`\`\`

- **Keys.** Send a key in \`X-Api-Key\`, or as \`Authorization: Bearer\`. A storefront key opens autocomplete, events, the
  products of a collection and the health check. Calls of keys need a key of the scope \`manage\`, all other calls a secret key.
- **JSON.** Bodies and answers are JSON in UTF-8. Times are in UTC (RFC 3339), prices are decimal text.
- **Lists.** A list with pages answers \`next_cursor\`. Send it back as \`cursor\` for the next page; it is null on the last one. The
  list of feeds has none: it is always complete.
- **Errors.** All errors have one shape, described with every code in [Error codes](${pageAddress('errors')}). Every call can answer
  401, 403, 408, 413, 422, 429, 500 and 503.
- **Parameters.** A query parameter that a call does not know is refused with 422. Autocomplete and events ignore it.`;
}

/** One call with everything that a caller has to know. */
function callSection(call: Call, document: OpenApiDocument): string {
  const { method, path, summary, description, parameters = [], requestBody, responses } = call;
  // Text behind a semicolon or in brackets is an explanation, and would make the heading too long.
  const title = summary.split(/; | \(/, 1)[0] ?? summary;
  const parameterRows = parameters.map(
    ({ name, in: place, required, description: meaning, schema }) =>
      `| \`${name}\` | ${place}${required ? ', required' : ''} | ${cell(describeType(schema))} | ${cell(meaning ?? schema.description ?? '')} |`,
  );
  const parts = [
    `## ${title}`,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    summary === title ? '' : `${summary}.`,
    description === undefined ? '' : description,
    parameterRows.length === 0
      ? ''
      : `**Parameters**\n\n| Name | In | Type | Meaning |\n| --- | --- | --- | --- |\n${parameterRows.join('\n')}`,
    fieldTable('Body', requestBody?.content['application/json']?.schema, document),
    // Shops call it by their own systems.
    call.security !== undefined ? '' : exampleOf(`${method} ${path}`),
    fieldTable('Answer', responses['200']?.content?.['application/json']?.schema, document),
    errorsOf(responses),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function fieldTable(title: string, schema: JsonSchema | undefined, document: OpenApiDocument): string {
  if (schema === undefined) return '';
  const rows = fieldRows(schema, document.components.schemas).map(
    ({ name, type, meaning }) => `| \`${name}\` | ${cell(type)} | ${cell(meaning)} |`,
  );
  return rows.length === 0
    ? ''
    : `**${title}**\n\n| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function exampleOf(operation: string): string {
  const example = examples.find((one) => one.operation === operation);
  if (example === undefined) throw new Error(`${operation} has no example in bin/docs/examples.ts.`);
  return `**Example**\n\n\`\`\`sh title="curl"\n${toCurl(example)}\n\`\`\`\n\n\`\`\`js title="JavaScript"\n${toJavaScript(example)}\n\`\`\``;
}

function errorsOf(responses: OpenApiOperation['responses']): string {
  const own = Object.entries(responses).filter(([status]) => status !== '200' && !everyCall.has(status));
  const listed = own.map(([status, { description = '' }]) => `${status} (${description})`).join(', ');
  const link = `[errors of every call](${pageAddress('errors')})`;
  return listed === '' ? `**Errors**: the ${link}.` : `**Errors**: ${listed}, and the ${link}.`;
}

/** Text within a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
