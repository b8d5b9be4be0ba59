/**
 * Databases as released versions left them, one folder a version under test/fixtures/databases/, named by the newest migration of that
 * version: an SQLite file, a PostgreSQL database as statements, and what the readers of that version read of each; all compressed.
 * Files are gzip; only bin/store-databases.ts writes them. A version without a file throws; nothing here migrates.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { StorageTarget } from '../../server/storage/open-storage.ts';

const folder = new URL('../fixtures/databases/', import.meta.url);

export type StoredPart = 'sqlite.db' | 'sqlite.json' | 'postgres.sql' | 'postgres.json';

/** The versions of which there are databases, the oldest first. */
export function storedVersions(): string[] {
  return readdirSync(folder).sort();
}

export function readStored(version: string, part: StoredPart): Buffer {
  return gunzipSync(readFileSync(new URL(`${version}/${part}.gz`, folder)));
}

export function writeStored(version: string, part: StoredPart, content: string | Uint8Array): void {
  writeFileSync(new URL(`${version}/${part}.gz`, folder), gzipSync(content, { level: 9 }));
}

export function storedFolder(version: string): URL {
  return new URL(`${version}/`, folder);
}

/** Puts the database of a version where the target says: an SQLite file, or an empty database of PostgreSQL. */
export async function loadStored(version: string, target: StorageTarget): Promise<void> {
  if (target.engine === 'sqlite') {
    writeFileSync(target.file, readStored(version, 'sqlite.db'));
    return;
  }
  const client = new Client({ connectionString: target.url });
  await client.connect();
  try {
    await client.query(readStored(version, 'postgres.sql').toString('utf8'));
  } finally {
    await client.end();
  }
}

interface NamedLine {
  readonly name: string;
  readonly line: string;
}

const columnsStatement = `
  select relname as name, string_agg(format('%I %s%s%s%s', attname, format_type(atttypid, atttypmod),
    case when attcollation <> typcollation then ' collate ' || quote_ident(collname) else '' end,
    case when attnotnull then ' not null' else '' end,
    ' default ' || pg_get_expr(adbin, adrelid)), ', ' order by attnum) as line
  from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
    left join pg_collation on pg_collation.oid = attcollation
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  group by relname order by relname`;

/** Constraints that others refer to first; indexes, storage of columns, and the rules that keep stores apart last. */
const restStatement = `
  select line from (
    select 1 as step, conname::text as name, format('alter table %s add constraint %I %s', conrelid::regclass,
        conname, pg_get_constraintdef(oid)) as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u')
    union all select 2, conname::text, format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
    union all select 3, indexname, indexdef from pg_indexes where schemaname = 'public' and not exists (
        select 1 from pg_constraint where conname = indexname and contype in ('p', 'u'))
    union all select 4, relname::text, format('alter table %I alter column %I set storage external', relname, attname)
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and attstorage = 'e'
    union all select 5, relname::text, format('alter table %I enable row level security', relname)
      from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity
    union all select 6, relname::text, format('alter table %I force row level security', relname)
      from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
    union all select 7, tablename, format('create policy %I on %I using %s', policyname, tablename, qual)
      from pg_policies where schemaname = 'public'
  ) as steps order by step, name, line`;

/** Its rows last for moments and need no durability, so it may be empty. */
export const momentaryTable = 'awaited_changes';

/** All of a PostgreSQL database as statements for an empty one; asks as a superuser, who sees every row. */
export async function dumpPostgres(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const tables = (await client.query<NamedLine>(columnsStatement)).rows;
    const lines = tables.map(({ name, line }) => `create table ${escapeIdentifier(name)} (${line})`);
    for (const { name } of tables) lines.push(...(await dumpRows(client, name)));
    const { rows } = await client.query<{ line: string }>(restStatement);
    lines.push(...rows.map(({ line }) => line));
    return `${lines.join(';\n')};\n`;
  } finally {
    await client.end();
  }
}

async function dumpRows(client: Client, table: string): Promise<string[]> {
  const name = escapeIdentifier(table);
  const { fields } = await client.query(`select * from ${name} limit 0`);
  const columns = fields.map((field) => escapeIdentifier(field.name));
  const texts = columns.map((column) => `${column}::text`).join(', ');
  const query = { text: `select ${texts} from ${name} order by 1, 2`, rowMode: 'array' as const };
  const { rows } = await client.query<(string | null)[]>(
    columns.length > 1 ? query : { ...query, text: query.text.replace(', 2', '') },
  );
  assert.ok(rows.length > 0 || table === momentaryTable, `the table ${table} has no row`);
  return rows.map((row) => {
    const values = row.map((value) => (value === null ? 'null' : escapeLiteral(value)));
    return `insert into ${name} (${columns.join(', ')}) values (${values.join(', ')})`;
  });
}
