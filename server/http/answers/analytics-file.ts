/**
 * Writes lists of figures as CSV files. Cells that a spreadsheet would take for a formula are quoted as text; it reads no database. A
 * list that cannot be read is answered with its error, never with a part of the file. Numbers are written as they are, days as
 * `2026-11-21`.
 */
// Tests: ./analytics-file.test.ts.
import type { FastifyReply } from 'fastify';
import type {
  AnalyticsProductsBody,
  AnalyticsValueBody,
  ProductFiguresBody,
  QueryFiguresBody,
  RevenueBody,
} from '../../../contract/analytics.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import type { ReaderClient } from '../../threads/reader-thread/reader-client.ts';
import { csvLine, quotedCsvLine } from '../presenters/csv-line.ts';
import { disconnectSignal } from './disconnect-signal.ts';

type Table =
  | { readonly queries: readonly QueryFiguresBody[] }
  | Pick<AnalyticsProductsBody, 'products'>
  | Pick<AnalyticsValueBody, 'totals' | 'days'>;

/** The cells of a row by their columns. */
type Cells = Readonly<Record<string, string | number | null>>;

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
  const { columns, rows } = tableOf(answer);
  // A column for each currency that a row has, at the end.
  const names = new Set(rows.flatMap((cells) => Object.keys(cells).filter((name) => revenueName.test(name))));
  const all = [...columns, ...[...names].sort()];
  const lines = rows.map((cells) => quotedCsvLine(all.map((column) => cells[column] ?? '')));
  // The mark first, by which spreadsheets know UTF-8.
  return `\uFEFF${csvLine(all, ',')}${lines.join('')}`;
}

function tableOf(answer: Table): { readonly columns: readonly string[]; readonly rows: readonly Cells[] } {
  if ('products' in answer) {
    return {
      columns: productColumns,
      rows: answer.products.map(({ revenue, ...row }) => withRevenue(row, revenue)),
    };
  }
  // The days of value come first: their answer has queries, too.
  if ('totals' in answer && 'from_searches' in answer.totals) {
    const rows = answer.days.map(({ revenue, from_searches: searched, ...day }) => ({
      ...withRevenue(day, revenue),
      ...{ carts_from_searches: searched.carts, purchases_from_searches: searched.purchases },
      ...withRevenue({}, searched.revenue, 'revenue_from_searches'),
    }));
    return { columns: valueColumns, rows };
  }
  const { queries } = answer as Extract<Table, { queries: unknown }>;
  const rows = queries.map(({ revenue, ...row }) =>
    withRevenue({ ...row, query: visibleText(row.query) }, revenue),
  );
  return { columns: queryColumns, rows };
}

const revenueName = /^revenue_/;

function withRevenue(row: Cells, revenue: RevenueBody, name = 'revenue'): Cells {
  const cells = Object.entries(revenue).map(([currency, sum]) => [`${name}_${currency}`, sum]);
  return { ...row, ...Object.fromEntries(cells) };
}

const valueColumns = ['day', 'carts', 'purchases', 'carts_from_searches', 'purchases_from_searches'];
const queryColumns: readonly (keyof QueryFiguresBody)[] = [
  'query',
  'searches',
  'no_results',
  'clicked',
  'previous_searches',
  'carts',
  'purchases',
];
const productColumns: readonly (keyof ProductFiguresBody)[] = [
  'external_id',
  'title',
  'clicks',
  'purchases',
  'previous_clicks',
  'carts',
];
