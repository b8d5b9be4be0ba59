/** Goal: a deleted store leaves no row, in whichever table, and other stores keep theirs. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../server/storage/database.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { deletedRowsPerStep, removal } from '../../server/storage/stores/deletions.ts';
import { type EngineContext, onBothEngines, onSqlite } from '../support/engines.ts';
import { createShops, followStores } from '../support/followed-stores.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { countTenantRows, insertMoves, insertTenantRow, withDatabase } from '../support/tenant-rows.ts';

const [gone, kept] = [uuidOf(1), uuidOf(2)];
const request = { at: 5, by: null };

/** Tables with rows of stores, but for the record of deletions. */
async function tablesOfStores(database: Database) {
  const shapes = await database.describe((query) => database.read(null, query));
  return shapes.filter(
    ({ name, columns }) => columns.some((column) => column.name === 'store_id') && name !== 'store_deletions',
  );
}

/** Two stores with a row in every table; gives the names of the tables. */
async function fill({ storage, target }: EngineContext): Promise<string[]> {
  const user = { email: 'a@shop.example', name: 'A', isOperator: false, passwordHash: null, createdAt: 1 };
  for (const [number, id] of [gone, kept].entries()) {
    await storage.directory.createStore(storeRow({ id, name: `Store ${number}` }), []);
    await storage.accounts.write((writer) =>
      writer.insertUser({
        ...user,
        id: uuidOf(50 + number),
        email: `${number}@shop.example`,
        lastSeenAt: null,
      }),
    );
  }
  return await withDatabase(target, async (database) => {
    const shapes = await tablesOfStores(database);
    for (const shape of shapes) {
      for (const [number, id] of [gone, kept].entries())
        await insertTenantRow(database, shape, id, number, { user_id: uuidOf(50 + number) });
    }
    return shapes.map(({ name }) => name);
  });
}

function countsOf({ target }: EngineContext, storeId: string): Promise<number[]> {
  return withDatabase(target, async (database) => {
    const counts: number[] = [];
    for (const { name } of await tablesOfStores(database))
      counts.push(await countTenantRows(database, name, storeId));
    return counts;
  });
}

async function finish(storage: Storage): Promise<number> {
  let steps = 1;
  while ((await storage.deletions.step(gone, 7)).finishedAt === null) steps += 1;
  return steps;
}

onBothEngines('a deleted store leaves no row in any table', async (context) => {
  const { storage } = context;
  const tables = await fill(context);
  assert.ok(tables.length > 40, `${tables.length} tables`);
  const counted = await storage.deletions.count(gone);
  assert.deepEqual(Object.keys(counted).toSorted(), tables.toSorted());
  const { deleted } = await storage.deletions.begin(gone, request);
  assert.deepEqual(deleted, { api_keys: 1, invitations: 1, memberships: 1 });
  await finish(storage);
  assert.deepEqual(new Set(await countsOf(context, gone)), new Set([0]));
  assert.deepEqual(new Set(await countsOf(context, kept)), new Set([1]), 'another store keeps its rows');
  const record = await storage.deletions.find(gone);
  assert.deepEqual(record, {
    storeId: gone,
    name: 'Store 0',
    requestedAt: 5,
    finishedAt: 7,
    deleted: Object.fromEntries(tables.map((table) => [table, 1])),
  });
  assert.deepEqual([await storage.deletions.unfinished(), await storage.deletions.ids()], [[], [gone]]);
});

onBothEngines('a store cannot be written from its deletion on', async (context) => {
  const { storage } = context;
  await fill(context);
  const { version } = await storage.directory.changesSince(null);
  await storage.deletions.begin(gone, request);
  const { stores } = await storage.directory.changesSince(version);
  assert.deepEqual(stores, [gone], 'its keys are read again everywhere');
  assert.equal(await storage.directory.findStore(gone), null);
  await assert.rejects(
    storage.write(gone, async (writer) => await writer.jobs.insert({ ...job, storeId: gone })),
    { code: 'not_found' },
  );
  await finish(storage);
  const [name, pages] = [{ storeId: gone, version: 'v' }, [{ number: 0, content: new Uint8Array([1]) }]];
  const claim = { owner: 'me', leaseMs: 1_000, changeNumber: 1 };
  assert.equal(await storage.sharedIndexes.claim(name, claim), false);
  await storage.sharedIndexes.writePages(name, 1, pages);
  assert.deepEqual(new Set(await countsOf(context, gone)), new Set([0]), 'an index that was being saved');
});

const job = { id: uuidOf(9), kind: 'import', subject: 'x', runAt: 0 } as const;

onBothEngines('a deletion goes in bounded steps that count once', async (context) => {
  const { storage, target } = context;
  await storage.directory.createStore(storeRow(), []);
  const count = deletedRowsPerStep * 2 + 1;
  await withDatabase(target, (database) => insertMoves(database, gone, { count }));
  await storage.deletions.begin(gone, request);
  // Begun again, as after a crash, and carried on by two at the same time.
  assert.equal((await storage.deletions.begin(gone, { ...request, at: 6 })).requestedAt, 5);
  const first = await storage.deletions.step(gone, 7);
  assert.deepEqual(first.deleted, { session_moves: deletedRowsPerStep });
  assert.deepEqual(await storage.deletions.unfinished(), [gone]);
  await Promise.all([storage.deletions.step(gone, 7), storage.deletions.step(gone, 7)]);
  assert.deepEqual((await storage.deletions.find(gone))?.deleted, { session_moves: count });
  await assert.rejects(storage.deletions.begin(uuidOf(77), request), { code: 'not_found' });
});

onBothEngines('only full polls look for deleted stores', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  let reads = 0;
  const ids = () => {
    reads += 1;
    return storage.deletions.ids();
  };
  const life = followStores({ ...storage, deletions: { ...storage.deletions, ids } }, { folder: null });
  await life.follower.poll([storeId]);
  assert.equal(reads, 0);
  await life.round();
  assert.equal(reads, 1);
});

onSqlite('a step passes no rows but those it deletes', async (context) => {
  const names = await fill(context);
  if (context.target.engine !== 'sqlite') return;
  const file = new DatabaseSync(context.target.file);
  try {
    await withDatabase(context.target, async (database) => {
      for (const name of names) {
        const { sql } = removal(database, name, gone, 7).compile();
        const [first] = file.prepare(`explain query plan ${sql}`).all();
        assert.match(String(first?.detail), / USING INTEGER PRIMARY KEY \(rowid=\?\)$/, name);
      }
    });
  } finally {
    file.close();
  }
});
