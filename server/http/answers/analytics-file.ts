/**
 * Writes lists of figures as CSV files. Cells that a spreadsheet would take for a formula are quoted as text; it reads no database. A
 * list that cannot be read is answered with its error, never with a part of the file. Numbers are written as they are, days as
 * `2026-11-21`.
 */
// Tests: ./analytics-file.test.ts.
import type { FastifyReply } from 'fastify';
import type {
  AnalyticsProductsBody,
  ProductFiguresBody,
  QueryFiguresBody,
} from '../../../contract/analytics.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import type { ReaderClient } from '../../threads/reader-thread/reader-client.ts';
import { csvLine, quotedCsvLine } from '../presenters/csv-line.ts';
import { disconnectSignal } from './disconnect-signal.ts';

type Table = { readonly queries: readonly QueryFiguresBody[] } | Pick<AnalyticsProductsBody, 'products'>;

/** Sends the list of an answer as a file. `name` begins its name: `searches-2026-11-01-2026-11-30.csv`. */
export function sendAnalyticsFile(name: string) {
  return async (reply: FastifyReply, call: OperationRequest, readers: Pick<ReaderClient, 'operate'>) => {
    const json = Buffer.from(await readers.operate(call, disconnectSignal(reply))).toString();
    const answer = JSON.parse(json) as Table & { readonly from: string; readonly to: string };
    const file = `${name}-${answer.from}-${answer.to}.csv`;
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${file}"`);
    return reply.send(analyticsAsCsv(answer));
  };
}

/** The list of an answer as a file, with the names of its fields. */
export function analyticsAsCsv(answer: Table): string {
  const rows: readonly object[] =
    'queries' in answer
      ? answer.queries.map((figures) => ({ ...figures, query: visibleText(figures.query) }))
      : answer.products;
  const columns = 'queries' in answer ? queryColumns : productColumns;
  const lines = rows.map((row) => {
    const cells = row as Readonly<Record<string, string | number | null>>;
    return quotedCsvLine(columns.map((column) => cells[column] ?? ''));
  });
  // The mark first, by which spreadsheets know UTF-8.
  return `\uFEFF${csvLine(columns, ',')}${lines.join('')}`;
}

const queryColumns: readonly (keyof QueryFiguresBody)[] = [
  'query',
  'searches',
  'no_results',
  'clicked',
  'previous_searches',
];
const productColumns: readonly (keyof ProductFiguresBody)[] = [
  'external_id',
  'title',
  'clicks',
  'purchases',
  'previous_clicks',
];
