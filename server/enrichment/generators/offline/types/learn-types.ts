/**
 * Learns what the products of a catalog are, without being taught: each title guesses by the places of its words, then
 * the guesses of all titles correct each other's, a few times (expectation maximization, Dempster et al., 1977, with the
 * odds of type-model.ts in the place of a likelihood). One pass over the products keeps a bounded sample of them; what is learned from that is plain data, and
 * judges products that come later too.
 */
import type { TypeCues } from './read-type-cues.ts';
import {
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

/** Products of the sample. More made no difference that could be measured, and take a second for each 10,000. */
const sampleMax = 20_000;
/** Guesses hardly change after that. */
const rounds = 3;
/** Less likely guesses are left out. */
const likelyMin = 0.02;
/** What a cue says of fewer products, each by its probability, is forgotten. */
const typedMin = 0.5;

/** Takes what was read of the products of one store as they come. */
export class TypeLearner {
  readonly #sample: (ReadCues & { readonly name: string })[] = [];
  /** Names of the products in the sample: variants, which differ in colours, sizes and codes, count once. */
  readonly #names = new Set<string>();
  #distinct = 0;

  add({ candidates, cues, category, brand, title }: TypeCues): void {
    const words = title.words.flatMap(({ kind, folded }) => (kind === 'plain' ? folded : []));
    const name = `${brand} ${words.join(' ')}`;
    if (this.#names.has(name)) return;
    this.#distinct += 1;
    const place = this.#placeFor(name);
    if (place === null) return;
    this.#names.delete(this.#sample[place]?.name ?? '');
    this.#names.add(name);
    this.#sample[place] = { candidates, cues, category, brand, name };
  }

  /** Algorithm R (Vitter, 1985), but by a hash in the place of chance, so that equal catalogs give equal types. */
  #placeFor(name: string): number | null {
    if (this.#sample.length < sampleMax) return this.#sample.length;
    const place = hashOf(name) % this.#distinct;
    return place < sampleMax ? place : null;
  }

  /** What was learned. */
  learn(): TypeModel {
    let model = countHeads(this.#sample);
    for (let round = 0; round <= rounds; round += 1) model = forgetRare(this.#correct(model));
    return model;
  }

  #correct(model: TypeModel): TypeModel {
    // What no title says teaches nothing.
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

/** What is known before anything is guessed. */
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
  return { ...model, heads, cues, endings: countEndings(heads) };
}

/** Each word counts once; words that are thought to be there beside those that were seen keep rare endings from saying much. */
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

/** What a single product says of cues and words is not worth its memory. */
function forgetRare({ heads, cues, ...model }: TypeModel): TypeModel {
  const kept = new Map<string, { count: number; typed: Map<string, number> }>();
  for (const [name, { count, typed }] of cues) {
    if (count < 2) continue;
    kept.set(name, { count, typed: new Map(Array.from(typed).filter(([, amount]) => amount >= typedMin)) });
  }
  return { ...model, heads, cues: kept };
}
