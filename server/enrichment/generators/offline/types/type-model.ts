/**
 * Decides which word of a product is its type, judged by the catalog as a whole: by the word's position in the title
 * (read-type-cues.ts), by how often titles have it as their type, and by the product's cues, that is, how many of the products with a
 * cue are of the type. So `mount` beats `tablet` in "tablet mount", and a printer whose title does not say so is recognised by its
 * cues. Pure; probabilities are 0 to 1, and weights are logarithms of odds. Without candidates there are no guesses.
 */
// Tests: ./learn-types.test.ts.
import { mark, type TypeCandidate, type TypeCues } from './read-type-cues.ts';

/** Counts of a word in the sample. */
export interface HeadCounts {
  /** Products of this type, weighted by probability. */
  readonly typed: number;
  /** Products whose title contains the word. */
  readonly held: number;
  /** Whether only one brand uses it. */
  readonly isOfOneBrand: boolean;
}

/** Counts of a cue in the sample. */
export interface CueCounts {
  readonly count: number;
  /** Products with the cue, weighted by probability, by the stem of their type. */
  readonly typed: ReadonlyMap<string, number>;
}

/** Counts of a category in the sample. */
export interface CategoryCounts {
  readonly count: number;
  /** Number of titles that contain a word, by its stem. */
  readonly held: ReadonlyMap<string, number>;
}

/** Plain data, which crosses threads by structured clone. Made by {@link learnTypes}. */
export interface TypeModel {
  readonly productCount: number;
  readonly brandCount: number;
  readonly heads: ReadonlyMap<string, HeadCounts>;
  readonly cues: ReadonlyMap<string, CueCounts>;
  /** The mean of {@link headShare}, by the last letters of words. */
  readonly endings: ReadonlyMap<string, number>;
  /** The counts of a category, by its cue. */
  readonly categories: ReadonlyMap<string, CategoryCounts>;
}

/** The model of an empty store: only positions count. */
export const emptyTypes: TypeModel = {
  productCount: 0,
  brandCount: 0,
  heads: new Map(),
  cues: new Map(),
  endings: new Map(),
  categories: new Map(),
};

/** The weights of marks and of evidence from the catalog, as logarithms of odds. */
const weights: Record<Evidence, number> = {
  ends: 1.6,
  measured: 1.1,
  numbered: 1.1,
  first: 0.9,
  counted: -2,
  use: -1.2,
  with: 1.2,
  modifies: -0.2,
  small: 1.4,
  value: -1.2,
  named: 3,
  leaf: 0.1,
  aside: -3,
  possessed: 1,
  /** Only one brand has it. */
  oneBrand: -0.5,
  /** It is a name that only one brand has, and a number follows: `Pavilion dv7`. */
  line: -0.6,
  /** Weight of the logarithm of the mean probability that the cues give. */
  cues: 0.15,
  /** Only the category names it; and for the logarithm of the share of the category's titles that hold it. */
  leafOnly: -0.2,
  leafShare: 1.2,
  /** Weight of the logarithm of {@link headShare} of the word. */
  head: 1.4,
  /** The same of all words that end alike. */
  ending: 0.6,
  /** Weight of {@link headShare} of the next word: a word that is followed by a type is a modifier. */
  goesOn: -0.7,
  /** Neither title nor category name it. */
  absent: -3.1,
};

/** Evidence for a candidate, or against it. */
export type Evidence =
  | keyof typeof mark
  | 'oneBrand'
  | 'line'
  | 'cues'
  | 'leafOnly'
  | 'leafShare'
  | 'head'
  | 'ending'
  | 'goesOn'
  | 'absent';

/** The number of brands up to which a type or a name may occur with a single brand of the shop. */
export const fewBrands = 4;
/** Prior: products added to each cue, distributed as types are. */
const cuePrior = 3;

/** The cues of a product that are judged. */
export type ReadCues = Omit<TypeCues, 'title'>;

/** A stem with its probability of being the type of a product. */
export interface TypeGuess {
  readonly candidate: TypeCandidate;
  readonly probability: number;
}

/** The possible types of a product, the most likely first. */
export function guessTypes(read: ReadCues, model: TypeModel): TypeGuess[] {
  const candidates = [...read.candidates, ...absentCandidates(read, model)];
  return toGuesses(
    candidates,
    candidates.map((candidate) => oddsOf(candidate, read, model)),
  );
}

/** Guesses from logarithms of odds. */
export function toGuesses(candidates: readonly TypeCandidate[], odds: readonly number[]): TypeGuess[] {
  const most = Math.max(...odds);
  const likelihoods = odds.map((one) => Math.exp(one - most));
  const total = likelihoods.reduce((sum, one) => sum + one, 0);
  return candidates
    .map((candidate, index) => ({ candidate, probability: (likelihoods[index] ?? 0) / total }))
    .sort((left, right) => right.probability - left.probability);
}

/** The logarithm of the odds that a candidate is the type, up to a constant for all candidates. */
export function oddsOf(candidate: TypeCandidate, read: ReadCues, model: TypeModel): number {
  let odds = 0;
  visitEvidence(candidate, read, model, (evidence, amount) => {
    odds += weights[evidence] * amount;
  });
  return odds;
}

/** Visits all evidence for a candidate and against it. */
function visitEvidence(
  { stem, goesOn, marks, at }: TypeCandidate,
  read: ReadCues,
  model: TypeModel,
  visit: (evidence: Evidence, amount: number) => void,
): void {
  for (const [name, bit] of markEntries) if ((marks & bit) !== 0) visit(name, 1);
  const head = model.heads.get(stem);
  const isOfCategory = (marks & mark.leaf) !== 0;
  if (!isOfCategory && head?.isOfOneBrand !== false && model.brandCount > fewBrands)
    visit(isLine(marks) ? 'line' : 'oneBrand', 1);
  if (at === null && isOfCategory) {
    visit('leafOnly', 1);
    visit('leafShare', Math.log(leafShare(stem, read, model) + 0.02));
  }
  if (at === null && marks === 0) visit('absent', 1);
  if (model.cues.size === 0) return;
  visit('cues', meanOfCues(stem, read, model, ((head?.typed ?? 0) + 0.1) / model.productCount));
  visit('head', Math.log(headShare(head)));
  visit('ending', Math.log(model.endings.get(endingOf(stem)) ?? endingShare));
  if (goesOn !== null) visit('goesOn', headShare(model.heads.get(goesOn)));
}

/** Whether a word that one brand alone has is the name of a line: of capitals, with a number behind it. */
function isLine(marks: number): boolean {
  return (marks & mark.small) === 0 && (marks & mark.numbered) !== 0;
}

const markEntries = Object.entries(mark) as [keyof typeof mark, number][];

/** The last letters of a word: in Turkish the nouns of most names end alike, in English few adjectives do as nouns do. */
export function endingOf(stem: string): string {
  return stem.slice(-endingLetters);
}

const endingLetters = 2;
/** The share of unknown endings. */
export const endingShare = 0.3;

/** The share of titles with a word whose type it is. */
export function headShare(head: HeadCounts | undefined): number {
  return Math.min(1, ((head?.typed ?? 0) + 1) / ((head?.held ?? 0) + 2));
}

/** The share of a category's titles that contain the noun that names the category. */
function leafShare(stem: string, { category }: ReadCues, model: TypeModel): number {
  const counts = category === null ? undefined : model.categories.get(category);
  return (counts?.held.get(stem) ?? 0) / ((counts?.count ?? 0) + 2);
}

/** The mean logarithm of the type's share among the products of each cue. */
function meanOfCues(stem: string, { cues }: ReadCues, model: TypeModel, common: number): number {
  let sum = 0;
  let count = 0;
  for (const name of cues) {
    if (name === stem) continue;
    const cue = model.cues.get(name);
    if (cue === undefined) continue;
    sum += Math.log(((cue.typed.get(stem) ?? 0) + cuePrior * common) / (cue.count + cuePrior));
    count += 1;
  }
  return count === 0 ? Math.log(common) : sum / count;
}

/** The number of types considered that neither title nor category names. */
const absentMax = 3;
/** A cue votes for a type that at least this share of its products have. */
const absentShare = 0.08;
/** Types of fewer products are ignored. */
const absentTyped = 5;

/** Types that the cues vote for, though the product does not name them. */
function absentCandidates({ candidates, cues }: ReadCues, model: TypeModel): TypeCandidate[] {
  const votes = new Map<string, number>();
  for (const name of cues) {
    const cue = model.cues.get(name);
    if (cue === undefined) continue;
    for (const [stem, typed] of cue.typed) {
      const share = typed / (cue.count + cuePrior);
      if (share > absentShare) votes.set(stem, (votes.get(stem) ?? 0) + share);
    }
  }
  return Array.from(votes)
    .sort(([left, most], [right, more]) => more - most || (left < right ? -1 : 1))
    .slice(0, absentMax)
    .filter(
      ([stem]) =>
        (model.heads.get(stem)?.typed ?? 0) > absentTyped && !candidates.some((known) => known.stem === stem),
    )
    .map(([stem]) => ({ stem, at: null, goesOn: null, marks: 0 }));
}
