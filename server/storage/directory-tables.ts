/** Tables of the directory beside stores, keys and people, as schema.ts describes all others. */
import type { ColumnType } from 'kysely';

/** Their tables by name. */
export interface DirectoryTables {
  marks: MarksTable;
  directory_state: DirectoryStateTable;
  awaited_changes: AwaitedChangesTable;
}

/** Directory: facts that are set once, such as "the demo store was made". */
interface MarksTable {
  name: string;
  value: string;
}

/** Directory: exactly one row, number 1, with the directory's version. */
export interface DirectoryStateTable {
  id: number;
  version: number;
  /** What follows holds every store that changed after this version, up to the next one. */
  changes_since: ColumnType<number, never, number>;
  changes_until: ColumnType<number, never, number>;
  /** `version:store` of the last change of each, the newest first, with a space between them. */
  changes: ColumnType<string, never, string>;
}

/** Directory: key (owner, store_id); see awaited-changes.ts. */
interface AwaitedChangesTable {
  owner: string;
  store_id: string;
  change_number: number;
  /** When a node last worked on it, by the database's clock. */
  worked_at: number;
}
