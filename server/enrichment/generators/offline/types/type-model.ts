/**
 * What a catalog as a whole says of types, and which of its words a product most likely is. A word is judged by its
 * place in the title (read-type-cues.ts), by how often titles of the catalog have it as their type, and by the cues
 * of the product: of all products with a cue, how many are of the type. So `mount` wins over `tablet` in "tablet
 * mount", since mounts have all that a tablet has not, and a printer whose title names none is known by its cues.
 */
import { mark, type TypeCandidate, type TypeCues } from './read-type-cues.ts';

/** What the sample of a catalog says of a word. */
export interface HeadCounts {
  /** Products that are of it, each by its probability. */
  readonly typed: number;
  /** Products whose title has it. */
  readonly held: number;
  /** Only one brand has it. */
  readonly isOfOneBrand: boolean;
}

/** What goes along with a cue. */
export interface CueCounts {
  readonly count: number;
  /** By stem: products of the cue that are of it, each by its probability. */
  readonly typed: ReadonlyMap<string, number>;
}

/** What titles of a category hold. */
export interface CategoryCounts {
  readonly count: number;
  /** By stem: titles that hold the word. */
  readonly held: ReadonlyMap<string, number>;
}

/** Plain data, which crosses threads by structured clone. Made by {@link learnTypes}. */
export interface TypeModel {
  readonly productCount: number;
  readonly brandCount: number;
  readonly heads: ReadonlyMap<string, HeadCounts>;
  readonly cues: ReadonlyMap<string, CueCounts>;
  /** By the last letters of words: the mean share of titles with such a word that are of it. */
  readonly endings: ReadonlyMap<string, number>;
  /** By the cue of the category. */
  readonly categories: ReadonlyMap<string, CategoryCounts>;
}

/** The model of a store that holds nothing: places alone decide. */
export const emptyTypes: TypeModel = {
  productCount: 0,
  brandCount: 0,
  heads: new Map(),
  cues: new Map(),
  endings: new Map(),
  categories: new Map(),
};

/** What a mark is worth, as the logarithm of odds, and what the catalog says. */
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
  /** For the logarithm of the mean probability that the cues give. */
  cues: 0.15,
  /** Only the category names it; and for the logarithm of the share of the category's titles that hold it. */
  leafOnly: -0.2,
  leafShare: 1.2,
  /** For the logarithm of the share of titles with the word that are of it. */
  head: 1.4,
  /** The same of all words that end alike. */
  ending: 0.6,
  /** For the share of titles with the next word that are of that: what goes on is a modifier. */
  goesOn: -0.7,
  /** Neither title nor category name it. */
  absent: -3.1,
};

/** What speaks for a candidate, or against it. */
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

/** A shop of fewer brands may have a type of one brand. */
const brandsMin = 4;
/** Products that a cue or word is thought to have beside those that were seen, spread as types are. */
const cuePrior = 3;

/** What of a product is judged. */
export type ReadCues = Omit<TypeCues, 'title'>;

/** A stem with its probability of being the type of a product. */
export interface TypeGuess {
  readonly candidate: TypeCandidate;
  readonly probability: number;
}

/** What the type of a product may be, the most likely first. `model` may be that of a sample. */
export function guessTypes(read: ReadCues, model: TypeModel): TypeGuess[] {
  const candidates = [...read.candidates, ...absentCandidates(read, model)];
  return toGuesses(
    candidates,
    candidates.map((candidate) => oddsOf(candidate, read, model)),
  );
}

/** The guesses from logarithms of odds. */
export function toGuesses(candidates: readonly TypeCandidate[], odds: readonly number[]): TypeGuess[] {
  const most = Math.max(...odds);
  const likelihoods = odds.map((one) => Math.exp(one - most));
  const total = likelihoods.reduce((sum, one) => sum + one, 0);
  return candidates
    .map((candidate, index) => ({ candidate, probability: (likelihoods[index] ?? 0) / total }))
    .sort((left, right) => right.probability - left.probability);
}

/** The logarithm of the odds that a candidate is the type, but for what all candidates have in common. */
export function oddsOf(candidate: TypeCandidate, read: ReadCues, model: TypeModel): number {
  let odds = 0;
  visitEvidence(candidate, read, model, (evidence, amount) => {
    odds += weights[evidence] * amount;
  });
  return odds;
}

/** Visits all that speaks for a candidate or against it. */
function visitEvidence(
  { stem, goesOn, marks, at }: TypeCandidate,
  read: ReadCues,
  model: TypeModel,
  visit: (evidence: Evidence, amount: number) => void,
): void {
  for (const [name, bit] of markEntries) if ((marks & bit) !== 0) visit(name, 1);
  const head = model.heads.get(stem);
  const isOfCategory = (marks & mark.leaf) !== 0;
  if (!isOfCategory && head?.isOfOneBrand !== false && model.brandCount > brandsMin)
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
/** That of endings of which nothing is known. */
export const endingShare = 0.3;

/** The share of the titles with a word that are of it. */
export function headShare(head: HeadCounts | undefined): number {
  return Math.min(1, ((head?.typed ?? 0) + 1) / ((head?.held ?? 0) + 2));
}

/** The share of a category's titles that hold a noun by which it is named. */
function leafShare(stem: string, { category }: ReadCues, model: TypeModel): number {
  const counts = category === null ? undefined : model.categories.get(category);
  return (counts?.held.get(stem) ?? 0) / ((counts?.count ?? 0) + 2);
}

/** The mean of the logarithms of the type's share among the products of each cue. */
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

/** Types that neither title nor category name are sought among those that so many cues speak for. */
const absentMax = 3;
/** A cue speaks for a type that such a share of its products are of. */
const absentShare = 0.08;
/** A type that the titles of fewer products have is no thing of this shop. */
const absentTyped = 5;

/** Types that the cues speak for, though nothing of the product names them. */
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
