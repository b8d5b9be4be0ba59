/** Files that are handed in for import: streamed into the database, looked at, imported by another call. */
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { detectLayout, layoutHeadBytes } from '../../../../csv/detect-layout.ts';
import { notFound } from '../../../errors.ts';
import { isUuid } from '../../../ids.ts';
import { presentFile, presentLayout } from '../../presenters/present-file-import.ts';
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
      async handler(request) {
        return { file: presentFile(await receiveUpload(pipeline, request, memberOf(request).storeId)) };
      },
    });
  });

  app.get<{ Params: { id: string } }>('/dashboard/api/stores/:store_id/files/:id', {
    config: { access: 'viewer' },
    async handler(request) {
      const reader = readers.of(memberOf(request).storeId);
      const { id } = request.params;
      const file = isUuid(id) ? await reader.file(id) : null;
      if (file === null) throw notFound('file');
      const head = ((await reader.fileChunk(id, 0)) ?? new Uint8Array()).subarray(0, layoutHeadBytes);
      const detected = detectLayout(head, {}, { isWhole: file.bytes <= layoutHeadBytes });
      return {
        file: presentFile(file),
        layout: detected.layout && presentLayout(detected.layout),
        error: detected.ok ? null : detected.message,
      };
    },
  });
}
