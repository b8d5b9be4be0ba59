/**
 * Writes an example of the API as curl and as JavaScript. Pure; values that earlier examples kept become variables. It sends nothing
 * and checks nothing: a value that no earlier example kept would stay an unset variable, which examples.test.ts finds. Values are
 * texts and JSON of the examples, without limits.
 */
// Tests: test/api/examples.test.ts, test/docs/pages.test.ts.
import type { ApiExample } from './examples.ts';

/** Shell variables that every example takes; JavaScript has constants of the same names. */
const originVariable = 'FORETYPE';

const keyVariables = { secret: 'SECRET', storefront: 'STOREFRONT', manage: 'MANAGE' } as const;

/** A request as it is written down: texts with `{name}` where a kept value goes. */
interface WrittenRequest {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly keyVariable: string;
  readonly body: string | null;
}

function writeRequest({ operation, parameters = {}, body, key }: ApiExample): WrittenRequest {
  const [method = '', path = ''] = operation.split(' ');
  const inPath = new Set(Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name));
  const filled = path.replace(/\{([^}]+)\}/g, (place, name: string) => {
    const value = parameters[name];
    return value === undefined ? place : encodeURIComponent(value);
  });
  const query = Object.entries(parameters)
    .filter(([name]) => !inPath.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return {
    method,
    target: query === '' ? filled : `${filled}?${query}`,
    keyVariable: keyVariables[key ?? 'secret'],
    body: body === undefined ? null : JSON.stringify(body, null, 2),
  };
}

/** A command for a shell. Kept values are variables in capitals, such as `$FEED_ID`. */
export function toCurl(example: ApiExample): string {
  const { method, target, keyVariable, body } = writeRequest(example);
  const place = target.replace(/\{([^}]+)\}/g, (_, name: string) => `$${shellName(name)}`);
  const first = `curl${method === 'GET' ? '' : ` -X ${method}`} "$${originVariable}${place}"`;
  const lines = [first, `-H "X-Api-Key: $${keyVariable}"`];
  if (body !== null) {
    // A value between single quotes: the quotes end before it and begin again behind it.
    const text = body.replace(/"\{([^}"]+)\}"/g, (_, name: string) => `"'"$${shellName(name)}"'"`);
    lines.push(`-H 'Content-Type: application/json'`, `-d '${text}'`);
  }
  return lines.join(' \\\n  ');
}

/** Statements that leave the answer in `answer`. Kept values are variables such as `feedId`. */
export function toJavaScript(example: ApiExample): string {
  const { method, target, keyVariable, body } = writeRequest(example);
  const place = target.replace(/\{([^}]+)\}/g, (_, name: string) => `\${${scriptName(name)}}`);
  const headers = body === null ? '' : `, 'Content-Type': 'application/json'`;
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { 'X-Api-Key': ${keyVariable}${headers} },`,
    ...(body === null ? [] : [`  body: JSON.stringify(${indent(toLiteral(body))}),`]),
  ];
  return [
    `const response = await fetch(\`\${${originVariable}}${place}\`, {`,
    ...lines,
    '});',
    'const answer = await response.json();',
  ].join('\n');
}

/** JSON as people write it in JavaScript. */
function toLiteral(json: string): string {
  return json
    .replace(/^(\s*)"([a-z_]+)":/gm, '$1$2:')
    .replace(/"\{([^}"]+)\}"/g, (_, name: string) => scriptName(name))
    .replace(/"([^"'\\]*)"/g, `'$1'`);
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** `feed_id` as `FEED_ID`; the `id` of a webhook says what it is of. */
export function shellName(name: string): string {
  return name === 'id' ? 'WEBHOOK_ID' : name.toUpperCase();
}

/** `feed_id` as `feedId`. */
export function scriptName(name: string): string {
  return name === 'id' ? 'webhookId' : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
