/** Columns that the two databases keep differently. */
import type { ColumnType } from 'kysely';

/** A truth value: a boolean on PostgreSQL, 0 or 1 on SQLite. Read it with `Boolean(…)`. */
export type Flag = ColumnType<boolean | number, boolean, boolean>;
