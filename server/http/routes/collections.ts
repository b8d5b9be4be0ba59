/** Smart collections (§1.3; Contract §10): rules, and the products that meet them. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CollectionProductsQuerySchema, PageQuerySchema } from '../../../contract/queries.ts';
import { grantOf } from '../authenticate.ts';
import { type CollectionCalls, createCollectionCalls } from '../collection-calls.ts';
import { answers } from '../documentation.ts';
import type { Services } from '../services.ts';

const collections = '/api/v1/collections';
const oneCollection = Type.Object({ slug: Type.String() });
const tags = ['Collections'];
const config = { access: 'secret' } as const;
const bodyErrors = [400, 415];

/** Registers every route of collections for keys. */
export function collectionRoutes(app: FastifyInstance, services: Services): void {
  const calls = createCollectionCalls(services, {
    callerOf(request) {
      const { storeId, kind } = grantOf(request);
      return { storeId, actor: null, seesInactive: kind === 'secret' };
    },
    shape: 'card',
  });
  describingRoutes(app, calls);
  tryingRoutes(app, calls);
  app.get(`${collections}/:slug/products`, {
    config: { access: 'storefront', budget: 'collections' },
    schema: {
      summary: 'The products of a collection; also with a storefront key, from browsers',
      description: 'Those in stock come first. Pages stay in step while products come and go.',
      tags,
      params: oneCollection,
      querystring: CollectionProductsQuerySchema,
      response: answers('CollectionProducts', [404]),
    },
    handler: calls.listProducts,
  });
}

function describingRoutes(app: FastifyInstance, calls: CollectionCalls): void {
  app.get(collections, {
    config,
    schema: {
      summary: 'The collections of the store, by title',
      description: 'The list is complete, whatever `limit` says.',
      tags,
      querystring: PageQuerySchema,
      response: answers('CollectionList', []),
    },
    handler: calls.list,
  });
  app.post(collections, {
    config,
    schema: {
      summary: 'Make a collection; its products are found in the background',
      tags,
      body: Type.Ref('CollectionInput'),
      response: answers('CollectionChange', [409, ...bodyErrors]),
    },
    handler: calls.create,
  });
  app.get(`${collections}/:slug`, {
    config,
    schema: {
      summary: 'One collection',
      tags,
      params: oneCollection,
      response: answers('CollectionAnswer', [404]),
    },
    handler: calls.show,
  });
  app.patch(`${collections}/:slug`, {
    config,
    schema: {
      summary: 'Change a collection; what is absent stays',
      description: 'Until new rules have been held against the whole catalog, those before answer.',
      tags,
      params: oneCollection,
      body: Type.Ref('CollectionPatch'),
      response: answers('CollectionChange', [404, 409, ...bodyErrors]),
    },
    handler: calls.change,
  });
  app.delete(`${collections}/:slug`, {
    config,
    schema: {
      summary: 'Delete a collection; its products stay',
      tags,
      params: oneCollection,
      response: answers('Message', [404]),
    },
    handler: calls.remove,
  });
}

function tryingRoutes(app: FastifyInstance, calls: CollectionCalls): void {
  app.get(`${collections}/suggested`, {
    config,
    schema: {
      summary: 'Collections that the catalog suggests: phrases that many of its products share',
      description: 'The list is complete, whatever `limit` says.',
      tags,
      querystring: PageQuerySchema,
      response: answers('CollectionSuggestions', []),
    },
    handler: calls.suggest,
  });
  app.post(`${collections}/preview`, {
    config,
    schema: {
      summary: 'What rules would find, without storing anything',
      tags,
      body: Type.Ref('CollectionPreviewInput'),
      response: answers('CollectionPreview', bodyErrors),
    },
    handler: calls.preview,
  });
}
