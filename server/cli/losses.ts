/**
 * Collects the rows of a database that cannot be read, and words them for reports of commands. It reads, repairs and deletes nothing.
 * It names at most 20 rows for each table of a store and counts the rest; a loss without a key counts as "more whose number is not
 * known".
 */
// Tests: test/scenarios/damaged-export.test.ts, test/scenarios/backup-commands.test.ts.
import type { Loss, OnLoss } from '../storage/snapshots/snapshot.ts';

/** Losses of one table of one store. */
interface LossGroup {
  readonly store_id: string | null;
  readonly table: string;
  /** Rows whose keys are known. */
  rows: number;
  /** Further rows are lost whose keys, and number, are not known. */
  has_more: boolean;
  readonly examples: { readonly id: string | null; readonly column: string | null; readonly error: string }[];
}

export interface LossLog {
  readonly onLoss: OnLoss;
  isEmpty(): boolean;
  /** Returns the losses by table and store, as JSON shows them. */
  groups(): readonly LossGroup[];
  /** The stores whose rows are among them, each once. */
  storeIds(): string[];
  /** Whether some rows were lost whose store is not known. */
  isOfUnknownStore(): boolean;
  /** The losses in words for people. */
  lines(): string[];
  /** Lines as `lines` gives them, for a file that lacks the rows; none if it lacks nothing. */
  leftOutLines(): string[];
}

/** Rows that are named of a table of a store: chosen. */
const examplesMax = 20;

export function createLossLog(): LossLog {
  const groups = new Map<string, LossGroup>();
  const lines = () => [...groups.values()].flatMap(linesOf);
  let isOfUnknownStore = false;
  let isStoreLost = false;
  return {
    onLoss(loss) {
      const name = `${loss.storeId} ${loss.table}`;
      const group = groups.get(name) ?? newGroup(loss);
      groups.set(name, group);
      note(group, loss);
      if (loss.storeId === null) isOfUnknownStore = true;
      if (loss.table === 'stores' && loss.isKept !== true) isStoreLost = true;
    },
    isEmpty: () => groups.size === 0,
    groups: () => [...groups.values()],
    storeIds: () => [...new Set([...groups.values()].flatMap(({ store_id: id }) => id ?? []))],
    isOfUnknownStore: () => isOfUnknownStore,
    lines,
    leftOutLines() {
      if (groups.size === 0) return [];
      return ['What cannot be read was left out:', ...lines(), ...(isStoreLost ? [standInLine] : [])];
    },
  };
}

const standInLine =
  'Stores whose own rows were left out are named "Repaired store …", with currency USD, locale en and the unlimited plan: set them right after a restore.';

function newGroup({ storeId, table }: Loss): LossGroup {
  return { store_id: storeId, table, rows: 0, has_more: false, examples: [] };
}

function note(group: LossGroup, { id, column, error }: Loss): void {
  if (id === null) group.has_more = true;
  else group.rows += 1;
  if (group.examples.length < examplesMax) group.examples.push({ id, column, error });
}

function linesOf({ store_id: storeId, table, rows, has_more: hasMore, examples }: LossGroup): string[] {
  const place = storeId === null ? table : `store ${storeId}, ${table}`;
  const more = rows === 0 ? 'rows whose number is not known' : `${rows} rows, and more that are not known`;
  const head = `  ${place}: ${hasMore ? more : `${rows} ${rows === 1 ? 'row' : 'rows'}`}`;
  const named = examples.map(({ id, column, error }) => {
    const what = [id, column].filter((part) => part !== null).join(' ');
    return `    ${what === '' ? error : `${what}: ${error}`}`;
  });
  const rest = rows - examples.length;
  return [head, ...named, ...(rest > 0 ? [`    and ${rest} more`] : [])];
}
