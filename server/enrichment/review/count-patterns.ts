/**
 * Counts a store's phrases by pattern and puts the riskiest patterns first. Pure. A risk is a number from 0 to 100 with one sentence
 * for people; risks are chosen by the parts of a pattern, and rise with the share of its products that people rejected one by one.
 */
// Tests: ./count-patterns.test.ts.
import type { PhrasePart, PhraseVerdict } from '../../../contract/words/phrase-patterns.ts';
import type { PatternCount, StandingDecision } from '../../storage/enrichment/review-tables.ts';
import { nameOfPattern, type Pattern, partsOf, unpackPatterns } from './phrase-pattern.ts';

/** A pattern with what is counted of it. */
export interface CountedPattern {
  readonly pattern: Pattern;
  readonly name: string;
  readonly phrases: number;
  readonly products: number;
  /** The decision that stands; null if there is none. */
  readonly decision: StandingDecision | null;
  readonly risk: number;
  readonly reason: string;
  /** Ids of some of its products, the fewest that show different phrases. */
  readonly exampleIds: readonly string[];
}

/** The counts of a store. */
export interface CountedReview {
  readonly patterns: readonly CountedPattern[];
  readonly openProducts: number;
  readonly decidedProducts: number;
  readonly unsortedProducts: number;
}

const examplesMax = 5;

interface Sum {
  phrases: number;
  products: number;
  rejected: number;
  readonly exampleIds: string[];
}

/** Counts patterns, the riskiest first, then those of most products, then by name. */
export function countPatterns(
  counts: readonly PatternCount[],
  decisions: readonly StandingDecision[],
): CountedReview {
  const sums = new Map<Pattern, Sum>();
  let [openProducts, decidedProducts, unsortedProducts] = [0, 0, 0];
  for (const { state, isOpen, patterns: packed, products, examples } of counts) {
    if (packed === null) unsortedProducts += isOpen ? products : 0;
    if (packed === null || packed === '') continue;
    if (isOpen && state === 'generated') openProducts += products;
    else if (isOpen) decidedProducts += products;
    const patterns = unpackPatterns(packed);
    for (const pattern of new Set(patterns)) {
      const sum = sums.get(pattern) ?? { phrases: 0, products: 0, rejected: 0, exampleIds: [] };
      sums.set(pattern, sum);
      if (isOpen) {
        sum.phrases += products * patterns.filter((one) => one === pattern).length;
        sum.products += products;
        sum.exampleIds.push(...examples.slice(0, examplesMax - sum.exampleIds.length));
      } else if (state === 'rejected') sum.rejected += products;
    }
  }
  const byPattern = new Map(
    decisions.flatMap((decision) => (decision.kind === 'pattern' ? [[decision.subject, decision]] : [])),
  );
  const patterns = [...sums]
    .filter(([pattern, { products }]) => pattern !== 0 && products > 0)
    .map(([pattern, { rejected, ...sum }]) => {
      const name = nameOfPattern(pattern);
      const decision = byPattern.get(name) ?? null;
      return { ...{ pattern, name, decision }, ...sum, ...riskOf(partsOf(pattern), sum.products, rejected) };
    })
    .toSorted(compareByRisk);
  return { patterns, openProducts, decidedProducts, unsortedProducts };
}

/** A place in a list of patterns or types. */
export type RiskPlace = Pick<CountedPattern, 'risk' | 'products' | 'name'>;

/** The order of patterns and types: the riskiest first, then those of most products, then by name. */
export function compareByRisk(left: RiskPlace, right: RiskPlace): number {
  const byName = left.name === right.name ? 0 : left.name < right.name ? -1 : 1;
  return right.risk - left.risk || right.products - left.products || byName;
}

/** The size of a group of patterns, products counted once. */
export function sizeOfPatterns(
  counts: readonly PatternCount[],
  chosen: ReadonlySet<Pattern>,
  refused: ReadonlySet<Pattern>,
) {
  const size = { products: 0, phrases: 0, emptiedProducts: 0 };
  for (const { isOpen, patterns: packed, products } of counts) {
    if (!isOpen || packed === null) continue;
    const patterns = unpackPatterns(packed);
    const found = patterns.filter((pattern) => chosen.has(pattern)).length;
    if (found === 0) continue;
    size.products += products;
    size.phrases += found * products;
    if (patterns.every((pattern) => chosen.has(pattern) || refused.has(pattern)))
      size.emptiedProducts += products;
  }
  return size;
}

/** The patterns that decisions refuse. */
export function patternsWith(review: CountedReview, verdict: PhraseVerdict): ReadonlySet<Pattern> {
  return new Set(
    review.patterns.filter(({ decision }) => decision?.verdict === verdict).map(({ pattern }) => pattern),
  );
}

/** From this share of rejected products on, they are the reason. */
const rejectedShareMin = 0.1;
/** The most that a share of rejected products adds. */
const rejectedRiskMax = 50;

function riskOf(parts: readonly PhrasePart[], products: number, rejected: number) {
  const own = riskOfParts(new Set(parts));
  const share = rejected / (products + rejected);
  if (share < rejectedShareMin) return own;
  const of = products + rejected;
  return {
    risk: Math.min(100, own.risk + Math.round(share * rejectedRiskMax)),
    reason: `People rejected ${rejected} of the ${of} products that have such a phrase.`,
  };
}

/** The first line that fits. Risks are chosen: only their order counts. */
function riskOfParts(parts: ReadonlySet<PhrasePart>): { readonly risk: number; readonly reason: string } {
  const has = (...some: readonly PhrasePart[]) => some.some((part) => parts.has(part));
  if (has('other')) {
    return parts.size === 1
      ? { risk: 100, reason: 'None of the words stands in the product.' }
      : { risk: 80, reason: 'Some of the words do not stand in the product.' };
  }
  if (!has('type', 'brand', 'author', 'model')) {
    return has('title')
      ? { risk: 60, reason: 'Words of the title without what the product is or who makes it.' }
      : { risk: 50, reason: 'It says neither what the product is nor who makes it.' };
  }
  if (!has('type') && has('title')) {
    return { risk: 40, reason: 'Words of the title that may be a name, or nothing that shoppers type.' };
  }
  if (!has('type', 'model')) return { risk: 35, reason: 'It does not say what the product is.' };
  if (has('title'))
    return { risk: 30, reason: 'Words of the title beside the type, which may not belong to it.' };
  if (!has('type')) return { risk: 20, reason: 'A number or model, which only some shoppers know.' };
  if (has('category'))
    return { risk: 15, reason: 'The words of a category may be broader than the product.' };
  return has('attribute', 'measure', 'model')
    ? { risk: 10, reason: 'The type with a detail of the product.' }
    : { risk: 0, reason: 'The type of the product, as shoppers type it.' };
}

/** From these risks on. */
const [highFrom, mediumFrom] = [50, 30];

/** The risk in a word. */
export function riskWord(risk: number): 'high' | 'medium' | 'low' {
  return risk >= highFrom ? 'high' : risk >= mediumFrom ? 'medium' : 'low';
}
