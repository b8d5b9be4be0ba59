/**
 * `GET /widget.js` (§4.9): the script that shops embed, and each build of it under an address that never changes, for shops that pin
 * one (`integrity`); beside them the labels of each language. Pages of any origin load it, without a key; no limit counts it. It reads no store. An unknown build or language is
 * 404, a service without a build 503. Browsers keep the newest script and labels for 300 s and a pinned build for a year.
 */
// Tests: test/api/widget.test.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../errors.ts';
import { sendPrepared } from '../answers/prepared-document.ts';
import type { WidgetBuild } from '../answers/widget-builds.ts';
import type { Services } from '../services.ts';

/** The headers that let every origin use the script. The lifetimes say how long a kept copy is good. */
const openHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
} as const;
const scriptType = 'text/javascript; charset=utf-8';
const labelsType = 'application/json; charset=utf-8';
const newestLifetime = 'public, max-age=300, stale-while-revalidate=86400';
const pinnedLifetime = 'public, max-age=31536000, immutable';

/** Registers the script and its pinned builds. */
export function widgetRoutes(app: FastifyInstance, { widget }: Pick<Services, 'widget'>): void {
  const open = { config: { access: 'open', budget: 'none' } } as const;
  app.get('/widget.js', open, (request, reply) => {
    if (widget.newest === null) throw notBuilt();
    return sendBuild(widget.newest, newestLifetime, request, reply);
  });
  app.get<{ Params: { file: string } }>('/widget/:file', open, async (request, reply) => {
    const { file } = request.params;
    const labels = widget.labels.get(/^([\w-]+)\.json$/.exec(file)?.[1] ?? '');
    if (labels !== undefined) {
      const headers = { ...openHeaders, 'content-type': labelsType, 'cache-control': newestLifetime };
      return sendPrepared(await labels(), headers, request, reply);
    }
    const build = widget.byHash.get(/^([0-9a-f]{16})\.js$/.exec(file)?.[1] ?? '');
    if (build === undefined) throw notFound('build of the widget');
    return sendBuild(build, pinnedLifetime, request, reply);
  });
}

function sendBuild(
  { hash, script, encoded }: WidgetBuild,
  lifetime: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const headers = { ...openHeaders, 'content-type': scriptType, 'cache-control': lifetime };
  return sendPrepared({ hash, bytes: script, encoded }, headers, request, reply);
}

function notBuilt(): AppError {
  return new AppError(
    'unavailable',
    'The widget is not built. Run `npm ci` (with development packages) and `npm run build`, then start again.',
  );
}
