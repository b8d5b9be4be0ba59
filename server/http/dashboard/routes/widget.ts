/**
 * The facts about the widget of this service that a shop needs to embed it. Without a built widget the build is null, never an error.
 * It reads no store.
 */
// Tests: test/api/widget.test.ts.
import type { FastifyInstance } from 'fastify';
import { originOf } from '../../admission/origin.ts';
import type { DashboardServices } from '../dashboard-services.ts';

/** Registers the facts of the newest build. */
export function dashboardWidgetRoutes(app: FastifyInstance, { config, widget }: DashboardServices): void {
  app.get('/dashboard/api/widget', { config: { access: 'signed_in' } }, (request) => {
    const { newest } = widget;
    return {
      // Where browsers of shoppers find the service, which people may reach by another name.
      origin: originOf(request, config),
      widget:
        newest === null
          ? null
          : {
              hash: newest.hash,
              integrity: newest.integrity,
              bytes: newest.script.length,
              gzip_bytes: newest.encoded.get('gzip')?.length ?? newest.script.length,
            },
    };
  });
}
