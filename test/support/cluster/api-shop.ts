/**
 * A shop that writes by calls: single products, batches with an Idempotency-Key, deletions, purchases and clicks, and shoppers who
 * type. It notes what it was promised, and holds the database and every node to it. Scores may differ by 2.5, half of a purchase. It
 * writes through the public API only; a broken promise rejects with the product's id.
 */
import assert from 'node:assert/strict';
import { createRandom, pick } from '../../../bench/random.ts';
import { formatDay } from '../../../server/clock.ts';
import { newId } from '../../../server/ids.ts';
import type { StoredProduct } from '../../../server/storage/records.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import type { CreatedStore } from '../../../server/stores/create-store.ts';
import { type EventInput, type EventsView, eventsPath } from '../event-calls.ts';
import { productInput, productPath, type SearchAnswer, type UpsertAnswer } from '../store-calls.ts';
import { waitUntil } from '../wait-until.ts';
import { type Actor, gather, type Troupe, untilAnswered } from './actors.ts';
import type { Journal } from './journal.ts';
import { ProductBook, type PromisedAnswer } from './product-book.ts';

const importsPath = '/api/v1/product-imports';
const sizes = { products: 15, batches: 4, perBatch: 10, bought: 8, clicked: 2 } as const;
const anchorCount = sizes.bought + sizes.clicked;
const deletedShare = 0.2;
const renamedShare = 0.3;
/** Half of what one purchase adds to the popularity of a product. */
const scoreTolerance = 2.5;
const purchaseWeight = 5;
const halfLifeMicros = 14 * 24 * 3_600 * 1_000_000;
const landmarkMicros = Date.UTC(2020, 0, 1) * 1_000;

interface Counts {
  readonly id: string;
  readonly created_rows: number;
  readonly updated_rows: number;
}

/** Its actors and its promises. */
export class ApiShop {
  readonly #journal: Journal;
  readonly #random: () => number;
  readonly created: CreatedStore;
  readonly troupe: Troupe;
  readonly #book = new ProductBook();
  /** Our own ids of products, by those of the shop. */
  readonly #ids = new Map<string, string>();
  readonly #imports = new Map<string, Counts>();
  /** Purchases that were answered, by product: when each happened, in microseconds. */
  readonly #purchases = new Map<string, number[]>();
  readonly #eventIds = new Set<string>();
  /** Their clicks would be mixed with what purchases add. */
  #clickedIds: string[] = [];
  /** How often one product was written by itself. */
  #written = 0;

  constructor(
    created: CreatedStore,
    journal: Journal,
    { seed, leisure }: { readonly seed: number; readonly leisure: number },
  ) {
    this.created = created;
    this.#journal = journal;
    this.#random = createRandom(seed);
    this.troupe = gather([
      { act: this.#writer('w'), pauseMs: 60 * leisure },
      { act: this.#writer('v'), pauseMs: 60 * leisure },
      { act: this.#importBatch, pauseMs: 250 * leisure },
      { act: this.#buy, pauseMs: 120 * leisure },
      { act: this.#click, pauseMs: 200 * leisure },
      { act: this.#type, pauseMs: 30 * leisure },
      { act: this.#type, pauseMs: 30 * leisure },
    ]);
  }

  /** The products that are bought and clicked, and never change. */
  async prepare(): Promise<void> {
    const products = Array.from({ length: anchorCount }, (_, index) =>
      productInput(`e${index}`, { title: `Anchor e${index}` }),
    );
    const answer = await this.#send({ method: 'POST', path: importsPath, body: { products } });
    assert.equal(answer.status, 200, answer.text);
    for (let index = 0; index < anchorCount; index += 1) {
      const state = { title: `Anchor e${index}`, price: 12.9, inStock: true };
      this.#book.acknowledge(`e${index}`, [state]);
      if (index < sizes.bought) continue;
      const shown = await this.#send({ method: 'GET', path: productPath(`e${index}`) });
      this.#clickedIds.push(shown.as<{ id: string }>().id);
    }
  }

  /** Writes one product, and tells what every node is to show from now on. */
  async writeOne(): Promise<PromisedAnswer> {
    const id = 'sx';
    this.#written += 1;
    await this.#put(id, this.#written);
    const [product, ...others] = this.#book.possible(id);
    assert.ok(product && product.price === this.#written + 1 && others.length === 0, 'a write was refused');
    return { id, product };
  }

  #send(call: Parameters<Journal['send']>[1]) {
    return this.#journal.send(this.created.keys.secret, call);
  }

  #writer(letter: string): Actor {
    return async (turn) => {
      const id = `${letter}${turn % sizes.products}x`;
      if (this.#random() < deletedShare) await this.#delete(id);
      else await this.#put(id, turn);
    };
  }

  async #put(id: string, turn: number): Promise<void> {
    const possible = this.#book.possible(id);
    const before = possible.at(-1);
    const title = before && this.#random() >= renamedShare ? before.title : `Lamp ${id} mark ${turn}`;
    const state = { title, price: turn + 1, inStock: true };
    const mustBeThere = !possible.includes(null);
    this.#book.ask(id, [state]);
    const body = productInput(id, { title: state.title, price: state.price });
    const answer = await this.#send({ method: 'PUT', path: productPath(id), body });
    if (answer.status !== 200) return;
    const { product } = answer.as<UpsertAnswer>();
    assert.equal(product?.title, state.title);
    // One that was lost and made anew has another id.
    const known = this.#ids.get(id);
    if (mustBeThere && known !== undefined) assert.equal(product.id, known, `${id} was lost`);
    this.#ids.set(id, product.id);
    this.#book.acknowledge(id, [state]);
  }

  /** A product that is deleted stays, out of stock. */
  async #delete(id: string): Promise<void> {
    const possible = this.#book.possible(id);
    const mayBeAbsent = possible.includes(null);
    const deleted = possible.filter((state) => state !== null).map((state) => ({ ...state, inStock: false }));
    this.#book.ask(id, deleted);
    const expected = mayBeAbsent ? [200, 404] : [200];
    const { status } = await this.#send({ method: 'DELETE', path: productPath(id), expected });
    assert.ok(status !== 404 || mayBeAbsent, `${id} was lost before it was deleted`);
    if (status === 200) this.#book.acknowledge(id, deleted);
    if (status === 404) this.#book.acknowledge(id, [null]);
  }

  /** The same products again and again, so that a batch that is done twice would find nothing to change. */
  readonly #importBatch: Actor = async (turn) => {
    const set = turn % sizes.batches;
    const ids = Array.from({ length: sizes.perBatch }, (_, index) => `b${set}x${index}`);
    const isFirst = turn < sizes.batches;
    const stateOf = (id: string) => ({ title: `Chair ${id}`, price: turn + 1, inStock: true });
    const products = ids.map((id) => productInput(id, { title: `Chair ${id}`, price: turn + 1 }));
    const headers = { 'idempotency-key': `batch-${turn}` };
    for (const id of ids) this.#book.ask(id, [stateOf(id)]);
    const answer = await untilAnswered(() =>
      this.#send({ method: 'POST', path: importsPath, body: { products }, headers }),
    );
    const { import: counts } = answer.as<{ import: Counts }>();
    const [created, updated] = isFirst ? [ids.length, 0] : [0, ids.length];
    assert.deepEqual([counts.created_rows, counts.updated_rows], [created, updated], `batch ${turn}`);
    this.#imports.set(counts.id, counts);
    for (const id of ids) this.#book.acknowledge(id, [stateOf(id)]);
  };

  /** A session buys three things; asked again under the same ids until it is answered. */
  readonly #buy: Actor = async () => {
    const at = new Date();
    const first = Math.floor(this.#random() * sizes.bought);
    const bought = [0, 1, 2].map((step) => `e${(first + step) % sizes.bought}`);
    await this.#report(
      this.created.keys.secret,
      bought.map((id) => ({ type: 'purchase', external_id: id, occurred_at: at.toISOString() })),
    );
    for (const id of bought) {
      this.#purchases.set(id, [...(this.#purchases.get(id) ?? []), at.getTime() * 1_000]);
    }
  };

  readonly #click: Actor = async () => {
    const product_id = pick(this.#clickedIds, this.#random);
    const key = this.created.keys.storefront;
    await this.#journal.send(key, { method: 'GET', path: '/api/v1/autocomplete?q=anchor&limit=20' });
    const click = { type: 'product_click', product_id, region: 'products', query: 'anchor' };
    await this.#report(key, [click]);
  };

  async #report(key: string, plain: readonly EventInput[]): Promise<void> {
    const events = plain.map((event) => ({ ...event, event_id: newId() }));
    const body = { session_id: newId(), events };
    const answer = await untilAnswered(() =>
      this.#journal.send(key, { method: 'POST', path: eventsPath, body }),
    );
    assert.equal(answer.as<EventsView>().accepted, events.length, answer.text);
    for (const { event_id: id } of events) this.#eventIds.add(id);
  }

  /** Types queries whose answers must hold the products that never change. */
  readonly #type: Actor = async () => {
    const q = pick(['a', 'an', 'anc', 'anchor', 'anchor e'], this.#random);
    const path = `/api/v1/autocomplete?limit=20&q=${encodeURIComponent(q)}`;
    const answer = await this.#journal.send(this.created.keys.storefront, { method: 'GET', path });
    if (answer.status !== 200 || q.length < 3) return;
    const shown = answer.as<SearchAnswer>().products.filter(({ title }) => title.startsWith('Anchor '));
    assert.equal(shown.length, anchorCount, `"${q}" shows ${shown.length} of ${anchorCount} products`);
  };

  /** Everything that was promised, held against the database; to be called while the actors rest. */
  async audit(storage: Storage): Promise<void> {
    const reader = storage.reader(this.created.store.id);
    await waitUntil('all phrases', async () => (await reader.enrichment.countQueued()) === 0, 60_000);
    const { products } = await reader.products.page({ after: null, limit: 1_000 });
    const found = new Map(products.map((product) => [product.externalId, product]));
    for (const id of this.#book.ids()) this.#book.settle(id, found.get(id));
    const strange = products.filter(({ externalId }) => !this.#book.ids().includes(externalId));
    assert.deepEqual(strange, [], 'products that nobody sent');
    const store = await storage.directory.findStore(this.created.store.id);
    const inStock = products.filter((product) => product.inStock).length;
    assert.deepEqual([store?.productCount, store?.inStockCount], [products.length, inStock], 'counts');
    for (const { externalId, suggestionPhrases } of products) {
      assert.ok(suggestionPhrases.length > 0, `${externalId} has no phrases`);
      assert.equal(new Set(suggestionPhrases).size, suggestionPhrases.length, `phrases of ${externalId}`);
    }
    for (const [id, counts] of this.#imports) {
      const run = await reader.imports.find(id);
      const { createdRows, updatedRows } = run ?? {};
      assert.deepEqual(
        [createdRows, updatedRows],
        [counts.created_rows, counts.updated_rows],
        `import ${id}`,
      );
    }
    this.#imports.clear();
    await this.#auditEvents(storage, found);
  }

  async #auditEvents(storage: Storage, found: ReadonlyMap<string, StoredProduct>): Promise<void> {
    const reader = storage.reader(this.created.store.id);
    const ids = [...this.#eventIds];
    const known = new Set<string>();
    for (let start = 0; start < ids.length; start += 500) {
      for (const id of await reader.events.knownIds(ids.slice(start, start + 500))) known.add(id);
    }
    assert.deepEqual([known.size, await reader.events.count()], [ids.length, ids.length], 'events');
    const now = Date.now() * 1_000;
    const span = { from: formatDay(now - 24 * 3_600 * 1_000_000), to: formatDay(now) };
    for (const [externalId, times] of this.#purchases) {
      const id = found.get(externalId)?.id ?? '';
      const [figures] = await reader.analytics.productFigures(span, [id]);
      assert.equal(figures?.purchases, times.length, `purchases of ${externalId}`);
      const [popularity] = await reader.events.popularity('product', [id]);
      const worth = 2 ** ((popularity?.score ?? 0) - (now - landmarkMicros) / halfLifeMicros);
      const bought = times.reduce((sum, at) => sum + purchaseWeight * 2 ** ((at - now) / halfLifeMicros), 0);
      assert.ok(
        Math.abs(worth - bought) < scoreTolerance,
        `popularity of ${externalId}: ${worth} of ${bought}`,
      );
    }
  }

  expectedAnswers(): PromisedAnswer[] {
    return this.#book.ids().map((id) => ({ id, product: this.#book.possible(id)[0] ?? null }));
  }
}
