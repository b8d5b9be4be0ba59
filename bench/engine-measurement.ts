/**
 * The engine at one size of catalog, in a process of its own: a child of the bench that prints its measurement as one
 * line of JSON. By hand: `node bench/engine-measurement.ts '{"seeds":"electronics","count":50000}'`.
 */

import type { SearchDocument } from '../server/search/document/document.ts';
import type { IndexReader, SearchResult, Signals } from '../server/search/engine.ts';
import { openIndex } from '../server/search/index-reader.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { documentPages } from './catalog-documents.ts';
import { progress, thousands } from './figures.ts';
import { createRankedFts5, type RankedFts5 } from './fts5-by-rank.ts';
import { buildOneSegment, bytesOf, createIndexLoad, productsPerPage } from './index-load.ts';
import { leastTimes, weightedPercentile } from './least-times.ts';
import { loadSeeds, type SeedName } from './shop-seeds.ts';
import { hopelessQueries, type Keystroke, typedKeystrokes } from './typed-keystrokes.ts';

/** What is to be measured. */
export interface EngineCase {
  readonly seeds: SeedName;
  readonly count: number;
}

/** Microseconds of one query. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  /** Each keystroke counted as often as it was typed. */
  readonly p99Typed: number;
}

/** What a size of catalog costs. */
export interface EngineMeasurement {
  readonly seedTitle: string;
  readonly segmentCount: number;
  /** Of all segments, a product. */
  readonly bytes: number;
  /** As the service reads a store, microseconds a product. */
  readonly buildMicros: number;
  readonly mergeMicros: number;
  /** Built in one go, and the bytes of that; null where it is too large for it. */
  readonly oneSegment: { readonly micros: number; readonly bytes: number } | null;
  readonly keystrokeCount: number;
  /** Part of the distinct keystrokes that found a product. */
  readonly found: number;
  readonly first5: Latency;
  readonly first20: Latency;
  readonly peerFirst5: Latency;
  readonly peerFirst20: Latency;
  /** Of queries that find nothing, not even by correction. */
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

if (import.meta.main) {
  const wanted = JSON.parse(process.argv[2] ?? '{}') as EngineCase;
  process.stdout.write(`${JSON.stringify(await measureEngine(wanted))}\n`);
}

async function measureEngine({ seeds: name, count }: EngineCase): Promise<EngineMeasurement> {
  const seeds = await loadSeeds(name);
  progress(`${thousands(count)} products of ${seeds.title}: building`);
  const load = createIndexLoad();
  const peer = createRankedFts5();
  const kept: SearchDocument[] = [];
  for (const page of documentPages(blownUpCatalog(seeds.products, count), productsPerPage)) {
    load.add(page);
    peer.add(page);
    if (count <= oneSegmentMaxDocuments) kept.push(...page);
  }
  const { snapshot, documentCount, buildMicros, mergeMicros } = load.finish();
  peer.finish();
  const oneSegment = kept.length === 0 ? null : buildOneSegment(kept, 3);
  kept.length = 0;
  progress(`${thousands(documentCount)} products in ${snapshot.segments.length} segments: asking`);
  const reader = openIndex(snapshot);
  const keystrokes = typedKeystrokes(seeds.products, sessionCount);
  const lost = timeHopeless(reader, hopelessQueries(seeds.products, hopelessCount));
  const asked = timeKeystrokes(reader, peer, keystrokes);
  peer.close();
  return {
    seedTitle: seeds.title,
    segmentCount: snapshot.segments.length,
    bytes: bytesOf(snapshot) / documentCount,
    buildMicros,
    mergeMicros,
    oneSegment,
    keystrokeCount: keystrokes.length,
    ...asked,
    ...lost,
  };
}

type Asked = Pick<
  EngineMeasurement,
  'found' | 'first5' | 'first20' | 'peerFirst5' | 'peerFirst20' | 'slowest'
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
  const slowest = slowestOf(reader, texts, times[1] ?? new Float64Array());
  return { found, first5, first20, peerFirst5, peerFirst20, slowest };
}

/** As an answer is assembled: a hit reads nothing of its card before. */
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
