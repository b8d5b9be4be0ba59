/** Imports (§4.2, §4.3; Contract §5). */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import { FailuresQuerySchema, ImportQuerySchema, PageQuerySchema } from '../../../contract/queries.ts';
import { AppError, notFound } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import { createNumbers, giveBack, take } from '../../threads/numbers.ts';
import { sendMade } from '../answer-memory.ts';
import { grantOf } from '../authenticate.ts';
import { bodyBytes } from '../body.ts';
import { answers } from '../documentation.ts';
import { hangUpOf } from '../hang-up.ts';
import { answerFailures, readNewestFirst } from '../import-pages.ts';
import { originOf } from '../origin.ts';
import { presentImport } from '../presenters/present-import.ts';
import { readQuery } from '../query.ts';
import type { Services } from '../services.ts';

/** Registers every route of imports. */
export function productImportRoutes(app: FastifyInstance, services: Services): void {
  createImport(app, services);
  listImports(app, services);
  showImport(app, services);
  listFailures(app, services);
}

function createImport(app: FastifyInstance, services: Services): void {
  const { pipeline, index, metrics } = services;
  const keysInFlight = createNumbers();

  app.post('/api/v1/product-imports', {
    config: {
      access: 'secret',
      body: { maxBytes: limits.bodyMaxBytes },
      unknownParameters: { mode: noModes },
    },
    schema: {
      summary: 'Create or update products from JSON',
      description:
        'One product object, or `{ "products": [...] }` with at most 10,000 and no other field. Bad rows are counted, good ones stored.',
      tags: ['Imports'],
      querystring: ImportQuerySchema,
      headers: Type.Object({
        'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      }),
      body: Type.Union([
        Type.Object(
          { products: Type.Array(Type.Ref('ProductInput'), { maxItems: limits.productsPerBatch }) },
          { additionalProperties: false },
        ),
        Type.Ref('ProductInput'),
      ]),
      response: answers('ImportAnswer', [400, 409, 415]),
    },
    async handler(request, reply) {
      const { storeId } = grantOf(request);
      const query = readQuery(request.query);
      const dryRun = query.flag('dry_run');
      query.finish();
      const idempotencyKey = readIdempotencyKey(request);
      const inFlight = `${storeId}${idempotencyKey}`;
      if (idempotencyKey !== null && !take(keysInFlight, inFlight, 1, 1)) {
        throw new AppError(
          'idempotency_conflict',
          'A request with this Idempotency-Key is still under way. Try again when it was answered.',
        );
      }
      try {
        const body = bodyBytes(request);
        const batch = { storeId, body, dryRun, idempotencyKey };
        const { run, changeNumber } = await pipeline.importJson(batch, hangUpOf(reply));
        if (changeNumber > 0) await index.follow(storeId);
        if (!dryRun) metrics.countRows(run);
        const message = dryRun ? 'Nothing was written: this was a dry run.' : 'Products have been upserted.';
        return { message, import: presentImport(run, originOf(request, services.config)) };
      } finally {
        if (idempotencyKey !== null) giveBack(keysInFlight, inFlight, 1);
      }
    },
  });
}

const noModes =
  'Uploads never take products out of stock; a product feed is the complete catalog, and does that.';

function listImports(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/product-imports', {
    config: { access: 'secret' },
    schema: {
      summary: 'List imports, newest first',
      tags: ['Imports'],
      querystring: PageQuerySchema,
      response: answers('ImportList', []),
    },
    handler(request, reply) {
      const { storeId } = grantOf(request);
      const question = { ...readNewestFirst(request), origin: originOf(request, services.config) };
      return sendMade(request, reply, () => services.readers.page(storeId, 'imports', question));
    },
  });
}

function showImport(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { import_id: string } }>('/api/v1/product-imports/:import_id', {
    config: { access: 'secret' },
    schema: {
      summary: 'Status of an import',
      tags: ['Imports'],
      params: Type.Object({ import_id: Type.String() }),
      response: answers('Import', [404]),
    },
    handler(request, reply) {
      const question = { importId: importIdOf(request), origin: originOf(request, services.config) };
      const { storeId } = grantOf(request);
      return sendMade(request, reply, () => services.readers.page(storeId, 'import', question));
    },
  });
}

function listFailures(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { import_id: string } }>('/api/v1/product-imports/:import_id/failures', {
    config: { access: 'secret' },
    schema: {
      summary: 'The failed rows of an import',
      tags: ['Imports'],
      params: Type.Object({ import_id: Type.String() }),
      querystring: FailuresQuerySchema,
      response: answers('FailureList', [404]),
    },
    handler(request, reply) {
      const { storeId } = grantOf(request);
      const place = { importId: importIdOf(request), feedId: null };
      return answerFailures(request, reply, { readers: services.readers, storeId, ...place });
    },
  });
}

/** The import named by the path. `not_found` for what cannot be an id, as for another store's. */
function importIdOf({ params }: FastifyRequest<{ Params: { import_id: string } }>): string {
  if (!isUuid(params.import_id)) throw notFound('import');
  return params.import_id;
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key !== '' && key.length <= limits.idempotencyKeyMaxLength) return key;
  const message = `"Idempotency-Key" takes 1 to ${limits.idempotencyKeyMaxLength} characters.`;
  throw new AppError('validation_failed', message, {
    errors: [{ path: 'Idempotency-Key', code: 'idempotency_key_invalid', message }],
  });
}
