/**
 * Makes the OpenAPI document from the operations of the contract (`/openapi.json`). No request is checked by it. It holds no store's
 * data, and is made once; a failed attempt is an error of that request, and the next one tries again. Limits in it are those of the
 * contract.
 */
// Tests: test/api/documents.test.ts.
import type { FastifyInstance } from 'fastify';
import { describedCalls } from '../../contract/operations.ts';
import { prepareOnce, sendPrepared } from './answers/prepared-document.ts';
import { describeOperations, describeSignatures } from './open-api.ts';

/** Registers the address of the document, which is made when it is asked for first. */
export function documentApi(app: FastifyInstance, version: string): void {
  const document = prepareOnce(() => JSON.stringify(describeApi(version)));
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
  app.get('/openapi.json', { config: { access: 'open', budget: 'none' } }, async (request, reply) =>
    sendPrepared(await document(), headers, request, reply),
  );
}

function describeApi(version: string): object {
  const { paths, schemas } = describeOperations(describedCalls);
  const securitySchemes = {
    apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
    ...describeSignatures(describedCalls),
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Foretype',
      version,
      description:
        'A catalog goes in, autocomplete comes out. Send a key in `X-Api-Key`, or as `Authorization: Bearer`.',
    },
    components: { securitySchemes, schemas },
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
  };
}
