/**
 * `foretype repair`: an SQLite file that is damaged is saved, as far as it can be read, into a new one; on PostgreSQL, whose pages its
 * own tools repair, rows that cannot be decoded are listed, and taken out where that is wanted. The damaged file is never deleted: it
 * is kept under another name, and rows are taken out of PostgreSQL only with `--yes`. Exit code 0: all is whole; 1: something was lost
 * or stays unreadable; a line of progress every 5 s. It refuses while a server holds the database.
 */
// Tests: test/scenarios/damaged-database.test.ts.
import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pluralOf } from '../../contract/plural.ts';
import { refuseFile } from '../backup/backup-file.ts';
import { type Clock, formatTimestamp } from '../clock.ts';
import { newId } from '../ids.ts';
import { holderOf } from '../process/storage-lock.ts';
import { ensureDataFolder } from '../settings/data-folder.ts';
import { existingTarget } from '../settings/storage-target.ts';
import { passDamage } from '../storage/damage/damage.ts';
import {
  lockForServing,
  openStorage,
  type RepairedFile,
  repairFile,
  replaceFile,
  type StorageTarget,
} from '../storage/open-storage.ts';
import { isNotFinite, type Loss, type WrongCounter } from '../storage/snapshots/snapshot.ts';
import type { Storage } from '../storage/storage.ts';
import { checkRows, type RowCheck } from './check-rows.ts';
import { type Command, type Invocation, jsonOption } from './command.ts';
import { createLossLog, type LossLog } from './losses.ts';
import { wordsOf } from './store-counts.ts';

export const repairCommand: Command = {
  name: 'repair',
  summary: 'save what can be read of a damaged database',
  operands: [],
  options: {
    to: {
      kind: 'value',
      placeholder: 'FILE',
      help: 'SQLite: write the repaired file there, change nothing else',
    },
    yes: {
      kind: 'switch',
      help: 'PostgreSQL: take rows that cannot be read out, into a file of the data folder',
    },
    json: jsonOption,
  },
  async run(invocation) {
    const target = existingTarget(invocation.config);
    if (target.engine === 'postgres') return await repairRows(invocation, target);
    const lock = lockForServing(target, holderOf('foretype repair', invocation.clock));
    try {
      return repairSqlite(invocation, target.file);
    } finally {
      lock.release();
    }
  },
};

function repairSqlite(invocation: Invocation, file: string): number {
  const { clock } = invocation;
  if (invocation.has('yes')) {
    throw new Error(
      '--yes is for PostgreSQL; on SQLite a repair writes a new file, and keeps the damaged one.',
    );
  }
  const to = invocation.value('to');
  if (to !== '') refuseFile(to);
  const repaired = to === '' ? `${file}.${newId()}.part` : to;
  const losses = createLossLog();
  let isKept = false;
  try {
    const watch = { onLoss: losses.onLoss, onRows: reportRows(clock) };
    const found = repairFile(file, repaired, watch);
    const { findings, leftOut, completedRows } = found;
    const isWhole = losses.isEmpty() && findings.length === 0 && completedRows === 0;
    const outcome = { ...found, losses, file: to === '' ? file : to };
    if (to !== '') isKept = true;
    else if (!isWhole) {
      const keptAs = `${file}.damaged-${formatTimestamp(clock.nowMicros()).replaceAll(':', '-')}`;
      const kept = replaceFile(file, repaired, keptAs);
      isKept = true;
      return report(invocation, { ...outcome, kept, rebuilt: dropIndexes(dirname(file), losses) });
    }
    const isNew = to !== '';
    return report(invocation, { ...outcome, leftOut: isNew ? leftOut : [], kept: [], rebuilt: [] });
  } finally {
    if (!isKept) for (const ending of ['', '-wal', '-shm']) rmSync(`${repaired}${ending}`, { force: true });
  }
}

/** Milliseconds between two lines. Chosen: the number of rows is not known before. */
const lineEveryMs = 5_000;

function reportRows(clock: Clock): (table: string, rows: number) => void {
  let lastAtMs = clock.monotonicMs();
  return (table, rows) => {
    if (clock.monotonicMs() - lastAtMs < lineEveryMs) return;
    lastAtMs = clock.monotonicMs();
    process.stderr.write(`${rows} rows saved, now in ${table}\n`);
  };
}

/** Saved indexes hold what is lost: they are built again of the products. Gives what was removed. */
function dropIndexes(dataFolder: string, losses: LossLog): string[] {
  const folder = join(dataFolder, 'indexes');
  const places = losses.isOfUnknownStore() ? [folder] : losses.storeIds().map((id) => join(folder, id));
  const present = places.filter((place) => existsSync(place));
  for (const place of present) rmSync(place, { recursive: true });
  return present;
}

interface Outcome extends RepairedFile {
  readonly file: string;
  readonly losses: LossLog;
  /** The file as it was, and its log where there is one. */
  readonly kept: readonly string[];
  readonly rebuilt: readonly string[];
}

/** Exit code 1 where something was lost. */
function report({ print }: Invocation, outcome: Outcome): number {
  const { file, rows, findings, losses, leftOut, recounted, completedRows, kept, rebuilt } = outcome;
  const lost = losses.isEmpty() ? ['Nothing was lost.'] : ['Lost:', ...losses.lines()];
  const [keptAs = null, log] = kept;
  const both = log === undefined ? `${keptAs}; remove it` : `${keptAs} with its log ${log}; remove both`;
  const place = keptAs === null ? [] : [`The file as it was is ${both} when you no longer need it.`];
  const isChanged = completedRows > 0 || findings.length > 0 || !losses.isEmpty();
  const deleted = leftOut.map(({ storeId: store_id, ...rest }) => ({ store_id, ...rest }));
  const found = { findings, lost: losses.groups(), deleted_stores: deleted };
  const completed = { completed_rows: completedRows, recounted: recounted.map(toJson) };
  print(
    {
      file,
      rows,
      ...found,
      ...completed,
      damaged_file: keptAs,
      damaged_files: kept,
      removed_indexes: rebuilt,
    },
    [
      ...(isChanged ? [] : ['No damage was found.']),
      `${file}: ${rows} rows.`,
      ...lost,
      ...leftOut.map(
        ({ storeId, name, rows: rest }) =>
          `Store "${name}" (${storeId}) was being deleted: what was left of it, ${rest} rows, was left out.`,
      ),
      ...completionLines(recounted, completedRows),
      ...place,
      ...(rebuilt.length > 0 ? [`Saved indexes ${ofStores(losses)} are built again by the next start.`] : []),
    ],
  );
  return losses.isEmpty() ? 0 : 1;
}

function completionLines(recounted: readonly WrongCounter[], completedRows: number): string[] {
  const lines = recounted.map((one) => `Counted again, ${wordsOf(one)}.`);
  const rows = `${completedRows} ${pluralOf(completedRows, 'row')}`;
  return completedRows === 0
    ? lines
    : [...lines, `${rows} that counted or named what is not there: set right.`];
}

function toJson({ storeId: store_id, ...rest }: WrongCounter) {
  return { store_id, ...rest };
}

function ofStores(losses: LossLog): string {
  return losses.isOfUnknownStore() ? 'of all stores' : 'of these stores';
}

/** Exit code 1 where rows that cannot be read, or counters that are wrong, stay. */
async function repairRows(invocation: Invocation, target: StorageTarget): Promise<number> {
  const { clock, print } = invocation;
  if (invocation.has('to'))
    throw new Error('--to is for SQLite; backups of PostgreSQL go by foretype backup.');
  const storage = await openStorage(target);
  try {
    const found: Loss[] = [];
    const check = await checkRows(storage, clock, (loss) => found.push(loss));
    const { losses, wrongCounters } = check;
    const isWhole = losses.isEmpty() && wrongCounters.length === 0;
    if (!invocation.has('yes') || isWhole) {
      listFaults(invocation, check);
      return isWhole ? 0 : 1;
    }
    const taken = losses.isEmpty() ? null : await takeOut(invocation, storage, found);
    if (taken !== null) dropIndexes(invocation.config.dataFolder, losses);
    const completedRows = (await storage.completeStores().catch(passDamage)) ?? 0;
    const { removed = 0, stays = 0, file = null } = taken ?? {};
    const completed = { completed_rows: completedRows, recounted: wrongCounters.map(toJson) };
    print({ unreadable: losses.groups(), removed, file, ...completed }, [
      ...losses.lines(),
      ...(taken === null
        ? []
        : [`${removed} rows were taken out or set right; as they were, they are in ${file}.`]),
      ...(stays > 0 ? [`${stays} stay: pages of PostgreSQL are for its own tools.`] : []),
      ...completionLines(wrongCounters, completedRows),
    ]);
    return stays === 0 ? 0 : 1;
  } finally {
    await storage.close();
  }
}

function listFaults({ print }: Invocation, { losses, wrongCounters }: RowCheck): void {
  print({ unreadable: losses.groups(), removed: 0, file: null, wrong_counters: wrongCounters.map(toJson) }, [
    ...(losses.isEmpty()
      ? ['Every row can be read.']
      : ['These rows cannot be read; --yes takes them out:', ...losses.lines()]),
    ...(wrongCounters.length === 0
      ? []
      : [
          'These counters are wrong; --yes counts again:',
          ...wrongCounters.map((one) => `  ${wordsOf(one)}`),
        ]),
  ]);
}

/** Describes how many rows are gone, how many stay, and the file that holds the lost rows. */
async function takeOut({ config, clock }: Invocation, storage: Storage, found: readonly Loss[]) {
  const at = formatTimestamp(clock.nowMicros()).replaceAll(':', '-');
  const file = join(config.dataFolder, `removed-rows-${at}.jsonl`);
  ensureDataFolder(config.dataFolder);
  const copies = await open(file, 'wx', 0o600);
  try {
    const removed = await storage.removeUnreadable(found, async (row, { table, error, column }) => {
      await copies.appendFile(`${JSON.stringify({ table, column, error, row }, asText)}\n`);
      await copies.sync();
    });
    const rows = new Set(found.map(({ table, storeId, id }) => `${table} ${storeId} ${id}`));
    return { file, removed, stays: rows.size - removed };
  } finally {
    await copies.close();
  }
}

/** Numbers that JSON cannot hold are texts. */
function asText(_name: string, value: unknown): unknown {
  return isNotFinite(value) ? String(value) : value;
}
