/** Synonyms as people see and add them beside a query that found nothing, and replace them where they cannot be read. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  const change = (write: Services['pipeline']['addSynonym'], message: string | null) => ({
    config: { access: 'editor' } as const,
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const { storeId } = memberOf(request);
      await write({ storeId, body: bodyBytes(request) }, hangUpOf(reply));
      await index.follow(storeId);
      return await sendMade(request, reply, () => readers.page(storeId, 'synonyms', { message }));
    },
  });
  const replaceDamaged: typeof pipeline.addSynonym = (request, hungUp) =>
    pipeline.replaceSynonyms({ ...request, keepsReadable: true }, hungUp);
  app.post(path, change(pipeline.addSynonym, 'The synonym has been added.'));
  app.put(path, change(replaceDamaged, null));
}
