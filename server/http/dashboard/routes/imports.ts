/** Imports in the dashboard: of files that were uploaded, and the list of all of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { FailuresQuerySchema, PageQuerySchema } from '../../../../contract/queries.ts';
import { notFound } from '../../../errors.ts';
import { isUuid } from '../../../ids.ts';
import type { ImportRun } from '../../../storage/records.ts';
import { createAuditEntry } from '../../../stores/audit-entry.ts';
import { sendMade } from '../../answer-memory.ts';
import { answerFailures, readNewestFirst } from '../../import-pages.ts';
import { originOf } from '../../origin.ts';
import { presentFileImport } from '../../presenters/present-file-import.ts';
import type { Services } from '../../services.ts';
import { readImportRequest } from '../import-request.ts';
import { actorOf, memberOf } from '../member.ts';

const importsPath = '/dashboard/api/stores/:store_id/imports';

type ImportRequest = FastifyRequest<{ Params: { id: string } }>;

/** Registers every route of imports in the dashboard. */
export function dashboardImportRoutes(app: FastifyInstance, services: Services): void {
  showImport(app, services);
  const { pipeline, readers, config, clock } = services;
  const readerOf = (request: FastifyRequest) => readers.of(memberOf(request).storeId);

  async function record(request: FastifyRequest, action: string, subject: string): Promise<void> {
    const entry = createAuditEntry(clock, { actor: actorOf(request), action, subject });
    await pipeline.changeAccounts('recordAudit', { storeId: memberOf(request).storeId, entry });
  }

  async function present(request: FastifyRequest, run: ImportRun) {
    const reader = readerOf(request);
    const [file = null] = run.fileId === null ? [] : await reader.files([run.fileId]);
    const feedRun = run.source === 'feed' ? await reader.feeds.run(run.id) : null;
    const surroundings = { file, feedId: feedRun?.details.feedId ?? null };
    return presentFileImport(run, surroundings, originOf(request, config));
  }

  app.post(importsPath, {
    config: { access: 'editor', body: { maxBytes: limits.formBodyMaxBytes } },
    async handler(request) {
      const { storeId } = memberOf(request);
      const run = await pipeline.requestImport({ storeId, ...readImportRequest(request) });
      if (!run.dryRun) await record(request, 'import.requested', run.filename);
      const message = run.dryRun
        ? 'The trial run was queued: nothing will be written.'
        : 'The import was queued.';
      return { message, import: await present(request, run) };
    },
  });

  app.get(importsPath, {
    config: { access: 'viewer' },
    schema: { querystring: PageQuerySchema },
    handler(request, reply) {
      const { storeId } = memberOf(request);
      const question = { ...readNewestFirst(request), origin: originOf(request, config) };
      return sendMade(request, reply, () => readers.page(storeId, 'fileImports', question));
    },
  });

  app.post<{ Params: { id: string } }>(`${importsPath}/:id/cancel`, {
    config: { access: 'editor' },
    async handler(request) {
      const { storeId } = memberOf(request);
      const run = await pipeline.cancelImport({ storeId, importId: importIdOf(request) });
      await record(request, 'import.cancelled', run.filename);
      return { message: 'The import was cancelled.', import: await present(request, run) };
    },
  });
}

function showImport(app: FastifyInstance, { readers, config }: Services): void {
  app.get<{ Params: { id: string } }>(`${importsPath}/:id`, {
    config: { access: 'viewer' },
    handler(request, reply) {
      const question = { importId: importIdOf(request), origin: originOf(request, config) };
      return sendMade(request, reply, () => readers.page(memberOf(request).storeId, 'fileImport', question));
    },
  });

  app.get<{ Params: { id: string } }>(`${importsPath}/:id/failures`, {
    config: { access: 'viewer' },
    schema: { querystring: FailuresQuerySchema },
    handler(request, reply) {
      const { storeId } = memberOf(request);
      return answerFailures(request, reply, {
        readers,
        storeId,
        importId: importIdOf(request),
        feedId: null,
      });
    },
  });
}

/** Returns the id of the path. A text that cannot be an id rejects with `not_found`. */
function importIdOf({ params: { id } }: ImportRequest): string {
  if (!isUuid(id)) throw notFound('import');
  return id;
}
