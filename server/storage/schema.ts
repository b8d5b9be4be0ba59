/**
 * Lists every table once and derives the types by which Kysely checks queries, for both databases; the storage suite compares it with
 * migrations/. A table that is missing here cannot be named in a statement. It runs no statement. An unknown table has no damage and
 * no checked columns.
 */
// Tests: test/storage/damage.test.ts.
import type { ColumnType, Selectable } from 'kysely';
import {
  auditEntries,
  invitations,
  memberships,
  secondFactors,
  sessions,
  signInNetworks,
  users,
} from './accounts/tables.ts';
import { productDays, queryDays, searchDays, valueDays } from './analytics/tables.ts';
import {
  collectionGenerations,
  collectionProducts,
  collectionStores,
  collections,
  memberKeys,
} from './collections/tables.ts';
import { closedColumns, type DamagedRow } from './damage/damage.ts';
import { allowances, enrichmentCalls } from './enrichment/allowance-tables.ts';
import { phraseDecisions } from './enrichment/review-tables.ts';
import {
  enrichmentJobs,
  enrichmentSettings,
  enrichmentUsage,
  phraseSets,
  productTypes,
} from './enrichment/tables.ts';
import {
  answeredQueries,
  events,
  networkMarks,
  popularity,
  popularityState,
  querySessions,
  sessionMoves,
  sessionSalts,
  shownAnswers,
} from './events/tables.ts';
import { feedContents, feedRuns, feeds } from './feeds/tables.ts';
import { fileChunks, files, idempotencyKeys, importFailures, imports } from './imports/tables.ts';
import { awaitedChanges } from './indexes/awaited-tables.ts';
import { sharedIndexes, sharedSegmentPages, sharedSegments } from './indexes/tables.ts';
import { jobs, jobTurns } from './jobs/tables.ts';
import { merchandisingSets, rankingSets } from './merchandising/tables.ts';
import { productErasures, storeDeletions } from './products/erasure-tables.ts';
import { productChanges, products } from './products/tables.ts';
import { replacedProducts } from './replaced/tables.ts';
import { catalogStatistics, requestStatistics } from './statistics/tables.ts';
import { apiKeys, directoryState, marks, migrations, stores } from './stores/tables.ts';
import { synonymSets } from './synonyms/tables.ts';
import type { Columns, InsertedOf, RowOf } from './table.ts';
import { alerts, webhookDeliveries, webhooks } from './webhooks/tables.ts';

const tables = [
  alerts,
  allowances,
  answeredQueries,
  apiKeys,
  auditEntries,
  awaitedChanges,
  catalogStatistics,
  collectionGenerations,
  collectionProducts,
  collections,
  collectionStores,
  directoryState,
  enrichmentCalls,
  enrichmentJobs,
  enrichmentSettings,
  enrichmentUsage,
  events,
  feedContents,
  feedRuns,
  feeds,
  fileChunks,
  files,
  idempotencyKeys,
  importFailures,
  imports,
  invitations,
  jobs,
  jobTurns,
  marks,
  memberKeys,
  memberships,
  merchandisingSets,
  migrations,
  networkMarks,
  phraseDecisions,
  phraseSets,
  popularity,
  popularityState,
  productChanges,
  productDays,
  productErasures,
  products,
  productTypes,
  queryDays,
  querySessions,
  rankingSets,
  replacedProducts,
  requestStatistics,
  searchDays,
  secondFactors,
  sessionMoves,
  sessionSalts,
  sessions,
  sharedIndexes,
  sharedSegmentPages,
  sharedSegments,
  shownAnswers,
  signInNetworks,
  storeDeletions,
  stores,
  synonymSets,
  users,
  valueDays,
  webhookDeliveries,
  webhooks,
];

type AnyTable = (typeof tables)[number];

/** Every table by its name, as Kysely sees it. */
export type Schema = {
  [One in AnyTable as One['name']]: KyselyTable<One['columns']>;
};

type KyselyTable<Of extends Columns> = {
  [Name in keyof Of]: ColumnType<
    RowOf<Of>[Name],
    InsertedOf<Of[Name]>,
    Exclude<InsertedOf<Of[Name]>, undefined>
  >;
};

/** A row of `stores`. */
export type StoreRow = Selectable<Schema['stores']>;

type NamedTable = Pick<AnyTable, 'name' | 'columns' | 'damageIn' | 'nameRow'>;

const byName: ReadonlyMap<string, NamedTable> = new Map(tables.map((one) => [one.name, one]));

/** The table of this name, or undefined. */
export function tableNamed(name: string): NamedTable | undefined {
  return byName.get(name);
}

/** Every column of a row whose content cannot be used. */
export function findAllDamage(table: string, row: Readonly<Record<string, unknown>>): readonly DamagedRow[] {
  return tableNamed(table)?.damageIn(row) ?? closedColumns(row);
}

/** The first of {@link findAllDamage}; null where there is none. */
export function findDamage(table: string, row: Readonly<Record<string, unknown>>): DamagedRow | null {
  return findAllDamage(table, row)[0] ?? null;
}

/** The columns of a table whose content may be impossible to decode. */
export function checkedColumnsOf(table: string): string[] {
  const columns: Columns = tableNamed(table)?.columns ?? {};
  return Object.keys(columns).filter((name) => columns[name]?.fault !== undefined);
}
