/**
 * Goal: a catalog that is larger than the memory for indexes is answered as from memory, which keeps its bound. Method: a
 * real service on a real database with a real catalog, asked what shoppers typed.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { noSignals } from '../search/documents.ts';
import { parseCsvObjects } from '../support/csv-rows.ts';
import { engineNamed, onOneNode } from '../support/engines.ts';
import { followStores, titlesOf } from '../support/followed-stores.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const mebibyte = 1024 * 1024;

const productCount = 8_000;
/** The catalog takes 7 MB, of which half are always there: segments so small have few pages. */
const boundMebibytes = 5;

interface AnswerBody {
  readonly products: readonly { readonly title: string }[];
  readonly categories: readonly { readonly title: string }[];
  readonly suggestions: readonly string[];
}

async function indexBytes({ request }: TestService): Promise<number> {
  const { text } = await request('GET', '/metrics');
  return Number(/^foretype_index_bytes (\S+)$/m.exec(text)?.[1]);
}

async function importProducts(store: TestStore, rows: readonly unknown[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1_000) {
    const products = rows.slice(start, start + 1_000);
    const answer = await store.request('POST', '/api/v1/product-imports', { body: { products } });
    assert.equal(answer.status, 200, answer.text);
  }
}

function readUnpacked(t: TestContext, name: string): string | null {
  const path = sharedDataOrSkip(t, `converted/${name}`);
  return path === null ? null : gunzipSync(readFileSync(path)).toString('utf8');
}

test('a catalog larger than index memory answers as from memory', async (t) => {
  const csv = readUnpacked(t, 'icecat.csv.gz');
  const typed = readUnpacked(t, 'keystrokes.dev.ndjson.gz');
  if (csv === null || typed === null) return;
  const service = await startTestService(
    onOneNode(engineNamed('postgres'), 'the memory of one process is measured'),
    {
      FORETYPE_SEARCH_BACKEND: 'postgres',
      FORETYPE_INDEX_MEMORY_MB: String(boundMebibytes),
    },
  );
  try {
    const store = await service.createStore({ currency: 'EUR' });
    await importProducts(store, parseCsvObjects(csv).slice(0, productCount));
    const isPaged = async () => (await indexBytes(service)) < boundMebibytes * mebibyte;
    await waitUntil('the index to be stored', isPaged, 60_000);
    const memory = followStores(service.storage, { folder: null });
    await memory.round();
    assert.ok(memory.bytes() > boundMebibytes * mebibyte);
    const reader = memory.registry.find(store.store.id)?.reader;
    for (const query of ['', ...keystrokesOf(typed)]) {
      const answer = await store.request(
        'GET',
        `/api/v1/autocomplete?q=${encodeURIComponent(query)}&limit=20`,
      );
      assert.equal(answer.status, 200, answer.text);
      const { products, suggestions, categories } = answer.as<AnswerBody>();
      const isBlank = query.trim() === '';
      const expected = isBlank ? reader?.discover(20, noSignals) : reader?.search(query, 20, noSignals);
      assert.deepEqual(
        {
          titles: products.map(({ title }) => title),
          suggestions,
          categories: categories.map(({ title }) => title),
        },
        { titles: titlesOf(expected), suggestions: expected?.suggestions, categories: expected?.categories },
        query,
      );
    }
    await waitUntil('memory within its bound', isPaged);
  } finally {
    await service.stop();
  }
});

/** Some of what shoppers typed, key by key, each text once. */
function keystrokesOf(sessions: string): ReadonlySet<string> {
  const lines = sessions.trim().split('\n');
  const some = lines.filter((_, place) => place % 300 === 0);
  return new Set(some.flatMap((line) => (JSON.parse(line) as Session).events.map(([, text]) => text)));
}

interface Session {
  readonly events: readonly (readonly [pauseMs: number, text: string])[];
}
