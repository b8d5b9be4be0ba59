/**
 * Sends the failed rows of an import, or of a run of a feed, as a file: in parts, each made once the one before was taken. It never
 * holds the whole file. An unknown import is 404 before the first byte; a fault later ends the connection, so that no one takes a
 * part for the whole.
 */
// Tests: test/api/kept-failures.test.ts.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FailuresPlace } from '../operations/failed-rows.ts';
import type { ReaderClient } from '../threads/reader-thread/reader-client.ts';
import type { FailuresPart } from './presenters/failures-csv.ts';

/** Sends all failed rows of an import as a file, in parts. Rejects for an unknown one. */
export async function sendFailuresFile(
  reply: FastifyReply,
  readers: Pick<ReaderClient, 'failuresCsv'>,
  { storeId, ...place }: FailuresPlace & { readonly storeId: string },
): Promise<FastifyReply> {
  const { file, progress } = await readers.failuresCsv(storeId, { ...place, progress: null });
  if (file === null) throw new Error('the first part names the file');
  reply.type('text/csv; charset=utf-8').header('content-disposition', attachmentOf(place.importId, file));
  const next = (done: Uint8Array | null) => readers.failuresCsv(storeId, { ...place, progress: done });
  return reply.send(Readable.from(partsAfter(progress, next)));
}

/** The parts of the file, each made once the one before was taken. */
async function* partsAfter(
  first: Uint8Array | null,
  next: (progress: Uint8Array | null) => Promise<FailuresPart>,
): AsyncGenerator<Uint8Array> {
  let progress = first;
  while (progress !== null) {
    const part: FailuresPart = await next(progress);
    if (part.text.length > 0) yield part.text;
    progress = part.progress;
  }
}

/** RFC 6266: a name that any client understands, and the right one. */
function attachmentOf(importId: string, { layout, filename }: NonNullable<FailuresPart['file']>): string {
  if (layout === null) return `attachment; filename="failures-${importId}.csv"`;
  const name = `${filename.replace(/\.[^.]*$/, '')}-failed.csv`;
  const plain = name.replace(/[^\w.-]+/g, '-');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, '-')}`;
}
