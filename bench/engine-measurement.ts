/**
 * The engine at one size of catalog, in a process of its own: a child of the bench that prints its measurement as one line of JSON. By
 * hand: `node bench/engine-measurement.ts '{"seeds":"electronics","count":50000}'`. Times are microseconds, memory is bytes. It has no
 * network and no database, judges nothing (engine.ts has the goals), and a wrong argument or an unknown catalog throws.
 */
// Tests: none; `npm run bench` runs it.

import { toDocument } from '../server/autocomplete/changes/to-document.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import type { SearchDocument } from '../server/search/document/document.ts';
import type { IndexReader, SearchResult, Signals } from '../server/search/engine.ts';
import { openIndex } from '../server/search/index-reader.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { benchCurrency, documentPages, storedProducts } from './catalog-documents.ts';
import { progress, thousands } from './figures.ts';
import { createRankedFts5, type RankedFts5 } from './fts5-by-rank.ts';
import { buildOneSegment, bytesOf, createIndexLoad, productsPerPage, timed } from './index-load.ts';
import { leastTimes, weightedPercentile } from './least-times.ts';
import { loadSeeds, type SeedName } from './shop-seeds.ts';
import { hopelessQueries, type Keystroke, typedKeystrokes } from './typed-keystrokes.ts';

/** The case to measure. */
export interface EngineCase {
  readonly seeds: SeedName;
  readonly count: number;
}

/** Microseconds of one query. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly mean: number;
  /** Each keystroke counted as often as it was typed. */
  readonly p99Typed: number;
}

/** Keystrokes of one kind: how many, and how long they take. */
export interface KindLatency {
  readonly kind: string;
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

/** Microseconds of keystrokes that are asked once each, while code and machine are warm. */
export interface OnceLatency {
  readonly ours: Latency;
  readonly peer: Latency;
}

/** The costs of a size of catalog. */
export interface EngineMeasurement {
  readonly seedTitle: string;
  readonly segmentCount: number;
  /** Bytes of all segments, a product. */
  readonly bytes: number;
  /** Microseconds a product to build the index as the service reads a store. */
  readonly buildMicros: number;
  readonly mergeMicros: number;
  /** Microseconds from a product as it is stored to what the engine indexes. */
  readonly documentMicros: number;
  /** Built in one go, and the bytes of that; null where it is too large for it. */
  readonly oneSegment: { readonly micros: number; readonly bytes: number } | null;
  readonly keystrokeCount: number;
  /** Part of the distinct keystrokes that found a product. */
  readonly found: number;
  readonly first5: Latency;
  readonly first20: Latency;
  readonly peerFirst5: Latency;
  readonly peerFirst20: Latency;
  /** First 20, by what answers them. */
  readonly kinds: readonly KindLatency[];
  /** First 20: one half of the keystrokes, after the other half was asked. */
  readonly once: OnceLatency;
  /** The times of queries that find nothing, not even by correction. */
  readonly hopeless: { readonly count: number; readonly p50: number; readonly p99: number };
  /** The slowest hundredth of the keystrokes, first 20. */
  readonly slowest: readonly SlowQuery[];
  /** The same of the queries that were meant to be hopeless, whether they are or not. */
  readonly slowestHopeless: readonly SlowQuery[];
}

/** A query, its time and what it found. */
export interface SlowQuery {
  readonly text: string;
  readonly micros: number;
  readonly products: number;
  /** Words that the last of the products does not hold. */
  readonly missingWords: number;
  readonly corrected: boolean;
}

const noSignals: Signals = { products: new Map(), phrases: new Map() };
const sessionCount = 150;
const hopelessCount = 300;
const rounds = { most: 5, seconds: 60 };
/** Documents of a larger catalog are not held in memory together. */
const oneSegmentMaxDocuments = 50_000;

async function measureEngine({ seeds: name, count }: EngineCase): Promise<EngineMeasurement> {
  const seeds = await loadSeeds(name);
  progress(`${thousands(count)} products of ${seeds.title}: building`);
  const load = createIndexLoad();
  const peer = createRankedFts5();
  const kept: SearchDocument[] = [];
  const pages = documentPages(blownUpCatalog(seeds.products, count), productsPerPage);
  for (const page of pages) {
    load.add(page);
    peer.add(page);
    if (count <= oneSegmentMaxDocuments) kept.push(...page);
  }
  const { snapshot, documentCount, stageMicros, buildMicros, mergeMicros } = load.finish();
  peer.finish();
  const oneSegment = kept.length === 0 ? null : buildOneSegment(kept, 3);
  kept.length = 0;
  progress(`${thousands(documentCount)} products in ${snapshot.segments.length} segments: asking`);
  const reader = openIndex(snapshot);
  const keystrokes = typedKeystrokes(seeds.products, sessionCount);
  const lost = timeHopeless(reader, hopelessQueries(seeds.products, hopelessCount));
  const once = timeOnce(reader, peer, keystrokes);
  const asked = timeKeystrokes(reader, peer, keystrokes);
  peer.close();
  return {
    seedTitle: seeds.title,
    segmentCount: snapshot.segments.length,
    bytes: bytesOf(snapshot) / documentCount,
    buildMicros: stageMicros + buildMicros,
    mergeMicros,
    documentMicros: await timeDocuments(seeds.products),
    oneSegment,
    keystrokeCount: keystrokes.length,
    once,
    ...asked,
    ...lost,
  };
}

type Asked = Pick<
  EngineMeasurement,
  'found' | 'first5' | 'first20' | 'peerFirst5' | 'peerFirst20' | 'kinds' | 'slowest'
>;

function timeKeystrokes(reader: IndexReader, peer: RankedFts5, keystrokes: readonly Keystroke[]): Asked {
  const textAt = (place: number) => keystrokes[place]?.text ?? '';
  const ask = (limit: number) => (place: number) =>
    writeCards(reader.search(textAt(place), limit, noSignals));
  const askPeer = (limit: number) => (place: number) => peer.search(textAt(place), limit);
  const callees = [ask(5), ask(20), askPeer(5), askPeer(20)];
  const times = leastTimes(callees, keystrokes.length, rounds);
  const [first5, first20, peerFirst5, peerFirst20] = times.map((each) => latencyOf(each, keystrokes));
  if (!first5 || !first20 || !peerFirst5 || !peerFirst20) throw new Error('a callee was not timed');
  const texts = keystrokes.map(({ text }) => text);
  const found = texts.filter((text) => foundBy(reader, text) > 0).length / texts.length;
  const micros = times[1] ?? new Float64Array();
  const slowest = slowestOf(reader, texts, micros);
  return { found, first5, first20, peerFirst5, peerFirst20, kinds: kindsOf(reader, texts, micros), slowest };
}

/** Keystrokes in a row belong to one session, so that halves are cut in stretches. Chosen. */
const stretch = 100;

/** Asks the one half of the keystrokes in several rounds, then each of the other half once, us and the peer by turns. */
function timeOnce(reader: IndexReader, peer: RankedFts5, keystrokes: readonly Keystroke[]): OnceLatency {
  const isHeld = (place: number) => Math.floor(place / stretch) % 2 === 1;
  const warm = keystrokes.filter((_, place) => !isHeld(place));
  const held = keystrokes.filter((_, place) => isHeld(place));
  const callees = [
    (text: string) => writeCards(reader.search(text, 20, noSignals)),
    (text: string) => peer.search(text, 20),
  ];
  for (let round = 0; round < rounds.most; round += 1) {
    for (const ask of callees) for (const { text } of warm) ask(text);
  }
  const [ours, peers] = callees.map((ask) => {
    const micros = Float64Array.from(held, ({ text }) => {
      const start = performance.now();
      ask(text);
      return (performance.now() - start) * 1_000;
    });
    return latencyOf(micros, held);
  });
  if (!ours || !peers) throw new Error('a callee was not timed');
  return { ours, peer: peers };
}

/** Microseconds of each of the seeds' products to become a document, the least of several rounds. */
async function timeDocuments(products: readonly RawProduct[]): Promise<number> {
  const stored = [...storedProducts(products)];
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds.most; round += 1) {
    least = Math.min(
      least,
      timed(() => {
        for (const product of stored) toDocument(product, benchCurrency, 'en');
      }),
    );
  }
  return (least * 1_000) / stored.length;
}

/** Returns the kind of what answers a keystroke, first 20. */
function kindOf({ products, correctedQuery, fromGraph }: SearchResult): string {
  if (correctedQuery !== null) return 'corrected';
  const last = products.at(-1);
  if (last === undefined) return 'nothing found';
  if (fromGraph) return 'one beginning';
  return last.tiers.missingWords > 0 ? 'words missing' : 'several words';
}

function kindsOf(reader: IndexReader, texts: readonly string[], micros: Float64Array): KindLatency[] {
  const kinds = Map.groupBy(texts.keys(), (place) =>
    kindOf(reader.search(texts[place] ?? '', 20, noSignals)),
  );
  return Array.from(kinds, ([kind, places]) => {
    const times = Float64Array.from(places, (place) => micros[place] ?? 0);
    const once = new Uint8Array(times.length).fill(1);
    const part = (share: number) => weightedPercentile(times, once, share);
    return { kind, count: times.length, p50: part(0.5), p99: part(0.99) };
  }).sort((left, right) => right.count - left.count);
}

/** Writes cards as an answer is assembled: a hit reads nothing of its card before. */
function writeCards({ products }: SearchResult): void {
  let end = 0;
  for (const hit of products) {
    if (end + hit.cardBytesMax > answer.length) end = 0;
    end = hit.writeCard(answer, end);
  }
}

/** Longer than any card. */
const answer = new Uint8Array(1024 * 1024);

function foundBy(reader: IndexReader, text: string): number {
  return reader.search(text, 20, noSignals).products.length;
}

/** The slowest hundredth. */
function slowestOf(reader: IndexReader, texts: readonly string[], micros: Float64Array): SlowQuery[] {
  return texts
    .map((text, place) => ({ text, micros: Math.round(micros[place] ?? 0) }))
    .sort((a, b) => b.micros - a.micros)
    .slice(0, Math.ceil(texts.length / 100))
    .map((slow) => {
      const { products, correctedQuery } = reader.search(slow.text, 20, noSignals);
      const missingWords = products.at(-1)?.tiers.missingWords ?? 0;
      return { ...slow, products: products.length, missingWords, corrected: correctedQuery !== null };
    });
}

function latencyOf(micros: Float64Array, keystrokes: readonly Keystroke[]): Latency {
  const once = new Uint8Array(micros.length).fill(1);
  const typed = keystrokes.map(({ count }) => count);
  return {
    p50: weightedPercentile(micros, once, 0.5),
    p99: weightedPercentile(micros, once, 0.99),
    p999: weightedPercentile(micros, once, 0.999),
    mean: micros.reduce((sum, each) => sum + each, 0) / micros.length,
    p99Typed: weightedPercentile(micros, typed, 0.99),
  };
}

function timeHopeless(
  reader: IndexReader,
  queries: readonly string[],
): Pick<EngineMeasurement, 'hopeless' | 'slowestHopeless'> {
  const ask = (place: number) => writeCards(reader.search(queries[place] ?? '', 20, noSignals));
  const [micros = new Float64Array()] = leastTimes([ask], queries.length, rounds);
  const isLost = queries.map((text) => (foundBy(reader, text) === 0 ? 1 : 0));
  return {
    hopeless: {
      count: isLost.filter((lost) => lost === 1).length,
      p50: weightedPercentile(micros, isLost, 0.5),
      p99: weightedPercentile(micros, isLost, 0.99),
    },
    slowestHopeless: slowestOf(reader, queries, micros),
  };
}

// At the end: what the functions use is there by then.
if (import.meta.main) {
  const wanted = JSON.parse(process.argv[2] ?? '{}') as EngineCase;
  process.stdout.write(`${JSON.stringify(await measureEngine(wanted))}\n`);
}
