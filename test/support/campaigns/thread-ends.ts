/**
 * Threads that end in the midst of everything: services on SQLite with writes, imports, keystrokes and lists under way. In each round
 * the thread of one role ends: by an exception, by leaving, or out of memory. After each every store is written to, answers and is
 * listed again; at the end every acknowledged write is there, and as many ports are open as before. Each role ends at most three times
 * in a service, since more would end its process. A store must work again within 120 s; the first that does not rejects with the log.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, pick, type Random } from '../../../bench/random.ts';
import { createSystemClock } from '../../../server/clock.ts';
import { newId } from '../../../server/ids.ts';
import { appendToFile, beginFile, completeFile } from '../../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../../server/ingest/files/request-import.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import type { CreatedStore } from '../../../server/stores/create-store.ts';
import { type ChildService, createServiceData, createStoreOn, startChildService } from '../child-service.ts';
import { type Ending, orderThreads, type ThreadOrders } from '../mortal-service.ts';
import { residentMiB } from '../process-usage.ts';
import { type Caller, productInput, productPath } from '../store-calls.ts';
import { waitUntil } from '../wait-until.ts';
import type { CampaignOptions } from './campaign.ts';

/** How often the thread of each role ends in each service: with more, a thread that is kept would have the process end. */
const endsPerRole = 3;
const roles = ['index-thread', 'merge-thread', 'pipeline-thread', 'phrase-thread', 'reader-thread'];
const endings: readonly Ending[] = ['throw', 'exit', 'memory'];
const storeCount = 2;
const rowsPerBatch = 300;
const rowsPerFile = 1_000;

/** Milliseconds between two requests of one client. Chosen: the machine has other work. */
const pausesMs = { write: 100, batch: 2_500, keystroke: 50 };

/** Milliseconds after which a thread without work is passed over. */
const absentMs = 15_000;

/** Stores may be left alone for a time, one after the other. */
const backMs = 120_000;

interface Shop extends CreatedStore {
  readonly caller: Caller;
  /** The price of each product that was acknowledged last, and later prices whose writes had no answer. */
  readonly writes: Map<string, { acknowledged: number | null; readonly open: Set<number> }>;
}

interface Counts {
  ends: number;
  acknowledged: number;
  refused: number;
  keystrokes: number;
  readonly byRole: Map<string, number>;
  restartMs: number[];
  memory: string[];
}

interface Scene {
  readonly service: ChildService;
  readonly storage: Storage;
  readonly orders: ThreadOrders;
  readonly shops: readonly Shop[];
  readonly counts: Counts;
  readonly random: Random;
  isOver: boolean;
}

/** Ends `size` threads. */
export async function endThreads({ size, seed, log }: CampaignOptions): Promise<string> {
  const random = createRandom(seed);
  const counts: Counts = {
    ends: 0,
    acknowledged: 0,
    refused: 0,
    keystrokes: 0,
    restartMs: [],
    memory: [],
    byRole: new Map(),
  };
  while (counts.ends < size) {
    await liveThrough(size, counts, random);
    log(`${counts.ends} threads ended, ${counts.acknowledged} writes acknowledged`);
  }
  const waits = counts.restartMs.toSorted((left, right) => left - right);
  const [median = 0, longest = 0] = [waits[waits.length >> 1], waits.at(-1)];
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return (
    `${counts.ends} threads ended (${Array.from(counts.byRole, ([role, ends]) => `${ends} × ${role}`).join(', ')}). ${counts.acknowledged} acknowledged writes, each there; ${counts.refused} calls refused ` +
    `(503); ${counts.keystrokes} keystrokes answered; no process ended. All stores written ` +
    `to, answering and listed after ${seconds(median)} (median), ${seconds(longest)} at most. As many ports open as before. ` +
    `Resident memory before and after: ${counts.memory.join(', ')} MiB.`
  );
}

/** One service: the threads of all its roles end, in any order. */
async function liveThrough(size: number, counts: Counts, random: Random): Promise<void> {
  await using started = new AsyncDisposableStack();
  const data = await createServiceData('sqlite');
  started.defer(data.remove);
  const orders = orderThreads(join(data.environment.FORETYPE_DATA ?? '', 'orders'));
  const environment = { ...orders.environment, LOG_LEVEL: 'info' };
  const service = await startChildService(data, environment);
  started.defer(async () => void (await service.end('SIGKILL')));
  const storage = await data.openStorage();
  started.defer(() => storage.close());
  const shops: Shop[] = [];
  for (let number = 0; number < storeCount; number += 1) {
    const created = await createStoreOn(data);
    shops.push({ ...created, caller: service.caller(created.keys.secret), writes: new Map() });
  }
  const scene: Scene = { service, storage, orders, shops, counts, random, isOver: false };
  await isBack(scene, 'begin');
  const before = { ports: await portsOf(scene), memory: residentMiB(service.pid) };
  const imports = await Promise.all(shops.map(({ store }) => importFile(storage, store.id)));
  const traffic = Promise.all(
    shops.flatMap((shop) => [write(scene, shop), push(scene, shop), ask(scene, shop)]),
  );
  try {
    for (const role of shuffled(random)) {
      if (counts.ends < size) await endOne(scene, role);
    }
  } finally {
    scene.isOver = true;
    await traffic;
  }
  for (const [shop, id] of imports) {
    const isDone = async () => (await storage.reader(shop).imports.find(id))?.status === 'completed';
    await waitUntil('the import of a file', isDone, backMs);
  }
  await holdAgainst(scene);
  const samePorts = async () => JSON.stringify(await portsOf(scene)) === JSON.stringify(before.ports);
  await waitUntil(`ports as before: ${JSON.stringify(before.ports)}`, samePorts, backMs);
  counts.memory.push(`${before.memory} and ${residentMiB(service.pid)}`);
  assert.equal(await service.end('SIGTERM'), 0, service.log());
}

function shuffled(random: Random): string[] {
  return Array.from({ length: endsPerRole }, () => roles)
    .flat()
    .map((role) => ({ role, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ role }) => role);
}

async function endOne(scene: Scene, role: string): Promise<void> {
  const { orders, counts, random, service } = scene;
  const how = pick(endings, random);
  const until = performance.now() + absentMs;
  // Some run only while there is work for them.
  while (!(await orders.end(role, how))) if (performance.now() > until) return;
  const endedAt = performance.now();
  await isBack(scene, `n${counts.ends}`);
  counts.restartMs.push(performance.now() - endedAt);
  counts.ends += 1;
  counts.byRole.set(role, (counts.byRole.get(role) ?? 0) + 1);
  assert.ok(!service.hasEnded(), service.log());
}

/** Resolves when every store is written to, shows it, and is listed. */
async function isBack({ shops, service }: Scene, word: string): Promise<void> {
  const works = async ({ caller }: Shop) => {
    const body = productInput('probe', { title: `Probe ${word}` });
    if ((await statusOf(caller, 'PUT', productPath('probe'), body)) !== 200) return false;
    const { status, text } = await caller.request('GET', `/api/v1/autocomplete?q=${word}`);
    assert.ok(status !== 200 || text.includes(`Probe ${word}`), text);
    return status === 200 && (await statusOf(caller, 'GET', '/api/v1/products')) === 200;
  };
  for (const shop of shops) {
    await waitUntil(`store ${shop.store.id} after ${word}: ${service.log()}`, () => works(shop), backMs);
  }
}

async function statusOf(caller: Caller, method: string, path: string, body?: object): Promise<number> {
  const answer = await caller.request(method, path, body === undefined ? {} : { body });
  assert.ok([200, 503].includes(answer.status), `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.status;
}

/** The same ten products again and again, one after the other. */
async function write(scene: Scene, shop: Shop): Promise<void> {
  for (let step = 1; !scene.isOver; step += 1) {
    await pause(pausesMs.write);
    const id = `p${step % 10}`;
    await note(scene, shop, [id], step, (caller) =>
      statusOf(caller, 'PUT', productPath(id), productInput(id, { title: `Lamp ${id}`, price: step })),
    );
  }
}

/** New products by the batch, which has segments merged and phrases written. */
async function push(scene: Scene, shop: Shop): Promise<void> {
  for (let step = 1; !scene.isOver; step += 1) {
    await pause(pausesMs.batch);
    // Enough for merges at all times, and no more than the machine carries.
    const ids = Array.from({ length: rowsPerBatch }, (_, row) => `b${step % 20}x${row}`);
    const products = ids.map((id) => productInput(id, { title: `Oak chair ${id} of ${step}`, price: step }));
    await note(scene, shop, ids, step, (caller) =>
      statusOf(caller, 'POST', '/api/v1/product-imports', { products }),
    );
  }
}

async function note(
  { counts }: Scene,
  { writes, caller }: Shop,
  ids: readonly string[],
  price: number,
  send: (caller: Caller) => Promise<number>,
): Promise<void> {
  for (const id of ids) {
    const known = writes.get(id) ?? { acknowledged: null, open: new Set() };
    writes.set(id, known);
    known.open.add(price);
  }
  if ((await send(caller)) !== 200) {
    counts.refused += 1;
    return;
  }
  counts.acknowledged += ids.length;
  for (const id of ids) writes.set(id, { acknowledged: price, open: new Set() });
}

async function ask(scene: Scene, { caller }: Shop): Promise<void> {
  for (let step = 0; !scene.isOver; step += 1) {
    await pause(pausesMs.keystroke);
    const isAnswered = (await statusOf(caller, 'GET', `/api/v1/autocomplete?q=la${step % 50}`)) === 200;
    if (isAnswered) scene.counts.keystrokes += 1;
    else scene.counts.refused += 1;
    if (step % 20 === 0) await statusOf(caller, 'GET', '/api/v1/products');
  }
}

async function holdAgainst({ storage, shops }: Scene): Promise<void> {
  for (const { store, writes } of shops) {
    const reader = storage.reader(store.id);
    for (const [id, { acknowledged, open }] of writes) {
      const price = Number((await reader.products.find(id))?.price ?? Number.NaN);
      const isRight =
        price === acknowledged || open.has(price) || (acknowledged === null && Number.isNaN(price));
      assert.ok(isRight, `${id} of ${store.id}: ${price}, acknowledged ${acknowledged}`);
    }
  }
}

const environment = { clock: createSystemClock(), newId };

async function importFile(storage: Storage, storeId: string): Promise<[storeId: string, importId: string]> {
  const rows = Array.from(
    { length: rowsPerFile },
    (_, row) => `f${row},Desk ${row},${row + 1},https://shop.example/f${row}`,
  );
  const content = Buffer.from(['external_id,title,price,url', ...rows].join('\n'));
  const { id: fileId } = await beginFile(storage, { storeId, name: 'desks.csv' }, environment);
  await appendToFile(storage, { storeId, fileId, content });
  await completeFile(storage, { storeId, fileId });
  const { id } = await requestImport(storage, { storeId, fileId, dryRun: false, settings: {} }, environment);
  return [storeId, id];
}

/** Lists the threads that are always there, by name, with the number of their ports. */
async function portsOf({ orders }: Scene): Promise<readonly (readonly [string, number])[]> {
  const passing = ['merge-thread', 'phrase-thread'];
  const open = Object.entries(await orders.countPorts()).filter(([name]) => !passing.includes(name));
  return open.sort(([left], [right]) => (left < right ? -1 : 1));
}
