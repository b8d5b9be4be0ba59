/**
 * Databases of the newest schema without a row, for one test after the other: what a test leaves behind is deleted, which is much
 * quicker than to make another database. One whose tables or settings a test changed is thrown away. It is for tests only, as a
 * superuser of the server. A database that cannot be emptied is dropped, and another one made; only errors of making one reject.
 */
import { Client, DatabaseError } from 'pg';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { PostgresDatabases } from './postgres.ts';

/** A database of the newest schema as it is before anybody has used it. */
interface Untouched {
  readonly tables: readonly string[];
  /** Tables, columns, indexes, rules, triggers, applied migrations and settings, as one text. */
  readonly shape: string;
  /** Rows that migrations wrote, as a JSON list by table. */
  readonly rows: ReadonlyMap<string, string>;
}

export interface EmptiedDatabases {
  /** The URL of one that nobody else uses. */
  take(): Promise<string>;
  /** Takes a database back, and ends its open connections. */
  giveBack(url: string): Promise<void>;
}

/** Keeps emptied databases of the server for one process. */
export function createEmptiedDatabases(server: PostgresDatabases): EmptiedDatabases {
  const free: string[] = [];
  let untouched: Promise<Untouched> | undefined;
  return {
    async take() {
      const url = free.pop() ?? (await copyNewest(server));
      untouched ??= asSuperuser(server, url, describeUntouched);
      await untouched;
      return url;
    },
    async giveBack(url) {
      const before = await untouched;
      const isEmptied =
        before !== undefined && (await asSuperuser(server, url, (client) => empty(client, before)));
      if (isEmptied) free.push(url);
      else await server.dropDatabase(url);
    },
  };
}

/** The database that all are copies of; one for all processes of a run. */
const newestSchema = 'newest_schema';

async function copyNewest(server: PostgresDatabases): Promise<string> {
  try {
    return await server.createDatabase(newestSchema);
  } catch (error) {
    if (!isUnknownDatabase(error)) throw error;
  }
  await makeNewest(server);
  return await server.createDatabase(newestSchema);
}

async function makeNewest(server: PostgresDatabases): Promise<void> {
  const url = await server.createDatabase();
  const storage = await openStorage({ engine: 'postgres', url, poolSize: 1 });
  await storage.migrate();
  await storage.close();
  try {
    await server.renameDatabase(url, newestSchema);
  } catch {
    // Another process was quicker, or the copy that comes next says what is wrong.
    await server.dropDatabase(url);
  }
}

function isUnknownDatabase(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '3D000';
}

async function asSuperuser<Result>(
  server: PostgresDatabases,
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: server.adminUrl(new URL(url).pathname.slice(1)) });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

async function describeUntouched(client: Client): Promise<Untouched> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  );
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    const found = await client.query<{ list: string | null }>(
      `select json_agg(t)::text as list from ${name} t`,
    );
    const list = found.rows[0]?.list ?? null;
    if (list !== null) rows.set(name, list);
  }
  return { tables: tables.map(({ name }) => name), shape: await readShape(client), rows };
}

const shapeStatement = `
  select string_agg(line, e'\\n' order by line) as shape from (
    select format('%s.%s %s %s', attrelid::regclass, attname, atttypid, attnotnull) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and not attisdropped
    union all select format('rule %s %s %s', polrelid::regclass, polname, polcmd) from pg_policy
    union all select format('forced %s %s %s', relname, relrowsecurity, relforcerowsecurity)
      from pg_class where relnamespace = 'public'::regnamespace
    union all select format('trigger %s %s', tgrelid::regclass, tgname) from pg_trigger
    union all select format('migration %s', number) from migrations
    union all select format('setting %s', setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) as lines(line)`;

async function readShape(client: Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(shapeStatement);
  return rows[0]?.shape ?? '';
}

/** False where it is not what it was. */
async function empty(client: Client, { tables, shape, rows }: Untouched): Promise<boolean> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  if ((await readShape(client)) !== shape) return false;
  // References between tables are not looked at: all of them are emptied.
  const deletions = tables.map((name) => `delete from ${name};`).join('');
  await client.query(`set session_replication_role = replica; ${deletions}`);
  for (const [name, list] of rows) {
    await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
      list,
    ]);
  }
  return true;
}
