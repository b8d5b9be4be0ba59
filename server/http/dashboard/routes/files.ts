/** Files that are handed in for import: streamed into the database, looked at, imported by another call. */

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { notFound } from '../../../errors.ts';
import { isUuid } from '../../../ids.ts';
import { sendMade } from '../../answer-memory.ts';
import { hangUpOf } from '../../hang-up.ts';
import { presentFile } from '../../presenters/present-file-import.ts';
import type { Services } from '../../services.ts';
import { memberOf } from '../member.ts';
import { receiveUpload } from '../receive-upload.ts';

const uploadMaxBytes = limits.fileMaxBytes + limits.uploadEnvelopeMaxBytes;

/** Registers every route of files. */
export function fileRoutes(app: FastifyInstance, { pipeline, readers }: Services): void {
  // In a scope of its own: nowhere else are multipart bodies read.
  app.register(async (scope) => {
    await scope.register(multipart);
    scope.post('/dashboard/api/stores/:store_id/files', {
      config: { access: 'editor', body: { maxBytes: uploadMaxBytes, isStreamed: true } },
      async handler(request, reply) {
        const place = { storeId: memberOf(request).storeId, hungUp: hangUpOf(reply) };
        return { file: presentFile(await receiveUpload(pipeline, request, place)) };
      },
    });
  });

  app.get<{ Params: { id: string } }>('/dashboard/api/stores/:store_id/files/:id', {
    config: { access: 'viewer' },
    handler(request, reply) {
      const { id: fileId } = request.params;
      if (!isUuid(fileId)) throw notFound('file');
      const { storeId } = memberOf(request);
      return sendMade(request, reply, () => readers.page(storeId, 'file', { fileId }));
    },
  });
}
