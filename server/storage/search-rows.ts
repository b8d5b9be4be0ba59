/** Figures by day between search-statistics.ts and their tables. */

import type { Selectable } from 'kysely';
import type { RowInsert } from './database.ts';
import { readJson } from './json-columns.ts';
import type { ProductFigures, QueryDay, SearchDay } from './search-statistics.ts';
import type { QueryDaysTable, SearchDaysTable } from './search-tables.ts';

export function toSearchDay(row: Selectable<SearchDaysTable>): SearchDay {
  return {
    day: row.day,
    searches: row.searches,
    noResults: row.no_results,
    clicked: row.clicked,
    positions: readJson('search_days', row, 'positions'),
    letters: readJson('search_days', row, 'letters'),
  };
}

export function toQueryDay(row: Omit<Selectable<QueryDaysTable>, 'store_id' | 'day'>): QueryDay {
  const { query, searches, clicked, visitors } = row;
  return { query, searches, noResults: row.no_results, clicked, visitors, isShown: Boolean(row.is_shown) };
}

export function searchDayInsert(storeId: string, day: SearchDay): RowInsert {
  const { positions, letters } = day;
  return {
    table: 'search_days',
    columns: [
      ['store_id', 'text'],
      ['day', 'text'],
      ['searches', 'bigint'],
      ['no_results', 'bigint'],
      ['clicked', 'bigint'],
      ['positions', 'text'],
      ['letters', 'text'],
    ],
    rows: [
      [
        ...[storeId, day.day, day.searches, day.noResults, day.clicked],
        ...[JSON.stringify(positions), JSON.stringify(letters)],
      ],
    ],
    key: ['store_id', 'day'],
    replaces: ['searches', 'no_results', 'clicked', 'positions', 'letters'],
  };
}

export function queryDayInsert(storeId: string, day: string, queries: readonly QueryDay[]): RowInsert {
  return {
    table: 'query_days',
    columns: [
      ['store_id', 'text'],
      ['day', 'text'],
      ['query', 'text'],
      ['searches', 'bigint'],
      ['no_results', 'bigint'],
      ['clicked', 'bigint'],
      ['visitors', 'bigint'],
      ['is_shown', 'boolean'],
    ],
    rows: queries.map((one) => [
      ...[storeId, day, one.query, one.searches, one.noResults, one.clicked],
      ...[one.visitors, one.isShown],
    ]),
    key: ['store_id', 'day', 'query'],
    replaces: ['searches', 'no_results', 'clicked', 'visitors', 'is_shown'],
  };
}

export function productDayInsert(
  storeId: string,
  day: string,
  products: readonly ProductFigures[],
): RowInsert {
  return {
    table: 'product_days',
    columns: [
      ['store_id', 'text'],
      ['day', 'text'],
      ['product_id', 'text'],
      ['clicks', 'bigint'],
      ['purchases', 'bigint'],
    ],
    rows: products.map(({ productId, clicks, purchases }) => [storeId, day, productId, clicks, purchases]),
    key: ['store_id', 'day', 'product_id'],
    replaces: [],
    adds: ['clicks', 'purchases'],
  };
}
