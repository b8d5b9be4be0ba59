/** Merchandising (Contract §10): the rules of the store, read and replaced as a whole. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import { grantOf } from '../authenticate.ts';
import { answers } from '../documentation.ts';
import { createMerchandisingCalls } from '../merchandising-calls.ts';
import type { Services } from '../services.ts';

const path = '/api/v1/merchandising';
const tags = ['Merchandising'];
const config = { access: 'secret' } as const;

/** Registers every route of merchandising for keys. */
export function merchandisingRoutes(app: FastifyInstance, services: Services): void {
  const calls = createMerchandisingCalls(services, (request) => ({
    storeId: grantOf(request).storeId,
    actor: null,
  }));
  app.get(path, {
    config,
    schema: {
      summary: 'The merchandising rules of the store, all of them',
      tags,
      response: answers('Merchandising', []),
    },
    handler: calls.show,
  });
  app.put(path, {
    config: { ...config, body: { maxBytes: limits.bodyMaxBytes } },
    schema: {
      summary: 'Replace the merchandising rules of the store',
      description:
        'All of them at once, or nothing where one value is wrong. Ids of no product are allowed and told. With `updated_at` as it was read, rules that somebody changed since stay, and the answer is a `conflict`.',
      tags,
      body: Type.Ref('MerchandisingInput'),
      response: answers('MerchandisingAnswer', [400, 409, 415]),
    },
    handler: calls.replace,
  });
}
