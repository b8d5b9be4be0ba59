/** Synonyms as people see and add them beside a query that found nothing. The whole set is replaced through the API. */

import type { FastifyInstance } from 'fastify';
import { sendMade } from '../../answer-memory.ts';
import { bodyBytes } from '../../body.ts';
import { hangUpOf } from '../../hang-up.ts';
import type { Services } from '../../services.ts';
import { memberOf } from '../member.ts';

/** Registers the routes of synonyms for people. */
export function dashboardSynonymRoutes(app: FastifyInstance, { pipeline, index, readers }: Services): void {
  const path = '/dashboard/api/stores/:store_id/synonyms';
  app.get(path, {
    config: { access: 'viewer' },
    async handler(request, reply) {
      const { storeId } = memberOf(request);
      return await sendMade(request, reply, () => readers.page(storeId, 'synonyms', { message: null }));
    },
  });
  app.post(path, {
    config: { access: 'editor' },
    async handler(request, reply) {
      const { storeId } = memberOf(request);
      await pipeline.addSynonym({ storeId, body: bodyBytes(request) }, hangUpOf(reply));
      await index.follow(storeId);
      const message = 'The synonym has been added.';
      return await sendMade(request, reply, () => readers.page(storeId, 'synonyms', { message }));
    },
  });
}
