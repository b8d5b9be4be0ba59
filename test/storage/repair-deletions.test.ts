/**
 * Goal: a repair keeps the record of every deleted store, and brings nothing of such a store back. Method: files with
 * one store that is there and one that is deleted or being deleted, whole and with damaged pages.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStorage, repairFile } from '../../server/storage/open-storage.ts';
import type { Loss } from '../../server/storage/snapshots/snapshot.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { overwritePage } from '../support/damage.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const [keptId, goneId] = [uuidOf(1), uuidOf(2)];
const productCount = 100;

interface Files {
  readonly damaged: string;
  readonly repaired: string;
}

/** Two stores with products; the second is deleted as far as the work goes. */
async function withFiles(
  deletion: (storage: Storage) => Promise<unknown>,
  work: (files: Files) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-repair-'));
  const damaged = join(folder, 'damaged.db');
  try {
    const storage = await openStorage({ engine: 'sqlite', file: damaged });
    await storage.migrate();
    for (const id of [keptId, goneId]) {
      await storage.directory.createStore(storeRow({ id, name: `Store ${id}` }), []);
      const writes = Array.from({ length: productCount }, (_, number) =>
        productWrite(`p-${number}`, number, { raw: JSON.stringify({ filler: 'x'.repeat(300) }) }),
      );
      await storage.write(id, (writer) => writer.products.upsert(writes, 1));
    }
    await storage.deletions.begin(goneId, { at: 5, by: null });
    await deletion(storage);
    await storage.close();
    await work({ damaged, repaired: join(folder, 'repaired.db') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function repair({ damaged, repaired }: Files) {
  const losses: Loss[] = [];
  const found = repairFile(damaged, repaired, { onLoss: (loss) => losses.push(loss), onRows() {} });
  return { ...found, losses };
}

async function withRepaired(file: string, work: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openStorage({ engine: 'sqlite', file });
  try {
    await storage.migrate();
    await work(storage);
  } finally {
    await storage.close();
  }
}

async function deleteAll({ deletions }: Storage): Promise<void> {
  while ((await deletions.step(goneId, 7)).finishedAt === null);
}

test('a repair keeps the record of a deleted store', () =>
  withFiles(deleteAll, async (files) => {
    const { losses, leftOut } = repair(files);
    assert.deepEqual([losses, leftOut], [[], []]);
    await withRepaired(files.repaired, async ({ deletions }) => {
      assert.deepEqual(await deletions.find(goneId), {
        storeId: goneId,
        name: `Store ${goneId}`,
        requestedAt: 5,
        finishedAt: 7,
        deleted: { products: productCount },
      });
    });
  }));

test('a repair completes a deletion that damage held up', () =>
  withFiles(
    async () => {},
    async (files) => {
      overwritePage(files.damaged, { table: 'products', storeId: goneId });
      const { losses, leftOut, findings } = repair(files);
      assert.ok(findings.length > 0);
      assert.deepEqual(losses, []);
      assert.deepEqual(leftOut, [{ storeId: goneId, name: `Store ${goneId}`, rows: productCount }]);
      await withRepaired(files.repaired, async (storage) => {
        assert.deepEqual(await storage.deletions.unfinished(), []);
        const { deleted } = (await storage.deletions.find(goneId)) ?? {};
        assert.deepEqual(deleted, { products: productCount });
        assert.deepEqual(await storage.deletions.count(goneId), {});
        assert.equal((await storage.directory.findStore(keptId))?.productCount, productCount);
      });
    },
  ));

test('a repair brings no deleted store back', () =>
  withFiles(
    async () => {},
    async (files) => {
      damageStores(files.damaged);
      const { losses } = repair(files);
      assert.deepEqual(
        new Set(losses.map(({ table, id }) => `${table} ${id}`)),
        new Set([`stores ${keptId}`]),
      );
      await withRepaired(files.repaired, async (storage) => {
        const stores = await storage.directory.listStores();
        assert.deepEqual(
          stores.map(({ id }) => id),
          [keptId],
        );
      });
    },
  ));

/** All stores are on one page. */
function damageStores(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  const page = database.prepare("select pgoffset, pgsize from dbstat where name = 'stores'").get();
  database.close();
  const bytes = readFileSync(file);
  const start = Number(page?.pgoffset);
  writeFileSync(file, bytes.fill(0xff, start, start + Number(page?.pgsize)));
}

test('a repaired file belongs to its owner alone', () =>
  withFiles(deleteAll, async (files) => {
    repair(files);
    assert.equal(statSync(files.repaired).mode & 0o777, 0o600);
  }));
