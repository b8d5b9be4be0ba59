/**
 * Saved indexes with flipped bits: files of segments and manifests, and on PostgreSQL what nodes share. A start finds each one and
 * says so, or it does no harm: what it answers is what the database says. A store has 1,500 products; a fifth of the damages goes to
 * shared indexes. It touches temporary data only. The first answer that differs from the database rejects, with its seed.
 */
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createRandom, pick, type Random } from '../../../bench/random.ts';
import { createSharedIndexFiles } from '../../../server/index-files/shared-index-files.ts';
import { openStorage } from '../../../server/storage/open-storage.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import { engineNamed } from '../engines.ts';
import {
  createNumberedStore,
  type FollowedStores,
  followStores,
  indexFolder,
  lamps,
  writeProducts,
} from '../followed-stores.ts';
import { answersOf } from '../index-answers.ts';
import type { CampaignOptions } from './campaign.ts';

/** Enough for segments in files and pages of their own, beside small ones in the manifest. */
const productCount = 1_500;
/** The part of all damages that is done to what nodes share. */
const sharedPart = 0.2;

interface Outcome {
  readonly damages: number;
  /** Starts that said what was wrong. */
  readonly found: number;
  readonly what: string;
}

/** Damages `size` indexes. */
export async function flipBits({ size, seed, log }: CampaignOptions): Promise<string> {
  const random = createRandom(seed);
  const shared = Math.ceil(size * sharedPart);
  const outcomes = [await flipInFiles(size - shared, random, log), await flipInPages(shared, random, log)];
  const lines = outcomes.map(
    ({ damages, found, what }) => `${damages} ${what}: ${found} were found, ${damages - found} did no harm`,
  );
  return `${lines.join('; ')}. Every start answered as the database does.`;
}

/** A store whose index has large and small segments, and products that were replaced. */
async function openShop(engine: 'sqlite' | 'postgres') {
  const database = await engineNamed(engine).open();
  const storage = await openStorage(database.target);
  await storage.migrate();
  const storeId = await createNumberedStore(storage, 1);
  const fill = async (life: FollowedStores) => {
    await writeProducts(storage, storeId, lamps(0, productCount));
    await life.round();
    for (const [from, title] of [
      [10, 'Red chair'],
      [600, 'Garden table'],
    ] as const) {
      await writeProducts(storage, storeId, lamps(from, 20, title));
      await life.round();
    }
  };
  const close = async () => {
    await storage.close();
    await database.close();
  };
  return { target: database.target, storage, storeId, fill, close };
}

/** One to three bits anywhere. */
function flip(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  for (let bit = Math.floor(random() * 3); bit >= 0; bit -= 1) {
    const at = Math.floor(random() * flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return flipped;
}

async function expectAnswers(life: FollowedStores, storeId: string, expected: unknown, what: string) {
  await life.follower.load(storeId);
  assert.deepEqual(answersOf(life, storeId), expected, what);
  return life.warnings.length > 0;
}

async function freshAnswers(storage: Storage, storeId: string): Promise<unknown> {
  const fresh = followStores(storage, { folder: null });
  await fresh.follower.load(storeId);
  return answersOf(fresh, storeId);
}

async function flipInFiles(damages: number, random: Random, log: (line: string) => void): Promise<Outcome> {
  const { storage, storeId, fill, close } = await openShop('sqlite');
  const { folder, remove } = indexFolder();
  const kept = `${folder}-kept`;
  try {
    const first = followStores(storage, { folder });
    await fill(first);
    await first.follower.saveAll();
    const expected = await freshAnswers(storage, storeId);
    cpSync(join(folder, storeId), kept, { recursive: true });
    const names = readdirSync(kept);
    assert.ok(names.length > 1, 'there are segments in files of their own');
    let found = 0;
    for (let damage = 0; damage < damages; damage += 1) {
      rmSync(join(folder, storeId), { recursive: true, force: true });
      cpSync(kept, join(folder, storeId), { recursive: true });
      const name = pick(names, random);
      writeFileSync(join(folder, storeId, name), flip(readFileSync(join(kept, name)), random));
      const life = followStores(storage, { folder });
      if (await expectAnswers(life, storeId, expected, `damage ${damage} to ${name}`)) found += 1;
      if ((damage + 1) % 100 === 0) log(`${damage + 1} files`);
    }
    return { damages, found, what: `files of ${names.length} (segments and the manifest)` };
  } finally {
    await close();
    remove();
  }
}

const sharedTables = ['shared_indexes', 'shared_segments', 'shared_segment_pages'];

async function flipInPages(damages: number, random: Random, log: (line: string) => void): Promise<Outcome> {
  const { target, storage, storeId, fill, close } = await openShop('postgres');
  assert.ok(target.engine === 'postgres');
  const client = new Client({ connectionString: target.url });
  const node = () =>
    followStores(storage, { folder: null, shared: createSharedIndexFiles(storage.sharedIndexes, 'a node') });
  try {
    await client.connect();
    await client.query(`set foretype.store = '${storeId}'`);
    const first = node();
    await fill(first);
    await first.share();
    const expected = await freshAnswers(storage, storeId);
    for (const table of sharedTables)
      await client.query(`create table kept_${table} as select * from ${table}`);
    let found = 0;
    for (let damage = 0; damage < damages; damage += 1) {
      for (const table of sharedTables) {
        await client.query(`delete from ${table}`);
        await client.query(`insert into ${table} select * from kept_${table}`);
      }
      const place = await flipStored(client, random);
      if (await expectAnswers(node(), storeId, expected, `damage ${damage} to ${place}`)) found += 1;
      if ((damage + 1) % 100 === 0) log(`${damage + 1} rows`);
    }
    return { damages, found, what: 'shared pages and manifests on PostgreSQL' };
  } finally {
    await client.end();
    await close();
  }
}

/** Half of the time a manifest, else a page. */
async function flipStored(client: Client, random: Random): Promise<string> {
  const [table, column] =
    random() < 0.3 ? ['shared_indexes', 'manifest'] : ['shared_segment_pages', 'content'];
  const { rows } = await client.query<{ place: string; bytes: Buffer }>(
    `select ctid::text as place, ${column} as bytes from ${table}`,
  );
  const { place, bytes } = pick(rows, random);
  await client.query(`update ${table} set ${column} = $1 where ctid = $2::tid`, [flip(bytes, random), place]);
  return `${table} ${place}`;
}
