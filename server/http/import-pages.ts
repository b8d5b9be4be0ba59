/**
 * Answers pages of imports and of their failed rows, the same for keys and for people. A failed-rows file is sent in
 * parts, each made once the one before was taken. A cursor that no answer gave is refused with `validation_failed`.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../ids.ts';
import type { FailuresPlace } from '../operations/failed-rows.ts';
import type { ReaderClient } from '../threads/reader-client.ts';
import { sendMade } from './answer-memory.ts';
import type { FailuresPart } from './presenters/failures-csv.ts';
import { pageSize, readCursor, readQuery } from './query.ts';

/** Reads `?cursor=&limit=` of a list that is sorted newest first. */
export function readNewestFirst(request: FastifyRequest): {
  readonly before: string | null;
  readonly limit: number;
} {
  const query = readQuery(request.query);
  const limit = pageSize(query);
  const before = readCursor(query, isUuid);
  query.finish();
  return { before, limit };
}

/** The failed rows of an import: a page of them, or all as a file with `?format=csv`. Rejects for an unknown one. */
export async function answerFailures(
  request: FastifyRequest,
  reply: FastifyReply,
  { readers, storeId, ...place }: FailuresSource,
): Promise<FastifyReply> {
  const query = readQuery(request.query);
  const limit = pageSize(query);
  const cursor = readCursor(query, (text) => /^\d{1,15}$/.test(text));
  const format = query.choice('format', ['json', 'csv']);
  query.finish();
  if (format !== 'csv') {
    const question = { ...place, afterRow: Number(cursor ?? 0), limit };
    return await sendMade(request, reply, () => readers.page(storeId, 'failures', question));
  }
  return await sendFailuresFile(reply, readers, { storeId, ...place });
}

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

/** The import whose failed rows are wanted, and its store. */
interface FailuresSource extends FailuresPlace {
  readonly readers: Pick<ReaderClient, 'failuresCsv' | 'page'>;
  readonly storeId: string;
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
