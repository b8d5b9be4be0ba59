/**
 * Lists every table once and derives the types by which Kysely checks queries, for both databases; the storage suite
 * compares it with migrations/. A table that is missing here cannot be named in a statement.
 */
import type { ColumnType, Selectable } from 'kysely';
import { auditEntries, invitations, memberships, sessions, signInNetworks, users } from './accounts.ts';
import { allowances, enrichmentCalls } from './allowances.ts';
import { awaitedChanges } from './awaited-changes.ts';
import {
  collectionGenerations,
  collectionProducts,
  collectionStores,
  collections,
  memberKeys,
} from './collections.ts';
import { closedColumns, type DamagedRow } from './damage.ts';
import {
  enrichmentJobs,
  enrichmentSettings,
  enrichmentUsage,
  phraseSets,
  productTypes,
} from './enrichment.ts';
import { productErasures, storeDeletions } from './erasures.ts';
import {
  events,
  networkMarks,
  popularity,
  popularityState,
  querySessions,
  sessionMoves,
  sessionSalts,
  shownAnswers,
} from './events.ts';
import { feedContents, feedRuns, feeds } from './feeds.ts';
import { fileChunks, files, idempotencyKeys, importFailures, imports } from './imports.ts';
import { jobs, jobTurns } from './jobs.ts';
import { merchandisingSets } from './merchandising.ts';
import { productChanges, products } from './products.ts';
import { productDays, queryDays, searchDays } from './search-statistics.ts';
import { sharedIndexes, sharedSegmentPages, sharedSegments } from './shared-indexes.ts';
import { catalogStatistics, requestStatistics } from './statistics.ts';
import { apiKeys, directoryState, marks, migrations, stores } from './stores.ts';
import { synonymSets } from './synonyms.ts';
import type { Columns, InsertedOf, RowOf } from './table.ts';
import { webhookDeliveries, webhooks } from './webhooks.ts';

const tables = [
  allowances,
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
  requestStatistics,
  searchDays,
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
