/**
 * Damages databases as a failing disk or a careless hand does: single values by SQL, and whole pages of a file. For tests only: it may
 * never be given a database of people. A table without pages throws or gives null, as each says; pages are numbered from 1, sizes are
 * bytes.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, escapeLiteral } from 'pg';
import type { StorageTarget } from '../../server/storage/open-storage.ts';
import { sharedPostgres } from './postgres.ts';

/** The target of a service: on SQLite it has a database of its own beside the file of the test. */
export function servedTarget(target: StorageTarget): StorageTarget {
  if (target.engine === 'postgres') return target;
  return { ...target, file: join(dirname(target.file), 'foretype.sqlite') };
}

/** Runs a statement on rows of one store past the service. Returns its rows. */
export async function runSql(
  target: StorageTarget,
  storeId: string,
  sql: string,
): Promise<Record<string, unknown>[]> {
  if (target.engine === 'sqlite') {
    const database = new DatabaseSync(target.file, { timeout: 5_000 });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
  const client = new Client({ connectionString: target.url });
  await client.connect();
  try {
    await client.query(`set foretype.store = ${escapeLiteral(storeId)}`);
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Tables and their indexes, by name. */
export function treesOf(file: string, tables: readonly string[]): string[] {
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare('select name, tbl_name from sqlite_schema where rootpage > 0').all();
    return rows.filter((row) => tables.includes(String(row.tbl_name))).map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

/**
 * Overwrites one page of a table, or of an index, in the midst of a store's own rows: those of the others lie elsewhere,
 * and new ones of theirs belong elsewhere. Gives its number, or null where the store has no such page. The file must not
 * be open elsewhere.
 */
export function overwritePage(
  file: string,
  place: { readonly table: string; readonly storeId: string },
): number | null {
  const { table, storeId } = place;
  const pages = leafPages(file, table);
  const disk = openSync(file, 'r+');
  try {
    const areOwn = pages.map(({ pgoffset, pgsize }) => {
      const page = Buffer.alloc(pgsize);
      readSync(disk, page, 0, pgsize, pgoffset);
      return page.includes(storeId);
    });
    const index = areOwn.findIndex(
      (isOwn, at) => isOwn && areOwn[at - 1] === true && areOwn[at + 1] === true,
    );
    const page = pages[index];
    if (page === undefined) return null;
    writeSync(disk, Buffer.alloc(page.pgsize, 0xff), 0, page.pgsize, page.pgoffset);
    return page.pageno;
  } finally {
    closeSync(disk);
  }
}

/**
 * Overwrites one page of a table or of an index: where it has several with rows, one of those that name the text, or the
 * one in the middle. Gives what was on it. The file must not be open elsewhere.
 */
export function overwriteLeaf(file: string, tree: string, text: string): Buffer {
  const pages = leafPages(file, tree);
  const disk = openSync(file, 'r+');
  try {
    const contents = pages.map(({ pgoffset, pgsize }) => {
      const page = Buffer.alloc(pgsize);
      readSync(disk, page, 0, pgsize, pgoffset);
      return page;
    });
    const named = contents.findIndex((page) => page.includes(text));
    const index = named === -1 ? Math.floor(pages.length / 2) : named;
    const [page, content] = [pages[index], contents[index]];
    if (page === undefined || content === undefined) throw new Error(`${tree} has no pages.`);
    writeSync(disk, Buffer.alloc(page.pgsize, 0xff), 0, page.pgsize, page.pgoffset);
    return content;
  } finally {
    closeSync(disk);
  }
}

/**
 * Damages the long texts of products that are stored beside their rows, on PostgreSQL all, on SQLite those of the first. Such
 * a text is random: what can be packed may stay in its row. The file must not be open elsewhere.
 */
export async function damageLongTexts(target: StorageTarget): Promise<void> {
  if (target.engine === 'sqlite') {
    const [page] = pagesOf(target.file, 'products', 'overflow');
    if (page === undefined) throw new Error('No product has a long text.');
    const disk = openSync(target.file, 'r+');
    // dbstat gives the first such page the offset of the row's own.
    const offset = (page.pageno - 1) * page.pgsize;
    writeSync(disk, Buffer.alloc(page.pgsize, 0xff), 0, page.pgsize, offset);
    closeSync(disk);
    return;
  }
  const server = await sharedPostgres();
  const client = new Client({ connectionString: server.adminUrl(new URL(target.url).pathname.slice(1)) });
  await client.connect();
  try {
    const { rows } = await client.query<{ texts: string }>(
      `select reltoastrelid::regclass as texts from pg_class where oid = 'products'::regclass`,
    );
    const texts = rows[0]?.texts ?? '';
    await client.query('create extension pg_surgery');
    await client.query(`select heap_force_kill('${texts}'::regclass, array(select ctid from ${texts}))`);
  } finally {
    await client.end();
  }
}

/**
 * Overwrites the first and the last page of an index that name this store and none of the others; gives how many. The file
 * must not be open elsewhere.
 */
export function overwriteOwnLeaves(
  file: string,
  index: string,
  { storeId, otherIds }: { readonly storeId: string; readonly otherIds: readonly string[] },
): number {
  const pages = leafPages(file, index);
  const disk = openSync(file, 'r+');
  try {
    const own = pages.filter(({ pgoffset, pgsize }) => {
      const page = Buffer.alloc(pgsize);
      readSync(disk, page, 0, pgsize, pgoffset);
      return page.includes(storeId) && !otherIds.some((id) => page.includes(id));
    });
    const ends = new Set([own.at(0), own.at(-1)]);
    for (const page of ends) {
      if (page !== undefined) writeSync(disk, Buffer.alloc(page.pgsize, 0xa5), 0, page.pgsize, page.pgoffset);
    }
    return own.length === 0 ? 0 : ends.size;
  } finally {
    closeSync(disk);
  }
}

interface Page {
  readonly pageno: number;
  readonly pgoffset: number;
  readonly pgsize: number;
}

/** Each page holds rows; the root alone would take the whole table with it. */
function leafPages(file: string, table: string): Page[] {
  return pagesOf(file, table, 'leaf');
}

function pagesOf(file: string, table: string, type: 'leaf' | 'overflow'): Page[] {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma wal_checkpoint(truncate)');
    const pages = database.prepare(
      'select pageno, pgoffset, pgsize from dbstat where name = ? and pagetype = ? order by path',
    );
    return pages.all(table, type).map(({ pageno, pgoffset, pgsize }) => ({
      pageno: Number(pageno),
      pgoffset: Number(pgoffset),
      pgsize: Number(pgsize),
    }));
  } finally {
    database.close();
  }
}
