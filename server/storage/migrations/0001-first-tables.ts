/**
 * The first schema: directory tables (stores, keys, marks), and tenant tables whose keys lead with `store_id`, so
 * that a store is a shard. SQLite tables are STRICT; text on PostgreSQL is ordered by code points (COLLATE "C") as
 * SQLite orders it (binary UTF-8), whatever the locale of the server.
 *
 * Foreign keys: only from keys to stores. Tenant rows are written under the lock of their store's row, which proves
 * that the store exists; a check of every product row would cost the import a tenth and add nothing.
 * Large columns come last, so that reading the small ones never walks over them.
 */
import { type ColumnDataType, type CreateTableBuilder, type Expression, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { MigrationStep } from './migration.ts';

/** Column types of both databases; `count` holds any safe integer, microseconds included. */
interface ColumnTypes {
  readonly text: ColumnDataType | Expression<unknown>;
  readonly count: ColumnDataType;
  readonly flag: ColumnDataType;
}

const columnTypes: Record<MigrationStep['engine'], ColumnTypes> = {
  sqlite: { text: 'text', count: 'integer', flag: 'integer' },
  postgres: { text: sql`text collate "C"`, count: 'bigint', flag: 'boolean' },
};

/** A column as `name type`, with `?` for one that may be null. */
type ColumnList = readonly `${string} ${keyof ColumnTypes}${'' | '?'}`[];

interface TableDefinition {
  readonly name: keyof Schema & string;
  readonly columns: ColumnList;
  readonly key: readonly [string, ...string[]];
  readonly unique?: readonly (readonly [string, ...string[]])[];
  readonly indexes?: readonly (readonly [string, ...string[]])[];
}

const directoryTables: readonly TableDefinition[] = [
  {
    name: 'stores',
    columns: [
      'id text',
      'name text',
      'plan text',
      'currency text',
      'locale text',
      'created_at count',
      'change_number count',
      'product_count count',
      'in_stock_count count',
      'enrichment_count count',
    ],
    key: ['id'],
  },
  {
    name: 'api_keys',
    columns: [
      'id text',
      'store_id text',
      'kind text',
      'name text',
      'hash text',
      'hint text',
      'allowed_origins text',
      'created_at count',
      'last_used_at count?',
      'revoked_at count?',
    ],
    key: ['id'],
    unique: [['hash']],
    indexes: [['store_id', 'created_at']],
  },
  { name: 'marks', columns: ['name text', 'value text'], key: ['name'] },
  { name: 'directory_state', columns: ['id count', 'version count'], key: ['id'] },
];

const tenantTables: readonly TableDefinition[] = [
  {
    name: 'products',
    columns: [
      'store_id text',
      'external_id text',
      'id text',
      'change_number count',
      'in_stock flag',
      'counts_as_enriched flag',
      'content_hash text',
      'source_hash text',
      'created_at count',
      'updated_at count',
      'price text',
      'compare_at_price text?',
      'currency text?',
      'stock_quantity count?',
      'title text',
      'category text?',
      'brand text?',
      'author text?',
      'isbn text?',
      'gtin text?',
      'ean text?',
      'sku text?',
      'mpn text?',
      'url text',
      'image_url text?',
      'image_urls text',
      'suggestion_phrases text',
      'search_phrases text',
      'attributes text',
      'description text?',
      'raw text',
    ],
    key: ['store_id', 'external_id'],
    unique: [['store_id', 'id']],
    indexes: [['store_id', 'change_number', 'external_id']],
  },
  {
    name: 'imports',
    columns: [
      'store_id text',
      'id text',
      'source text',
      'filename text',
      'status text',
      'dry_run flag',
      'error text?',
      'total_rows count',
      'processed_rows count',
      'valid_rows count',
      'failed_rows count',
      'skipped_rows count',
      'created_rows count',
      'updated_rows count',
      'unchanged_rows count',
      'queued_rows count',
      'warning_rows count',
      'created_at count',
      'updated_at count',
      'issues text',
      'warnings text',
    ],
    key: ['store_id', 'id'],
  },
  {
    name: 'import_failures',
    columns: [
      'store_id text',
      'import_id text',
      'row count',
      'line count?',
      'external_id text?',
      'problems text',
      'raw text?',
    ],
    key: ['store_id', 'import_id', 'row'],
  },
  {
    name: 'enrichment_jobs',
    columns: ['store_id text', 'product_id text', 'source_hash text', 'created_at count'],
    key: ['store_id', 'product_id'],
  },
  {
    name: 'idempotency_keys',
    columns: ['store_id text', 'key text', 'request_hash text', 'import_id text', 'created_at count'],
    key: ['store_id', 'key'],
    indexes: [['store_id', 'created_at']],
  },
];

/** Columns that start out with a value: phrases come from enrichment, never from an upsert. */
const defaults = new Map([
  ['suggestion_phrases', '[]'],
  ['search_phrases', '[]'],
]);

/** Makes every table of the first version, and the directory's single row. */
export async function firstTables(step: MigrationStep): Promise<void> {
  for (const table of directoryTables) await createTable(step, table);
  for (const table of tenantTables) {
    await createTable(step, table);
    if (step.engine === 'postgres') await separateStores(step, table.name);
  }
  await step.transaction.run(step.builder.insertInto('directory_state').values({ id: 1, version: 1 }));
}

async function createTable(step: MigrationStep, table: TableDefinition): Promise<void> {
  const { builder, engine, transaction } = step;
  let create: CreateTableBuilder<string, string> = builder.schema.createTable(table.name);
  for (const text of table.columns) create = addColumn(create, text, columnTypes[engine]);
  create = create.addPrimaryKeyConstraint(`${table.name}_key`, [...table.key]);
  for (const columns of table.unique ?? []) {
    create = create.addUniqueConstraint(`${table.name}_${columns.join('_')}`, [...columns]);
  }
  if (table.name === 'api_keys') {
    create = create.addForeignKeyConstraint('api_keys_store', ['store_id'], 'stores', ['id']);
  }
  await transaction.run(engine === 'sqlite' ? create.modifyEnd(sql`strict`) : create);
  for (const columns of table.indexes ?? []) {
    const name = `${table.name}_by_${columns.join('_')}`;
    await transaction.run(
      builder.schema
        .createIndex(name)
        .on(table.name)
        .columns([...columns]),
    );
  }
}

function addColumn(
  create: CreateTableBuilder<string, string>,
  text: ColumnList[number],
  types: ColumnTypes,
): CreateTableBuilder<string, string> {
  const [name, type] = text.split(' ') as [string, keyof ColumnTypes | `${keyof ColumnTypes}?`];
  const nullable = type.endsWith('?');
  const dataType = types[type.replace('?', '') as keyof ColumnTypes];
  return create.addColumn(name, dataType as ColumnDataType, (column) => {
    const initial = defaults.get(name);
    const checked = nullable ? column : column.notNull();
    return initial === undefined ? checked : checked.defaultTo(initial);
  });
}

/**
 * Row-level security, the second wall behind `where store_id = …`: a transaction sees and writes only the rows of
 * the store in its setting `foretype.store`, and none at all without one. FORCE holds for the tables' owner too,
 * which is the role that the service runs as; only superusers pass by.
 */
async function separateStores({ builder, transaction }: MigrationStep, table: string): Promise<void> {
  const run = (statement: ReturnType<typeof sql>, executor: Kysely<Schema> = builder) =>
    transaction.run({ compile: () => statement.compile(executor) });
  const id = sql.id(table);
  await run(sql`alter table ${id} enable row level security`);
  await run(sql`alter table ${id} force row level security`);
  await run(sql`create policy one_store on ${id} using (store_id = current_setting('foretype.store', true))`);
}
