/**
 * Answers the question how fast a Google feed of 100,000 items is fetched, read, stored and answerable, and what it costs when little
 * (one in a hundred) or nothing changed. Times are seconds. A run that fails or counts other rows than expected throws; it calls no
 * server but its own.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { measureInChild } from './child.ts';
import { type DocumentServer, serveDocument, writeFeedDocument } from './feed-document.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { type ServiceUnderTest, startServiceUnderTest } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';

const itemCount = 100_000;
const changedEvery = 100;

export const importFeed: Question = {
  name: 'import-feed',
  data: ['long-cards'],
  title: `Google XML feed of ${thousands(itemCount)} items, SQLite`,
  reading:
    'The time runs from the request to the end of the run, when its rows are answerable. The bare parse reads the ' +
    'same document with the same XML library and does nothing else. One price in a hundred has changed in the second ' +
    'document. The third run asks for the document again and learns that nothing has changed.',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    const server = await serveDocument();
    try {
      const { products } = await loadSeeds('long-cards');
      const [first, second] = [join(folder, 'first.xml'), join(folder, 'second.xml')];
      progress(`writing ${thousands(itemCount)} items twice`);
      await writeFeedDocument(first, products, { items: itemCount, changedEvery: 0 });
      await writeFeedDocument(second, products, { items: itemCount, changedEvery });
      progress(`${Math.round(statSync(first).size / 1e6)} MB; the bare parse`);
      const bareSeconds = Number(await measureInChild('./bare-xml-parse.ts', [first]));
      const service = await startServiceUnderTest({ FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' });
      try {
        return await measure(service, server, [first, second], bareSeconds);
      } finally {
        await service.stop();
      }
    } finally {
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  service: ServiceUnderTest,
  server: DocumentServer,
  [first, second]: readonly [string, string],
  bareSeconds: number,
): Promise<Figure[]> {
  server.show(first);
  progress('a new feed');
  const registered = await call(service, 'POST', '', {
    name: 'Feed',
    feed_url: server.url,
    feed_format: 'google_xml',
  });
  const id = String((registered.feed as Record<string, unknown>).id);
  const fresh = await finish(service, id, performance.now(), {
    created_rows: itemCount,
    not_modified: false,
  });
  server.show(second);
  progress('one price in a hundred');
  const changed = await refresh(service, id, { updated_rows: itemCount / changedEvery, not_modified: false });
  progress('the same document');
  const same = await refresh(service, id, { updated_rows: 0, not_modified: true });
  const bare = `${thousands(itemCount / bareSeconds)} bare parse`;
  const line = (what: string, seconds: number, goal: string): Figure => ({
    what,
    measured: thousands(itemCount / seconds),
    against: bare,
    ratio: (bareSeconds / seconds).toFixed(2),
    goal,
  });
  return [
    line('items a second, all of them new', fresh, '≥ 15,000 items a second'),
    line('items a second, one in a hundred changed', changed, 'twice the rate of new ones'),
    {
      what: 'ms of a run that finds the document unchanged',
      measured: (same * 1_000).toFixed(0),
      against: `${(changed * 1_000).toFixed(0)} with one in a hundred changed`,
      ratio: (same / changed).toFixed(3),
      goal: '',
    },
  ];
}

async function refresh(
  service: ServiceUnderTest,
  id: string,
  expected: Readonly<Record<string, unknown>>,
): Promise<number> {
  const start = performance.now();
  await call(service, 'POST', `/${id}/refresh`, {});
  return await finish(service, id, start, expected);
}

/** Seconds from the start to the end of the newest run; throws where that is not as expected. */
async function finish(
  service: ServiceUnderTest,
  id: string,
  start: number,
  expected: Readonly<Record<string, unknown>>,
): Promise<number> {
  for (;;) {
    const run = (await call(service, 'GET', `/${id}`)).latest_run as Record<string, unknown>;
    if (run.status === 'failed') throw new Error(`the run failed: ${run.error}`);
    if (run.status === 'completed') {
      const seconds = (performance.now() - start) / 1_000;
      for (const [name, value] of Object.entries(expected)) {
        if (run[name] !== value) throw new Error(`${name} is ${run[name]}, not ${value}`);
      }
      return seconds;
    }
    await pause(20);
  }
}

async function call(
  { origin, keys }: ServiceUnderTest,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}/api/v1/product-feeds${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': keys.secret },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${answer.message}`);
  return answer;
}
