/**
 * A shop whose time is driven: a catalog, shoppers who want its products as often as real ones did, and the service's own intake,
 * followers and engine, but for threads and sockets. The acts of shoppers are made up; their queries, the products and their popularity
 * are real. It uses no clock of the machine: hours and days pass when they are driven. A store whose index fails throws at once, so
 * that no figure is of half a shop.
 */
// Tests: none; its own run shows whether it works.
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random } from '../bench/random.ts';
import type { AutocompleteAnswer } from '../contract/autocomplete.ts';
import { type Autocomplete, createAutocomplete } from '../server/autocomplete/answering/autocomplete.ts';
import { createIndexRegistry } from '../server/autocomplete/answering/index-registry.ts';
import { createSearchIntents, type SearchIntents } from '../server/autocomplete/answering/search-intents.ts';
import { IndexFollower } from '../server/autocomplete/following/index-follower.ts';
import { SignalsFollower } from '../server/autocomplete/popularity/signals-follower.ts';
import { StorePopularity } from '../server/autocomplete/popularity/store-popularity.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import type { EventBatch } from '../server/events/event-batch.ts';
import { parseEvents } from '../server/events/parse-events.ts';
import { eventWeights, worthAt } from '../server/events/popularity.ts';
import { createSessions } from '../server/events/sessions.ts';
import { writeEvents } from '../server/events/write-events.ts';
import { newId } from '../server/ids.ts';
import { importJson } from '../server/ingest/import-json.ts';
import { mergeSegments } from '../server/search/indexing/merge-plan.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import type { Storage } from '../server/storage/storage.ts';
import { createStore } from '../server/stores/create-store.ts';
import { createDrivenClock, type DrivenClock } from '../test/support/driven-clock.ts';
import { refusingQuarantine } from '../test/support/quarantines.ts';

const hourMs = 3_600 * 1_000;
/** One shopper in this many buys. Chosen. */
const shoppersPerBuyer = 10;
/** Number of results that a box shows of each group of an answer. */
const shown = 5;

/** A product, and how often it is wanted. */
export interface Wanted {
  readonly id: string;
  readonly popularity: number;
}

/** The score that a shopper gave a product, at a time in microseconds. */
interface Gift {
  readonly productId: string;
  readonly weight: number;
  readonly at: number;
}

/** Options of a shop. */
export interface ShopOptions {
  /** Whether popularity for what was meant reaches its answers. */
  readonly knowsIntents?: boolean;
  /**
   * How far those who ask for one thing want other products than those who ask for another: the deviation of a factor's natural
   * logarithm, drawn for each query and product. 0: all want what is popular.
   */
  readonly taste?: number;
}

/** The parts of a shop that are the service's. */
interface Engine {
  readonly storage: Storage;
  readonly clock: DrivenClock;
  readonly storeId: string;
  readonly autocomplete: Autocomplete;
  readonly intents: SearchIntents;
  readonly signals: SignalsFollower;
}

/** A shop and its days. */
export class SimulatedShop {
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #popularityById: ReadonlyMap<string, number>;
  readonly #random: Random;
  readonly #environment: Parameters<typeof writeEvents>[3];
  readonly #gifts: Gift[] = [];
  readonly #taste: number;
  /** The wanted products of each query, kept because what is sold does not change. */
  readonly #wanted = new Map<string, readonly Wanted[]>();
  #sessions = 0;

  private constructor(
    engine: Engine,
    folder: string,
    popularityById: ReadonlyMap<string, number>,
    random: Random,
    { taste = 0 }: ShopOptions,
  ) {
    this.#engine = engine;
    this.#taste = taste;
    this.#folder = folder;
    this.#popularityById = popularityById;
    this.#random = random;
    const { clock, storage } = engine;
    // Nobody looks at the figures of a simulated shop.
    this.#environment = { clock, newId, sessions: createSessions(storage.directory) };
  }

  /** Opens a shop with a folder of its own; `popularity` is by external id. */
  static async open(
    products: readonly RawProduct[],
    popularity: ReadonlyMap<string, number>,
    seed: number,
    options: ShopOptions = {},
  ): Promise<SimulatedShop> {
    const folder = mkdtempSync(join(tmpdir(), 'foretype-simulated-'));
    const engine = await openEngine(join(folder, 'foretype.sqlite'), products, options);
    const externalIds = [...popularity.keys()];
    const named = await engine.storage.reader(engine.storeId).merchandising.namedProducts(externalIds);
    const byId = new Map(named.map(({ id, externalId }) => [id, popularity.get(externalId) ?? 0]));
    return new SimulatedShop(engine, folder, byId, createRandom(seed), options);
  }

  /** Products that hold all words of a query, with how often they are wanted. */
  wantedBy(query: string): readonly Wanted[] {
    const known = this.#wanted.get(query) ?? this.#findWanted(query);
    this.#wanted.set(query, known);
    return known;
  }

  #findWanted(query: string): readonly Wanted[] {
    const { autocomplete, storeId } = this.#engine;
    const found = autocomplete.find({ storeId, query, limit: 1_000 })?.result;
    if (found === undefined || found.correctedQuery !== null) return [];
    return found.products
      .filter(({ tiers }) => tiers.missingWords === 0)
      .map(({ productId: id, externalId }) => {
        const factor = Math.exp(this.#taste * normalOf(`${query} ${externalId}`));
        return { id, popularity: factor * (this.#popularityById.get(id) ?? 0) };
      });
  }

  /**
   * A day of shoppers: each types a query, wants a product that it finds, and clicks it: at the end, or as soon as it is
   * shown.
   */
  async passDay(
    shoppers: number,
    drawQuery: (random: Random) => string,
    { clicksEarly = false }: { readonly clicksEarly?: boolean } = {},
  ): Promise<void> {
    const { clock, storage, storeId, signals } = this.#engine;
    for (let hour = 0; hour < 24; hour += 1) {
      const batches: EventBatch[] = [];
      for (let index = 0; index < shoppers / 24; index += 1) {
        clock.advanceMs((24 * hourMs) / shoppers);
        const batch = this.#shop(drawQuery(this.#random), clicksEarly);
        if (batch !== null) batches.push(batch);
      }
      if (batches.length > 0) await writeEvents(storage, storeId, batches, this.#environment);
    }
    await signals.poll();
  }

  /** Lets one shopper look for a product; returns the events, or null if nothing is found. */
  #shop(whole: string, clicksEarly: boolean): EventBatch | null {
    const { autocomplete, clock, storeId, intents } = this.#engine;
    const wanted = drawWanted(this.wantedBy(whole), this.#random);
    if (wanted === null) return null;
    const letters = clicksEarly ? this.lettersToProduct(whole, wanted.id) : null;
    const query = letters === null ? whole : Array.from(whole).slice(0, letters).join('');
    const isBuyer = this.#random() < 1 / shoppersPerBuyer;
    const said = [
      !clicksEarly && this.isSuggestion(query)
        ? { type: 'suggestion_click', phrase: query, region: 'suggestions', query }
        : null,
      { type: 'product_click', product_id: wanted.id, region: 'products', query },
      isBuyer ? { type: 'purchase', product_id: wanted.id } : null,
    ].filter((event) => event !== null);
    const nowMicros = clock.nowMicros();
    this.#sessions += 1;
    const body = { session_id: `s${this.#sessions}`, events: said };
    const { sessionId, events } = parseEvents(body, { mayBuy: true, nowMicros });
    const weight = isBuyer ? eventWeights.purchase : eventWeights.click;
    this.#gifts.push({ productId: wanted.id, weight, at: nowMicros });
    // The shop's own server reports these, so they need no evidence of a search.
    const judged = events.map(({ typed: _, queryId: __, ...event }) => ({
      ...event,
      search: null,
      evidence: null,
      phraseKey: event.phrase === null ? null : autocomplete.suggestionKey(storeId, event.phrase),
      intent: event.phrase ?? (event.query && intents.ofClick(storeId, event.query, event.productId)),
    }));
    return { storeId, sessionId, networks: null, events: judged };
  }

  /** Whether the shop can suggest the query at all. */
  isSuggestion(query: string): boolean {
    const { autocomplete, storeId } = this.#engine;
    return autocomplete.suggestionKey(storeId, query) !== null;
  }

  /** Letters of the query until the product is shown; null where all of them do not show it. */
  lettersToProduct(query: string, productId: string): number | null {
    return lettersUntil(query, (typed) => this.#ask(typed).products.some(({ id }) => id === productId));
  }

  /** Letters until the query itself is suggested; null where it never is. */
  lettersToSuggestion(query: string): number | null {
    return lettersUntil(query, (typed) => this.#ask(typed).suggestions.includes(query));
  }

  #ask(query: string): AutocompleteAnswer {
    const { autocomplete, storeId } = this.#engine;
    const answer = autocomplete.answer({ storeId, query, limit: shown, explain: false });
    if (answer === undefined) throw new Error('the index of the shop is in memory');
    return JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8')) as AutocompleteAnswer;
  }

  /**
   * The largest relative difference between what products are worth by their scores and the plain sum of what they got,
   * each halved every 14 days; and how many products got something.
   */
  async checkFormula(): Promise<{ readonly products: number; readonly difference: number }> {
    const { clock, storage, storeId } = this.#engine;
    const now = clock.nowMicros();
    const sums = new Map<string, number>();
    for (const { productId, weight, at } of this.#gifts) {
      const worth = weight * 0.5 ** ((now - at) / (14 * 24 * hourMs * 1_000));
      sums.set(productId, (sums.get(productId) ?? 0) + worth);
    }
    const scores = await storage.reader(storeId).events.popularity('product', [...sums.keys()]);
    const worths = new Map(scores.map(({ key, score }) => [key, worthAt(score, now)]));
    const differences = Array.from(sums, ([id, sum]) => Math.abs((worths.get(id) ?? 0) / sum - 1));
    return { products: sums.size, difference: Math.max(...differences) };
  }

  async close(): Promise<void> {
    await this.#engine.storage.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function openEngine(
  file: string,
  products: readonly RawProduct[],
  { knowsIntents = true }: ShopOptions,
): Promise<Engine> {
  const storage = await openStorage({ engine: 'sqlite', file });
  await storage.migrate();
  const clock = createDrivenClock();
  const settings = { name: 'Simulated', plan: 'unlimited', currency: 'USD', locale: 'en' };
  const { store } = await createStore(storage, clock, settings);
  const body = Buffer.from(JSON.stringify({ products }));
  const request = { storeId: store.id, body, dryRun: false, idempotencyKey: null };
  await importJson(storage, request, { clock, newId, enrich: false });
  const registry = createIndexRegistry();
  const popularity = new StorePopularity();
  const follower = new IndexFollower(
    {
      storage,
      clock,
      quarantine: refusingQuarantine(clock),
      putOut: refusingQuarantine(clock, 'memory'),
      saving: null,
      sharing: null,
      memoryMaxBytes: 2 ** 30,
      loadMaxMs: 60_000,
      pollsApartMs: 0,
      mergeElsewhere: async (plan) => mergeSegments(plan),
    },
    {
      publish: (index) => registry.publish(popularity.show(index)),
      announceRules: (rules) => registry.announceRules(rules),
      announceBoosts: (news) => popularity.boost(news),
      drop: (storeId) => registry.drop(storeId),
      mustSave() {},
      warn: (message) => console.error(message),
    },
  );
  const signals = new SignalsFollower({
    storage,
    clock,
    apartMs: 0,
    quarantine: refusingQuarantine(clock),
    notify: (notice) =>
      registry.announceSignals(popularity.apply(knowsIntents ? notice : { ...notice, intents: [] })),
  });
  await follower.load(store.id);
  await signals.load(store.id);
  const autocomplete = createAutocomplete(registry, clock);
  return { storage, clock, storeId: store.id, signals, autocomplete, intents: createSearchIntents(registry) };
}

/** A number of the normal distribution that belongs to a text (Box and Muller, 1958). */
function normalOf(text: string): number {
  const bytes = hash('sha256', text, 'buffer');
  const [first, second] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)].map((word) => (word + 1) / 2 ** 32);
  return Math.sqrt(-2 * Math.log(first ?? 1)) * Math.cos(2 * Math.PI * (second ?? 1));
}

/** One of them, the popular ones more often; null where no visitor wants any. */
export function drawWanted(products: readonly Wanted[], random: Random): Wanted | null {
  const total = products.reduce((sum, { popularity }) => sum + popularity, 0);
  let rest = random() * total;
  for (const product of products) {
    rest -= product.popularity;
    if (rest < 0) return product;
  }
  return null;
}

function lettersUntil(query: string, isShown: (typed: string) => boolean): number | null {
  const letters = Array.from(query);
  for (let count = 1; count <= letters.length; count += 1) {
    if (isShown(letters.slice(0, count).join(''))) return count;
  }
  return null;
}
