/**
 * Answers the question whether 5,000 events a second are taken, all of them, for 60 s, and what keystrokes (200 a second) notice of
 * it. Latencies are milliseconds. Each event is sent at its time and waits for no answer; a request that is refused or lost throws, and no
 * event is sent twice.
 */
// Tests: none; `npm run bench` runs it.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openStorage } from '../server/storage/open-storage.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, percentile, progress, type Question, thousands } from './figures.ts';
import { type PacedLoad, runPacedLoad } from './paced-load.ts';
import { createRandom, pickEarly } from './random.ts';
import { startServiceUnderTest } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const productCount = 50_000;
const eventsPerSecond = 5_000;
const eventsPerRequest = 50;
const seconds = 60;
const idleSeconds = 20;
const keystrokesPerSecond = 200;
/** An index is merged to one segment once nothing came for five seconds. */
const restMs = 20_000;

export const events: Question = {
  name: 'events',
  data: ['electronics', 'keystrokes'],
  title: `Keystrokes over HTTP while ${thousands(eventsPerSecond)} events a second come for ${seconds} seconds`,
  reading:
    `A secret key sends clicks on ${thousands(productCount)} products, on early products more often, at a fixed pace. ` +
    `A request has ${eventsPerRequest} clicks, each from its own session, and is answered when they are durable. The ` +
    `client asks ${keystrokesPerSecond} distinct keystrokes a second at a fixed pace; latency counts from the time ` +
    'when each was due. New popularity makes cached answers stale every four seconds. The load and the service with ' +
    'its threads share the cores.',
  async run() {
    progress(`pushing ${thousands(productCount)} products`);
    const { products } = await loadSeeds('electronics');
    // Phrases for so many products are minutes of work of their own.
    const service = await startServiceUnderTest({ FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    try {
      await service.push([...blownUpCatalog(products, productCount)], 10_000);
      const batches = makeBatches(await listProductIds(service.origin, service.keys.secret));
      const texts = typedKeystrokes(products, 400).map(({ text }) => text);
      let asked = 0;
      const load: Omit<PacedLoad, 'isOver'> = {
        origin: service.origin,
        headers: { 'x-api-key': service.keys.storefront },
        perSecond: keystrokesPerSecond,
        nextPath() {
          asked += 1;
          return `/api/v1/autocomplete?q=${encodeURIComponent(texts[asked % texts.length] ?? '')}`;
        },
      };
      progress('waiting until nothing is merged any more');
      await pause(restMs);
      progress('idle');
      await runPacedLoad({ ...load, isOver: isOverAfter(3) });
      const idle = await runPacedLoad({ ...load, isOver: isOverAfter(idleSeconds) });
      progress('events');
      const [during, sent] = await Promise.all([
        runPacedLoad({ ...load, isOver: isOverAfter(seconds) }),
        sendEvents(service.origin, service.keys.secret, batches),
      ]);
      const stored = await countStored(service.folder, service.storeId);
      return [
        ...[0.5, 0.99].map((part) => latencyFigure(part, during, idle)),
        {
          what: 'events stored',
          measured: thousands(stored),
          against: `${thousands(sent.sent)} sent, ${thousands(sent.accepted)} accepted`,
          ratio: (stored / sent.sent).toFixed(3),
          goal: '1',
        },
        {
          what: 'events a second',
          measured: thousands(sent.sent / (sent.tookMs / 1_000)),
          against: `${thousands(eventsPerSecond)} offered`,
          ratio: (sent.sent / (sent.tookMs / 1_000) / eventsPerSecond).toFixed(2),
          goal: '1',
        },
        {
          what: 'p99 in ms until a batch is durable',
          measured: percentile(sent.latencies, 0.99).toFixed(0),
          against: `${percentile(sent.latencies, 0.5).toFixed(0)} p50`,
          ratio: (percentile(sent.latencies, 0.99) / percentile(sent.latencies, 0.5)).toFixed(1),
          goal: '',
        },
      ];
    } finally {
      await service.stop();
    }
  },
};

function latencyFigure(part: number, during: readonly number[], idle: readonly number[]): Figure {
  const [measured, against] = [percentile(during, part), percentile(idle, part)];
  return {
    what: `p${part * 100} of a keystroke in ms`,
    measured: measured.toFixed(1),
    against: `${against.toFixed(1)} idle`,
    ratio: (measured / against).toFixed(2),
    goal: part === 0.99 ? '≤ 2' : '',
  };
}

interface SentEvents {
  readonly sent: number;
  readonly accepted: number;
  readonly tookMs: number;
  readonly latencies: number[];
}

/** Made before anything is measured: it would take the processor from the service. */
function makeBatches(productIds: readonly string[]): readonly string[] {
  const random = createRandom(3);
  return Array.from({ length: (eventsPerSecond * seconds) / eventsPerRequest }, (_, index) => {
    const clicks = Array.from({ length: eventsPerRequest }, (_, place) => ({
      type: 'product_click',
      product_id: pickEarly(productIds, random),
      region: 'products',
      query: '',
      event_id: `${index}-${place}`,
    }));
    return JSON.stringify({ session_id: `s${index}`, events: clicks });
  });
}

async function sendEvents(origin: string, key: string, batches: readonly string[]): Promise<SentEvents> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const gapMs = (1_000 * eventsPerRequest) / eventsPerSecond;
  const begun = performance.now();
  const answers: Promise<{ accepted: number; tookMs: number }>[] = [];
  for (const [index, batch] of batches.entries()) {
    const aheadMs = begun + index * gapMs - performance.now();
    if (aheadMs > 0) await pause(aheadMs);
    answers.push(post(agent, `${origin}/api/v1/events`, key, batch));
  }
  const all = await Promise.all(answers);
  const tookMs = performance.now() - begun;
  agent.destroy();
  const accepted = all.reduce((sum, answer) => sum + answer.accepted, 0);
  const sent = batches.length * eventsPerRequest;
  return { sent, accepted, tookMs, latencies: all.map((answer) => answer.tookMs) };
}

function post(agent: Agent, url: string, key: string, body: string) {
  const begun = performance.now();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return new Promise<{ accepted: number; tookMs: number }>((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => {
        const { accepted = 0 } = JSON.parse(text) as { accepted?: number };
        resolve({ accepted, tookMs: performance.now() - begun });
      });
    });
    sending.once('error', reject).end(body);
  });
}

async function listProductIds(origin: string, key: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `${origin}/api/v1/products?limit=200&cursor=${cursor}`;
    const response = await fetch(path, { headers: { 'x-api-key': key } });
    const page = (await response.json()) as { products: { id: string }[]; next_cursor: string | null };
    ids.push(...page.products.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

async function countStored(folder: string, storeId: string): Promise<number> {
  const storage = await openStorage({ engine: 'sqlite', file: `${folder}/foretype.sqlite`, readOnly: true });
  try {
    return await storage.reader(storeId).events.count();
  } finally {
    await storage.close();
  }
}

function isOverAfter(count: number): () => boolean {
  const end = performance.now() + count * 1_000;
  return () => performance.now() > end;
}
