/**
 * Malformed inputs over every door: most of them to the readers in this process, a tenth to every route of a running service, a
 * hundredth to its sockets, and some to commands. Nothing may fail but by an error of ours, no thread of the service may die, and
 * afterwards it does its work. Eight callers ask at once; a door that fails rejects with the input's seed. It works on a service and
 * folders of its own only.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, pick, type Random } from '../../../bench/random.ts';
import { documentFormats } from '../../../contract/words/feeds.ts';
import { commands } from '../../../server/cli/program.ts';
import { type ChildService, createServiceData, createStoreOn, startChildService } from '../child-service.ts';
import { newVisitor, setUpOperator, type Visitor } from '../dashboard-visitor.ts';
import { runForetype } from '../foretype-process.ts';
import { documentOf } from '../hostile-documents.ts';
import { threadsOf } from '../process-usage.ts';
import { closeRawSockets } from '../raw-request.ts';
import type { TestStore } from '../start-test-service.ts';
import { importProducts, productInput, putProduct, titlesFor } from '../store-calls.ts';
import type { CampaignOptions } from './campaign.ts';
import { readerDoors } from './malformed-readers.ts';
import { type Sender, sendMalformed, sendToSocket } from './malformed-requests.ts';
import { hostileText, mutate } from './malformed-text.ts';
import { listRoutes, type Route } from './routes.ts';

const requestsPart = 0.1;
const socketsPart = 0.01;
const commandsPart = 0.0002;
const callersAtOnce = 8;

/** Gives `size` malformed inputs, at least one to every door. */
export async function malformedInputs({ size, seed, log }: CampaignOptions): Promise<string> {
  const requests = Math.ceil(size * requestsPart);
  const sockets = Math.ceil(size * socketsPart);
  const words = Math.ceil(size * commandsPart);
  const served = await attackService({ requests, sockets, seed, log });
  log(served);
  const ran = await attackCommands(words, createRandom(seed + 1));
  log(ran);
  const inProcess = attackReaders(size - requests - sockets - words, seed + 2);
  return `${inProcess} ${served} ${ran}`;
}

function attackReaders(count: number, seed: number): string {
  const doors = Object.entries(readerDoors);
  for (let number = 0; number < count; number += 1) {
    const [name, door] = doors[number % doors.length] ?? [];
    const inputSeed = seed * 1e6 + number;
    try {
      door?.(createRandom(inputSeed));
    } catch (cause) {
      throw new Error(`${name} does not stand the input of seed ${inputSeed}: ${String(cause)}`, { cause });
    }
  }
  return `${count} inputs to ${doors.length} readers (${doors.map(([name]) => name).join(', ')}): values, or errors of ours.`;
}

interface Attack extends Pick<CampaignOptions, 'seed' | 'log'> {
  readonly requests: number;
  readonly sockets: number;
}

async function attackService({ requests, sockets, seed, log }: Attack): Promise<string> {
  const routes = await listRoutes();
  const data = await createServiceData('sqlite');
  const service = await startChildService(data, { LOG_LEVEL: 'error' });
  try {
    const visitor = await signUp(service);
    const created = await createStoreOn(data);
    const store: TestStore = { ...created, ...service.caller(created.keys.secret) };
    await importProducts(store, [productInput('a', { title: 'Desk lamp' }), productInput('b')]);
    const before = threadsOf(service.pid);
    const statuses = await attackRoutes({
      sender: await senderOf(service, visitor, store),
      routes,
      requests,
      seed,
      log,
    });
    const sender = await senderOf(service, visitor, store);
    const left = await attackSockets(sender, sockets, createRandom(seed + 3));
    checkAlive(service, before);
    await putProduct(store, 'canary', { title: 'Yellow canary' });
    assert.deepEqual(await titlesFor(store, 'yellow can'), ['Yellow canary']);
    assert.equal(await service.end('SIGTERM'), 0, service.log());
    const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    return (
      `${requests} requests to ${routes.length} routes: ${seen.join(', ')}; ${sockets} connections with bytes that are hardly ` +
      `HTTP, ${left} of them left after 5 s; 0 failures, 0 threads lost.`
    );
  } finally {
    if (!service.hasEnded()) await service.end('SIGKILL');
    closeRawSockets();
    data.remove();
  }
}

async function signUp(service: ChildService): Promise<Visitor> {
  const { origin, start } = service;
  const { request } = service.caller('');
  return await setUpOperator({ request, running: { setupLink: start.setup_link } }).catch(
    (cause: unknown) => {
      throw new Error(`sign-in failed at ${origin}`, { cause });
    },
  );
}

async function senderOf(
  { origin, caller }: ChildService,
  old: Visitor,
  { store, keys }: TestStore,
): Promise<Sender> {
  const visitor = newVisitor(caller(''));
  visitor.cookie = old.cookie;
  assert.equal((await visitor.call('GET', '/session')).status, 200, 'the session is still there');
  const ids = ['a', 'b', store.id, keys.secret, '019bf3a0-0000-7000-8000-000000000000', '1', 'lamps'];
  return {
    origin,
    secretKey: keys.secret,
    storefrontKey: keys.storefront,
    storeId: store.id,
    ids,
    cookie: visitor.cookie,
    csrfToken: visitor.csrfToken,
  };
}

interface RouteAttack extends Pick<CampaignOptions, 'seed' | 'log'> {
  readonly sender: Sender;
  readonly routes: readonly Route[];
  readonly requests: number;
}

async function attackRoutes({
  sender,
  routes,
  requests,
  seed,
  log,
}: RouteAttack): Promise<Map<number, number>> {
  const bodies = routes.flatMap(({ body }) => (body === null ? [] : [body]));
  const statuses = new Map<number, number>();
  let number = 0;
  const call = async () => {
    for (; number < requests; ) {
      const inputSeed = seed * 1e6 + number;
      const route = routes[number % routes.length] as Route;
      number += 1;
      if (number % 10_000 === 0) log(`${number} requests`);
      const status = await sendMalformed(sender, route, bodies, createRandom(inputSeed)).catch(
        (cause: unknown) => {
          throw new Error(`${route.method} ${route.path}, seed ${inputSeed}: ${String(cause)}`, { cause });
        },
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, call));
  return statuses;
}

async function attackSockets(sender: Sender, count: number, random: Random): Promise<number> {
  let [begun, left] = [0, 0];
  const call = async () => {
    for (; begun < count; ) {
      begun += 1;
      if (!(await sendToSocket(sender, random))) left += 1;
    }
  };
  await Promise.all(Array.from({ length: callersAtOnce }, call));
  return left;
}

/** Threads that come and go with their work. */
const passing = /^(?:merge|phrase)-thread/;

function checkAlive(service: ChildService, before: ReadonlyMap<number, string>): void {
  assert.ok(!service.hasEnded(), service.log());
  const now = threadsOf(service.pid);
  const lost = [...before].filter(
    ([id, name]) => name.includes('-thread') && !passing.test(name) && !now.has(id),
  );
  assert.deepEqual(lost, [], `threads died: ${service.log()}`);
  assert.equal(service.log(), '', 'nothing was logged as an error');
}

/** The commands that would not end by themselves, or wait for a person. */
const lasting = new Set(['serve']);

async function attackCommands(count: number, random: Random): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-malformed-'));
  const codes = new Map<number | null, number>();
  try {
    for (let number = 0; number < count; number += 1) {
      const { code, stderr } = await runForetype(await wordsOf(folder, random), {
        FORETYPE_DATA: join(folder, 'data'),
        FORETYPE_ENRICHMENT_PROVIDER: 'off',
      });
      assert.ok(code === 0 || code === 1 || code === 2, `${code}: ${stderr}`);
      assert.doesNotMatch(stderr, /\n\s+at .*:\d+:\d+|TypeError|RangeError|ReferenceError/);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return `${count} commands with hostile words and files: ${[...codes].map(([code, times]) => `${times} × exit ${code}`).join(', ')}.`;
}

/** No argument of a process holds NUL. */
async function wordsOf(folder: string, random: Random): Promise<string[]> {
  const command = pick(
    commands.filter(({ name }) => !lasting.has(name)),
    random,
  );
  const file = join(folder, 'hostile');
  writeFileSync(file, mutate(documentOf(pick(documentFormats, random)), random));
  const operands = command.operands.map((name) => (name === 'FILE' ? file : hostileText(random)));
  const options = Object.entries(command.options).flatMap(([name, { kind }]) =>
    random() < 0.6 ? [] : [`--${name}`, ...(kind === 'value' ? [hostileText(random)] : [])],
  );
  const further = random() < 0.3 ? [hostileText(random)] : [];
  return [...command.name.split(' '), ...operands, ...options, ...further].map((word) =>
    word.replaceAll('\u0000', '?').toWellFormed(),
  );
}
