/**
 * Counts the rows that PostgreSQL reads for a statement, as it counts them itself, and lists the steps by which SQLite would run it:
 * costs that no other work on the machine changes. It runs the statement. A statement that fails rejects.
 */
import { DatabaseSync } from 'node:sqlite';
import type { Compilable } from 'kysely';
import type { Query } from '../../server/storage/database.ts';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}
interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
}

/** Rows that the nodes of the plan gave or dropped, and the plan as text. PostgreSQL only. */
export async function rowsRead(
  query: Query,
  statement: Compilable,
): Promise<{ readonly rows: number; readonly plan: string }> {
  const compiled = statement.compile();
  const explain: Compilable<Explained> = {
    compile: () => ({ ...compiled, sql: `explain (analyze, format json) ${compiled.sql}` }),
  };
  const [root] = (await query(explain)).flatMap((row) => row['QUERY PLAN']).map(({ Plan }) => Plan);
  if (root === undefined) throw new Error(`no plan of ${compiled.sql}`);
  return { rows: rowsOf(root), plan: JSON.stringify(root) };
}

function rowsOf(node: PlanNode): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), each * node['Actual Loops']);
}

/** The searches and scans of a statement, such as `SEARCH jobs USING INDEX …`. SQLite only. */
export function stepsOf(file: string, statement: Compilable): string[] {
  const database = new DatabaseSync(file);
  try {
    const plan = database.prepare(`explain query plan ${statement.compile().sql}`).all();
    return plan.map(({ detail }) => String(detail)).filter((detail) => /^(SEARCH|SCAN) /.test(detail));
  } finally {
    database.close();
  }
}
