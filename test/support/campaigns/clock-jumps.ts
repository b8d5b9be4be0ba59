/**
 * A service whose wall clock is set forward and back by days while it works, and that of its database is not: what is written is
 * answered, imports and feeds end, events count, people stay signed in or sign in again, and nothing fails. Every fourth jump the
 * service is killed in the midst of an import and started again at another time, with its lease from a day that is long past, or still
 * to come. Jumps are up to 480 hours either way; threads see one within 60 ms. It never moves the machine's clock (jumping-clock.ts).
 * The first failure rejects, with the jump's number.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '../../../bench/random.ts';
import type { CreatedStore } from '../../../server/stores/create-store.ts';
import { type ChildService, createServiceData, createStoreOn, startChildService } from '../child-service.ts';
import { goodPassword, setUpOperator, type Visitor } from '../dashboard-visitor.ts';
import { productClick, sendEvents } from '../event-calls.ts';
import { endOfLatestRun, feedProducts, privateFeeds, refreshFeed, registerFeed } from '../feeds.ts';
import { importCsv, requestFileImport, showFileImport, uploadFile } from '../file-imports.ts';
import { startHostileFeedServer } from '../hostile-feed-server.ts';
import { ask, putProduct } from '../store-calls.ts';
import { waitUntil } from '../wait-until.ts';
import type { CampaignOptions } from './campaign.ts';

/** Longer than sessions last unused. */
const jumpMaxHours = 20 * 24;
const clock = new URL('../jumping-clock.ts', import.meta.url);
/** Milliseconds until every thread reads the new time (jumping-clock.ts). */
const seenMs = 60;
const csvRows = 3_000;

interface Counts {
  jumps: number;
  kills: number;
  signIns: number;
}

/** Sets the clock `size` times. */
export async function clockJumps({ size, seed, log }: CampaignOptions): Promise<string> {
  await using started = new AsyncDisposableStack();
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'foretype-clock-'));
  started.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'offset');
  let offsetMs = 0;
  const jump = async (hours: number) => {
    offsetMs = Math.round(hours * 3_600_000);
    writeFileSync(file, String(offsetMs));
    await pause(seenMs);
  };
  await jump(0);
  const settings = { ...privateFeeds, NODE_OPTIONS: `--import=${clock.href}`, CLOCK_OFFSET_FILE: file };
  const data = await createServiceData('sqlite');
  started.defer(data.remove);
  const feedServer = await startHostileFeedServer();
  started.defer(() => feedServer.close());
  let service = await startChildService(data, settings);
  started.defer(async () => void (await service.end('SIGKILL')));
  const created = await createStoreOn(data);
  const scene = { created, current: () => service };
  const visitor = await visitorOf(scene);
  feedServer.answer('/feed', { body: JSON.stringify(feedProducts(1, 20)) });
  const store = { ...created, request: callerOf(scene) };
  const takesAll = { max_removal_percent: 100 };
  const feed = await registerFeed(store, `${feedServer.origin}/feed`, takesAll);
  await endOfLatestRun(store, feed.id, 60_000);
  const counts: Counts = { jumps: 0, kills: 0, signIns: 0 };
  while (counts.jumps < size) {
    await jump((random() - 0.5) * 2 * jumpMaxHours);
    counts.jumps += 1;
    await staySignedIn(visitor, counts);
    if (counts.jumps % 4 === 0) {
      const importId = await beginImport(visitor, created, random);
      await service.end('SIGKILL');
      counts.kills += 1;
      await jump((random() - 0.5) * 2 * jumpMaxHours);
      service = await startChildService(data, settings);
      await staySignedIn(visitor, counts);
      await endOf(visitor, created, importId);
    }
    await work(scene, visitor, { number: counts.jumps, offsetMs });
    feedServer.answer('/feed', { body: JSON.stringify(feedProducts(1, 20, { price: counts.jumps })) });
    await refreshFeed(store, feed.id);
    const run = await endOfLatestRun(store, feed.id, 120_000);
    assert.deepEqual([run.status, run.error], ['completed', null]);
    if (counts.jumps % 10 === 0) log(`${counts.jumps} jumps`);
  }
  assert.equal(await service.end('SIGTERM'), 0);
  return (
    `${counts.jumps} jumps of the wall clock by up to ${jumpMaxHours} hours either way, ${counts.kills} kills in the midst ` +
    `of an import with a restart at another time: every write was answered, every import, feed and event counted; ` +
    `${counts.signIns} times a session was over and somebody signed in again.`
  );
}

interface Scene {
  readonly created: CreatedStore;
  readonly current: () => ChildService;
}

function callerOf({ created, current }: Scene) {
  return (...call: Parameters<ReturnType<ChildService['caller']>['request']>) =>
    current()
      .caller(created.keys.secret)
      .request(...call);
}

async function visitorOf({ current }: Scene): Promise<Visitor> {
  const request = (...call: Parameters<ReturnType<ChildService['caller']>['request']>) =>
    current()
      .caller('')
      .request(...call);
  return await setUpOperator({ request, running: { setupLink: current().start.setup_link } });
}

/** A session that is over is answered 401, and the password still opens the door. */
async function staySignedIn(visitor: Visitor, counts: Counts): Promise<void> {
  const { status } = await visitor.call('GET', '/widget');
  if (status !== 401) return;
  counts.signIns += 1;
  const answer = await visitor.call('POST', '/session', {
    email: 'ada@shop.example',
    password: goodPassword,
  });
  assert.equal(answer.status, 200, answer.text);
}

function csvOf(rows: number, price: number): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `c${row},Chair ${row},${price},https://shop.example/c${row}`,
  );
  return ['external_id,title,price,url', ...lines].join('\n');
}

/** Everything that a store does, and what has to come of it. */
async function work(
  scene: Scene,
  visitor: Visitor,
  { number, offsetMs }: { readonly number: number; readonly offsetMs: number },
): Promise<void> {
  const caller = { request: callerOf(scene) };
  const title = `Lamp of jump ${number}`;
  const { id, updated_at: updatedAt } = await putProduct(caller, 'lamp', { title });
  // Within a process times never go back; forward they go with the clock.
  assert.ok(
    Date.parse(updatedAt) > Date.now() + offsetMs - 60_000,
    'the clock of the writing thread was set',
  );
  const { products } = await ask(caller, title);
  assert.equal(products[0]?.title, title);
  const { accepted } = await sendEvents(caller, `s${number}`, [productClick(id, { event_id: `e${number}` })]);
  assert.equal(accepted, 1);
  const run = await importCsv(visitor, scene.created.store.id, csvOf(10, number));
  assert.deepEqual([run.status, run.valid_rows], ['completed', 10]);
}

async function beginImport(visitor: Visitor, { store }: CreatedStore, random: Random): Promise<string> {
  const fileId = await uploadFile(visitor, store.id, csvOf(csvRows, Math.ceil(random() * 1_000)));
  const { id } = await requestFileImport(visitor, store.id, fileId);
  const isBegun = async () => (await showFileImport(visitor, store.id, id)).status !== 'pending';
  await waitUntil('an import', isBegun, 60_000);
  return id;
}

async function endOf(visitor: Visitor, { store }: CreatedStore, id: string): Promise<void> {
  const isDone = async () => (await showFileImport(visitor, store.id, id)).status === 'completed';
  await waitUntil('the import that was killed', isDone, 120_000);
  assert.equal((await showFileImport(visitor, store.id, id)).valid_rows, csvRows);
}
