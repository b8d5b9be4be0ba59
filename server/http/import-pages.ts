/** Pages of imports and of their failed rows, the same for keys and for people; pages of all that sorts by time. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CsvLayout } from '../../csv/layout.ts';
import { isUuid } from '../ids.ts';
import type { ImportRun } from '../storage/records.ts';
import type { ReaderClient } from '../threads/reader-client.ts';
import { sendMade } from './answer-memory.ts';
import { type FailuresPart, type FailuresStyle, plainStyle } from './presenters/failures-csv.ts';
import { pageSize, readCursor, readQuery } from './query.ts';

/** Where the page begins that `?cursor=&limit=` names, newest first. */
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

/** The failed rows of a run: a page of them, or all as a file with `?format=csv`. `find` rejects for an unknown run. */
export async function answerFailures(
  request: FastifyRequest,
  reply: FastifyReply,
  { readers, storeId, find }: FailuresSource,
): Promise<FastifyReply> {
  const query = readQuery(request.query);
  const limit = pageSize(query);
  const cursor = readCursor(query, (place) => /^\d{1,15}$/.test(place));
  const format = query.choice('format', ['json', 'csv']);
  query.finish();
  const run = await find();
  const { id } = run;
  if (format === 'csv') {
    reply.type('text/csv; charset=utf-8').header('content-disposition', attachmentOf(run));
    return reply.send(Readable.from(failuresAsCsv(readers, storeId, run)));
  }
  const question = { importId: id, afterRow: Number(cursor ?? 0), limit };
  return await sendMade(request, reply, () => readers.page(storeId, 'failures', question));
}

/** Of which run. */
interface FailuresSource {
  readonly readers: Pick<ReaderClient, 'failuresCsv' | 'page'>;
  readonly storeId: string;
  readonly find: () => Promise<ImportRun>;
}

/** The parts of the file, each made once the one before was taken. */
async function* failuresAsCsv(
  readers: Pick<ReaderClient, 'failuresCsv'>,
  storeId: string,
  run: ImportRun,
): AsyncGenerator<Uint8Array> {
  const { id, failuresDropped } = run;
  const style = styleOf(run);
  let progress: Uint8Array | null = null;
  do {
    const part: FailuresPart = await readers.failuresCsv(storeId, {
      ...{ run: { id, failuresDropped }, style, progress },
    });
    if (part.text.length > 0) yield part.text;
    progress = part.progress;
  } while (progress !== null);
}

/** As the file that the rows came from was. */
function styleOf({ layout }: ImportRun): FailuresStyle {
  if (layout === null) return plainStyle;
  return { separator: (JSON.parse(layout) as CsvLayout).separator, hasMark: true };
}

/** RFC 6266: a name that any client understands, and the right one. */
function attachmentOf({ id, layout, filename }: ImportRun): string {
  if (layout === null) return `attachment; filename="failures-${id}.csv"`;
  const name = `${filename.replace(/\.[^.]*$/, '')}-failed.csv`;
  const plain = name.replace(/[^\w.-]+/g, '-');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, '-')}`;
}
