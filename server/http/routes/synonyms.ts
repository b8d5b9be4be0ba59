/** The synonyms of a store (Contract §10): read and replaced as a whole. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import { sendMade } from '../answer-memory.ts';
import { grantOf } from '../authenticate.ts';
import { bodyBytes } from '../body.ts';
import { answers } from '../documentation.ts';
import { hangUpOf } from '../hang-up.ts';
import type { Services } from '../services.ts';

/** Registers every route of synonyms. */
export function synonymRoutes(app: FastifyInstance, services: Services): void {
  showSynonyms(app, services);
  replaceSynonyms(app, services);
}

function showSynonyms(app: FastifyInstance, { readers }: Services): void {
  app.get('/api/v1/synonyms', {
    config: { access: 'secret' },
    schema: {
      summary: 'The synonyms of the store, all of them',
      tags: ['Synonyms'],
      response: answers('Synonyms', []),
    },
    async handler(request, reply) {
      const { storeId } = grantOf(request);
      return await sendMade(request, reply, () => readers.page(storeId, 'synonyms', { message: null }));
    },
  });
}

function replaceSynonyms(app: FastifyInstance, { pipeline, index, readers }: Services): void {
  app.put('/api/v1/synonyms', {
    config: { access: 'secret', body: { maxBytes: limits.synonymsBodyMaxBytes } },
    schema: {
      summary: 'Replace the synonyms of the store',
      description: 'The whole set at once: all of it, or nothing where one value is wrong.',
      tags: ['Synonyms'],
      body: Type.Ref('SynonymsInput'),
      response: answers('SynonymsAnswer', [400, 415]),
    },
    async handler(request, reply) {
      const { storeId } = grantOf(request);
      await pipeline.replaceSynonyms({ storeId, body: bodyBytes(request) }, hangUpOf(reply));
      await index.follow(storeId);
      const message = 'The synonyms have been replaced.';
      return await sendMade(request, reply, () => readers.page(storeId, 'synonyms', { message }));
    },
  });
}
