/**
 * Keystrokes asked once each over HTTP at one size of catalog, in a process of its own: a child of the bench that prints its
 * measurement as one line of JSON. By hand: `node bench/asked-once-measurement.ts '{"count":null,"once":500,…}'`. It writes no file
 * but into temporary folders, and draws no conclusion: asked-once.ts does. A wrong argument, a missing peer or an answer other than
 * 200 throws, which ends the child with a code other than 0.
 */
// Tests: none; `npm run bench` runs it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawProduct } from '../server/catalog/product.ts';
import {
  type AskedServer,
  askAll,
  askByTurns,
  summaryOf,
  type Taken,
  type TakenSummary,
  together,
} from './asked-by-turns.ts';
import type { Recorded } from './bare-server.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { documentPages } from './catalog-documents.ts';
import { type Child, startChild } from './child.ts';
import { progress, thousands } from './figures.ts';
import { type FilledFolder, fillFolder } from './filled-folder.ts';
import { createRankedFts5 } from './fts5-by-rank.ts';
import { createHttpConnection, type HttpAnswer } from './http-connection.ts';
import { type FullTextServer, startFullTextServer } from './postgres-full-text.ts';
import { processMicros } from './processor-time.ts';
import { serviceAtRest } from './service-at-rest.ts';
import { firstAnswer, serveFolder } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { type KeystrokesOnce, keystrokesOnce } from './typed-keystrokes.ts';

/** The case to measure. */
export interface AskedOnceCase {
  /** Null: the catalog as it is. */
  readonly count: number | null;
  /** Keystrokes that are asked once each. */
  readonly once: number;
  /** The most other keystrokes that are asked before, each for two numbers of products, so that V8 has compiled what it will. */
  readonly before: number;
  /** The same of PostgreSQL, whose code is compiled; null: only the warm figure is taken. */
  readonly peerBefore: number | null;
  /** Whether the same keystrokes are asked again, when all that can be known of them is. */
  readonly isAskedWarm: boolean;
}

/** The times of all servers with one number of connections. */
export interface AskedWith {
  readonly connections: number;
  /** The times for all keystrokes, by the name of the server. */
  readonly all: Readonly<Record<string, TakenSummary>>;
  /** The times for keystrokes for which both we and PostgreSQL find a product; null if there are none. */
  readonly both: Readonly<Record<string, TakenSummary>> | null;
  /** Processor time of a keystroke of the first ones that the process of the service was asked. */
  readonly firstMicros: number;
}

/** The measured times of a size of catalog. */
export interface AskedOnceMeasurement {
  readonly productCount: number;
  readonly seedTitle: string;
  readonly asked: readonly AskedWith[];
  /** Shares of the keystrokes for which each finds a product. */
  readonly found: { readonly ours: number; readonly peer: number };
  /** Processor time of SQLite FTS5 for a keystroke, asked once as well; null where the catalog is blown up. */
  readonly fts5Micros: number | null;
  /** Processor time of the service for a keystroke that is not cached, the least of rounds. */
  readonly warmMicros: number | null;
}

/** Names of the servers in a measurement. */
export const askedServers = { ours: 'ours', peer: 'PostgreSQL', bare: 'bare' } as const;

const connectionCounts = [1, 8];
const perTurn = 200;
/** Number of keystrokes asked of a process that has just begun, whose code is interpreted. */
const firstCount = 500;
const limit = 20;
/** Each gives another key of the cache of answers. */
const warmLimits = [20, 19, 18, 17, 16];

async function measure(wanted: AskedOnceCase): Promise<AskedOnceMeasurement> {
  const { title, products: seeds } = await loadSeeds('electronics');
  const catalog = () => (wanted.count === null ? seeds : blownUpCatalog(seeds, wanted.count));
  const keystrokes = keystrokesOnce(seeds, wanted.once, wanted.before);
  progress(`${thousands(wanted.count ?? seeds.length)} products of ${title}: filling a database`);
  const filled = await fillFolder(catalog());
  const peer = wanted.peerBefore === null ? null : await startFullTextServer();
  try {
    const productCount = peer === null ? (wanted.count ?? seeds.length) : await fillPeer(peer, catalog());
    const known = await look(filled, peer, keystrokes.once);
    const asked: AskedWith[] = [];
    for (const connections of peer === null ? [] : connectionCounts) {
      progress(`asking over ${connections} connections`);
      asked.push(await ask({ ...wanted, connections, filled, peer, keystrokes, known }));
    }
    return {
      productCount,
      seedTitle: title,
      asked,
      found: { ours: known.ours.size / wanted.once, peer: known.peer.size / wanted.once },
      fts5Micros: wanted.count === null ? askFts5(seeds, keystrokes) : null,
      warmMicros: wanted.isAskedWarm ? await askWarm(filled, keystrokes) : null,
    };
  } finally {
    await peer?.stop();
    rmSync(filled.folder, { recursive: true });
  }
}

/** Returns how many products are valid. */
async function fillPeer(peer: FullTextServer, products: Iterable<RawProduct>): Promise<number> {
  progress('filling PostgreSQL');
  let count = 0;
  for (const page of documentPages(products, 2_000)) {
    await peer.add(page);
    count += page.length;
  }
  await peer.finish();
  return count;
}

/** The keystrokes for which each finds products, and our answers as they were sent. */
interface Known {
  readonly ours: ReadonlySet<string>;
  readonly peer: ReadonlySet<string>;
  readonly recorded: Recorded;
}

/** Asks a service that is stopped afterwards: those that are measured have been asked nothing of it. */
async function look(
  filled: FilledFolder,
  peer: FullTextServer | null,
  texts: readonly string[],
): Promise<Known> {
  progress('building the index');
  const { origin, child } = await serveFilled(filled);
  await serviceAtRest(child, filled);
  const recorded: Record<string, Recorded[string]> = {};
  const known = { ours: new Set<string>(), peer: new Set<string>(), recorded };
  const http = createHttpConnection(origin, headersOf(filled));
  for (const text of texts) {
    const { head, body } = await http.get(pathOf(text, limit));
    recorded[pathOf(text, limit)] = { headers: headersIn(head), body: body.toString() };
    if (hasProducts(body)) known.ours.add(text);
  }
  http.close();
  await child.stop();
  if (peer === null) return known;
  const connection = await peer.connect();
  for (const text of texts) if (await connection.finds(text)) known.peer.add(text);
  await connection.close();
  return known;
}

interface Asking extends AskedOnceCase {
  readonly connections: number;
  readonly filled: FilledFolder;
  readonly peer: FullTextServer | null;
  readonly keystrokes: KeystrokesOnce;
  readonly known: Known;
}

/** Starts a service and asks all servers by turns, those keystrokes first that both can answer. */
async function ask({ connections, filled, peer, keystrokes, known, peerBefore }: Asking): Promise<AskedWith> {
  if (peer === null || peerBefore === null) throw new Error('there is no peer');
  const { origin, child } = await serveFilled(filled);
  const bare = await startBare(filled.folder, known.recorded);
  const clients = await Promise.all(Array.from({ length: connections }, () => peer.connect()));
  try {
    const ours: AskedServer = {
      name: askedServers.ours,
      connections: httpAskers(origin, filled, connections),
      processorMicros: () => processMicros(child.pid),
    };
    const theirs: AskedServer = {
      name: askedServers.peer,
      connections: clients.map((client) => (text) => client.search(text, limit)),
      processorMicros: () => peer.processorMicros(),
    };
    const least: AskedServer = {
      name: askedServers.bare,
      connections: httpAskers(`http://127.0.0.1:${Number(bare.started.port)}`, filled, connections),
      processorMicros: () => processMicros(bare.pid),
    };
    const { before, once } = keystrokes;
    const first = await askAll(ours, before.slice(0, firstCount));
    await askAll(ours, before.slice(firstCount));
    const others = { ...ours, connections: httpAskers(origin, filled, connections, limit - 1) };
    await askAll(others, before);
    await askAll(theirs, before.slice(0, peerBefore));
    // Any text will do for the bare server, which keeps nothing.
    for (let asked = 0; asked < before.length; asked += once.length) await askAll(least, once);
    const isOfBoth = (text: string) => known.ours.has(text) && known.peer.has(text);
    const servers = [ours, theirs, least];
    const turns = { perTurn, wake: once.find(isOfBoth) ?? '' };
    const wakeless = once.filter((text) => text !== turns.wake);
    const both = await askByTurns(servers, wakeless.filter(isOfBoth), turns);
    const rest = await askByTurns(
      servers,
      wakeless.filter((text) => !isOfBoth(text)),
      turns,
    );
    const all = new Map(
      Array.from(both, ([name, taken]) => [name, together(taken, rest.get(name) ?? taken)]),
    );
    return {
      connections,
      all: summariesOf(all),
      both: both.get(ours.name)?.latencies.length === 0 ? null : summariesOf(both),
      firstMicros: summaryOf(first).processorMicros,
    };
  } finally {
    await Promise.all([...clients.map((client) => client.close()), bare.stop(), child.stop()]);
  }
}

function summariesOf(taken: ReadonlyMap<string, Taken>): Record<string, TakenSummary> {
  return Object.fromEntries(Array.from(taken, ([name, each]) => [name, summaryOf(each)]));
}

/** Asks the same keystrokes again and again, each time for another number of products, which no kept answer is for. */
async function askWarm(filled: FilledFolder, { before, once }: KeystrokesOnce): Promise<number> {
  progress('asking warm');
  const { origin, child } = await serveFilled(filled);
  const processorMicros = () => processMicros(child.pid);
  const askWith = (most: number, texts: readonly string[]) =>
    askAll({ name: '', connections: httpAskers(origin, filled, 1, most), processorMicros }, texts);
  await askWith(limit, before);
  let least = Number.POSITIVE_INFINITY;
  for (const most of warmLimits) {
    least = Math.min(least, (await askWith(most, once)).processorMicros / once.length);
  }
  await child.stop();
  return least;
}

/** Mean processor time of the keystrokes asked once, in this process. */
function askFts5(products: Iterable<RawProduct>, { before, once }: KeystrokesOnce): number {
  const peer = createRankedFts5();
  for (const page of documentPages(products, 2_000)) peer.add(page);
  peer.finish();
  for (const text of before) peer.search(text, limit);
  const start = process.cpuUsage();
  for (const text of once) peer.search(text, limit);
  const { user, system } = process.cpuUsage(start);
  peer.close();
  return (user + system) / once.length;
}

async function serveFilled(filled: FilledFolder) {
  const served = await serveFolder(filled.folder, 'off', { FORETYPE_ENRICHMENT_PROVIDER: 'off' });
  await firstAnswer(served.origin, filled.keys.storefront);
  return served;
}

function startBare(folder: string, recorded: Recorded): Promise<Child> {
  const file = join(folder, 'recorded.json');
  writeFileSync(file, JSON.stringify(recorded));
  return startChild('./bare-server.ts', [file]);
}

/** Askers that read the answer as a search box does; they reject where there is none. */
function httpAskers(origin: string, filled: FilledFolder, count: number, most = limit) {
  return Array.from({ length: count }, () => {
    const http = createHttpConnection(origin, headersOf(filled));
    return async (text: string) => {
      const answer = await http.get(pathOf(text, most));
      if (answer.status !== 200) throw new Error(`not answered: ${answer.status}, ${text}`);
      return readAnswer(answer);
    };
  });
}

/** Returns those headers of a browser that the service looks at. */
function headersOf({ keys }: FilledFolder): Record<string, string> {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  return {
    'user-agent': agent,
    accept: '*/*',
    'x-api-key': keys.storefront,
    origin: 'https://shop.example',
  };
}

function pathOf(text: string, most: number): string {
  return `/api/v1/autocomplete?q=${encodeURIComponent(text)}&limit=${most}`;
}

function readAnswer({ body }: HttpAnswer): { readonly products: readonly unknown[] } {
  return JSON.parse(body.toString());
}

function hasProducts(body: Buffer): boolean {
  return (JSON.parse(body.toString()) as { products: readonly unknown[] }).products.length > 0;
}

/** Names and values by turns, without those that Node adds by itself. */
function headersIn(head: string): string[] {
  const added = new Set(['date', 'connection', 'keep-alive']);
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/: (.*)/, 2) as [string, string])
    .filter(([name]) => !added.has(name.toLowerCase()))
    .flat();
}

// At the end: what the functions use is there by then.
if (import.meta.main) {
  const wanted = JSON.parse(process.argv[2] ?? '{}') as AskedOnceCase;
  process.stdout.write(`${JSON.stringify(await measure(wanted))}\n`);
}
