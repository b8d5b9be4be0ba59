/**
 * Holds every answer of a test against the service's own OpenAPI document. It sends only the request for that document. A status or
 * shape that is not in it throws, naming the call; paths that are not documented are passed over.
 */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

/** Throws when the answer of a documented path has a status or a shape that the document does not have. */
export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void;

let made: Promise<AnswerCheck> | undefined;

/** Checks answers by the document of the first service that is asked: all services of a process have the same code. */
export function answerCheck(origin: string): Promise<AnswerCheck> {
  made ??= createAnswerCheck(origin);
  return made;
}

async function createAnswerCheck(origin: string): Promise<AnswerCheck> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addSchema({ $id: 'openapi', ...document });
  // A path without a parameter in a place comes before one with it, as in the router.
  const paths = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length);
  const templates = paths.map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  const validators = new Map<string, ValidateFunction>();

  return (method, target, status, body) => {
    const plain = target.split('?', 1)[0] ?? target;
    const template = templates.find(({ pattern }) => pattern.test(plain));
    const operation =
      template === undefined ? undefined : document.paths[template.path]?.[method.toLowerCase()];
    if (template === undefined || operation === undefined) return;
    const key = `${method} ${template.path} ${status}`;
    const pointer = [
      'paths',
      template.path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    assert.ok(
      operation.responses[String(status)]?.content,
      `${key} is not documented; it answered ${JSON.stringify(body).slice(0, 300)}`,
    );
    let validate = validators.get(key);
    if (validate === undefined) {
      const fragment = pointer
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      validate = ajv.compile({ $ref: `openapi#/${fragment}` });
      validators.set(key, validate);
    }
    assert.ok(
      validate(body),
      `${key} does not match its document: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body).slice(0, 500)}`,
    );
  };
}
