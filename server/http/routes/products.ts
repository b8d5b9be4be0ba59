/** Single products (§4.4, §4.5; Contract §4). */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import { PageQuerySchema, ProductQuerySchema } from '../../../contract/queries.ts';
import { notFound } from '../../errors.ts';
import type { UpsertResult } from '../../ingest/upsert-product.ts';
import { isExternalId, pathExternalId } from '../../operations/external-ids.ts';
import type { Storage } from '../../storage/storage.ts';
import { sendMade } from '../answer-memory.ts';
import { grantOf } from '../authenticate.ts';
import { bodyBytes } from '../body.ts';
import { answers } from '../documentation.ts';
import { hangUpOf } from '../hang-up.ts';
import { presentProduct, presentRemovedProduct } from '../presenters/present-product.ts';
import { pageSize, readCursor, readQuery } from '../query.ts';
import type { Services } from '../services.ts';

interface OneProduct {
  Params: { external_id: string };
}

const oneProduct = Type.Object({
  external_id: Type.String({ description: 'Percent-encoded where it holds `/` and the like.' }),
});
const bodyErrors = [400, 415];
const writes = { access: 'secret', body: { maxBytes: limits.bodyMaxBytes } } as const;

/** Registers every route of products. */
export function productRoutes(app: FastifyInstance, services: Services): void {
  createProduct(app, services);
  listProducts(app, services);
  replaceProduct(app, services);
  patchProduct(app, services);
  showProduct(app, services);
  removeProduct(app, services);
}

function createProduct(app: FastifyInstance, services: Services): void {
  app.post('/api/v1/products', {
    config: writes,
    schema: {
      summary: 'Create or replace one product, its external_id in the body',
      tags: ['Products'],
      body: Type.Ref('ProductInput'),
      response: answers('UpsertAnswer', bodyErrors),
    },
    async handler(request, reply) {
      const { storeId } = grantOf(request);
      const put = { storeId, externalId: null, body: bodyBytes(request) };
      const result = await services.pipeline.upsertProduct(put, hangUpOf(reply));
      return answerUpsert(services, storeId, result, 'The product has been upserted.');
    },
  });
}

function listProducts(app: FastifyInstance, { readers }: Services): void {
  app.get('/api/v1/products', {
    config: { access: 'secret' },
    schema: {
      summary: 'List products by external_id',
      tags: ['Products'],
      querystring: PageQuerySchema,
      response: answers('ProductList', []),
    },
    handler(request, reply) {
      const { storeId } = grantOf(request);
      const query = readQuery(request.query);
      const limit = pageSize(query);
      const after = readCursor(query, isExternalId);
      query.finish();
      return sendMade(request, reply, () => readers.page(storeId, 'products', { after, limit }));
    },
  });
}

function replaceProduct(app: FastifyInstance, services: Services): void {
  app.put<OneProduct>('/api/v1/products/:external_id', {
    config: writes,
    schema: {
      summary: 'Create or replace one product',
      tags: ['Products'],
      params: oneProduct,
      body: Type.Ref('ProductInput'),
      response: answers('UpsertAnswer', bodyErrors),
    },
    async handler(request, reply) {
      const { storeId } = grantOf(request);
      const put = { storeId, externalId: pathExternalId(request), body: bodyBytes(request) };
      const result = await services.pipeline.upsertProduct(put, hangUpOf(reply));
      return answerUpsert(services, storeId, result, 'The product has been upserted.');
    },
  });
}

function patchProduct(app: FastifyInstance, services: Services): void {
  app.patch<OneProduct>('/api/v1/products/:external_id', {
    config: writes,
    schema: {
      summary: 'Change some fields of one product (JSON merge patch; null clears)',
      tags: ['Products'],
      params: oneProduct,
      body: Type.Ref('ProductInput'),
      response: answers('UpsertAnswer', [404, ...bodyErrors]),
    },
    async handler(request, reply) {
      const { storeId } = grantOf(request);
      const patch = { storeId, externalId: pathExternalId(request), body: bodyBytes(request) };
      const result = await services.pipeline.patchProduct(patch, hangUpOf(reply));
      return answerUpsert(services, storeId, result, 'The product has been updated.');
    },
  });
}

function showProduct(app: FastifyInstance, { readers }: Services): void {
  app.get<OneProduct>('/api/v1/products/:external_id', {
    config: { access: 'secret' },
    schema: {
      summary: 'One product',
      tags: ['Products'],
      params: oneProduct,
      querystring: ProductQuerySchema,
      response: answers('Product', [404]),
    },
    handler(request, reply) {
      const { storeId } = grantOf(request);
      const query = readQuery(request.query);
      const question = {
        externalId: pathExternalId(request),
        withRaw: query.choice('include', ['raw']) !== null,
      };
      query.finish();
      return sendMade(request, reply, () => readers.page(storeId, 'product', question));
    },
  });
}

function removeProduct(app: FastifyInstance, { pipeline, index }: Services): void {
  app.delete<OneProduct>('/api/v1/products/:external_id', {
    config: { access: 'secret' },
    schema: {
      summary: 'Take one product out of stock; its data stays, unless purge is true',
      description:
        'With `purge=true` the product is erased: snapshot, phrases, history, collection memberships, popularity and ' +
        'counts go, and it no longer counts as held. A feed that still supplies it brings it back as a new product.',
      tags: ['Products'],
      params: oneProduct,
      querystring: Type.Object({
        purge: Type.Optional(Type.Boolean({ description: 'Erase the product. Takes true or false.' })),
      }),
      response: answers('RemovalAnswer', [404]),
    },
    async handler(request) {
      const { storeId } = grantOf(request);
      const query = readQuery(request.query);
      const purge = query.choice('purge', ['true', 'false']) === 'true';
      query.finish();
      const named = { storeId, externalId: pathExternalId(request) };
      const { product } = await (purge ? pipeline.purgeProduct(named) : pipeline.removeProduct(named));
      await index.follow(storeId);
      const answer = { product: presentRemovedProduct(product) };
      return purge
        ? { message: 'The product has been erased.', ...answer, purged: true }
        : { message: 'The product has been marked out of stock.', ...answer };
    },
  });
}

/** Waits until the write can be found, then answers (Contract §4: read your own write). */
async function answerUpsert(services: Services, storeId: string, result: UpsertResult, message: string) {
  const { product, validRows, skippedRows, changeNumber } = result;
  if (changeNumber > 0) await services.index.follow(storeId);
  services.metrics.countRows({ validRows, failedRows: 0, skippedRows });
  const body =
    product === null ? null : presentProduct(product, await storeCurrency(services.storage, storeId));
  return {
    message: body === null ? 'The plan has no room for a new product; it was skipped.' : message,
    import: { status: 'completed', valid_rows: validRows, failed_rows: 0, skipped_rows: skippedRows },
    product: body,
  };
}

/** The store's currency names prices without one of their own. */
async function storeCurrency({ directory }: Pick<Storage, 'directory'>, storeId: string): Promise<string> {
  const store = await directory.findStore(storeId);
  if (store === null) throw notFound('store');
  return store.currency;
}
