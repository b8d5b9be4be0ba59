/**
 * Learns the types of a catalog's products without labels: each title makes a first guess from the positions of its words, then the
 * guesses of all titles correct each other a few times (expectation maximization, Dempster et al., 1977, with the odds of
 * type-model.ts instead of a likelihood). One pass over the products keeps a sample of limited size; the result is plain data and also
 * judges products that are added later. It never asks a person or a server. At most 20,000 products are sampled; of more, a fixed
 * choice by hash. An empty catalog gives {@link emptyTypes}-like counts, never an error.
 */
// Tests: ./learn-types.test.ts.
import { variantKey } from '../title-reading.ts';
import type { TypeCues } from './read-type-cues.ts';
import {
  type CueCounts,
  endingOf,
  endingShare,
  type HeadCounts,
  headShare,
  oddsOf,
  type ReadCues,
  type TypeGuess,
  type TypeModel,
  toGuesses,
} from './type-model.ts';

/** Size of the sample. A larger one made no measurable difference, and takes a second for each 10,000 products. */
const sampleMax = 20_000;
/** Guesses hardly change after these. */
const rounds = 3;
/** Less likely guesses are ignored. */
const likelyMin = 0.02;
/** Types of a cue with fewer products, weighted by probability, are forgotten. */
const typedMin = 0.5;

/** Collects the cues of the products of one store. */
export class TypeLearner {
  readonly #sample: (ReadCues & { readonly name: string })[] = [];
  /** The products in the sample by {@link variantKey}: variants count once. */
  readonly #names = new Set<string>();
  #distinct = 0;

  add({ candidates, cues, category, brand, title }: TypeCues): void {
    const name = variantKey(title.words, brand);
    if (this.#names.has(name)) return;
    this.#distinct += 1;
    const place = this.#placeFor(name);
    if (place === null) return;
    this.#names.delete(this.#sample[place]?.name ?? '');
    this.#names.add(name);
    this.#sample[place] = { candidates, cues, category, brand, name };
  }

  /** Algorithm R (Vitter, 1985) with a hash instead of a random number, so that equal catalogs give equal types. */
  #placeFor(name: string): number | null {
    if (this.#sample.length < sampleMax) return this.#sample.length;
    const place = hashOf(name) % this.#distinct;
    return place < sampleMax ? place : null;
  }

  /** The model learned from the sample. */
  learn(): TypeModel {
    let model = countHeads(this.#sample);
    for (let round = 0; round <= rounds; round += 1) model = this.#correct(model);
    return model;
  }

  #correct(model: TypeModel): TypeModel {
    // A type that the title does not name teaches nothing.
    const guesses = this.#sample.map((read) => {
      const candidates = read.candidates.filter(({ at }) => at !== null);
      return toGuesses(
        candidates,
        candidates.map((candidate) => oddsOf(candidate, read, model)),
      );
    });
    return countGuesses(this.#sample, guesses, model);
  }
}

/** FNV-1a (Fowler, Noll, Vo). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The counts before the first guess. */
function countHeads(sample: readonly ReadCues[]): TypeModel {
  const heads = new Map<string, { held: number; brand: string; isOfOneBrand: boolean }>();
  const brands = new Set<string>();
  const categories = new Map<string, { count: number; held: Map<string, number> }>();
  for (const { candidates, brand, category } of sample) {
    brands.add(brand);
    const ofCategory = categories.get(category ?? '') ?? { count: 0, held: new Map<string, number>() };
    categories.set(category ?? '', ofCategory);
    ofCategory.count += 1;
    for (const { stem, at } of candidates) {
      let head = heads.get(stem);
      if (head === undefined) {
        head = { held: 0, brand, isOfOneBrand: true };
        heads.set(stem, head);
      }
      if (at !== null) head.held += 1;
      if (head.brand !== brand) head.isOfOneBrand = false;
      if (at !== null) addTo(ofCategory.held, stem, 1);
    }
  }
  const counts = new Map(Array.from(heads, ([stem, { brand, ...head }]) => [stem, { ...head, typed: 0 }]));
  return {
    productCount: sample.length,
    brandCount: brands.size,
    heads: counts,
    cues: new Map(),
    endings: new Map(),
    categories,
  };
}

function countGuesses(
  sample: readonly ReadCues[],
  guesses: readonly TypeGuess[][],
  model: TypeModel,
): TypeModel {
  const typed = new Map<string, number>();
  const cues = new Map<string, { count: number; typed: Map<string, number> }>();
  for (const [index, read] of sample.entries()) {
    const likely = (guesses[index] ?? []).filter(({ probability }) => probability >= likelyMin);
    for (const { candidate, probability } of likely) addTo(typed, candidate.stem, probability);
    for (const name of read.cues) {
      let cue = cues.get(name);
      if (cue === undefined) {
        cue = { count: 0, typed: new Map() };
        cues.set(name, cue);
      }
      cue.count += 1;
      for (const { candidate, probability } of likely) addTo(cue.typed, candidate.stem, probability);
    }
  }
  const heads = new Map<string, HeadCounts>();
  for (const [stem, head] of model.heads) heads.set(stem, { ...head, typed: typed.get(stem) ?? 0 });
  return { ...model, heads, cues: withoutRare(cues), endings: countEndings(heads) };
}

/** Each word counts once; a prior of some words keeps rare endings from saying much. */
function countEndings(heads: ReadonlyMap<string, HeadCounts>): Map<string, number> {
  const sums = new Map<string, { share: number; count: number }>();
  for (const [stem, head] of heads) {
    const ending = endingOf(stem);
    const sum = sums.get(ending) ?? { share: endingShare * endingPrior, count: endingPrior };
    sum.share += headShare(head);
    sum.count += 1;
    sums.set(ending, sum);
  }
  return new Map(Array.from(sums, ([ending, { share, count }]) => [ending, share / count]));
}

const endingPrior = 3;

function addTo(table: Map<string, number>, key: string, amount: number): void {
  table.set(key, (table.get(key) ?? 0) + amount);
}

/** Drops cues of a single product and rare types of a cue, which are not worth their memory. */
function withoutRare(cues: ReadonlyMap<string, CueCounts>): Map<string, CueCounts> {
  const kept = new Map<string, CueCounts>();
  for (const [name, { count, typed }] of cues) {
    if (count < 2) continue;
    kept.set(name, { count, typed: new Map(Array.from(typed).filter(([, amount]) => amount >= typedMin)) });
  }
  return kept;
}
