/**
 * Goal: after any sequence of runs and undos, the store equals one in which the undone runs never happened; where it cannot,
 * `changed_since` counts the products.
 * Method: random histories of batches, price lists, runs of a feed and single calls through the public API, on both databases, against a catalog in
 * memory from which undone runs are taken out, and against one in which they never happened.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ProductBody } from '../../contract/products.ts';
import { caseCount } from '../support/case-count.ts';
import { engines } from '../support/engines.ts';
import {
  type FeedAddress,
  newAddress,
  privateFeeds,
  registerAndRun,
  runFeed,
  useFeedServer,
} from '../support/feeds.ts';
import { type Deed, NaiveCatalog, type NaiveUndo, type Row } from '../support/naive-catalog.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { importProducts, productPath } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const ids = ['a', 'b', 'c', 'd'];

const oneId = fc.constantFrom(...ids);
const oneRow = fc
  .record({ id: oneId, version: fc.integer({ min: 1, max: 4 }), isOut: fc.boolean() })
  .map(({ id, version, isOut }): Row => {
    const offer = { price: version, compare_at_price: version + 20, stock_quantity: version };
    const inStock = !(isOut && version === 4);
    const rest = { title: `Lamp ${version}`, url: 'https://shop.example/p', in_stock: inStock };
    return { external_id: id, ...offer, ...rest };
  });
/** A row of a price list, with any of what it may have. */
const oneOffer = fc
  .record({
    id: oneId,
    offer: fc.record(
      {
        price: fc.integer({ min: 5, max: 9 }),
        compare_at_price: fc.integer({ min: 30, max: 33 }),
        stock_quantity: fc.integer({ min: 5, max: 9 }),
        in_stock: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ id, offer }): Row => ({ external_id: id, ...offer }));
const someOf = (row: fc.Arbitrary<Row>) =>
  fc.uniqueArray(row, { minLength: 1, maxLength: 4, selector: ({ external_id: id }) => id });
const someRows = someOf(oneRow);

/** What may happen: a deed without the number of its run, or the undo of one of the runs. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('batch' as const), rows: someRows }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('partial' as const), rows: someOf(oneOffer) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('feed' as const), rows: someRows }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('put' as const), row: oneRow }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('patch' as const), row: oneOffer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: oneId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), id: oneId }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(20) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A store in which the steps of a history are done. */
class StoreOfHistory {
  readonly #store: TestStore;
  readonly #address: FeedAddress;
  #feedId: string | null = null;
  /** The ids of runs by their number. */
  readonly runs: string[] = [];

  constructor(store: TestStore, address: FeedAddress) {
    this.#store = store;
    this.#address = address;
  }

  async do(deed: Deed): Promise<void> {
    if (deed.kind === 'batch') this.runs.push((await importProducts(this.#store, deed.rows)).id);
    if (deed.kind === 'partial') {
      this.runs.push((await importProducts(this.#store, deed.rows, '?mode=partial')).id);
    }
    if (deed.kind === 'feed') this.runs.push(await this.#readFeed(deed.rows));
    if (deed.kind === 'put') await this.#call('PUT', deed.row.external_id, deed.row);
    if (deed.kind === 'patch') await this.#call('PATCH', deed.row.external_id, deed.row);
    if (deed.kind === 'remove') await this.#call('DELETE', deed.id);
    if (deed.kind === 'purge') await this.#call('DELETE', deed.id, undefined, '?purge=true');
  }

  async #readFeed(rows: readonly Row[]): Promise<string> {
    this.#address.serveProducts(rows);
    if (this.#feedId !== null) return (await runFeed(this.#store, this.#feedId)).id;
    const { feed, run } = await registerAndRun(this.#store, this.#address.url);
    this.#feedId = feed.id;
    return run.id;
  }

  async #call(method: string, id: string, body?: unknown, query = ''): Promise<void> {
    const options = body === undefined ? {} : { body };
    const answer = await this.#store.request(method, `${productPath(id)}${query}`, options);
    assert.ok([200, 404].includes(answer.status), answer.text);
  }

  async undo(run: number, query = ''): Promise<NaiveUndo> {
    const path = `/api/v1/product-imports/${this.runs[run]}/undo${query}`;
    const answer = await this.#store.request('POST', path);
    assert.equal(answer.status, 200, answer.text);
    return answer.as<{ undo: NaiveUndo }>().undo;
  }

  /** As {@link NaiveCatalog.states} gives them. */
  async states(): Promise<unknown> {
    const answer = await this.#store.request('GET', '/api/v1/products?limit=200');
    const { products } = answer.as<{ products: ProductBody[] }>();
    return Object.fromEntries(
      products.map(
        ({ external_id: id, title, price, compare_at_price: compare, stock_quantity, in_stock }) => [
          id,
          [title, Number(price), Number(compare), stock_quantity, in_stock],
        ],
      ),
    );
  }
}

function toDeed(one: Exclude<Step, { kind: 'undo' }>, run: number): Deed {
  return 'rows' in one ? { ...one, run } : one;
}

/** Plays the history and compares after each step; returns for how many products the history without undone runs decided. */
async function playHistory(played: StoreOfHistory, steps: readonly Step[]): Promise<number> {
  const catalog = new NaiveCatalog();
  const deeds: Deed[] = [];
  const undone = new Map<number, NaiveUndo>();
  for (const one of steps) {
    if (one.kind === 'undo') {
      if (played.runs.length === 0) continue;
      const run = one.which % played.runs.length;
      const expected = undone.get(run) ?? catalog.undo(run);
      assert.deepEqual(await played.undo(run, '?dry_run=true'), expected, 'the preview');
      assert.deepEqual(await played.undo(run), expected);
      undone.set(run, expected);
    } else {
      const deed = toDeed(one, played.runs.length);
      await played.do(deed);
      catalog.do(deed);
      deeds.push(deed);
    }
    assert.deepEqual(await played.states(), catalog.states());
  }
  const without = new NaiveCatalog();
  for (const deed of deeds) if (!('run' in deed && undone.has(deed.run))) without.do(deed);
  const [left, never] = [catalog.states(), without.states()];
  const decided = ids.filter((id) => !catalog.said.has(id) && undone.size > 0);
  for (const id of decided) assert.deepEqual(left[id], never[id], `${id} without the undone runs`);
  return decided.length;
}

for (const engine of engines) {
  describe(`histories with undos (${engine.name})`, () => {
    const service = useSharedService(engine, { ...privateFeeds, FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
    const server = useFeedServer();

    test('undone runs leave a catalog that never had them', async () => {
      let decided = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
          const store = await service.createStore();
          decided += await playHistory(new StoreOfHistory(store, newAddress(server.current())), steps);
        }),
        { numRuns: caseCount(120) },
      );
      assert.ok(decided > 10, 'few products were compared with the history that never had the runs');
    });
  });
}
