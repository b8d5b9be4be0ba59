/**
 * Uploads of files for import, streamed into the database: no operation, since their bodies are never held whole. A file has at most 2
 * GiB, and two hours to arrive; beyond either, or where the store's files take 8 GiB already, the call is refused and nothing stays.
 */
// Tests: test/api/file-uploads.test.ts.

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { presentFile } from '../../../resources/imports/present-import.ts';
import { disconnectSignal } from '../../answers/disconnect-signal.ts';
import type { Services } from '../../services.ts';
import { memberOf } from '../member.ts';
import { receiveUpload } from '../receive-upload.ts';

const uploadMaxBytes = limits.fileMaxBytes + limits.uploadEnvelopeMaxBytes;

/** Registers the route of uploads. */
export function fileRoutes(app: FastifyInstance, { pipeline }: Services): void {
  // In a scope of its own: nowhere else are multipart bodies read.
  app.register(async (scope) => {
    await scope.register(multipart);
    scope.post('/dashboard/api/stores/:store_id/files', {
      config: { access: 'editor', body: { maxBytes: uploadMaxBytes, isStreamed: true } },
      async handler(request, reply) {
        const place = { storeId: memberOf(request).storeId, hungUp: disconnectSignal(reply) };
        return { file: presentFile(await receiveUpload(pipeline, request, place)) };
      },
    });
  });
}
