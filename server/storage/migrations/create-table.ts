/**
 * Creates tables in the same form on both databases. SQLite tables are STRICT; text on PostgreSQL is ordered by code points
 * (COLLATE "C") as SQLite orders it (binary UTF-8), independent of the server's locale. This file is part of released migrations: it
 * may get new functions, but the table that it makes of a definition never changes. Definitions are trusted, and a statement that
 * fails rolls the migration back.
 */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { type ColumnDataType, type CreateTableBuilder, type Expression, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { MigrationStep } from './migration.ts';

/** Column types of both databases; `count` holds any safe integer, microseconds included. */
interface ColumnTypes {
  readonly text: ColumnDataType | Expression<unknown>;
  readonly count: ColumnDataType;
  /** A floating-point number of 64 bits. */
  readonly real: ColumnDataType;
  readonly flag: ColumnDataType;
  readonly bytes: ColumnDataType;
}

const columnTypes: Record<MigrationStep['engine'], ColumnTypes> = {
  sqlite: { text: 'text', count: 'integer', real: 'real', flag: 'integer', bytes: 'blob' },
  postgres: {
    text: sql`text collate "C"`,
    count: 'bigint',
    real: 'double precision',
    flag: 'boolean',
    bytes: 'bytea',
  },
};

/** A column as `name type`, with `?` for one that may be null. */
type ColumnText = `${string} ${keyof ColumnTypes}${'' | '?'}`;

/** A table as migrations write it down. */
export interface TableDefinition {
  readonly name: keyof Schema & string;
  readonly columns: readonly ColumnText[];
  /** Columns that start out with a value. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly key: readonly [string, ...string[]];
  readonly unique?: readonly (readonly [string, ...string[]])[];
  readonly indexes?: readonly (readonly [string, ...string[]])[];
  /** A foreign key: the column holds the `id` of a row of the table. */
  readonly belongsTo?: { readonly column: string; readonly table: string };
}

/** Makes a table of the directory, with its keys and indexes. */
export async function createTable(step: MigrationStep, table: TableDefinition): Promise<void> {
  const { builder, engine, transaction } = step;
  let create: CreateTableBuilder<string, string> = builder.schema.createTable(table.name);
  for (const text of table.columns)
    create = addColumn(create, text, table.defaults ?? {}, columnTypes[engine]);
  create = create.addPrimaryKeyConstraint(`${table.name}_key`, [...table.key]);
  for (const columns of table.unique ?? []) {
    create = create.addUniqueConstraint(`${table.name}_${columns.join('_')}`, [...columns]);
  }
  if (table.belongsTo !== undefined) {
    const { column, table: owner } = table.belongsTo;
    create = create.addForeignKeyConstraint(`${table.name}_${column.replace('_id', '')}`, [column], owner, [
      'id',
    ]);
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

/** Makes a table whose rows belong to one store each, and keeps the stores apart. Its key leads with `store_id`. */
export async function createTenantTable(step: MigrationStep, table: TableDefinition): Promise<void> {
  await createTable(step, table);
  if (step.engine === 'postgres') await separateStores(step, table.name);
}

/** Adds columns to a table that may have rows; they may be null or start out with a value. */
export async function addColumns(
  { builder, engine, transaction }: MigrationStep,
  table: Pick<TableDefinition, 'name' | 'columns' | 'defaults'>,
): Promise<void> {
  for (const text of table.columns) {
    const [name, type] = text.split(' ') as [string, keyof ColumnTypes | `${keyof ColumnTypes}?`];
    const dataType = columnTypes[engine][type.replace('?', '') as keyof ColumnTypes];
    const initial = table.defaults?.[name];
    const alter = builder.schema
      .alterTable(table.name)
      .addColumn(name, dataType as ColumnDataType, (column) => {
        const checked = type.endsWith('?') ? column : column.notNull();
        return initial === undefined ? checked : checked.defaultTo(initial);
      });
    await transaction.run(alter);
  }
}

function addColumn(
  create: CreateTableBuilder<string, string>,
  text: ColumnText,
  defaults: Readonly<Record<string, string>>,
  types: ColumnTypes,
): CreateTableBuilder<string, string> {
  const [name, type] = text.split(' ') as [string, keyof ColumnTypes | `${keyof ColumnTypes}?`];
  const nullable = type.endsWith('?');
  const dataType = types[type.replace('?', '') as keyof ColumnTypes];
  return create.addColumn(name, dataType as ColumnDataType, (column) => {
    const initial = defaults[name];
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
