/** Imports in the dashboard: of files that were uploaded, and the list of all of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { FailuresQuerySchema, PageQuerySchema } from '../../../../contract/queries.ts';
import { notFound } from '../../../errors.ts';
import { isUuid } from '../../../ids.ts';
import type { ImportRun } from '../../../storage/records.ts';
import type { StoreReader } from '../../../storage/storage.ts';
import { createAuditEntry } from '../../../stores/audit-entry.ts';
import { answerFailures, readImportPage } from '../../import-pages.ts';
import { originOf } from '../../origin.ts';
import type { Services } from '../../services.ts';
import { readImportRequest } from '../import-request.ts';
import { actorOf, memberOf } from '../member.ts';
import { presentFileImport } from '../present-file-import.ts';

const importsPath = '/dashboard/api/stores/:store_id/imports';

type ImportRequest = FastifyRequest<{ Params: { id: string } }>;

/** Registers every route of imports in the dashboard. */
export function dashboardImportRoutes(app: FastifyInstance, services: Services): void {
  const { pipeline, readers, config, clock } = services;
  const readerOf = (request: FastifyRequest) => readers.of(memberOf(request).storeId);

  async function findImport(request: ImportRequest) {
    const run = isUuid(request.params.id) ? await readerOf(request).import(request.params.id) : null;
    if (run === null) throw notFound('import');
    return run;
  }

  async function record(request: FastifyRequest, action: string, subject: string): Promise<void> {
    const entry = createAuditEntry(clock, { actor: actorOf(request), action, subject });
    await pipeline.changeAccounts('recordAudit', { storeId: memberOf(request).storeId, entry });
  }

  const presentAll = (request: FastifyRequest, runs: readonly ImportRun[]) =>
    presentRuns(readerOf(request), runs, originOf(request, config));

  async function present(request: FastifyRequest, run: ImportRun) {
    return (await presentAll(request, [run]))[0];
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
    async handler(request) {
      // Runs of feeds, of which there may be many, stand with their feeds.
      const chosen = { without: 'feed' } as const;
      const { runs, nextCursor } = await readImportPage(request, readerOf(request), chosen);
      return {
        imports: await presentAll(request, runs),
        next_cursor: nextCursor,
      };
    },
  });

  app.get<{ Params: { id: string } }>(`${importsPath}/:id`, {
    config: { access: 'viewer' },
    handler: async (request) => ({ import: await present(request, await findImport(request)) }),
  });

  app.get<{ Params: { id: string } }>(`${importsPath}/:id/failures`, {
    config: { access: 'viewer' },
    schema: { querystring: FailuresQuerySchema },
    handler: (request, reply) => answerFailures(request, reply, readerOf(request), () => findImport(request)),
  });

  app.post<{ Params: { id: string } }>(`${importsPath}/:id/cancel`, {
    config: { access: 'editor' },
    async handler(request) {
      const { id } = await findImport(request);
      const run = await pipeline.cancelImport({ storeId: memberOf(request).storeId, importId: id });
      await record(request, 'import.cancelled', run.filename);
      return { message: 'The import was cancelled.', import: await present(request, run) };
    },
  });
}

/** With the files that they are of, and the feeds. */
async function presentRuns(reader: StoreReader, runs: readonly ImportRun[], origin: string) {
  const fileIds = runs.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  const files = new Map((await reader.files(fileIds)).map((file) => [file.id, file]));
  const feedIds = await feedIdsOf(reader, runs);
  return runs.map((run) => {
    const file = files.get(run.fileId ?? '') ?? null;
    return presentFileImport(run, { file, feedId: feedIds.get(run.id) ?? null }, origin);
  });
}

/** Of runs of feeds that are still registered. */
async function feedIdsOf(
  reader: StoreReader,
  runs: readonly ImportRun[],
): Promise<ReadonlyMap<string, string>> {
  const ofFeeds = runs.filter(({ source }) => source === 'feed');
  const found = await Promise.all(ofFeeds.map(({ id }) => reader.feedRun(id)));
  return new Map(
    found.flatMap((run) => (run === null ? [] : [[run.details.id, run.details.feedId] as const])),
  );
}
