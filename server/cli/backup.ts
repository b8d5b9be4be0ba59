/**
 * `foretype backup` and `foretype restore`: writes a whole deployment to one file, and restores it, also into the other kind of
 * database. An existing file or a database with rows is never overwritten: the command refuses it. A damaged backup restores nothing;
 * exit code 1 means that rows were left out.
 */
// Tests: test/scenarios/backup-commands.test.ts, test/storage/backup.test.ts.
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { withBackupFile, writeFileWhole } from '../backup/backup-file.ts';
import type { BackupHead } from '../backup/backup-format.ts';
import { writeBackup } from '../backup/backup-format.ts';
import { formatTimestamp } from '../clock.ts';
import { holderOf } from '../process/storage-lock.ts';
import { keyFileIn, placeKeyFile, readKeyFile } from '../secrets/key-file.ts';
import type { Config } from '../settings/config.ts';
import { existingTarget, storageTarget } from '../settings/storage-target.ts';
import { lockForServing, openStorage } from '../storage/open-storage.ts';
import type { RowBatch } from '../storage/snapshots/snapshot.ts';
import { type Command, type Invocation, jsonOption } from './command.ts';
import { createLossLog } from './losses.ts';
import { countProducts } from './progress.ts';

/** Works beside running servers: it sees one moment and blocks no other work. Exit code 1 where something was left out. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'write everything that the database holds to a file',
  operands: ['FILE'],
  options: {
    'with-secret-key': { kind: 'switch', help: 'put the key that credentials are sealed with into the file' },
    json: jsonOption,
  },
  async run(invocation) {
    const { config, clock } = invocation;
    const [file = ''] = invocation.operands;
    const withKey = invocation.has('with-secret-key');
    // Tables stay as they are: a server of an earlier version may be running.
    const storage = await openStorage({ ...existingTarget(config), readOnly: true });
    try {
      const losses = createLossLog();
      const counted = await storage.snapshot(async (snapshot) => {
        const progress = countProducts(clock, snapshot.productCount);
        const rows = createRowCounter((count) => progress.show(count));
        const head = {
          createdAt: clock.nowMicros(),
          engine: storage.engine,
          secretKeys: withKey ? keysOf(config) : null,
        };
        try {
          await writeFileWhole(
            file,
            writeBackup(snapshot, head, { onBatch: rows.add, onLoss: losses.onLoss }),
            { compressed: true },
          );
        } finally {
          progress.end();
        }
        return rows.counted();
      });
      const bytes = statSync(file).size;
      invocation.print({ file, bytes, ...counted, holds_secret_key: withKey, left_out: losses.groups() }, [
        `${file}: ${counted.rows} rows, ${counted.products} products, ${bytes} bytes.`,
        withKey
          ? 'It holds the secret key: anyone with the file can read the credentials of feeds and webhooks.'
          : `It does not hold the secret key (${config.secretKeys.length > 0 ? 'FORETYPE_SECRET_KEY' : keyFileIn(config.dataFolder)}): keep that elsewhere. Without it the credentials of feeds and webhooks cannot be read.`,
        ...losses.leftOutLines(),
      ]);
      return losses.isEmpty() ? 0 : 1;
    } finally {
      await storage.close();
    }
  },
};

function keysOf({ secretKeys, dataFolder }: Config): readonly string[] {
  if (secretKeys.length > 0) return secretKeys;
  const key = readKeyFile(dataFolder);
  return key === null ? [] : [key];
}

/** Restores a backup into an empty database: all of it or nothing. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'fill an empty database from a backup',
  operands: ['FILE'],
  options: { json: jsonOption },
  async run(invocation) {
    const [file = ''] = invocation.operands;
    const target = storageTarget(invocation.config);
    const lock = lockForServing(target, holderOf('foretype restore', invocation.clock));
    try {
      return await withBackupFile(file, async ({ head, batches }) => {
        const keyLine = takeKeys(invocation.config, head);
        const progress = countProducts(invocation.clock, head.productCount);
        const rows = createRowCounter((count) => progress.show(count));
        const storage = await openStorage(target);
        try {
          await storage.restore(head.migrations, rows.pass(batches()));
        } finally {
          progress.end();
          await storage.close();
        }
        return report(invocation, { head, counted: rows.counted(), keyLine });
      });
    } finally {
      lock.release();
    }
  },
};

function report(
  { print, config, operands }: Invocation,
  outcome: {
    readonly head: BackupHead;
    readonly counted: { readonly rows: number; readonly products: number };
    readonly keyLine: string;
  },
): number {
  const { head, counted, keyLine } = outcome;
  const [file] = operands;
  const createdAt = formatTimestamp(head.createdAt);
  print({ file, created_at: createdAt, ...counted }, [
    `${counted.rows} rows, ${counted.products} products, as of ${createdAt}, were restored.`,
    keyLine,
    `Remove ${config.dataFolder}/indexes before the next start, if there is one.`,
  ]);
  return 0;
}

function sameKey(isSet: boolean, dataFolder: string): string {
  if (isSet) return 'FORETYPE_SECRET_KEY must stay the same';
  const file = keyFileIn(dataFolder);
  if (existsSync(file)) return `${file} must stay the same`;
  return `Copy ${basename(file)} from the old data folder to ${file} before the first start`;
}

/** Sees to it that the sealed credentials can be read; returns what to say about it. Before anything is written. */
function takeKeys({ secretKeys, dataFolder, databaseUrl }: Config, { secretKeys: kept }: BackupHead): string {
  const isSet = secretKeys.length > 0 || databaseUrl !== null;
  const [first] = kept ?? [];
  if (kept === null || first === undefined) {
    return `The backup holds no secret key. ${sameKey(isSet, dataFolder)}, or credentials of feeds and webhooks have to be entered again.`;
  }
  if (isSet) {
    const missing = kept.some((key) => !secretKeys.includes(key));
    if (!missing) return 'FORETYPE_SECRET_KEY has the keys of the backup.';
    throw new Error(
      'FORETYPE_SECRET_KEY lacks a key of the backup: add the old key behind the new one, separated by a comma.',
    );
  }
  if (kept.length > 1) {
    throw new Error('The backup holds several secret keys: set FORETYPE_SECRET_KEY to them.');
  }
  if (!placeKeyFile(dataFolder, first)) {
    throw new Error(`${keyFileIn(dataFolder)} holds another key than the backup: move it away.`);
  }
  return `The secret key of the backup is in ${keyFileIn(dataFolder)}.`;
}

function createRowCounter(onProducts: (count: number) => void) {
  let rows = 0;
  let products = 0;
  function add(batch: RowBatch): void {
    rows += batch.rows.length;
    if (batch.table !== 'products') return;
    products += batch.rows.length;
    onProducts(products);
  }
  return {
    add,
    async *pass(batches: AsyncIterable<RowBatch>) {
      for await (const batch of batches) {
        yield batch;
        add(batch);
      }
    },
    counted: () => ({ rows, products }),
  };
}
