/** The keys of a store. A key itself is shown once, when it is made. */
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../errors.ts';
import { isUuid } from '../../../ids.ts';
import { sendMade } from '../../answer-memory.ts';
import { presentKey } from '../../presenters/present-key.ts';
import { readBodyFields } from '../body-fields.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { actorOf, memberOf } from '../member.ts';

const keys = '/dashboard/api/stores/:store_id/keys';

interface OneKey {
  Params: { id: string };
}

/** Registers every route of keys. */
export function keyRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { readers, pipeline, keyRing } = services;
  app.get(keys, {
    config: { access: 'viewer' },
    async handler(request, reply) {
      const { storeId } = memberOf(request);
      return await sendMade(request, reply, () => readers.page(storeId, 'keys', {}));
    },
  });

  app.post(keys, {
    config: { access: 'owner', storeRate: 'keysPerStore' },
    async handler(request) {
      const fields = readBodyFields(request);
      const kind = fields.choice('kind', ['secret', 'storefront']);
      const name = fields.text('name').trim();
      const allowedOrigins = fields.texts('allowed_origins').map(toOrigin);
      fields.finish();
      const { key, record } = await pipeline.changeAccounts('createKey', {
        storeId: memberOf(request).storeId,
        settings: { kind, name, allowedOrigins },
        actor: actorOf(request),
      });
      await keyRing.refresh();
      return { message: 'Copy the key now: it is shown this once.', key: presentKey(record), secret: key };
    },
  });

  app.patch<OneKey>(`${keys}/:id`, {
    config: { access: 'owner' },
    async handler(request) {
      const fields = readBodyFields(request);
      const changed = {
        ...(fields.has('name') ? { name: fields.text('name').trim() } : {}),
        ...(fields.has('allowed_origins')
          ? { allowedOrigins: fields.texts('allowed_origins').map(toOrigin) }
          : {}),
      };
      fields.finish();
      const { storeId } = memberOf(request);
      const place = { storeId, keyId: keyIdOf(request.params), actor: actorOf(request) };
      const key = await pipeline.changeAccounts('updateKey', { ...place, ...changed });
      await keyRing.refresh();
      return { message: 'The key has been changed.', key: presentKey(key) };
    },
  });

  app.delete<OneKey>(`${keys}/:id`, {
    config: { access: 'owner' },
    async handler(request) {
      const { storeId } = memberOf(request);
      const place = { storeId, keyId: keyIdOf(request.params), actor: actorOf(request) };
      const key = await pipeline.changeAccounts('revokeKey', place);
      // At once here; other processes notice within a moment.
      await keyRing.refresh();
      return { message: 'The key has been revoked.', key: presentKey(key) };
    },
  });
}

function keyIdOf({ id }: OneKey['Params']): string {
  if (!isUuid(id)) throw notFound('key');
  return id;
}

/** What people copy from an address bar ends in a slash. */
function toOrigin(text: string): string {
  return text.trim().replace(/\/$/, '');
}
