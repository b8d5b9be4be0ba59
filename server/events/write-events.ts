/**
 * Writes the events of one store, a group in one transaction: an answer means that all of it is there, and a batch that comes again
 * counts nothing twice. What moves popularity is decided under the store's lock: a click of a stranger is kept and counts only with
 * evidence that its answer was shown; one session moves one thing once in half an hour, by the heaviest of what it did; further clicks
 * of one network count less. A group has at most 2,000 events; one about an unknown product is rejected alone, with its index. Times
 * are microseconds since 1970.
 */
// Tests: test/api/events.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Revenue } from '../catalog/revenue.ts';
import { intentKey, moveName, type SessionMove, type StoredEvent } from '../storage/events/tables.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { type EventBatch, type EventOutcome, type JudgedEvent, mayCount } from './event-batch.ts';
import { createEventDays } from './event-days.ts';
import {
  type ClickSource,
  type ClickWorth,
  markNames,
  NetworkAllowances,
  type NetworkHashes,
  type Thing,
} from './network-allowances.ts';
import { isSale } from './parse-events.ts';
import { addScores, eventWeights, scoreOf } from './popularity.ts';
import type { SessionHasher, SessionHashes, Sessions } from './sessions.ts';
import { findTypedQueries, type QueryUser, queryKeyOf, type TypedQueries } from './typed-queries.ts';

/** The parts that writing needs from outside. */
export interface EventEnvironment {
  readonly clock: { nowMicros(): number };
  readonly newId: () => string;
  readonly sessions: Sessions;
}

const moveMicros = limits.sessionMoveMinutes * 60 * 1_000_000;

/** An outcome for each batch, in their order. Rejects with `unavailable`; then nothing of the group is there. */
export async function writeEvents(
  storage: Storage,
  storeId: string,
  batches: readonly EventBatch[],
  environment: EventEnvironment,
): Promise<readonly EventOutcome[]> {
  const now = environment.clock.nowMicros();
  // Before the transaction: a new day's salt is a write of its own.
  const hash = await environment.sessions.hasher(now);
  const sent = batches.map((batch) => ({ batch, sender: senderOf(batch, hash) }));
  return await storage.write(storeId, async (writer) => {
    const group = new EventGroup(environment, now, await lookUp(writer, sent, now));
    const outcomes = sent.map(({ batch, sender }) => group.take(batch, sender));
    await group.write(writer);
    return outcomes;
  });
}

/** The sender of events. */
interface Sender {
  readonly session: SessionHashes;
  /** A server with a secret key, which counts without evidence. */
  readonly isTrusted: boolean;
  /** Null where nothing of the batch is judged by them. */
  readonly networks: NetworkHashes | null;
}

/** A batch, and whose it is. */
interface SentBatch {
  readonly batch: EventBatch;
  readonly sender: Sender;
}

function senderOf({ storeId, sessionId, networks, events }: EventBatch, hash: SessionHasher): Sender {
  const session = hash(storeId, sessionId);
  if (networks === null) return { session, isTrusted: true, networks: null };
  if (events.every(({ evidence }) => evidence === null)) return { session, isTrusted: false, networks: null };
  // No session id has a colon.
  const [narrow, middle, wide] = networks.map((network) => hash(storeId, `network:${network}`));
  if (narrow === undefined || middle === undefined || wide === undefined)
    throw new Error('a network is missing');
  return { session, isTrusted: false, networks: [narrow, middle, wide] };
}

/** Returns the source of a stranger's click; null for a trusted sender. */
function sourceOf({ type, evidence }: JudgedEvent, { networks }: Sender): ClickSource | null {
  if (networks === null || evidence === null) return null;
  return { networks, evidence, use: type === 'add_to_cart' ? 'cart' : 'click' };
}

/** The database's facts about a group. */
interface Known {
  readonly eventIds: Set<string>;
  readonly productIds: ReadonlySet<string>;
  readonly idsByExternalId: ReadonlyMap<string, string>;
  /** Currencies of products whose event has a value without one. */
  readonly currencies: ReadonlyMap<string, string>;
  readonly moves: Map<string, SessionMove>;
  readonly allowances: NetworkAllowances;
  /** Scores by {@link scoreName}; null for none. */
  readonly scores: Map<string, number>;
  readonly typed: TypedQueries;
}

async function lookUp(writer: StoreWriter, sent: readonly SentBatch[], nowMicros: number): Promise<Known> {
  const events = sent.flatMap(({ batch }) => batch.events);
  const externalIds = distinct(events.map(({ externalId }) => externalId));
  const existing = await writer.products.existing(externalIds);
  const idsByExternalId = new Map(Array.from(existing, ([externalId, { id }]) => [externalId, id]));
  const productIds = await writer.events.knownProductIds(distinct(events.map(({ productId }) => productId)));
  for (const id of idsByExternalId.values()) productIds.add(id);
  const unnamed = events.filter(({ value, currency }) => value !== null && currency === null);
  const currencies = await writer.events.productCurrencies(
    distinct(unnamed.map((event) => productIdOf(event, idsByExternalId))),
  );
  const counting = sent.flatMap(({ batch, sender }) =>
    batch.events
      .filter((event) => mayCount(event, sender.isTrusted))
      .map((event) => ({ event, sender, things: thingsOf(event, idsByExternalId) })),
  );
  const targets = counting.flatMap(({ event, sender, things }) =>
    things.map((thing) => ({ thing, session: sender.session, source: sourceOf(event, sender) })),
  );
  const names = distinct(
    targets.flatMap(({ thing, session }) => namesOf(session, thing).filter((name) => name !== null)),
  );
  const moves = await writer.events.sessionMoves(names);
  const marks = await writer.events.networkMarks(
    distinct(
      targets.flatMap(({ thing, source }) => (source === null ? [] : markNames(source, thing, nowMicros))),
    ),
  );
  const intents = counting.map(({ things }) => intentThing(things)).filter((thing) => thing !== null);
  const looked = [...targets.map(({ thing }) => thing), ...intents];
  const scores = new Map<string, number>();
  for (const kind of ['product', 'phrase', 'query', 'intent'] as const) {
    const keys = distinct(looked.map((thing) => (thing.kind === kind ? thing.key : null)));
    for (const { key, score } of await writer.events.popularity(kind, keys))
      scores.set(scoreName({ kind, key }), score);
  }
  const typedKeys = distinct(events.map(({ intent }) => queryKeyOf(intent)));
  const typed = await findTypedQueries(
    writer,
    typedKeys.filter((key) => !scores.has(scoreName({ kind: 'query', key }))),
  );
  return {
    eventIds: await writer.events.knownIds(distinct(events.map(({ eventId }) => eventId))),
    productIds,
    idsByExternalId,
    currencies,
    scores,
    typed,
    allowances: new NetworkAllowances(marks, nowMicros),
    moves: new Map(moves.map((move) => [move.name, move])),
  };
}

function scoreName({ kind, key }: Thing): string {
  return `${kind}:${key}`;
}

/** Returns the things that an event moves; the query last. */
function thingsOf(event: JudgedEvent, idsByExternalId: ReadonlyMap<string, string>): Thing[] {
  const things: Thing[] = [];
  const productId = productIdOf(event, idsByExternalId);
  if (productId !== null) things.push({ kind: 'product', key: productId });
  if (event.phraseKey !== null) things.push({ kind: 'phrase', key: event.phraseKey });
  // A suggestion that was selected counts as itself.
  const query = event.type === 'suggestion_click' ? null : queryKeyOf(event.intent);
  if (query !== null) things.push({ kind: 'query', key: query });
  return things;
}

/** The product for what was meant, of the things that one event moves; null where it names either not. */
function intentThing(things: readonly Thing[]): Thing | null {
  const [product, query] = [things.find(isOf('product')), things.find(isOf('query'))];
  if (product === undefined || query === undefined) return null;
  return { kind: 'intent', key: intentKey(product.key, query.key) };
}

function isOf(kind: Thing['kind']): (thing: Thing) => boolean {
  return (thing) => thing.kind === kind;
}

function productIdOf(event: JudgedEvent, idsByExternalId: ReadonlyMap<string, string>): string | null {
  if (event.externalId === null) return event.productId;
  return idsByExternalId.get(event.externalId) ?? null;
}

/** Returns the names under which a session may have moved a thing: today's and yesterday's. */
function namesOf({ today, yesterday }: SessionHashes, { kind, key }: Thing): [string, string | null] {
  return [moveName(today, kind, key), yesterday === null ? null : moveName(yesterday, kind, key)];
}

/** The outcome of a group: its stored events, moves and figures. */
class EventGroup {
  readonly #environment: EventEnvironment;
  readonly #now: number;
  readonly #known: Known;
  readonly #events: StoredEvent[] = [];
  readonly #days = createEventDays();
  readonly #moved = new Map<string, SessionMove>();
  readonly #changed = new Map<string, Thing>();

  constructor(environment: EventEnvironment, now: number, known: Known) {
    this.#environment = environment;
    this.#now = now;
    this.#known = known;
  }

  take(batch: EventBatch, sender: Sender): EventOutcome {
    const rejected: { index: number; code: 'product_unknown'; message: string }[] = [];
    const keptBefore = this.#events.length;
    for (const event of batch.events) {
      const message = this.#faultOf(event);
      if (message !== null) rejected.push({ index: event.index, code: 'product_unknown', message });
      else if (mayCount(event, sender.isTrusted)) this.#keep(event, sender);
    }
    const kept = this.#events.length - keptBefore;
    return { accepted: batch.events.length - rejected.length, kept, rejected };
  }

  async write(writer: StoreWriter): Promise<void> {
    await writer.events.insert(this.#events);
    await this.#days.write(writer);
    await writer.events.recordMoves([...this.#moved.values()]);
    await writer.events.recordNetworkMarks(this.#known.allowances.changed());
    await writer.events.recordQueries(this.#known.typed.newSessions);
    const scores = Array.from(this.#changed, ([name, thing]) => ({
      ...thing,
      score: this.#known.scores.get(name) ?? 0,
    }));
    if (scores.length > 0) await writer.events.setPopularity(scores);
  }

  /** Why its product is unknown; null if it is known, or if the event has none. */
  #faultOf({ productId, externalId }: JudgedEvent): string | null {
    const { idsByExternalId, productIds } = this.#known;
    if (productId !== null && !productIds.has(productId)) return 'The store has no product with this id.';
    if (externalId === null) return null;
    const id = idsByExternalId.get(externalId);
    if (id === undefined) return 'The store has no product with this external_id.';
    if (productId === null || productId === id) return null;
    return 'The product of this external_id has another id than "product_id" says.';
  }

  /** Counts an event that did not come before. */
  #keep(event: JudgedEvent, sender: Sender): void {
    const { eventIds, idsByExternalId } = this.#known;
    if (event.eventId !== null && eventIds.has(event.eventId)) return;
    const id = event.eventId ?? this.#environment.newId();
    eventIds.add(id);
    let isMove = false;
    const things = thingsOf(event, idsByExternalId);
    let ofProduct = 0;
    for (const thing of things) {
      const { share, isCounted } = this.#worthOf(thing, event, sender);
      if (thing.kind === 'product') {
        this.#countProduct(thing.key, event, { isCounted, isTrusted: sender.isTrusted });
        ofProduct = share;
      }
      if (share === 0) continue;
      isMove ||= thing.kind !== 'query';
      this.#add(thing, scoreOf(share, event.occurredAt));
    }
    this.#addForIntent(things, ofProduct, event.occurredAt);
    this.#events.push({
      id,
      type: event.type,
      productId: productIdOf(event, idsByExternalId),
      // Anything but a suggestion is a text from the sender, and of no use.
      phrase: event.phraseKey === null ? null : event.phrase,
      region: event.region,
      query: event.query,
      position: event.position,
      quantity: event.quantity,
      value: event.value,
      currency: event.value === null ? null : this.#currencyOf(event),
      sessionHash: sender.session.today,
      isMove,
      occurredAt: event.occurredAt,
      createdAt: this.#now,
    });
  }

  /** A click counts once a session, as what it moves, and so does a browser's cart; all others come from shops' servers. */
  #countProduct(
    productId: string,
    event: JudgedEvent,
    { isCounted, isTrusted }: { readonly isCounted: boolean; readonly isTrusted: boolean },
  ): void {
    const { type, search, occurredAt } = event;
    if (!isSale(type)) {
      if (isCounted) this.#days.addClick(productId, occurredAt);
      return;
    }
    if (!isCounted && !isTrusted) return;
    const what = type === 'purchase' ? 'purchases' : 'carts';
    this.#days.addSale({ productId, what, revenue: this.#revenueOf(event), search, occurredAt });
  }

  /** What an event brought: a cart is not paid yet. */
  #revenueOf(event: JudgedEvent): Revenue | null {
    const currency = this.#currencyOf(event);
    if (event.type !== 'purchase' || event.value === null || currency === null) return null;
    return { [currency]: event.value };
  }

  #currencyOf(event: JudgedEvent): string | null {
    const { idsByExternalId, currencies } = this.#known;
    return event.currency ?? currencies.get(productIdOf(event, idsByExternalId) ?? '') ?? null;
  }

  /** Returns how far the event moves the thing: by what its session has not moved yet, or 0 if the event does not count. */
  #worthOf(thing: Thing, event: JudgedEvent, sender: Sender): ClickWorth {
    const { session } = sender;
    if (thing.kind === 'query' && !this.#known.scores.has(scoreName(thing))) {
      const sessions = this.#known.typed.use(thing.key, userOf(sender), this.#now);
      return { share: sessions < limits.querySessionsMin ? 0 : sessions, isCounted: false };
    }
    const weight = weightOf(thing, event);
    const known = this.#moveOf(thing, session);
    const rest = weight - (known?.weight ?? 0);
    if (rest <= 0) return { share: 0, isCounted: false };
    const source = sourceOf(event, sender);
    const worth =
      source === null ? { share: rest, isCounted: true } : this.#known.allowances.take(source, thing, rest);
    // A flood moves nothing, so nothing need be remembered of it.
    if (worth.share === 0 && !worth.isCounted) return worth;
    const name = moveName(session.today, thing.kind, thing.key);
    this.#moved.set(name, { name, weight, movedAt: known?.movedAt ?? this.#now });
    return worth;
  }

  /** Returns the session's move of the thing in the last half hour. */
  #moveOf(thing: Thing, session: SessionHashes): SessionMove | null {
    for (const name of namesOf(session, thing)) {
      const move = name === null ? undefined : (this.#moved.get(name) ?? this.#known.moves.get(name));
      if (move !== undefined && this.#now - move.movedAt < moveMicros) return move;
    }
    return null;
  }

  /** A product moves for what was meant as far as it moves at all, once that is known of enough sessions. */
  #addForIntent(things: readonly Thing[], share: number, at: number): void {
    const query = things.find(isOf('query'));
    const thing = intentThing(things);
    if (share === 0 || thing === null || query === undefined) return;
    if (this.#known.scores.has(scoreName(query))) this.#add(thing, scoreOf(share, at));
  }

  #add(thing: Thing, score: number): void {
    const name = scoreName(thing);
    this.#known.scores.set(name, addScores(this.#known.scores.get(name) ?? null, score));
    this.#changed.set(name, thing);
  }
}

function weightOf({ kind }: Thing, { type }: JudgedEvent): number {
  if (kind === 'query' || !isSale(type)) return eventWeights.click;
  return type === 'purchase' ? eventWeights.purchase : eventWeights.cart;
}

/** Servers speak for many shoppers: there each session counts as a network. */
function userOf({ session, networks }: Sender): QueryUser {
  // The middle one: addresses of one /24 are too easily had.
  return { session, network: networks?.[1] ?? session };
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
