/**
 * Makes the OpenAPI document from the schemas of the contract and the routes (`/openapi.json`). It describes only; no
 * request is checked by it.
 */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ErrorBodySchema, FieldErrorSchema } from '../../contract/errors.ts';
import { describedCalls } from '../../contract/operations.ts';
import { MessageSchema } from '../../contract/shared-answers.ts';
import { type ErrorCode, errorStatus } from '../../contract/words/errors.ts';
import { describeOperations } from './open-api.ts';
import { prepareOnce, sendPrepared } from './prepared-document.ts';

const sharedSchemas = [FieldErrorSchema, ErrorBodySchema, MessageSchema];

/** Errors that every call may answer. */
const everyCall = [401, 403, 408, 413, 422, 429, 500, 503];

/** The documented answers of a route: its success, the errors every authenticated route has, and its own. */
export function answers(success: string, errors: readonly number[]) {
  const statuses = [...new Set([...everyCall, ...errors])].sort((a, b) => a - b);
  const codes = Object.entries(errorStatus) as [ErrorCode, number][];
  const described = statuses.map((status) => {
    const names = codes.filter(([, of]) => of === status).map(([code]) => `\`${code}\``);
    return [status, Type.Ref('Error', { description: names.join(', ') })] as const;
  });
  return { 200: Type.Ref(success, { description: 'Success.' }), ...Object.fromEntries(described) };
}

/** Registers the document. Call before any route. */
export async function documentApi(app: FastifyInstance, version: string): Promise<void> {
  for (const schema of sharedSchemas) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Foretype',
        version,
        description:
          'A catalog goes in, autocomplete comes out. Send a key in `X-Api-Key`, or as `Authorization: Bearer`.',
      },
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ apiKey: [] }, { bearer: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, index) => String(json.$id ?? `def-${index}`),
    },
  });
  // Made when it is asked for first: by then every route is there.
  const document = prepareOnce(() => JSON.stringify(withOperations(app.swagger() as HandWritten)));
  const open = { config: { access: 'open', budget: 'none' }, schema: { hide: true } } as const;
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
  app.get('/openapi.json', open, async (request, reply) =>
    sendPrepared(await document(), headers, request, reply),
  );
}

interface HandWritten {
  readonly paths?: object;
  readonly components?: { readonly schemas?: object };
}

/** The document of the routes that are written by hand, with the operations added. */
function withOperations(document: HandWritten): object {
  const { paths, schemas } = describeOperations(describedCalls);
  return {
    ...document,
    paths: { ...document.paths, ...paths },
    components: { ...document.components, schemas: { ...document.components?.schemas, ...schemas } },
  };
}
