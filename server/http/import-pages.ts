/** Pages of imports and of their failed rows, the same for keys and for people. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CsvLayout } from '../../csv/layout.ts';
import { isUuid } from '../ids.ts';
import type { ImportRun } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';
import { type FailuresStyle, failuresAsCsv, plainStyle } from './failures-csv.ts';
import { presentRow } from './presenters/present-import.ts';
import { encodeCursor, pageSize, readCursor, readQuery } from './query.ts';

/** The page that `?cursor=&limit=` names, newest first; `chosen` leaves some out. */
export async function readImportPage(
  request: FastifyRequest,
  reader: StoreReader,
  chosen: { readonly without?: ImportRun['source'] } = {},
): Promise<{ readonly runs: readonly ImportRun[]; readonly nextCursor: string | null }> {
  const query = readQuery(request.query);
  const limit = pageSize(query);
  const before = readCursor(query, isUuid);
  query.finish();
  const runs = await reader.imports({ ...chosen, before, limit: limit + 1 });
  const page = runs.slice(0, limit);
  const last = runs.length > limit ? page.at(-1) : undefined;
  return { runs: page, nextCursor: last === undefined ? null : encodeCursor(last.id) };
}

/** The failed rows of a run: a page of them, or all as a file with `?format=csv`. `find` rejects for an unknown run. */
export async function answerFailures(
  request: FastifyRequest,
  reply: FastifyReply,
  reader: StoreReader,
  find: () => Promise<ImportRun>,
) {
  const query = readQuery(request.query);
  const limit = pageSize(query);
  const cursor = readCursor(query, (place) => /^\d{1,15}$/.test(place));
  const format = query.choice('format', ['json', 'csv']);
  query.finish();
  const run = await find();
  const { id } = run;
  if (format === 'csv') {
    reply.type('text/csv; charset=utf-8').header('content-disposition', attachmentOf(run));
    return reply.send(failuresAsCsv(reader, id, styleOf(run)));
  }
  const failures = await reader.failures(id, { afterRow: Number(cursor ?? 0), limit: limit + 1 });
  const page = failures.slice(0, limit);
  const last = failures.length > limit ? page.at(-1) : undefined;
  return {
    failures: page.map(presentRow),
    next_cursor: last === undefined ? null : encodeCursor(String(last.row)),
  };
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
