/** Phrases of products, and the queue that has them written (Contract §10). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { EnrichmentProductsQuerySchema, StoreTypesQuerySchema } from '../../../contract/queries.ts';
import { grantOf } from '../authenticate.ts';
import { answers } from '../documentation.ts';
import { createEnrichmentCalls, type EnrichmentCalls } from '../enrichment-calls.ts';
import type { Services } from '../services.ts';

const phrases = '/api/v1/products/:external_id/phrases';
const enrichment = '/api/v1/enrichment';
const oneProduct = Type.Object({ external_id: Type.String() });
const config = { access: 'secret' } as const;
const tags = ['Phrases'];
const bodyErrors = [400, 415];

/** Registers every route of phrases and their queue for keys. */
export function enrichmentRoutes(app: FastifyInstance, services: Services): void {
  const calls = createEnrichmentCalls(services, (request) => ({
    storeId: grantOf(request).storeId,
    actor: null,
    keyName: grantOf(request).keyName,
  }));
  phraseRoutes(app, calls);
  queueRoutes(app, calls);
}

function phraseRoutes(app: FastifyInstance, calls: EnrichmentCalls): void {
  app.get(phrases, {
    config,
    schema: {
      summary: 'The phrases of a product, and where they come from',
      tags,
      params: oneProduct,
      response: answers('PhrasesAnswer', [404]),
    },
    handler: calls.showPhrases,
  });
  app.put(phrases, {
    config,
    schema: {
      summary: 'Decide about the phrases of a product',
      description:
        'Phrases that are given take the place of those that are live, and outlive what is generated later; so does a type, which leaves the phrases as they are. A state decides about what was generated: `approved` and `generated` have it live, `rejected` has nothing live until the product changes, `locked` keeps what is live until `generated` unlocks it, which leads back to the state before. `generated` also takes back a rejection.',
      tags,
      params: oneProduct,
      body: Type.Ref('PhrasesInput'),
      response: answers('PhrasesChange', [404, 409, ...bodyErrors]),
    },
    handler: calls.changePhrases,
  });
}

function queueRoutes(app: FastifyInstance, calls: EnrichmentCalls): void {
  app.get(enrichment, {
    config,
    schema: {
      summary: 'The queue of products that wait for phrases: state, usage, estimate',
      tags,
      response: answers('EnrichmentAnswer', []),
    },
    handler: calls.showQueue,
  });
  app.patch(enrichment, {
    config,
    schema: {
      summary: 'Pause the queue, bound what it spends in a month, block words; what is absent stays',
      tags,
      body: Type.Ref('EnrichmentPatch'),
      response: answers('EnrichmentChange', bodyErrors),
    },
    handler: calls.changeQueue,
  });
  app.post(`${enrichment}/retry`, {
    config,
    schema: {
      summary: 'Try products that failed again, all or some',
      description:
        'The body may be left out. A hold ends for one request, and the message says so; where that request fails, the ' +
        'hold behind it keeps its time.',
      tags,
      body: Type.Ref('EnrichmentChoice'),
      response: answers('EnrichmentQueued', bodyErrors),
    },
    handler: calls.retry,
  });
  app.post(`${enrichment}/queue`, {
    config,
    schema: {
      summary: 'Queue products that have no phrases and fit the plan, or others by choice, in the background',
      description:
        'The body may be left out; `external_ids` queues these alone. `outdated` queues the products whose phrases ' +
        'another generator, model or version of the prompt or the rules wrote: after an upgrade, or under another ' +
        'provider. What a person edited, rejected or locked stays as it is, and what waits already is not counted.',
      tags,
      body: Type.Ref('EnrichmentQueueChoice'),
      response: answers('EnrichmentQueued', [409, ...bodyErrors]),
    },
    handler: calls.queueRest,
  });
  app.get(`${enrichment}/products`, {
    config,
    schema: {
      summary: 'Products by what became of their phrases',
      tags,
      querystring: EnrichmentProductsQuerySchema,
      response: answers('EnrichmentProductList', []),
    },
    handler: calls.listProducts,
  });
  app.get(`${enrichment}/types`, {
    config,
    schema: {
      summary: 'What the products of the store are: its types, those of most products first',
      description: 'A search looks through the 20,000 types of most products.',
      tags,
      querystring: StoreTypesQuerySchema,
      response: answers('StoreTypeList', []),
    },
    handler: calls.listTypes,
  });
}
